/** What the panel shows of an element, and how it writes it. Pure: the file is changed through `Editing` alone. */
import { type Editing, eventOf, type Part, partOf, partsOf, textOf } from './moddle';
import { withWords, wordOf } from './words';

/** Names of variables, which the fields of forms are. */
export function isVariableSound(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_]{0,63}$/u.test(name);
}

export function documentationOf(part: Part): string {
  return textOf(partsOf(part, 'documentation')[0], 'text');
}
export function setDocumentation(editing: Editing, part: Part, text: string): void {
  const documentation = text === '' ? [] : [editing.create('bpmn:Documentation', { text }, part)];
  editing.set(part, { documentation }, 'documentation');
}

/** The condition under which a flow is taken; '' without one. */
export function conditionOf(flow: Part): string {
  return textOf(partOf(flow, 'conditionExpression'), 'body');
}
export function setCondition(editing: Editing, flow: Part, body: string): void {
  const conditionExpression = body === '' ? undefined : editing.create('bpmn:FormalExpression', { body }, flow);
  editing.set(flow, { conditionExpression }, 'condition');
}

/** Whether a flow may have a condition: it is one of several ways that are chosen from. */
export function isConditional(flow: Part): boolean {
  const source = partOf(flow, 'sourceRef');
  return source !== undefined && !['bpmn:ParallelGateway', 'bpmn:StartEvent'].includes(source.$type);
}
/** Whether the flow is taken when no condition of the others is met. */
export function isDefault(flow: Part): boolean {
  return partOf(partOf(flow, 'sourceRef'), 'default') === flow;
}

export const timerKinds = ['timeDuration', 'timeDate', 'timeCycle'] as const;
export type TimerKind = (typeof timerKinds)[number];
export interface Timer {
  kind: TimerKind;
  text: string;
}
function timerIn(event: Part): Part | undefined {
  return partsOf(event, 'eventDefinitions').find(({ $type }) => $type === 'bpmn:TimerEventDefinition');
}
/** When a timer ends; undefined for an event that is none. */
export function timerOf(event: Part): Timer | undefined {
  const definition = timerIn(event);
  if (!definition) return undefined;
  const kind = timerKinds.find((one) => partOf(definition, one)) ?? 'timeDuration';
  return { kind, text: textOf(partOf(definition, kind), 'body') };
}
export function setTimer(editing: Editing, event: Part, { kind, text }: Timer): void {
  const definition = timerIn(event);
  if (!definition) return;
  const body = editing.create('bpmn:FormalExpression', { body: text }, definition);
  const none = Object.fromEntries(timerKinds.map((one) => [one, undefined]));
  editing.set(definition, { ...none, [kind]: body }, 'timer');
}

export const units = ['minute', 'hour', 'day'] as const;
export type Unit = (typeof units)[number];
export interface Span {
  count: number;
  unit: Unit;
}
/** `PT30M`, `PT4H`, `P2D`; undefined for any other text. */
export function spanOf(text: string): Span | undefined {
  const found = /^P(?:T(\d+)([MH])|(\d+)D)$/.exec(text.trim());
  if (!found) return undefined;
  const [, time, letter, days] = found;
  if (days !== undefined) return { count: Number(days), unit: 'day' };
  return { count: Number(time), unit: letter === 'M' ? 'minute' : 'hour' };
}
export function spanText({ count, unit }: Span): string {
  return { minute: `PT${count}M`, hour: `PT${count}H`, day: `P${count}D` }[unit];
}

/** A task that several people do, each a task of their own. */
export interface Repetition {
  isSequential: boolean;
  /** An expression that names the people, or their ids, comma-joined. */
  collection: string;
  agreement: 'all' | 'any' | 'share';
  /** Percent of the people, where a share of them decides. */
  share: number;
}
const halfOfAll = 50;
export const newRepetition: Repetition = { isSequential: false, collection: '', agreement: 'all', share: halfOfAll };

export function repetitionOf(task: Part): Repetition | undefined {
  const loop = partOf(task, 'loopCharacteristics');
  if (loop?.$type !== 'bpmn:MultiInstanceLoopCharacteristics') return undefined;
  const agree = textOf(loop, 'leasedesk:agree');
  const share = Number.parseInt(agree, 10);
  return {
    isSequential: loop.get('isSequential') === true,
    collection: wordOf(loop, 'collection'),
    agreement: agree === 'any' ? 'any' : share > 0 ? 'share' : 'all',
    share: share > 0 ? share : halfOfAll,
  };
}
export function setRepetition(editing: Editing, task: Part, to: Repetition | undefined): void {
  const held = partOf(task, 'loopCharacteristics');
  const loop = held?.$type === 'bpmn:MultiInstanceLoopCharacteristics' ? held : undefined;
  const properties = to && {
    isSequential: to.isSequential,
    'leasedesk:agree': to.agreement === 'share' ? String(to.share) : to.agreement,
    ...withWords(loop ?? task, { collection: to.collection, elementVariable: to.collection === '' ? '' : 'assignee' }),
  };
  if (properties && loop) editing.set(loop, properties, 'repetition');
  else
    editing.set(task, {
      loopCharacteristics: properties && editing.create('bpmn:MultiInstanceLoopCharacteristics', properties, task),
    });
}

/** The key of the action that a service task calls; '' without one. */
export function actionOf(task: Part): string {
  return textOf(task, 'leasedesk:action');
}
export function setAction(editing: Editing, task: Part, action: string): void {
  editing.set(task, { 'leasedesk:action': action || undefined }, 'action');
}

/** What a service task passes to its action. */
export interface Param {
  name: string;
  value: string;
}
const paramType = 'leasedesk:Param';
export function paramsOf(task: Part): Param[] {
  return partsOf(partOf(task, 'extensionElements'), 'values')
    .filter(({ $type }) => $type === paramType)
    .map((one) => ({ name: textOf(one, 'name'), value: textOf(one, 'value') }));
}
export function setParams(editing: Editing, task: Part, params: readonly Param[], step?: string): void {
  const others = partsOf(partOf(task, 'extensionElements'), 'values').filter(({ $type }) => $type !== paramType);
  const container = editing.create('bpmn:ExtensionElements', {}, task);
  for (const one of others) one.$parent = container;
  const values = [...others, ...params.map((param) => editing.create(paramType, { ...param }, container))];
  container.set('values', values);
  editing.set(task, { extensionElements: values.length > 0 ? container : undefined }, step);
}

/** Codes of the posts whose holders may claim a task. */
export function postsOf(task: Part): string {
  return textOf(task, 'leasedesk:candidatePosts');
}
export function setPosts(editing: Editing, task: Part, codes: readonly string[]): void {
  editing.set(task, { 'leasedesk:candidatePosts': codes.length > 0 ? codes.join(',') : undefined });
}

/** Whether a step is for a person who has decided on no other step of the process. */
export function isForOthers(task: Part): boolean {
  return textOf(task, 'leasedesk:otherPerson') === 'true';
}
export function setForOthers(editing: Editing, task: Part, on: boolean): void {
  editing.set(task, { 'leasedesk:otherPerson': on ? 'true' : undefined }, 'otherPerson');
}

/** The groups of properties that the panel shows for an element. */
export type Section =
  | 'general'
  | 'people'
  | 'due'
  | 'repetition'
  | 'form'
  | 'action'
  | 'timer'
  | 'boundary'
  | 'flow'
  | 'ways';

const sections: Readonly<Record<string, readonly Section[]>> = {
  'bpmn:UserTask': ['people', 'due', 'repetition', 'form'],
  'bpmn:ServiceTask': ['action'],
  'bpmn:StartEvent': ['form'],
  'bpmn:BoundaryEvent': ['timer', 'boundary'],
  'bpmn:IntermediateCatchEvent': ['timer'],
  'bpmn:SequenceFlow': ['flow'],
  'bpmn:ExclusiveGateway': ['ways'],
  'bpmn:InclusiveGateway': ['ways'],
};
export function sectionsOf(part: Part): readonly Section[] {
  const isTimer = eventOf(part) === 'bpmn:TimerEventDefinition';
  return ['general', ...(sections[part.$type] ?? []).filter((one) => isTimer || one !== 'timer')];
}
