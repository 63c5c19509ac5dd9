/**
 * The part of BPMN 2.0 that the engine runs. The designer offers these elements and no others; the check before a
 * deployment names every element that is not among them.
 */

const timer = 'bpmn:TimerEventDefinition';
const terminate = 'bpmn:TerminateEventDefinition';
/** Stands for an event without a definition, and for everything that is no event. */
const plain = '';

/** Elements of the flow by type, each with the event definitions that it may have. */
export const runnable = {
  'bpmn:StartEvent': [plain],
  'bpmn:EndEvent': [plain, terminate],
  'bpmn:IntermediateCatchEvent': [timer],
  'bpmn:IntermediateThrowEvent': [plain],
  'bpmn:BoundaryEvent': [timer],
  'bpmn:UserTask': [plain],
  'bpmn:Task': [plain],
  'bpmn:ManualTask': [plain],
  'bpmn:ServiceTask': [plain],
  'bpmn:SubProcess': [plain],
  'bpmn:ExclusiveGateway': [plain],
  'bpmn:ParallelGateway': [plain],
  'bpmn:InclusiveGateway': [plain],
  'bpmn:SequenceFlow': [plain],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type RunnableType = keyof typeof runnable;

/** Elements that are drawn for the reader and mean nothing to the engine. */
export const notation = [
  'bpmn:TextAnnotation',
  'bpmn:Association',
  'bpmn:Group',
  'bpmn:DataObject',
  'bpmn:DataObjectReference',
  'bpmn:DataStoreReference',
  'bpmn:Lane',
] as const;

/** Elements whose instances can be several: one for each person. */
export const repeatable: readonly string[] = ['bpmn:UserTask'];

/**
 * Whether the engine runs an element. `event` is the type of its event definition, '' without one. An element that only
 * explains the drawing counts as one that runs.
 */
export function canRun(type: string, event = plain): boolean {
  if ((notation as readonly string[]).includes(type)) return true;
  const events: Readonly<Record<string, readonly string[]>> = runnable;
  return events[type]?.includes(event) ?? false;
}
