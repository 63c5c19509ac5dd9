/** What waits for a person. Each kind is a part of a list: the same condition makes its count, its rows and its address. */

interface WaitingPart {
  /** The module whose list it is a part of, which is the menu that it is counted at. */
  module: string;
  /** The view of that list. */
  view: string;
  /** The permission to do what it waits for; without one everybody who may list it has it. */
  needs?: string;
  /** The field by which the one that has waited longest is the first. */
  since: string;
}

export const waitingUrl = '/blade-desk/waiting';

export const waitingKinds = {
  approval: { module: 'work_todo', view: 'approvals', needs: 'work_todo_handle', since: 'createTime' },
  approvalToClaim: { module: 'work_claim', view: 'approvals', needs: 'work_claim_sign', since: 'createTime' },
  voucher: { module: 'order', view: 'voucherReview', needs: 'order_voucher', since: 'createTime' },
  task: { module: 'work_todo', view: 'others', needs: 'work_todo_handle', since: 'createTime' },
  taskToClaim: { module: 'work_claim', view: 'others', needs: 'work_claim_sign', since: 'createTime' },
  promise: { module: 'collection', view: 'due', needs: 'collection_record', since: 'promiseDate' },
  note: { module: 'note', view: 'due', since: 'remindTime' },
} as const satisfies Record<string, WaitingPart>;
export type WaitingKind = keyof typeof waitingKinds;
export const waitingNames = Object.keys(waitingKinds) as WaitingKind[];

/** One thing that waits, in the words of the person's language. */
export interface WaitingRow {
  id: string;
  title: string;
  /** Whose it is, or what is to be done; '' for nothing. */
  note: string;
  /** Decimal yuan; '' without one. */
  amount: string;
  /** When it came, or when it is due. */
  time: string;
  /** The module and the id of what opens. */
  subject: string;
  subjectId: string;
}
/** How much of one kind waits, and what has waited longest. A kind that the person does not have is left out. */
export interface Waiting {
  kind: WaitingKind;
  count: number;
  rows: WaitingRow[];
}

/** The part of a list that a kind is, as its page is opened. */
export function waitingList(kind: WaitingKind) {
  const { module: feature, view } = waitingKinds[kind];
  return { feature, search: `view=${view}` };
}
