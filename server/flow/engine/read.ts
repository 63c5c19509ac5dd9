/** Makes the plan of a BPMN file, or says which of its elements cannot run. */

import { runnable } from '../../../contract/domain/bpmn/elements';
import { isExpression, NotAnExpression, parseExpression } from './expressions';
import { extensions, inFamily, namingOf, readForm, textOf } from './extensions';
import type { Fault, FaultCode } from './faults';
import { foreignFaults } from './foreign';
import { faultsOfGraph, mostFlows, mostSteps } from './graph';
import type { Candidates, Loop, NodeType, Plan, PlanFlow, PlanNode, TimerSpec } from './plan';
import { timerFault } from './times';
import { BadDiagram, readXml, type XmlNode } from './xml';

type Actions = { has(key: string): boolean };
export type Read = { plan: Plan; faults: readonly [] } | { plan?: undefined; faults: readonly Fault[] };

/** Elements that say nothing about running. */
const silent = new Set(
  'documentation,extensionElements,laneSet,dataObject,dataObjectReference,dataStoreReference,textAnnotation,association,group,ioSpecification,property,incoming,outgoing,multiInstanceLoopCharacteristics,standardLoopCharacteristics,timerEventDefinition,terminateEventDefinition,conditionExpression,auditing,monitoring,category,categoryValue,resourceRole,potentialOwner,humanPerformer,performer'
    .split(',')
    .map((name) => `bpmn:${name}`),
);
/** As `NodeType` names them: `bpmn:UserTask` is `userTask`. */
const running: ReadonlySet<string> = new Set(
  Object.keys(runnable)
    .filter((type) => type !== 'bpmn:SequenceFlow')
    .map((type) => type.charAt(5).toLowerCase() + type.slice(6)),
);
/** Attributes by which other engines name the program of a service task. */
const programs = ['class', 'expression', 'delegateExpression', 'type', 'topic'] as const;
const longestId = 200;
/** People, roles or posts that one attribute names. */
const mostNames = 100;

/** Collects the parts of a plan while the tree is walked. */
class Reading {
  readonly nodes: PlanNode[] = [];
  readonly flows: PlanFlow[] = [];
  readonly faults: Fault[] = [];
  readonly elements = new Map<string, XmlNode>();
  /** Elements to which flows lead that are not read. */
  readonly led = new Set<string>();

  constructor(readonly actions: Actions) {}

  fault(element: XmlNode, code: FaultCode, at?: string): void {
    const { id = '', name = '' } = element.attributes;
    const fault = { elementId: id, elementName: name, elementType: element.name, code };
    const isKnown = this.faults.some(
      (one) => one.elementId === id && one.elementName === name && one.code === code && one.at === at,
    );
    if (this.faults.length < 200 && !isKnown) this.faults.push(at === undefined ? fault : { ...fault, at });
  }

  faultIf(element: XmlNode, code: FaultCode | undefined): void {
    if (code) this.fault(element, code);
  }

  /** The id of an element, unless it is missing or another has it. */
  take(element: XmlNode): string | undefined {
    const { id, name = '' } = element.attributes;
    if (!id) return void this.fault(element, 'noId');
    if (id.length > longestId) return void this.fault(element, 'longId');
    if (this.elements.has(id)) return void this.fault(element, 'sameId');
    this.elements.set(id, element);
    if (name.length > 255) this.fault(element, 'longName');
    if (/[$#]\{/.test(name)) this.fault(element, 'nameExpression');
    return id;
  }

  /** An expression of a diagram; undefined, with a fault, where it is none. */
  expression(element: XmlNode, text: string, code: 'badCondition' | 'badExpression') {
    try {
      return parseExpression(text);
    } catch (error) {
      if (!(error instanceof NotAnExpression)) throw error;
      this.fault(element, code, error.at);
      return undefined;
    }
  }

  /** Texts that are names or expressions, comma-joined. */
  names(element: XmlNode, text: string | undefined): string[] {
    const parts = (text ?? '').match(/[$#]\{[^{}]*\}|[^,]+/g) ?? [];
    const names = parts.map((part) => part.trim()).filter(Boolean);
    if (names.length > mostNames) this.fault(element, 'badExpression', `${names.length}`);
    for (const name of names) {
      if (isExpression(name)) this.expression(element, name, 'badExpression');
      else if (/[$#]\{/.test(name)) this.fault(element, 'badExpression', name);
    }
    return names;
  }
}

/** The id in a qualified name: its prefix is that of the file. */
function reference(name = ''): string {
  return name.slice(name.indexOf(':') + 1);
}

function child(element: XmlNode, name: string): XmlNode | undefined {
  return element.children.find((one) => one.name === `bpmn:${name}`);
}

function loopOf(reading: Reading, element: XmlNode): Loop | undefined {
  if (child(element, 'standardLoopCharacteristics')) reading.fault(element, 'standardLoop');
  const loop = child(element, 'multiInstanceLoopCharacteristics');
  if (!loop) return undefined;
  if (element.name !== 'bpmn:userTask') return void reading.fault(element, 'loopHere');
  const collection = inFamily(loop, 'collection') ?? '';
  if (!collection) return void reading.fault(element, 'loopCollection');
  reading.names(element, collection);
  const agree = loop.attributes['leasedesk:agree'] ?? 'all';
  if (!/^(all|any|[1-9]\d?|100)$/.test(agree)) reading.fault(element, 'badAgree');
  const condition = textOf(child(loop, 'completionCondition'));
  const completion = condition ? reading.expression(element, condition, 'badCondition') : undefined;
  return {
    isSequential: loop.attributes.isSequential === 'true',
    collection,
    variable: inFamily(loop, 'elementVariable') ?? 'assignee',
    agree: agree === 'all' ? 100 : agree === 'any' ? 0 : Number(agree),
    ...(completion ? { completion } : {}),
  };
}

function candidatesOf(reading: Reading, element: XmlNode, loop: Loop | undefined): Candidates {
  const list = (name: string) => reading.names(element, inFamily(element, name));
  const [assignee = ''] = list('assignee');
  const found = {
    assignee: assignee || (loop ? `\${${loop.variable}}` : ''),
    users: list('candidateUsers'),
    groups: list('candidateGroups'),
    posts: list('candidatePosts'),
  };
  if (!found.assignee && found.users.length + found.groups.length + found.posts.length === 0)
    reading.fault(element, 'noPeople');
  return found;
}

/** Events that wait for a moment. */
const timed = new Set(['bpmn:boundaryEvent', 'bpmn:intermediateCatchEvent']);
/** The timer of an event; undefined for an event without one, with a fault for any other kind of event. */
function timerOf(reading: Reading, element: XmlNode): TimerSpec | undefined {
  const definitions = element.children.filter(({ name }) => name.endsWith('EventDefinition'));
  const timer = definitions.find(({ name }) => name === 'bpmn:timerEventDefinition');
  const other = definitions.find(
    ({ name }) => name !== 'bpmn:timerEventDefinition' && name !== 'bpmn:terminateEventDefinition',
  );
  if (other || definitions.length > 1) return void reading.fault(element, 'cannotRunEvent');
  if (timer && element.name === 'bpmn:startEvent') return void reading.fault(element, 'startTimer');
  if (timer && !timed.has(element.name)) return void reading.fault(element, 'timerHere');
  if (!timer && timed.has(element.name)) return void reading.fault(element, 'cannotRunEvent');
  if (!timer) return undefined;
  const [duration, date] = [textOf(child(timer, 'timeDuration')), textOf(child(timer, 'timeDate'))];
  if (textOf(child(timer, 'timeCycle'))) return void reading.fault(element, 'timerCycle');
  const text = duration || date;
  const spec: TimerSpec = { kind: duration ? 'duration' : 'date', text };
  if (isExpression(text)) reading.expression(element, text, 'badExpression');
  else reading.faultIf(element, timerFault(text));
  return spec;
}

/** Extensions by which other engines name the program of a step. */
function isForeignProgram({ name }: XmlNode): boolean {
  return /:(taskDefinition|script)$/.test(name);
}

function actionOf(reading: Reading, element: XmlNode): PlanNode['action'] {
  const program = programs.find((name) => inFamily(element, name) !== undefined && inFamily(element, name) !== '');
  if (program || element.attributes.implementation)
    reading.fault(element, 'foreignService', program ?? 'implementation');
  const key = element.attributes['leasedesk:action'] ?? '';
  const isForeign = program || element.attributes.implementation || extensions(element).some(isForeignProgram);
  if (!key && !isForeign) reading.fault(element, 'noAction');
  if (key && !reading.actions.has(key)) reading.fault(element, 'unknownAction', key);
  const params = extensions(element)
    .filter(({ name }) => name === 'leasedesk:param')
    .map(({ attributes: { name = '', value = '' } }) => [name, value] as const);
  for (const [, value] of params) if (isExpression(value)) reading.expression(element, value, 'badExpression');
  return { key, params: Object.fromEntries(params) };
}

/** Extensions that would change how the diagram runs elsewhere, and are not run here. */
function refuseExtensions(reading: Reading, element: XmlNode): void {
  for (const { code, at } of foreignFaults(element)) reading.fault(element, code, at);
  for (const extension of extensions(element)) {
    const { name } = extension;
    if (/:(execution|task)Listener$/i.test(name)) reading.fault(element, 'listener');
    else if (/:(inputOutput|ioMapping|connector)$/.test(name)) reading.fault(element, 'mapping');
    else if (isForeignProgram(extension)) reading.fault(element, 'foreignService', name);
  }
}

function nodeOf(reading: Reading, element: XmlNode, parent: string): PlanNode | undefined {
  const id = reading.take(element);
  refuseExtensions(reading, element);
  const type = element.name.slice('bpmn:'.length) as NodeType;
  const loop = loopOf(reading, element);
  const timer = /Event$/.test(type) ? timerOf(reading, element) : undefined;
  const name = (element.attributes.name ?? '').replace(/\s+/g, ' ').trim();
  const node: PlanNode = {
    id: id ?? '',
    name,
    title: namingOf(element)(name),
    type,
    parent,
  };
  const form = type === 'userTask' || type === 'startEvent' ? readForm(element) : [];
  for (const one of form) if ('problem' in one) reading.fault(element, 'badField', one.problem);
  const fields = form.filter((one) => !('problem' in one)) as NonNullable<PlanNode['form']>;
  if (fields.length > 0) node.form = fields;
  switch (type) {
    case 'userTask': {
      if (loop) node.loop = loop;
      node.candidates = candidatesOf(reading, element, loop);
      if (element.attributes['leasedesk:otherPerson'] === 'true') node.isForOthers = true;
      const due = inFamily(element, 'dueDate');
      const dueFault = due && !isExpression(due) ? timerFault(due) : undefined;
      reading.faultIf(element, dueFault === 'badTimer' ? 'badDue' : dueFault);
      if (due && isExpression(due)) reading.expression(element, due, 'badExpression');
      if (due) node.due = due;
      break;
    }
    case 'serviceTask':
      node.action = actionOf(reading, element);
      break;
    case 'startEvent':
      if (inFamily(element, 'initiator')) node.initiator = inFamily(element, 'initiator')!;
      break;
    case 'endEvent':
      if (child(element, 'terminateEventDefinition')) node.terminates = true;
      break;
    case 'boundaryEvent':
      node.attachedTo = reference(element.attributes.attachedToRef);
      node.interrupts = element.attributes.cancelActivity !== 'false';
      if (timer) node.timer = timer;
      break;
    case 'intermediateCatchEvent':
      if (timer) node.timer = timer;
      break;
    case 'subProcess':
      if (element.attributes.triggeredByEvent === 'true') reading.fault(element, 'eventSubProcess');
      if (id) readScope(reading, element, id);
      break;
    default:
      break;
  }
  return id ? node : undefined;
}

function flowOf(reading: Reading, element: XmlNode, parent: string): PlanFlow | undefined {
  const { sourceRef: from = '', targetRef: to = '', name = '' } = element.attributes;
  // The standard lets a flow have none: it is told by its ends.
  if (!element.attributes.id) reading.fault(element, 'flowWithoutId', `${from} → ${to}`);
  const id = element.attributes.id ? reading.take(element) : undefined;
  if (!id) reading.led.add(to);
  refuseExtensions(reading, element);
  const condition = child(element, 'conditionExpression');
  const language = condition?.attributes.language ?? '';
  const text = textOf(condition);
  const flow: PlanFlow = { id: id ?? '', name, parent, from, to, isDefault: false };
  if (condition && (inFamily(condition, 'resource') || /script|groovy|python|feel/i.test(language)))
    reading.fault(element, 'conditionLanguage', language || 'resource');
  else if (text) {
    const parsed = reading.expression(element, text, 'badCondition');
    if (parsed) flow.condition = parsed;
  }
  return id ? flow : undefined;
}

/** The elements of a process or a sub-process. */
function readScope(reading: Reading, scope: XmlNode, parent: string): void {
  refuseListeners(reading, scope);
  for (const element of scope.children) {
    const [prefix, type = ''] = element.name.split(':');
    if (prefix !== 'bpmn' || silent.has(element.name)) continue;
    if (type === 'sequenceFlow') {
      const flow = flowOf(reading, element, parent);
      if (flow) reading.flows.push(flow);
    } else if (running.has(type)) {
      const node = nodeOf(reading, element, parent);
      if (node) reading.nodes.push(node);
    } else {
      reading.take(element);
      reading.fault(element, /Event$/.test(type) ? 'cannotRunEvent' : 'cannotRun');
    }
  }
}

function refuseListeners(reading: Reading, scope: XmlNode): void {
  if (scope.name === 'bpmn:process') refuseExtensions(reading, scope);
}

/** Whether a process has more in it than can run: nothing else is read of one that has. */
function isTooLarge(process: XmlNode): boolean {
  let [steps, flows] = [0, 0];
  const ahead = [process];
  for (let scope = ahead.pop(); scope; scope = ahead.pop())
    for (const element of scope.children) {
      if (element.name === 'bpmn:sequenceFlow') flows++;
      else if (element.name.startsWith('bpmn:') && running.has(element.name.slice('bpmn:'.length))) steps++;
      if (element.name === 'bpmn:subProcess') ahead.push(element);
    }
  return steps > mostSteps || flows > mostFlows;
}

function wholeFault(code: FaultCode): Read {
  return { faults: [{ elementId: '', elementName: '', elementType: '', code }] };
}

/** Whether a fault of the shape only follows from a fault of the element itself, or of a flow beside it. */
function follows(
  { id, code }: { id: string; code: FaultCode },
  beside: { plan: Plan; own: readonly Fault[]; led: ReadonlySet<string>; element: XmlNode },
): boolean {
  const { plan, own, led, element } = beside;
  const has = (which: string, cause?: FaultCode) =>
    own.some((one) => one.elementId === which && (cause === undefined || one.code === cause));
  switch (code) {
    case 'twoDefaults': // a flow whose condition is not understood is not one without a condition
      return plan.flows.some((flow) => flow.from === id && has(flow.id));
    case 'notReached': // neither does a flow lead to an event sub-process or a compensation elsewhere
      return led.has(id) || has(id, 'eventSubProcess') || element.attributes.isForCompensation === 'true';
    case 'attachedHere':
      return has(id, 'cannotRunEvent');
    default:
      return false;
  }
}

/** `actions`: the service actions that exist. */
export function readDiagram(xml: string, actions: Actions): Read {
  let root: XmlNode;
  try {
    root = readXml(xml);
  } catch (error) {
    if (error instanceof BadDiagram) return wholeFault(error.fault);
    throw error;
  }
  if (root.name !== 'bpmn:definitions') return wholeFault('notBpmn');
  const processes = root.children.filter(({ name }) => name === 'bpmn:process');
  const executable = processes.filter(({ attributes }) => attributes.isExecutable !== 'false');
  const [process, second] = executable;
  if (!process) return wholeFault('noProcess');
  const reading = new Reading(actions);
  if (isTooLarge(process)) reading.fault(process, 'tooMany');
  if (reading.faults.length > 0) return { faults: reading.faults };
  if (second) reading.fault(second, 'twoProcesses');
  const key = reading.take(process) ?? '';
  if (key && !/^[\p{L}_][\p{L}\p{N}_.-]{0,63}$/u.test(key)) reading.fault(process, 'badKey');
  for (const { children } of root.children.filter(({ name }) => name === 'bpmn:collaboration'))
    for (const element of children) if (element.name === 'bpmn:messageFlow') reading.fault(element, 'messageFlow');
  readScope(reading, process, key);
  const flows = new Map(reading.flows.map((flow) => [flow.id, flow]));
  for (const element of reading.elements.values()) {
    const { id, default: named = '' } = element.attributes;
    const flow = flows.get(named);
    if (flow && flow.from === id) flow.isDefault = true;
    else if (named && element.name !== 'bpmn:process') reading.fault(element, 'badDefault', named);
  }
  const name = (process.attributes.name ?? '').trim().slice(0, 128) || key;
  const plan: Plan = {
    key,
    name,
    title: namingOf(process)(name),
    nodes: reading.nodes,
    flows: reading.flows,
  };
  const at = (id: string) => reading.elements.get(id) ?? process;
  const own = reading.faults.slice();
  for (const { id, code } of faultsOfGraph(plan, (id) => reading.elements.has(id)))
    if (!follows({ id, code }, { plan, own, led: reading.led, element: at(id) })) reading.fault(at(id), code);
  return reading.faults.length > 0 ? { faults: reading.faults } : { plan, faults: [] };
}
