/** What the panel shows of an element, and how it writes it. Pure: the file is changed through `Editing` alone. */
import { type Agreement, agreements, type Runner, runners } from '../../../../contract/domain/bpmn/words';
import { type Editing, eventOf, type Part, partOf, partsOf, textOf } from './moddle';
import { withWords, wordOf } from './words';

/** Names of XML, which ids of elements must be. */
export function isIdSound(id: string): boolean {
  return /^[A-Za-z_][\w.-]*$/.test(id);
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
  /** The expression that names the people; '' for the candidates of the task. */
  collection: string;
  agreement: Agreement;
  /** Percent of the people, where a share of them decides. */
  share: number;
}
const halfOfAll = 50;
export const newRepetition: Repetition = { isSequential: false, collection: '', agreement: 'all', share: halfOfAll };

export function repetitionOf(task: Part): Repetition | undefined {
  const loop = partOf(task, 'loopCharacteristics');
  if (loop?.$type !== 'bpmn:MultiInstanceLoopCharacteristics') return undefined;
  const agreement = agreements.find((one) => one === textOf(loop, 'leasedesk:agreement')) ?? 'all';
  return {
    isSequential: loop.get('isSequential') === true,
    collection: wordOf(loop, 'collection'),
    agreement,
    share: Number(textOf(loop, 'leasedesk:share')) || halfOfAll,
  };
}
export function setRepetition(editing: Editing, task: Part, to: Repetition | undefined): void {
  const held = partOf(task, 'loopCharacteristics');
  const loop = held?.$type === 'bpmn:MultiInstanceLoopCharacteristics' ? held : undefined;
  const properties = to && {
    isSequential: to.isSequential,
    'leasedesk:agreement': to.agreement,
    'leasedesk:share': to.agreement === 'share' ? to.share : undefined,
    ...withWords(loop ?? task, {
      collection: to.collection,
      elementVariable: to.collection === '' ? '' : 'assignee',
    }),
  };
  if (properties && loop) editing.set(loop, properties, 'repetition');
  else
    editing.set(task, {
      loopCharacteristics: properties && editing.create('bpmn:MultiInstanceLoopCharacteristics', properties, task),
    });
}

/** The action that a service task calls, as `module.action`; '' without one. */
export function actionOf(task: Part): { action: string; runAs: Runner } {
  const runAs = runners.find((one) => one === textOf(task, 'leasedesk:runAs')) ?? 'completer';
  return { action: textOf(task, 'leasedesk:action'), runAs };
}
export function setAction(editing: Editing, task: Part, { action, runAs }: ReturnType<typeof actionOf>): void {
  editing.set(task, { 'leasedesk:action': action || undefined, 'leasedesk:runAs': runAs }, 'action');
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
