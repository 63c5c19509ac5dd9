/** Makes what the engine runs from a plan. Where the engine differs from BPMN, the difference is made up for here. */
import { createHash } from 'node:crypto';
import { type Activity, type Context, type Described, type Flow, library, type Message } from './library';
import type { NodeType, Plan, PlanFlow, PlanNode } from './plan';
import { indexOf } from './plan';

/** What a run keeps while the engine works: see `Run`. */
export interface Driver {
  /** Goes on with the next element once the engine is done with this one, so that a long chain needs no deep stack. */
  later(work: () => void): void;
  /** Whether what ends now ends without going on: a token that an inclusive join takes in. */
  readonly isAbsorbing: boolean;
}

/** Ids become parts of names inside the engine, in which some characters have a meaning. */
export function innerId(id: string): string {
  return /^[A-Za-z][\w-]*$/.test(id) ? id : `_${createHash('sha256').update(id).digest('hex').slice(0, 24)}`;
}

const scopeId = 'process';
const entryId = '_entry';

function driverOf({ environment }: Context): Driver {
  return environment.options.driver as Driver;
}

/**
 * A flow that is not taken is passed on by the engine along everything behind it, and joins count that as an arrival: in
 * a parallel section with a choice in it they would go on too early. Here a flow that is not taken does nothing, so a
 * join waits for what BPMN says it waits for.
 */
function FlowAsWritten(described: Described, context: Context): Flow {
  const flow = new library.SequenceFlow(described, context);
  flow.discard = () => undefined;
  return flow;
}

/** Lets an element begin once the engine is done with the one before it. */
function begunLater(activity: Activity, driver: Driver): Activity {
  const inbound = activity._onInboundEvent;
  activity._onInboundEvent = (routingKey: string, message: Message, owner: unknown) => {
    if (routingKey !== 'flow.take') return inbound.call(activity, routingKey, message, owner);
    driver.later(() => inbound.call(activity, routingKey, message, owner));
  };
  const evaluated = activity.evaluateOutbound;
  activity.evaluateOutbound = (from, takesOne, done) => {
    if (!driver.isAbsorbing) return evaluated.call(activity, from, takesOne, done);
    done(
      null,
      activity.outbound.map(({ id, targetId }) => ({ id, targetId, action: 'discard' })),
    );
  };
  return activity;
}

const activityTypes = {
  startEvent: 'StartEvent',
  endEvent: 'EndEvent',
  // A service task waits like a person's: what it calls is done between two steps of the engine.
  userTask: 'UserTask',
  serviceTask: 'UserTask',
  task: 'Task',
  manualTask: 'Task',
  intermediateThrowEvent: 'Task',
  // The moment is a row of ours: the engine waits, and is told.
  intermediateCatchEvent: 'UserTask',
  boundaryEvent: 'BoundaryEvent',
  exclusiveGateway: 'ExclusiveGateway',
  parallelGateway: 'ParallelGateway',
  inclusiveGateway: 'InclusiveGateway',
  subProcess: 'SubProcess',
} as const;

type ActivityType = (typeof activityTypes)[NodeType];
function makerOf(type: ActivityType): unknown {
  // The engine calls it with `new`.
  function make(described: Described, context: Context) {
    return begunLater(new library[type](described, context), driverOf(context));
  }
  return make;
}
const behaviours = Object.fromEntries(
  Object.values(activityTypes).map((type) => [type, makerOf(type)]),
) as unknown as Readonly<Record<ActivityType, unknown>>;

/** An inclusive gateway with several flows into it waits until no more can come; `Run` tells it when. */
export function isInclusiveJoin(plan: Plan, { id, type }: PlanNode): boolean {
  return type === 'inclusiveGateway' && indexOf(plan).into(id).length > 1;
}

/** Far away: the engine never fires a timer itself. */
const never = '9999-12-31T00:00:00.000Z';

function describedNode(plan: Plan, node: PlanNode): Described {
  const { id, type, parent, loop, attachedTo, interrupts, terminates } = node;
  const behaviour: Record<string, unknown> = { $type: `bpmn:${type}` };
  if (loop)
    behaviour.loopCharacteristics = {
      type: 'bpmn:MultiInstanceLoopCharacteristics',
      behaviour: {
        isSequential: loop.isSequential,
        collection: `collection ${id}`,
        elementVariable: 'item',
        completionCondition: `completion ${id}`,
      },
      Behaviour: library.MultiInstanceLoopCharacteristics,
    };
  if (type === 'boundaryEvent') {
    behaviour.attachedTo = { id: innerId(attachedTo ?? '') };
    behaviour.cancelActivity = interrupts;
    behaviour.eventDefinitions = [
      {
        type: 'bpmn:TimerEventDefinition',
        behaviour: { timeDate: never },
        Behaviour: library.TimerEventDefinition,
      },
    ];
  }
  if (terminates)
    behaviour.eventDefinitions = [
      { type: 'bpmn:TerminateEventDefinition', behaviour: {}, Behaviour: library.TerminateEventDefinition },
    ];
  const kind = isInclusiveJoin(plan, node) ? 'UserTask' : activityTypes[type];
  return {
    id: innerId(id),
    type: `bpmn:${type}`,
    parent: describedParent(plan, parent),
    behaviour,
    Behaviour: behaviours[kind],
  };
}

function describedParent(plan: Plan, parent: string): Described['parent'] {
  return parent === plan.key ? { id: scopeId, type: 'bpmn:Process' } : { id: innerId(parent), type: 'bpmn:SubProcess' };
}

function describedFlow(plan: Plan, { id, parent, from, to, isDefault, condition }: PlanFlow): Described {
  return {
    id: innerId(id),
    type: 'bpmn:SequenceFlow',
    parent: describedParent(plan, parent),
    behaviour: condition ? { conditionExpression: { body: `condition ${id}` } } : {},
    sourceId: innerId(from),
    targetId: innerId(to),
    isDefault,
    Behaviour: FlowAsWritten,
  };
}

function grouped(list: readonly Described[], key: (one: Described) => string): (id: string) => Described[] {
  const groups = new Map<string, Described[]>();
  for (const one of list) {
    const group = groups.get(key(one));
    if (group) group.push(one);
    else groups.set(key(one), [one]);
  }
  return (id) => groups.get(id) ?? [];
}

/** The plan as the engine looks things up in it. `entry`: the step at which it begins instead of its start event. */
function describe(plan: Plan, entry: string | null): object {
  const process: Described = {
    id: scopeId,
    type: 'bpmn:Process',
    parent: { id: 'definition', type: 'bpmn:Definitions' },
    behaviour: { isExecutable: true },
    Behaviour: library.Process,
  };
  const begins = ({ type, parent }: PlanNode) => type === 'startEvent' && parent === plan.key;
  const nodes = plan.nodes.filter((node) => entry === null || !begins(node)).map((node) => describedNode(plan, node));
  const flows = plan.flows.map((flow) => describedFlow(plan, flow));
  if (entry !== null) {
    const parent = { id: scopeId, type: 'bpmn:Process' };
    nodes.push({ id: entryId, type: 'bpmn:startEvent', parent, behaviour: {}, Behaviour: behaviours.StartEvent });
    flows.push({
      id: `${entryId}_flow`,
      type: 'bpmn:SequenceFlow',
      parent,
      behaviour: {},
      sourceId: entryId,
      targetId: innerId(entry),
      Behaviour: FlowAsWritten,
    });
  }
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const flowsById = new Map(flows.map((flow) => [flow.id, flow]));
  const inside = grouped(nodes, ({ parent }) => parent.id);
  const flowsInside = grouped(flows, ({ parent }) => parent.id);
  const none = () => [];
  return {
    id: 'definition',
    type: 'bpmn:Definitions',
    getProcessById: (id: string) => (id === scopeId ? process : undefined),
    getProcesses: () => [process],
    getExecutableProcesses: () => [process],
    getActivities: (scope?: string) => (scope === undefined ? nodes : inside(scope)),
    getActivityById: (id: string) => byId.get(id),
    getSequenceFlows: (scope?: string) => (scope === undefined ? flows : flowsInside(scope)),
    getSequenceFlowById: (id: string) => flowsById.get(id),
    getInboundSequenceFlows: grouped(flows, ({ targetId = '' }) => targetId),
    getOutboundSequenceFlows: grouped(flows, ({ sourceId = '' }) => sourceId),
    getMessageFlows: none,
    getAssociations: none,
    getInboundAssociations: none,
    getOutboundAssociations: none,
    getDataObjects: none,
    getDataObjectById: () => undefined,
    getDataStoreById: () => undefined,
    getDataStoreReferenceById: () => undefined,
  };
}

const contexts = new WeakMap<Plan, Map<string | null, object>>();
/** The same, made once for each plan and entry. */
export function contextOf(plan: Plan, entry: string | null): object {
  const known = contexts.get(plan) ?? new Map<string | null, object>();
  contexts.set(plan, known);
  const context = known.get(entry) ?? describe(plan, entry);
  known.set(entry, context);
  return context;
}

const innerIds = new WeakMap<Plan, ReadonlyMap<string, string>>();
/** The id in the diagram of an id inside the engine; undefined for what is not in the diagram. */
export function outerId(plan: Plan, inner: string): string | undefined {
  const known =
    innerIds.get(plan) ?? new Map([...plan.nodes, ...plan.flows].map(({ id }) => [innerId(id), id] as const));
  innerIds.set(plan, known);
  return known.get(inner);
}
