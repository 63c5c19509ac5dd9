/**
 * The part of bpmn-elements that is used. It is the engine underneath bpmn-engine, without the latter's promises: a step
 * here is one synchronous call inside a transaction. Nothing outside of this folder knows it.
 */
import * as elements from 'bpmn-elements';

/** A message of the engine, as its events carry it. */
export interface Message {
  fields: { routingKey: string; redelivered?: boolean };
  content: {
    id: string;
    type: string;
    executionId: string;
    index?: number;
    isRootScope?: boolean;
    isDefinitionScope?: boolean;
    error?: { message?: string };
    [name: string]: unknown;
  };
  properties: Record<string, unknown>;
}
type Heard = (routingKey: string, message: Message, owner: unknown) => void;

interface Broker {
  subscribeTmp(exchange: string, pattern: string, heard: Heard, options: { noAck: boolean }): unknown;
  getQueue(name: string): { messageCount: number };
}
/** One execution that goes on: of an activity, or of one of its repetitions. */
export interface Execution extends Pick<Message, 'content'> {
  id: string;
  owner: Activity;
  executionId: string;
}
export interface Activity {
  id: string;
  broker: Broker;
  isSubProcess?: boolean;
  execution?: { getPostponed(): Execution[] };
  outbound: readonly { id: string; targetId: string }[];
  evaluateOutbound(
    from: Message,
    takesOne: boolean | undefined,
    done: (error: unknown, flows?: readonly { id: string; targetId: string; action: 'take' | 'discard' }[]) => void,
  ): void;
  _onInboundEvent: Heard;
}
export interface Flow {
  id: string;
  take(content?: unknown): boolean;
  discard(content?: unknown): void;
}
/** What a definition is made from; see `context.ts`. */
export interface Described {
  id: string;
  type: string;
  name?: string;
  parent: { id: string; type: string };
  behaviour: Record<string, unknown>;
  sourceId?: string;
  targetId?: string;
  isDefault?: boolean;
  Behaviour: unknown;
}
export interface Environment {
  options: Record<string, unknown>;
}
export interface Context {
  environment: Environment;
}
export interface Definition {
  broker: Broker;
  run(): void;
  recover(state: unknown): Definition;
  resume(): void;
  getState(): unknown;
  getPostponed(): Execution[];
  signal(message: { executionId: string }): void;
  cancelActivity(message: { executionId: string }): void;
}
type MadeFrom<T> = new (described: Described, context: Context) => T;
type ActivityType =
  | 'StartEvent'
  | 'EndEvent'
  | 'UserTask'
  | 'Task'
  | 'IntermediateThrowEvent'
  | 'IntermediateCatchEvent'
  | 'BoundaryEvent'
  | 'ExclusiveGateway'
  | 'ParallelGateway'
  | 'InclusiveGateway'
  | 'SubProcess';

interface Library extends Record<ActivityType, MadeFrom<Activity>> {
  SequenceFlow: MadeFrom<Flow>;
  Process: unknown;
  TimerEventDefinition: unknown;
  TerminateEventDefinition: unknown;
  MultiInstanceLoopCharacteristics: unknown;
  Environment: new (options: Record<string, unknown>) => Environment;
  Context: (described: object, environment: Environment) => Context;
  Definition: new (context: Context) => Definition;
}
export const library = elements as unknown as Library;
