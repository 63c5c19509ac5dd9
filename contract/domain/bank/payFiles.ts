/** How payment files and their results are laid out, by bank. */

import { sum } from '../money';
import { longestHeading } from './layouts';

/** A payment as a bank is asked to make it. Amounts are decimal yuan. */
export interface PayLine {
  itemNo: number;
  reference: string;
  account: string;
  payeeName: string;
  bankName: string;
  amount: string;
  /** Contract and instalment, as the payee reads it on the own statement. */
  purpose: string;
}
export interface PayLayout {
  /** Value of `layout` of a batch. */
  number: number;
  bankName: string;
  /** Headings of the bank's template; amounts are numbers there, all else is text. */
  heads: readonly string[];
  amountAt: number;
  /** All rows, with the control total and the count where the bank expects them. */
  rows(lines: readonly PayLine[], day: string): readonly (readonly string[])[];
}

function totalOf(lines: readonly PayLine[]): string {
  return sum(lines.map(({ amount }) => amount));
}

export const payLayouts = {
  icbc: {
    number: 1,
    bankName: '工商银行',
    heads: [
      '币种',
      '日期',
      '明细标志',
      '顺序号',
      '收款账号',
      '收款账号名称',
      '收款账号开户行',
      '金额',
      '汇款用途',
      '备注信息',
    ],
    amountAt: 7,
    rows: (lines, day) => {
      const date = day.replaceAll('-', '');
      return [
        // Mark 1 is the total, with the count in the place of the number.
        ['RMB', date, '1', String(lines.length), '', '', '', totalOf(lines), '', ''],
        ...lines.map(({ itemNo, account, payeeName, bankName, amount, purpose, reference }) => [
          ...['RMB', date, '2', String(itemNo), account, payeeName, bankName, amount, purpose, reference],
        ]),
      ];
    },
  },
  cmb: {
    number: 2,
    bankName: '招商银行',
    heads: ['业务参考号', '收款人账号', '收款人名称', '收款人开户行', '币种', '付款金额', '用途'],
    amountAt: 5,
    rows: (lines) => [
      ...lines.map(({ reference, account, payeeName, bankName, amount, purpose }) => [
        ...[reference, account, payeeName, bankName, '人民币', amount, purpose],
      ]),
      ['合计', '', '', `共${lines.length}笔`, '人民币', totalOf(lines), ''],
    ],
  },
} as const satisfies Record<string, PayLayout>;

export function payLayoutOf(number: number): PayLayout | undefined {
  return Object.values(payLayouts).find((layout) => layout.number === number);
}

/** Headings of results, as `plainHeading` writes them. */
export const resultHeads = {
  reference: ['业务参考号', '参考号', '备注信息', '指令编号'],
  status: ['状态', '处理状态', '交易状态', '处理结果', '交易结果'],
  reason: ['失败原因', '原因', '错误信息', '返回信息', '银行附言'],
  account: ['收款账号', '收款人账号', '收款账户', '收款方账号', '对方账号'],
  payee: ['收款人名称', '收款户名', '收款人户名', '收款账号名称', '收款人', '收款方户名', '对方户名'],
  amount: ['付款金额', '金额', '交易金额'],
  serial: ['银行流水号', '交易流水号', '流水号'],
  date: ['交易日期', '处理日期', '付款日期'],
} as const;

/** Letters of a name that are compared: what a payment file holds is shorter. */
const longestName = 200;

/** Whether two writings of a name are the same, whatever their width, blanks and brackets. */
export function isSamePayee(one: string, other: string): boolean {
  const plain = (name: string) =>
    name
      .slice(0, longestName)
      .normalize('NFKC')
      .replace(/[\s()【】[\]·.]/g, '')
      .toLowerCase();
  return plain(one) === plain(other);
}

/** What a bank's word for the end of a payment means; undefined for a word that is not known. */
export function isPaidBy(status: string): boolean | undefined {
  const word = status.slice(0, longestHeading).normalize('NFKC').replace(/\s/g, '').toLowerCase();
  // A refusal is looked for first: 未成功 contains 成功.
  if (/失败|退票|退汇|拒绝|未成功|不成功|fail|reject/.test(word)) return false;
  return /成功|已支付|已入账|success|^ok$/.test(word) ? true : undefined;
}
