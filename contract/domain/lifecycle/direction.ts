/** Who pays the instalments. It decides words alone: no date and no amount depends on it. */
import { type Label, label } from '../text';

export const directions = { payout: 1, collect: 2 } as const;
export type DirectionName = keyof typeof directions;
export type Direction = (typeof directions)[DirectionName];

export const directionTexts = {
  1: ['公司付款', 'Company pays'],
  2: ['客户付款', 'Customer pays'],
} as const;

/** The directions of a list: one of them, or both. */
export type DirectionMix = DirectionName | 'mixed';

export function directionName(direction: number | null | undefined): DirectionName {
  return direction === directions.collect ? 'collect' : 'payout';
}

/** As the parameter `business.cashDirection` and contracts write it. */
export function directionWord(direction: number | null | undefined): 'PAYOUT' | 'COLLECT' {
  return direction === directions.collect ? 'COLLECT' : 'PAYOUT';
}
/** The direction that a parameter names; the company pays unless it says otherwise. */
export function directionOf(word: string): Direction {
  return word.trim().toUpperCase() === 'COLLECT' ? directions.collect : directions.payout;
}

/** What a set of records has; nothing counts as payout, the usual direction. */
export function mixOf(found: readonly (number | null | undefined)[]): DirectionMix {
  const names = new Set(found.map(directionName));
  return names.size > 1 ? 'mixed' : ([...names][0] ?? 'payout');
}

/** The words that follow the direction: `mixed` is said of records of both. */
export const directionWords = {
  plan: {
    payout: label('付款计划', 'Payment schedule'),
    collect: label('收款计划', 'Collection schedule'),
    mixed: label('收付计划', 'Instalments'),
  },
  dueDate: {
    payout: label('应付日期', 'Due date'),
    collect: label('应收日期', 'Due date'),
    mixed: label('应收付日期', 'Due date'),
  },
  amountDue: {
    payout: label('应付金额', 'Amount payable'),
    collect: label('应收金额', 'Amount receivable'),
    mixed: label('应收付金额', 'Amount due'),
  },
  amountPaid: {
    payout: label('实付金额', 'Amount paid'),
    collect: label('实收金额', 'Amount received'),
    mixed: label('实收付金额', 'Amount settled'),
  },
  paidTime: {
    payout: label('付款时间', 'Paid at'),
    collect: label('收款时间', 'Received at'),
    mixed: label('收付时间', 'Settled at'),
  },
  confirm: {
    payout: label('确认付款', 'Confirm payments'),
    collect: label('确认收款', 'Confirm receipts'),
    mixed: label('确认收付', 'Confirm instalments'),
  },
  due: {
    payout: label('待付', 'Due'),
    collect: label('待收', 'Due'),
    mixed: label('待收付', 'Due'),
  },
  paid: {
    payout: label('已付', 'Paid'),
    collect: label('已收', 'Received'),
    mixed: label('已收付', 'Settled'),
  },
  overdue: {
    payout: label('公司逾期', 'Company late'),
    collect: label('客户逾期', 'Customer late'),
    mixed: label('逾期', 'Overdue'),
  },
  account: {
    payout: label('收款账户', 'Payee account'),
    collect: label('付款账户', 'Payer account'),
    mixed: label('客户账户', 'Customer account'),
  },
} as const satisfies Record<string, Readonly<Record<DirectionMix, Label>>>;
export type DirectionWord = keyof typeof directionWords;
