/** Rights that one person should not hold together: payments need a second person (separation of duties). Shown to
 *  administrators who grant them. */
import { approvalActNames, approvalActs, askingRights, decidingRight } from './approvals';
import type { Label } from './text';

export interface Exclusion {
  /** Codes of buttons. */
  codes: readonly [string, string];
  text: Label;
}

function together(codes: Exclusion['codes'], zh: string, en: string): Exclusion {
  return {
    codes,
    text: {
      zh: `${zh}由同一人操作，缺少复核。建议分配给不同人员。`,
      en: `${en} would be done by the same user without a second review. Assign them to different users.`,
    },
  };
}

/** Asking for a deed and deciding on it: what one person asks for is for another to decide. */
const ownDecisions = approvalActNames.flatMap((act) => {
  const { title } = approvalActs[act];
  return askingRights(act).map((permission) =>
    together([permission, decidingRight(act)], `“${title.zh}”的办理与审批`, `Requesting and approving “${title.en}”`),
  );
});

export const exclusions: readonly Exclusion[] = [
  ...ownDecisions,
  together(['paymentPlan_pay', 'order_voucher'], '付款确认与凭证确认', 'Confirming payments and confirming vouchers'),
  together(['paymentPlan_pay', 'order_contract'], '付款确认与发起签约', 'Confirming payments and making contracts'),
  together(['paymentPlan_pay', 'order_start'], '付款确认与确认起租', 'Confirming payments and starting the lease'),
  together(
    ['paymentPlan_pay', 'paymentPlan_edit'],
    '付款确认与修改收款账户',
    'Confirming payments and changing their accounts',
  ),
  together(['paymentPlan_pay', 'order_edit'], '付款确认与修改订单账户', 'Confirming payments and editing orders'),
  together(['order_voucher', 'order_contract'], '凭证确认与发起签约', 'Confirming vouchers and making contracts'),
  together(['order_voucher', 'order_start'], '凭证确认与确认起租', 'Confirming vouchers and starting the lease'),
  // A person who may enter the number of a document could compare it with their own entry.
  together(
    ['fascContract_counter', 'customer_edit'],
    '现场签署核对证件与修改客户资料',
    'Checking documents at in-person signing and editing customers',
  ),
];

/** Buttons that appear in some pair. */
export const excludingCodes: readonly string[] = [...new Set(exclusions.flatMap(({ codes }) => codes))];

/** The exclusions that a holder of all these codes violates. */
export function exclusionsIn(codes: ReadonlySet<string>): Exclusion[] {
  return exclusions.filter((one) => one.codes.every((code) => codes.has(code)));
}
