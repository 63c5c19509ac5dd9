/** What lists of records show of the deeds that wait for approval: apart from what such a deed needs, which they do not. */
import { type Label, label, type Text } from './text';

export interface TitledAct {
  /** Value of `act` in rules and requests. */
  number: number;
  title: Label;
}

export const titledActs = {
  orderSubmit: { number: 1, title: label('提交订单', 'Submit an order') },
  orderVoucher: { number: 2, title: label('确认凭证', 'Confirm a voucher') },
  orderStart: { number: 3, title: label('起租', 'Start a lease') },
  orderCancel: { number: 4, title: label('取消订单', 'Cancel an order') },
  orderOverride: { number: 5, title: label('状态修正', 'Correct the status of an order') },
  orderAccount: { number: 6, title: label('变更收款账户或起租日', 'Change the account or lease start of an order') },
  paymentConfirm: { number: 7, title: label('确认付款', 'Confirm payments') },
  planAccount: { number: 8, title: label('变更付款账户', 'Change the account of an instalment') },
  receiptReverse: { number: 9, title: label('冲正收付款', 'Reverse a receipt') },
  refund: { number: 10, title: label('退款', 'Refund a balance') },
  lateWaiver: { number: 11, title: label('减免逾期费', 'Waive a late charge') },
  orderExit: { number: 12, title: label('提前结清', 'Settle an order early') },
  payBatchSend: { number: 13, title: label('提交代付文件', 'Send a payment file') },
  orderRestructure: { number: 15, title: label('展期变更', 'Restructure an order') },
  templateRelease: { number: 16, title: label('发布合同模板', 'Release a contract template') },
  portfolioPost: { number: 17, title: label('存量入账', 'Post a portfolio') },
  lineIgnore: { number: 18, title: label('忽略银行流水', 'Ignore bank lines') },
  voucherBelow: { number: 19, title: label('不足额确认凭证', 'Confirm a smaller voucher') },
  booksReopen: { number: 20, title: label('重新开账', 'Reopen the books') },
  receiptBook: { number: 21, title: label('登记大额收付款', 'Book a large amount') },
  lineOther: { number: 23, title: label('他人名义流水入账', 'Book a line of another name') },
  claimOther: { number: 24, title: label('他人名义款项认领', 'Claim money of another name') },
  accountChange: { number: 25, title: label('变更公司账户', 'Change a company account') },
  ruleLoosen: { number: 26, title: label('放宽审批规则', 'Loosen an approval rule') },
  supplierAccount: { number: 27, title: label('变更供应商账户', 'Change the account of a supplier') },
  controlLoosen: { number: 28, title: label('放宽管控参数', 'Loosen a control') },
  openingReverse: { number: 22, title: label('冲正期初收付款', 'Reverse an opening receipt') },
} as const satisfies Record<string, TitledAct>;

/** Titles of the deeds by their numbers. */
export const approvalActTexts: Readonly<Record<number, Text>> = Object.fromEntries(
  Object.values(titledActs).map(({ number, title }) => [number, [title.zh, title.en] as const]),
);

/** The buttons of the rights to decide on the deeds, by their names. */
export function decidingButtons(): Readonly<Record<keyof typeof titledActs, readonly [string, string]>> {
  const named = Object.entries(titledActs).map(([name, { title }]) => {
    const { zh, en } = title;
    return [name, [`审批：${zh}`, `Approval to ${en[0]!.toLowerCase()}${en.slice(1)}`] as const];
  });
  return Object.fromEntries(named);
}

export const approvalStates = { pending: 1, approved: 2, rejected: 3, withdrawn: 4 } as const;
