/** What a diagram says, as far as it runs. */
import type { Label } from '../../../contract/domain/text';
import type { Expression } from './expressions';

export interface FormField {
  id: string;
  name: string;
  /** The name in each language that the file has; of all below as well. */
  title: Label;
  type: 'string' | 'long' | 'double' | 'boolean' | 'date' | 'enum' | 'user';
  required: boolean;
  /** Shown, and not entered. */
  readOnly: boolean;
  initial?: string;
  values: readonly { id: string; name: string; title: Label }[];
}

/** Who a task is for: texts as in the diagram, each an id, a name, or an expression. */
export interface Candidates {
  assignee: string;
  users: readonly string[];
  groups: readonly string[];
  posts: readonly string[];
}

/** A step that is done by several people. */
export interface Loop {
  isSequential: boolean;
  /** An expression of ids, or ids. */
  collection: string;
  variable: string;
  /** Ends it early where it is met. */
  completion?: Expression;
  /** How many have to agree, in percent; 0: a single one. */
  agree: number;
}

/** A moment of a timer, or a due date: a duration, a moment, or an expression of one. */
export interface TimerSpec {
  kind: 'duration' | 'date';
  text: string;
}

export type NodeType =
  | 'startEvent'
  | 'endEvent'
  | 'userTask'
  | 'serviceTask'
  | 'task'
  | 'manualTask'
  | 'intermediateThrowEvent'
  | 'intermediateCatchEvent'
  | 'boundaryEvent'
  | 'exclusiveGateway'
  | 'parallelGateway'
  | 'inclusiveGateway'
  | 'subProcess';

export interface PlanNode {
  id: string;
  name: string;
  title: Label;
  type: NodeType;
  /** The process, or the sub-process around it. */
  parent: string;
  candidates?: Candidates;
  /** Of a step: it is for a person who has decided on no other step of the instance. */
  isForOthers?: true;
  due?: string;
  form?: readonly FormField[];
  /** Of a start event: a further variable that names the person who starts the instance. */
  initiator?: string;
  loop?: Loop;
  action?: { key: string; params: Readonly<Record<string, string>> };
  timer?: TimerSpec;
  attachedTo?: string;
  /** Of a boundary event: the step ends when it fires. */
  interrupts?: boolean;
  /** Of an end event: everything else in its scope ends. */
  terminates?: boolean;
}

export interface PlanFlow {
  id: string;
  name: string;
  parent: string;
  from: string;
  to: string;
  isDefault: boolean;
  condition?: Expression;
}

export interface Plan {
  /** Id of the process: the definition's key. */
  key: string;
  name: string;
  title: Label;
  nodes: readonly PlanNode[];
  flows: readonly PlanFlow[];
}

/** Variables that the product sets itself; no form and no action does. */
export const ownVariables: readonly string[] = ['applyUser', 'applyDept', 'initiator', 'pass'];

/** Looked up by both ends; made once for a plan. */
export interface PlanIndex {
  node(id: string): PlanNode | undefined;
  into(id: string): readonly PlanFlow[];
  outOf(id: string): readonly PlanFlow[];
}

const indexes = new WeakMap<Plan, PlanIndex>();
export function indexOf(plan: Plan): PlanIndex {
  const known = indexes.get(plan);
  if (known) return known;
  const nodes = new Map(plan.nodes.map((node) => [node.id, node]));
  const into = new Map<string, PlanFlow[]>();
  const outOf = new Map<string, PlanFlow[]>();
  const put = (map: Map<string, PlanFlow[]>, id: string, flow: PlanFlow) => {
    const list = map.get(id);
    if (list) list.push(flow);
    else map.set(id, [flow]);
  };
  for (const flow of plan.flows) {
    put(into, flow.to, flow);
    put(outOf, flow.from, flow);
  }
  const index: PlanIndex = {
    node: (id) => nodes.get(id),
    into: (id) => into.get(id) ?? [],
    outOf: (id) => outOf.get(id) ?? [],
  };
  indexes.set(plan, index);
  return index;
}
