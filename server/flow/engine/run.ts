/**
 * One run of a plan on the engine: it is begun or recovered, given a command, and asked what it waits for. Everything is
 * synchronous and in memory; what must be kept is `state()`.
 */
import { contextOf, type Driver, isInclusiveJoin, outerId } from './context';
import { holds, valueOfText } from './expressions';
import { reachableFrom } from './graph';
import { type Activity, type Definition, type Execution, library, type Message } from './library';
import { indexOf, type Loop, type Plan, type PlanNode } from './plan';

/** Of the states that are written. */
export const stateVersion = 1;

/** What a run needs to go on. Only this folder reads it. */
export interface RunState {
  version: number;
  /** The step at which it began instead of the start event. */
  entry: string | null;
  /** Countersigned steps that are open, by their execution: who takes part, and the decisions so far. */
  loops: Record<string, { people: string[]; votes: boolean[] }>;
  engine: unknown;
}

/** Something that the run waits for. */
export interface Wait {
  executionId: string;
  node: PlanNode;
  /** Of a step that several people do: the one whose turn this is. */
  person?: string;
}

/** What has happened in a command, in its order. */
export interface RunEvent {
  kind: 'enter' | 'leave' | 'take' | 'fire';
  /** Of an element of the diagram. */
  id: string;
  executionId: string;
}

export type RunProblem = 'noWay' | 'endless' | 'noPeople' | 'tooManyPeople' | 'broken';
/** The run cannot go on; its state must not be kept. */
export class RunFailed extends Error {
  override name = 'RunFailed';
  constructor(
    readonly problem: RunProblem,
    /** The element at which it stopped. */
    readonly node: PlanNode | undefined,
    cause?: unknown,
  ) {
    super(`the process cannot go on: ${problem}`, { cause });
  }
}

/** Flows that are taken in one command at most: more means that nothing ever waits. */
const mostFlows = 2_000;
/** People of one countersigned step. */
export const mostPeople = 100;

/** A timer of the engine: moments are kept by us, so it never runs out. */
const deafTimers = {
  register: () => deafTimers,
  setTimeout: () => ({}),
  clearTimeout: () => undefined,
};

export class Run implements Driver {
  readonly events: RunEvent[] = [];
  /** The variables that conditions read; replaced when they are set. */
  variables: Record<string, unknown>;
  isOver = false;
  isAbsorbing = false;
  private readonly queue: (() => void)[] = [];
  private readonly definition: Definition;
  private failure: RunFailed | undefined;
  private flows = 0;
  private loops: RunState['loops'] = {};
  private isHearing = true;

  private constructor(
    readonly plan: Plan,
    variables: Record<string, unknown>,
    private readonly entry: string | null,
  ) {
    this.variables = variables;
    const environment = new library.Environment({
      driver: this,
      settings: { disableTrackState: true },
      timers: deafTimers,
      expressions: { resolveExpression: (text: unknown, message: Message) => this.resolved(text, message) },
    });
    this.definition = new library.Definition(library.Context(contextOf(plan, entry), environment));
    this.definition.broker.subscribeTmp('event', '#', (key, message) => this.heard(key, message), { noAck: true });
  }

  /** Begins at the start event, or at a step. Throws `RunFailed`. */
  static begin(plan: Plan, variables: Record<string, unknown>, entry: string | null = null): Run {
    const run = new Run(plan, variables, entry);
    run.command(() => run.definition.run());
    return run;
  }

  /** Goes on from a state that was kept. */
  static recover(plan: Plan, variables: Record<string, unknown>, state: RunState): Run {
    if (state.version !== stateVersion) throw new Error(`a state of version ${state.version} is not known`);
    const run = new Run(plan, variables, state.entry);
    run.loops = structuredClone(state.loops);
    run.isHearing = false;
    run.definition.recover(state.engine);
    run.definition.resume();
    run.isHearing = true;
    if (run.failure) throw run.failure;
    return run;
  }

  /** A wait is over. `pass`: the decision, where a person made one. */
  complete(executionId: string, pass?: boolean): void {
    const wait = this.waits().find((one) => one.executionId === executionId);
    if (!wait) throw new RunFailed('broken', undefined);
    if (pass !== undefined) this.decide(wait, pass);
    this.command(() => this.definition.signal({ executionId }));
  }

  /** The moment of a timer has come. */
  fire(executionId: string): void {
    const { node } = this.waits().find((one) => one.executionId === executionId) ?? {};
    if (!node) throw new RunFailed('broken', undefined);
    this.events.push({ kind: 'fire', id: node.id, executionId });
    this.command(() =>
      node.type === 'boundaryEvent'
        ? this.definition.cancelActivity({ executionId })
        : this.definition.signal({ executionId }),
    );
  }

  /** Everything that it waits for: people, moments, actions. */
  waits(): Wait[] {
    return this.executions().flatMap(({ execution, node }): Wait[] => {
      if (isInclusiveJoin(this.plan, node)) return [];
      const { content, executionId } = execution;
      if (!node.loop) return [{ executionId, node }];
      return content.isRootScope ? [] : [{ executionId, node, person: String(content.item) }];
    });
  }

  state(): RunState {
    const open = new Set(this.waits().flatMap((wait) => (wait.node.loop ? [rootOf(wait.executionId)] : [])));
    const loops = Object.fromEntries(Object.entries(this.loops).filter(([id]) => open.has(id)));
    return { version: stateVersion, entry: this.entry, loops, engine: this.definition.getState() };
  }

  later(work: () => void): void {
    this.queue.push(work);
  }

  private command(work: () => void): void {
    this.flows = 0;
    try {
      work();
      this.drain();
    } catch (error) {
      this.fail(error instanceof RunFailed ? error : new RunFailed('broken', undefined, error));
    }
    if (this.failure) throw this.failure;
  }

  private drain(): void {
    do {
      for (let next = this.queue.shift(); next && !this.failure; next = this.queue.shift()) next();
    } while (!this.failure && this.openJoins());
  }

  private fail(failure: RunFailed): void {
    this.failure ??= failure;
    this.queue.length = 0;
  }

  private nodeOf(inner: string): PlanNode | undefined {
    return indexOf(this.plan).node(outerId(this.plan, inner) ?? '');
  }

  private heard(key: string, { content }: Message): void {
    if (!this.isHearing) {
      if (key === 'activity.error') this.fail(new RunFailed('broken', this.nodeOf(content.id)));
      return;
    }
    if (key === 'definition.leave') this.isOver = true;
    if (key === 'activity.error' || key === 'process.error' || key === 'definition.error') {
      const isNoWay = /no conditional flow taken/.test(content.error?.message ?? '');
      this.fail(new RunFailed(isNoWay ? 'noWay' : 'broken', this.nodeOf(content.id), content.error));
    }
    const kind = ({ 'activity.enter': 'enter', 'activity.leave': 'leave', 'flow.take': 'take' } as const)[key];
    if (!kind) return;
    const id = outerId(this.plan, content.id);
    if (kind === 'take' && ++this.flows > mostFlows) this.fail(new RunFailed('endless', this.nodeOf(content.id)));
    if (id !== undefined) this.events.push({ kind, id, executionId: content.executionId ?? '' });
  }

  /** Executions that wait, with their elements; those inside of sub-processes, too. */
  private executions(): { execution: Execution; node: PlanNode }[] {
    const found: { execution: Execution; node: PlanNode }[] = [];
    const look = (activity: Activity) => {
      for (const execution of activity.execution?.getPostponed() ?? []) {
        if (execution.owner !== activity) {
          look(execution.owner);
          continue;
        }
        const node = this.nodeOf(activity.id);
        if (!node || activity.isSubProcess) continue;
        // A timer of a boundary event is one level below the event itself.
        if (node.type === 'boundaryEvent' && !execution.content.isDefinitionScope) continue;
        found.push({ execution, node });
      }
    };
    for (const { owner } of this.definition.getPostponed()) if ('_onInboundEvent' in owner) look(owner);
    return found;
  }

  /** Inclusive joins that nothing else can reach go on: one token for all that have come. Answers whether one did. */
  private openJoins(): boolean {
    const executions = this.executions();
    const joins = executions.filter(({ node }) => isInclusiveJoin(this.plan, node));
    for (const { execution, node } of joins) {
      const others = executions.filter((one) => one.node !== node).map((one) => one.node);
      if (others.some((other) => this.reaches(other, node))) continue;
      this.isAbsorbing = execution.owner.broker.getQueue('inbound-q').messageCount > 0;
      this.definition.signal({ executionId: execution.executionId });
      this.isAbsorbing = false;
      return true;
    }
    return false;
  }

  /** Whether what waits at a node, or around it, can still come to a join. */
  private reaches(from: PlanNode, join: PlanNode): boolean {
    for (let at: PlanNode | undefined = from; at; at = indexOf(this.plan).node(at.parent))
      if (at.parent === join.parent) return reachableFrom(this.plan, at.id).has(join.id);
    return false;
  }

  /** Texts that `context.ts` puts where the engine expects expressions. */
  private resolved(text: unknown, message: Message): unknown {
    const [, kind, id = ''] = /^(condition|collection|completion) ([\s\S]*)$/.exec(String(text)) ?? [];
    if (kind === undefined) return text;
    if (kind === 'condition') {
      const flow = this.plan.flows.find((one) => one.id === id);
      return flow?.condition ? holds(flow.condition, this.variables) : true;
    }
    const node = indexOf(this.plan).node(id);
    const { executionId, isRootScope } = message.content;
    const root = isRootScope ? executionId : rootOf(executionId);
    if (!node?.loop) return undefined;
    return kind === 'collection' ? this.peopleOf(node, node.loop, root) : this.isDecided(node.loop, root);
  }

  private peopleOf(node: PlanNode, loop: Loop, root: string): string[] {
    const known = this.loops[root];
    if (known) return known.people;
    const people = [...new Set(collected(loop.collection, this.variables))];
    if (people.length === 0) this.fail(new RunFailed('noPeople', node));
    if (people.length > mostPeople) this.fail(new RunFailed('tooManyPeople', node));
    this.loops[root] = { people, votes: [] };
    return people.slice(0, mostPeople);
  }

  /** A decision in a countersigned step counts as one of several; the outcome so far is what conditions read. */
  private decide({ node, executionId }: Wait, pass: boolean): void {
    const loop = node.loop && this.loops[rootOf(executionId)];
    if (!loop || !node.loop) {
      this.variables = { ...this.variables, pass };
      return;
    }
    loop.votes.push(pass);
    this.variables = { ...this.variables, pass: isAgreed(node.loop, loop) };
  }

  private isDecided(loop: Loop, root: string): boolean {
    const { people, votes } = this.loops[root] ?? { people: [], votes: [] };
    const counts = {
      nrOfInstances: people.length,
      nrOfCompletedInstances: votes.length,
      nrOfActiveInstances: loop.isSequential ? 1 : people.length - votes.length,
      nrOfApproved: votes.filter(Boolean).length,
    };
    if (loop.completion) return holds(loop.completion, { ...this.variables, ...counts });
    const against = votes.length - counts.nrOfApproved;
    return isAgreed(loop, { people, votes }) ? loop.agree < 100 : !canAgree(loop, people.length, against);
  }
}

/** Of `Activity_1_ab12_0`, an execution of one of several people: that of the step as a whole. */
export function rootOf(executionId: string): string {
  return executionId.replace(/_\d+$/, '');
}

/** How many of them have to agree: at least one. */
function needed({ agree }: Loop, people: number): number {
  return Math.max(1, Math.ceil((agree * people) / 100));
}
function isAgreed(loop: Loop, { people, votes }: { people: readonly string[]; votes: readonly boolean[] }): boolean {
  const approved = votes.filter(Boolean).length;
  // An explicit condition may end it before all have decided: then it is agreed while all who did agree.
  if (loop.completion && loop.agree === 100) return approved === votes.length;
  return loop.agree === 100 && votes.length < people.length
    ? approved === votes.length
    : approved >= needed(loop, people.length);
}
function canAgree(loop: Loop, people: number, against: number): boolean {
  return people - against >= needed(loop, people);
}

/** The people of a countersigned step: a collection may also be the bare name of a variable. */
export function collected(collection: string, variables: Readonly<Record<string, unknown>>): string[] {
  const isVariable = /^\w+$/.test(collection) && Object.hasOwn(variables, collection);
  return namesFrom(isVariable ? `\${${collection}}` : collection, variables);
}

/** The parts of a text that stands for people: expressions and names. */
export function partsOf(text: string): string[] {
  return (text.match(/[$#]\{[^{}]*\}|[^,]+/g) ?? []).map((part) => part.trim());
}

/** The names that a text stands for: an expression of one or of a list, or names, comma-joined. */
export function namesFrom(text: string, variables: object): string[] {
  return partsOf(text).flatMap((part) => {
    const value = valueOfText(part, variables);
    const list = Array.isArray(value) ? value : String(value ?? '').split(',');
    return list.map((one) => String(one ?? '').trim()).filter(Boolean);
  });
}
