/**
 * What server and console exchange about workflow, beyond the rows of its lists. Names are those of the family's
 * clients; instants are `yyyy-MM-dd HH:mm:ss`, ids are strings.
 */
import type { Fields } from '../schema/fields';

/** `category` of definitions and tasks: the code of the dictionary `flow`, `_`, and the key of one of its entries. */
export function categoryOf(dictKey: string | number): string {
  return `flow_${dictKey}`;
}

/**
 * How a task ended. Null while it is open; `returned`: it was sent back to an earlier step; `cancelled`: another step or a
 * person ended it; `transferred`: an administrator handed it on to another person, who has a task of their own.
 */
export type TaskOutcome = 'approved' | 'rejected' | 'returned' | 'cancelled' | 'transferred';

/** One entry of an instance's history, oldest first. A task that waits to be claimed has the type `candidate`. */
export interface FlowActivity {
  historyActivityId: string;
  historyActivityName: string;
  /** The BPMN element's type in lower camel case: `userTask`, `sequenceFlow`, …; or `candidate`. */
  historyActivityType: string;
  /** In words, in the person's language; '' while it runs. */
  historyActivityDurationTime: string;
  assignee: string;
  assigneeName: string;
  /** Of a task that waits to be claimed: people, roles and posts that may; '' for all else. */
  candidateNames: string;
  createTime: string;
  /** '' while it runs. */
  endTime: string;
  comment: string;
  /** How a task ended; '' for all else. */
  outcome: TaskOutcome | '';
}

/** `GET process/model-view`: the diagram, and what has happened in it, sequence flows included. */
export interface FlowView {
  xml: string;
  flow: Pick<FlowActivity, 'historyActivityId' | 'historyActivityType' | 'endTime'>[];
}

/** A step that a task can be sent back to. */
export interface FlowStep {
  id: string;
  name: string;
}

/** `GET work/task-detail?taskId`: all that the page of a task needs. */
export interface TaskDetail {
  taskId: string;
  taskName: string;
  processInstanceId: string;
  processDefinitionId: string;
  processDefinitionName: string;
  category: string;
  businessTable: string;
  businessId: string;
  assignee: string;
  assigneeName: string;
  /** Who started the instance, and when. */
  startUserName: string;
  startTime: string;
  dueTime: string;
  status: 'claim' | 'todo' | 'done';
  /** What the person may do with it now. */
  may: readonly TaskAct[];
  /** Steps that it can be sent back to, in the order of the process. */
  steps: readonly FlowStep[];
  /** The form of this step, made from the definition; its values are in `variables`. */
  fields: Fields;
  /** Values that were entered before, by the name of their field, with the fields that describe them. */
  given: { fields: Fields; values: Readonly<Record<string, unknown>> };
  /** The record that the process decides on: the name of its module, its id and title; null without one. */
  record: { module: string; id: string; name: string } | null;
}
export type TaskAct = 'claim' | 'release' | 'complete' | 'reject' | 'delegate' | 'addSigner';

/** Whether a decision is made with a comment alone: agreeing says enough, refusing and sending back do not. */
export function needsComment(isApproved: boolean): boolean {
  return !isApproved;
}

/** `GET follow/open-tasks?processInstanceId`: tasks that an administrator can hand on. */
export interface OpenTask {
  taskId: string;
  taskName: string;
  /** Who has it, or who may claim it. */
  assigneeName: string;
  candidateNames: string;
  /** No active person may do it. */
  isStuck: boolean;
}

/** `GET process/instance-detail?processInstanceId`: what the page of a process needs beside diagram and history. */
export interface InstanceDetail {
  processInstanceId: string;
  processDefinitionId: string;
  processDefinitionName: string;
  category: string;
  businessTable: string;
  businessId: string;
  startUserName: string;
  startTime: string;
  /** '' while it runs. */
  endTime: string;
  /** As `instanceStates` of the list of instances. */
  state: number;
  /** Why it was terminated or withdrawn; '' otherwise. */
  reason: string;
  /** Names of the open steps, and of those who work on them; comma-joined. */
  taskName: string;
  assigneeName: string;
  /** Names of the open steps that no one may decide on, comma-joined; '' where each has someone. */
  stuckName: string;
  /** What the person may do with it now. */
  may: readonly ('withdraw' | 'remind')[];
  given: TaskDetail['given'];
  record: TaskDetail['record'];
}

/** `POST work/complete-task`. Without `flag: 'ok'` the task is rejected; `returnTo` names the step it goes back to. */
export interface CompleteTask {
  taskId: string;
  processInstanceId?: string;
  comment: string;
  flag?: string;
  returnTo?: string;
  variables?: Readonly<Record<string, unknown>>;
}

/** `GET work/start-form?processDefinitionId`: the form that begins an instance. */
export interface StartForm {
  processDefinitionId: string;
  name: string;
  category: string;
  fields: Fields;
}

/**
 * Why a diagram cannot be deployed: one entry an element, in the person's language. `POST model/check` answers them, and
 * the refusal of a deployment carries them as `faults`. `elementId` is '' for the diagram as a whole.
 */
export interface DeployFault {
  elementId: string;
  elementName: string;
  /** As in the file: `bpmn:scriptTask`. */
  elementType: string;
  text: string;
}

/** One saved version of a model. */
export interface ModelVersion {
  version: number;
  savedBy: string;
  savedTime: string;
}

/** A person that a task can be given to. */
export interface FlowPerson {
  id: string;
  name: string;
  /** Department. */
  note: string;
}

/** `POST model/deploy`, `POST manager/deploy-upload`: what was deployed, one entry a tenant and process. */
export interface Deployed {
  tenantId: string;
  processDefinitionId: string;
  key: string;
  name: string;
  version: number;
}

/** States of a leave request. */
export const leaveStates = { pending: 0, approved: 1, returned: 2, withdrawn: 3, terminated: 4 } as const;
export const leaveStateTexts = {
  [leaveStates.pending]: ['审批中', 'Pending'],
  [leaveStates.approved]: ['已通过', 'Approved'],
  [leaveStates.returned]: ['待调整', 'Returned'],
  [leaveStates.withdrawn]: ['已撤回', 'Withdrawn'],
  [leaveStates.terminated]: ['已终止', 'Terminated'],
} as const;

/** `POST /blade-desk/process/leave/start-process`; times are `yyyy-MM-dd HH:mm:ss`. */
export interface LeaveDraft {
  processDefinitionId: string;
  /** The person who decides first. */
  taskUser: string;
  startTime: string;
  endTime: string;
  reason: string;
}

/** `GET /blade-desk/process/leave/detail?businessId`. */
export interface LeaveDetail extends LeaveDraft {
  id: string;
  processInstanceId: string;
  taskUserName: string;
  applyUser: string;
  applyUserName: string;
  applyTime: string;
  status: number;
  /** Whole days between the times. */
  days: number;
  /** Why it was terminated or withdrawn; '' otherwise. */
  statusReason: string;
  /** The open task, or the last one: all '' without any. */
  flow: {
    taskId: string;
    taskName: string;
    assignee: string;
    assigneeName: string;
    processInstanceId: string;
    processDefinitionId: string;
    processDefinitionName: string;
    processIsFinished: 'finished' | 'unfinished';
  };
}

/** A service action that a process may call, as `GET model/actions` lists them for the designer. */
export interface FlowAction {
  /** Value of `leasedesk:action`. */
  key: string;
  title: string;
  text: string;
}

/**
 * What a diagram says beyond BPMN itself. Attributes of the family's engines are read under each of their namespaces;
 * the designer writes those of Flowable, so that files open there, and our own for what Flowable does not have.
 *
 * - userTask `flowable:assignee`, `candidateUsers`, `candidateGroups`: ids or accounts of people; aliases or ids of roles;
 *   or an expression such as `${applyUser}` (who started the instance). `leasedesk:candidatePosts`: codes of posts.
 * - userTask `flowable:dueDate`: a duration such as `P2D`, a moment, or an expression.
 * - userTask, startEvent `flowable:formProperty` in extensionElements: `id`, `name`, `type` (string, long, double,
 *   boolean, date, enum, user), `required`, `writable`, with `flowable:value` (`id`, `name`) for an enum.
 * - any element `leasedesk:title` in extensionElements: its name in another language (`language`, a code of a language of
 *   the product, and `text`); with `field`, that of a field of its form, and with `value` that of a value of an enum.
 *   Where a language has none, the name of the element is shown.
 * - serviceTask `leasedesk:action`: key of a FlowAction; `leasedesk:param` in extensionElements (`name`, `value`).
 * - multiInstanceLoopCharacteristics `flowable:collection` (an expression of ids of people, or ids comma-joined),
 *   `flowable:elementVariable`; `leasedesk:agree` is `all` (the default), `any`, or a percentage such as `60`.
 * - conditionExpression of a flow: `${days > 3 && pass == true}`. `pass` is the last decision.
 */
export const flowNamespaces = {
  bpmn: 'http://www.omg.org/spec/BPMN/20100524/MODEL',
  flowable: 'http://flowable.org/bpmn',
  camunda: 'http://camunda.org/schema/1.0/bpmn',
  activiti: 'http://activiti.org/bpmn',
  leasedesk: 'urn:leasedesk:bpmn',
} as const;
