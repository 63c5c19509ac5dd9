/** Deeds that a tenant can have decided by further people before they are done. */
import { type TitledAct, titledActs } from './approvalTitles';
import { cents } from './money';
import type { Label } from './text';
import { label } from './text';

export interface ApprovalAct extends TitledAct {
  /** Permission of the deed itself. To decide on it is a right of its own: `decidingRight`. */
  permission: string;
  /** Further permissions with which it is asked for: its records are added and removed, too. */
  also?: readonly string[];
  /** Key of the shipped process that decides it. */
  process: string;
  /** Field of the record that the amount comes from, where it has one: a data scope that hides it hides the amount. */
  amountOf?: string;
  /** Money can leave or vanish by it: every tenant begins with its rule on. `fromAmount`: yuan; whatever the amount without. */
  guarded?: { fromAmount?: string };
  /** Its requests say which other records they name: one that does not say so is kept from all who do not see everything. */
  namesOthers?: true;
  /** A second person decides whatever the rule says, unless the tenant has a single active person. */
  always?: true;
  /** Field of roles that says up to which amount their members may do it, or decide on it. */
  limit?: 'waiverLimit' | 'ignoreLimit';
}

/** Keys of the shipped processes: a second person decides; clerk, risk and manager decide by amount. */
export const secondPerson = 'second_person';
export const creditApproval = 'credit_approval';

/** Their names, as shown where rules name them by their keys. */
export const shippedProcesses: Readonly<Record<string, Label>> = {
  [secondPerson]: label('双人复核', 'Second person'),
  [creditApproval]: label('授信审批', 'Credit approval'),
};

/** A deployed process that a rule may name; `name` in the person's language. */
export interface DecidingProcess {
  key: string;
  name: string;
}

export const approvalActs = {
  orderSubmit: {
    ...titledActs.orderSubmit,
    permission: 'order_status',
    process: creditApproval,
    amountOf: 'totalAmount',
  },
  orderVoucher: {
    ...titledActs.orderVoucher,
    permission: 'order_voucher',
    namesOthers: true,
    process: secondPerson,
    amountOf: 'totalAmount',
    guarded: { fromAmount: '500000.00' },
  },
  orderStart: {
    ...titledActs.orderStart,
    permission: 'order_start',
    process: secondPerson,
    amountOf: 'totalAmount',
  },
  orderCancel: {
    ...titledActs.orderCancel,
    permission: 'order_cancel',
    process: secondPerson,
    amountOf: 'totalAmount',
  },
  orderOverride: {
    ...titledActs.orderOverride,
    permission: 'order_status_override',
    process: secondPerson,
    amountOf: 'totalAmount',
  },
  orderAccount: {
    ...titledActs.orderAccount,
    permission: 'order_edit',
    process: secondPerson,
    amountOf: 'totalAmount',
  },
  paymentConfirm: {
    ...titledActs.paymentConfirm,
    permission: 'paymentPlan_pay',
    process: secondPerson,
    amountOf: 'amountPayable',
    guarded: { fromAmount: '500000.00' },
  },
  planAccount: {
    ...titledActs.planAccount,
    permission: 'paymentPlan_edit',
    process: secondPerson,
    amountOf: 'amountPayable',
  },
  receiptReverse: {
    ...titledActs.receiptReverse,
    permission: 'receipt_reverse',
    process: secondPerson,
    amountOf: 'amount',
  },
  refund: {
    ...titledActs.refund,
    permission: 'receipt_refund',
    process: secondPerson,
    amountOf: 'totalAmount',
    guarded: {},
  },
  lateWaiver: {
    ...titledActs.lateWaiver,
    permission: 'paymentPlan_waive',
    process: secondPerson,
    amountOf: 'amountPayable',
    guarded: {},
    limit: 'waiverLimit',
  },
  orderExit: {
    ...titledActs.orderExit,
    permission: 'order_terminate',
    process: secondPerson,
    amountOf: 'totalAmount',
    guarded: {},
  },
  payBatchSend: {
    ...titledActs.payBatchSend,
    permission: 'payBatch_send',
    process: secondPerson,
    amountOf: 'totalAmount',
    guarded: {},
  },
  orderRestructure: {
    ...titledActs.orderRestructure,
    permission: 'order_restructure',
    process: secondPerson,
    amountOf: 'totalAmount',
  },
  templateRelease: {
    ...titledActs.templateRelease,
    permission: 'contractTemplate_release',
    process: secondPerson,
  },
  portfolioPost: {
    ...titledActs.portfolioPost,
    permission: 'portfolioImport_post',
    process: secondPerson,
    amountOf: 'principal',
  },
  lineIgnore: {
    ...titledActs.lineIgnore,
    permission: 'bankStatement_ignore',
    process: secondPerson,
    guarded: {},
    limit: 'ignoreLimit',
  },
  voucherBelow: {
    ...titledActs.voucherBelow,
    namesOthers: true,
    permission: 'order_voucher',
    process: secondPerson,
    amountOf: 'totalAmount',
    guarded: {},
    always: true,
  },
  booksReopen: {
    ...titledActs.booksReopen,
    permission: 'receipt_close',
    process: secondPerson,
    guarded: {},
    always: true,
  },
  receiptBook: {
    ...titledActs.receiptBook,
    permission: 'receipt_book',
    process: secondPerson,
    amountOf: 'amount',
    guarded: { fromAmount: '500000.00' },
  },
  lineOther: {
    ...titledActs.lineOther,
    namesOthers: true,
    permission: 'bankStatement_confirm',
    process: secondPerson,
    guarded: {},
  },
  claimOther: {
    ...titledActs.claimOther,
    namesOthers: true,
    permission: 'receipt_claim',
    process: secondPerson,
    amountOf: 'amount',
    guarded: {},
  },
  accountChange: {
    ...titledActs.accountChange,
    permission: 'companyAccount_edit',
    also: ['companyAccount_add', 'companyAccount_delete'],
    process: secondPerson,
    guarded: {},
    always: true,
  },
  supplierAccount: {
    ...titledActs.supplierAccount,
    permission: 'supplier_edit',
    process: secondPerson,
    guarded: {},
    always: true,
  },
  ruleLoosen: {
    ...titledActs.ruleLoosen,
    permission: 'approval_rule_edit',
    process: secondPerson,
    guarded: {},
    always: true,
  },
  controlLoosen: {
    ...titledActs.controlLoosen,
    permission: 'param_edit',
    also: ['param_add', 'param_delete'],
    process: secondPerson,
    guarded: {},
    always: true,
  },
  openingReverse: {
    ...titledActs.openingReverse,
    permission: 'receipt_reverse',
    process: secondPerson,
    amountOf: 'amount',
    guarded: {},
    always: true,
  },
} as const satisfies Record<string, ApprovalAct>;
export type ApprovalActName = keyof typeof approvalActs;

export const approvalActNames = Object.keys(approvalActs) as ApprovalActName[];
/** How the rule of a deed ships: on where money can leave or vanish by it. */
export function shippedRule(act: ApprovalActName): { isOn: 0 | 1; fromAmount: string | null } {
  const { guarded }: ApprovalAct = approvalActs[act];
  return { isOn: guarded ? 1 : 0, fromAmount: guarded?.fromAmount ?? null };
}
/** Deeds by which money can leave or vanish, and that a rule alone gives to a second person. */
export const guardedActs = approvalActNames.filter((act) => {
  const { guarded, always }: ApprovalAct = approvalActs[act];
  return guarded && !always;
});

/** The permissions with which a deed is asked for. */
export function askingRights(act: ApprovalActName): readonly string[] {
  const { permission, also = [] }: ApprovalAct = approvalActs[act];
  return [permission, ...also];
}

/** The right to decide on a deed, as a permission: a button of the menu of approvals, named like the deed. */
export function decidingRight(act: ApprovalActName): string {
  return `approval_${act}`;
}

export function approvalActOf(number: unknown): ApprovalActName | undefined {
  return approvalActNames.find((name) => approvalActs[name].number === Number(number));
}

/** Said where a deed was asked for and waits for the decision of others. */
export const heldText: Label = label(
  '已提交审批，通过后自动执行',
  'Sent for approval. It is carried out once approved.',
);

/** What a rule says of when it holds. */
type Holding = Parameters<typeof needsApproval>[0] & { processKey: string };

/**
 * Whether deeds that a rule gave to a second person may be done by fewer after a change of it. Another process counts: how
 * many people decide there depends on its steps and on each deed.
 */
export function isLooser(before: Holding, next: Holding): boolean {
  if (before.isOn !== 1) return false;
  if (next.isOn !== 1 || next.processKey !== before.processKey) return true;
  if (next.fromAmount === null || next.fromAmount === before.fromAmount) return false;
  return before.fromAmount === null || cents(next.fromAmount) > cents(before.fromAmount);
}

/**
 * Whether a change of a rule lets fewer people do what it is about. What always takes two is decided by the process of its
 * rule, whether that is on or not.
 */
export function isLoosened(act: ApprovalActName, before: Holding, next: Holding): boolean {
  const { always }: ApprovalAct = approvalActs[act];
  return always ? next.processKey !== before.processKey : isLooser(before, next);
}

/** Whether a rule holds for a deed. `fromAmount`: yuan; a deed without an amount needs approval whatever it says. */
export function needsApproval(
  { isOn, fromAmount }: { isOn: number | null; fromAmount: string | null },
  amount: string | null,
): boolean {
  if (isOn !== 1) return false;
  return amount === null || fromAmount === null || cents(amount) >= cents(fromAmount);
}
