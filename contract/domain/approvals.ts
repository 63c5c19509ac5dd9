/** Deeds that a tenant can have decided by further people before they are done. */
import { cents } from './money';
import type { Label, Text } from './text';
import { label } from './text';

export interface ApprovalAct {
  /** Value of `act` in rules and requests. */
  number: number;
  title: Label;
  /** Permission of the deed itself. To decide on it is a right of its own: `decidingRight`. */
  permission: string;
  /** Key of the shipped process that decides it. */
  process: string;
  /** Field of the record that the amount comes from, where it has one: a data scope that hides it hides the amount. */
  amountOf?: string;
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
    number: 1,
    title: label('提交订单', 'Submit an order'),
    permission: 'order_status',
    process: creditApproval,
    amountOf: 'totalAmount',
  },
  orderVoucher: {
    number: 2,
    title: label('确认凭证', 'Confirm a voucher'),
    permission: 'order_voucher',
    process: secondPerson,
    amountOf: 'totalAmount',
  },
  orderStart: {
    number: 3,
    title: label('起租', 'Start a lease'),
    permission: 'order_start',
    process: secondPerson,
    amountOf: 'totalAmount',
  },
  orderCancel: {
    number: 4,
    title: label('取消订单', 'Cancel an order'),
    permission: 'order_cancel',
    process: secondPerson,
    amountOf: 'totalAmount',
  },
  orderOverride: {
    number: 5,
    title: label('状态修正', 'Correct the status of an order'),
    permission: 'order_status_override',
    process: secondPerson,
    amountOf: 'totalAmount',
  },
  orderAccount: {
    number: 6,
    title: label('变更收款账户或起租日', 'Change the account or lease start of an order'),
    permission: 'order_edit',
    process: secondPerson,
    amountOf: 'totalAmount',
  },
  paymentConfirm: {
    number: 7,
    title: label('确认付款', 'Confirm payments'),
    permission: 'paymentPlan_pay',
    process: secondPerson,
    amountOf: 'amountPayable',
  },
  planAccount: {
    number: 8,
    title: label('变更付款账户', 'Change the account of an instalment'),
    permission: 'paymentPlan_edit',
    process: secondPerson,
    amountOf: 'amountPayable',
  },
  receiptReverse: {
    number: 9,
    title: label('冲正收付款', 'Reverse a receipt'),
    permission: 'receipt_reverse',
    process: secondPerson,
    amountOf: 'amount',
  },
  refund: {
    number: 10,
    title: label('退款', 'Refund a balance'),
    permission: 'receipt_refund',
    process: secondPerson,
    amountOf: 'totalAmount',
  },
  lateWaiver: {
    number: 11,
    title: label('减免逾期费', 'Waive a late charge'),
    permission: 'paymentPlan_waive',
    process: secondPerson,
    amountOf: 'amountPayable',
  },
  orderExit: {
    number: 12,
    title: label('提前终止', 'Close an order early'),
    permission: 'order_terminate',
    process: secondPerson,
    amountOf: 'totalAmount',
  },
  payBatchSend: {
    number: 13,
    title: label('提交付款文件', 'Send a payment file'),
    permission: 'payBatch_send',
    process: secondPerson,
    amountOf: 'totalAmount',
  },
  orderRestructure: {
    number: 15,
    title: label('展期变更', 'Restructure an order'),
    permission: 'order_restructure',
    process: secondPerson,
    amountOf: 'totalAmount',
  },
  templateRelease: {
    number: 16,
    title: label('发布合同模板', 'Release a contract template'),
    permission: 'contractTemplate_release',
    process: secondPerson,
  },
  portfolioPost: {
    number: 17,
    title: label('存量入账', 'Post a portfolio'),
    permission: 'portfolioImport_post',
    process: secondPerson,
    amountOf: 'principal',
  },
} as const satisfies Record<string, ApprovalAct>;
export type ApprovalActName = keyof typeof approvalActs;

export const approvalActNames = Object.keys(approvalActs) as ApprovalActName[];

/** The right to decide on a deed, as a permission: a button of the menu of approvals, named like the deed. */
export function decidingRight(act: ApprovalActName): string {
  return `approval_${act}`;
}

/** The buttons of these rights, by the names of the deeds. */
export const decidingButtons = Object.fromEntries(
  approvalActNames.map((name) => {
    const { zh, en } = approvalActs[name].title;
    return [name, [`审批：${zh}`, `Approval to ${en[0]!.toLowerCase()}${en.slice(1)}`] as const];
  }),
) as Readonly<Record<ApprovalActName, readonly [string, string]>>;

export function approvalActOf(number: unknown): ApprovalActName | undefined {
  return approvalActNames.find((name) => approvalActs[name].number === Number(number));
}

/** Titles of the deeds by their numbers. */
export const approvalActTexts: Readonly<Record<number, Text>> = Object.fromEntries(
  Object.values(approvalActs).map(({ number, title }) => [number, [title.zh, title.en] as const]),
);

/** Said where a deed was asked for and waits for the decision of others. */
export const heldText: Label = label(
  '已提交审批，通过后自动执行',
  'Sent for approval. It is carried out once approved.',
);

export const approvalStates = { pending: 1, approved: 2, rejected: 3, withdrawn: 4 } as const;

/** Whether a rule holds for a deed. `fromAmount`: yuan; a deed without an amount needs approval whatever it says. */
export function needsApproval(
  { isOn, fromAmount }: { isOn: number | null; fromAmount: string | null },
  amount: string | null,
): boolean {
  if (isOn !== 1) return false;
  return amount === null || fromAmount === null || cents(amount) >= cents(fromAmount);
}
