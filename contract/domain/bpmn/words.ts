/**
 * Words of process files beyond BPMN's own: who does a task, until when, with which form. Files are written in the
 * namespace of Flowable, so that its tools read them, and read in those of its relatives too.
 */
import descriptor from './leasedesk.json';

/** Namespaces with the same words, the one that is written first. The key is the prefix that is usual. */
export const dialects = {
  flowable: 'http://flowable.org/bpmn',
  camunda: 'http://camunda.org/schema/1.0/bpmn',
  activiti: 'http://activiti.org/bpmn',
} as const;

/** What the namespaces above have no word for, as bpmn-moddle takes it. */
export const leasedesk = descriptor;

/** Words that are attributes of a user task; of candidates there may be several, comma-joined. */
export const taskWords = ['assignee', 'candidateUsers', 'candidateGroups', 'dueDate'] as const;
export type TaskWord = (typeof taskWords)[number];

/** Assignees that are known only when the task begins. */
export const assignees = {
  /** The person who started the process. */
  applicant: '$' + '{applyUser}',
  /** The person whom the start form names. */
  chosen: '$' + '{taskUser}',
  /** The head of the department of the person who started the process. */
  deptHead: '$' + '{deptHead}',
} as const;

/** How many of those who are asked must agree: `share` percent of them for the last. */
export const agreements = ['all', 'any', 'share'] as const;
export type Agreement = (typeof agreements)[number];

/** With whose rights a service task acts: of the person whose step led to it, or of the one who started the process. */
export const runners = ['completer', 'starter'] as const;
export type Runner = (typeof runners)[number];

/** Types of form fields, as `flowable:formProperty` writes them. */
export const formTypes = ['string', 'long', 'double', 'boolean', 'date', 'enum'] as const;
export type FormType = (typeof formTypes)[number];
