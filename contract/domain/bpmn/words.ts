/** Words of process files beyond BPMN's own: who does a task, until when, with which form. */
import descriptor from './leasedesk.json';

/** What the namespaces of the Flowable family have no word for, as bpmn-moddle takes it. */
export const leasedesk = descriptor;

/** Words that are attributes of a user task; of candidates there may be several, comma-joined. */
export const taskWords = ['assignee', 'candidateUsers', 'candidateGroups', 'dueDate'] as const;
export type TaskWord = (typeof taskWords)[number];

/** An expression that stands for a variable of the process. */
export function expression(name: string): string {
  return `\${${name}}`;
}
/** Assignees that are known only when the task begins. */
export const assignees = {
  /** The person who started the process. */
  applicant: expression('applyUser'),
  /** The person whom the start form names. */
  chosen: expression('taskUser'),
} as const;

/** How many of those who are asked must agree; a percentage of them otherwise, such as `60`. */
export const agreements = ['all', 'any'] as const;

/** Types of form fields, as `flowable:formProperty` writes them. */
export const formTypes = ['string', 'long', 'double', 'boolean', 'date', 'enum', 'user'] as const;
export type FormType = (typeof formTypes)[number];
