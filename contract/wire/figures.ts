/** The figures of the business, each with the list that it counts. */
import { addDays, addMonths } from '../domain/calendar';
import { type Direction, directions } from '../domain/lifecycle/direction';
import { active, matured, settled, terminating, voucherReview } from '../domain/lifecycle/orderStates';
import { type Progress, progresses } from '../modules/esign/fascContract';
import { live, unpaid } from '../modules/lease/paymentPlan';
import type { CardSpec, Module } from '../schema/module';
import { businessPage } from './reports/business/page';

/** A list and the conditions that leave exactly the rows a figure counts, as the address of the list page writes them. */
export interface ListQuery {
  feature: string;
  search: string;
}

/** A number of rows and their sum; amounts are decimal yuan. */
export interface Total {
  count: number;
  amount: string;
}

/** Days ahead that the two figures of due instalments cover. */
export const dueSpans = [7, 30] as const;
/** A contract waits for long when more than this many whole days have passed since the day it was made. */
export const longDays = 3;
/** The funnel counts contracts made in the last so many days, today included. */
export const funnelDays = 30;
/** Months before and after the current one in the cash flow; months from the current one on in the maturities. */
export const cashMonths = { back: 12, ahead: 11 } as const;
export const maturingMonths = 12;
/** Products shown one by one; the smaller ones are added up. */
export const mostProducts = 5;

/** Upper ends of the ageing buckets of unpaid instalments, in days overdue; no `to` is open. The first is not due
 *  yet. */
export const ages = [
  { key: 'notDue', to: 0 },
  { key: 'upTo30', from: 1, to: 30 },
  { key: 'upTo60', from: 31, to: 60 },
  { key: 'upTo90', from: 61, to: 90 },
  { key: 'over90', from: 91 },
] as const satisfies readonly { key: string; from?: number; to?: number }[];
export type Age = (typeof ages)[number]['key'];

/** Steps of a contract towards its signature, and the ways it can end without one. */
export const funnelSteps = ['sent', 'signed', 'waiting', 'refused', 'expired', 'annulled'] as const;
export type FunnelStep = (typeof funnelSteps)[number];

export interface Dashboard {
  /** `yyyy-MM-dd` */
  today: string;
  /** `yyyy-MM-dd HH:mm:ss` */
  asOf: string;
  /** Missing for a person who may not list orders, or from whom a data scope hides what the figures are made of; so are
   *  the others for theirs. */
  orders?: OrderFigures;
  plan?: PlanFigures;
  contracts?: ContractFigures;
  /** What was put into leases that customers pay; missing while nothing is. */
  investment?: InvestmentFigures;
  /** Cards that modules declare, of the modules that the person may list. */
  cards: CardFigure[];
}

/** `amount`, decimal yuan, for a card that adds up a money field. */
export interface CardFigure {
  module: string;
  name: string;
  count: number;
  amount?: string;
}

/** Decimal yuan; the report of the same name explains them. */
export interface InvestmentFigures {
  orders: number;
  invested: string;
  returned: string;
  margin: string;
}

export interface OrderFigures {
  /** One for each direction that the orders have; payout where there are none. */
  sides: OrderSide[];
  /** Vouchers waiting for confirmation, and since when the oldest one does, as far as the person may know. */
  vouchers: { count: number; since: string | null };
}
/** The orders of one direction. */
export interface OrderSide {
  direction: Direction;
  /** Principal of the orders that run; `before` is what it was when the last month ended, `change` percent with two
   *  decimals. Both are missing for a person from whom a data scope hides when orders start or settle. */
  onLease: Total & { before?: string; change?: string | null };
  /** Every state that has orders, in the order of their numbers. */
  states: (Total & { status: number })[];
  /** Shares of the principal on lease in percent with one decimal, the largest first; missing where a data scope hides
   *  the product. */
  products?: (Total & { name: string; share: string })[];
  otherProducts?: (Total & { products: number; share: string }) | null;
}

export interface PlanFigures {
  /** One for each direction that the instalments have; payout where there are none. */
  sides: PlanSide[];
}
/** The instalments of one direction. */
export interface PlanSide {
  direction: Direction;
  today: Total;
  /** One for each of `dueSpans`. */
  due: (Total & { days: number; principal: string; today: number })[];
  overdue: Total & { longestDays: number };
  /** By month of the due date, `yyyy-MM`: what was to be paid, paid or not; voided rows left out. */
  cash: { month: string; rent: string; principal: string }[];
  ages: (Total & { key: Age })[];
  /** Principal still to be paid back, by month of the due date. */
  maturing: { month: string; count: number; principal: string }[];
}

export interface ContractFigures {
  /** Contracts with a valid link that are not signed yet. */
  waiting: { count: number; long: number };
  funnel: Record<FunnelStep, number>;
}

function list(feature: ListQuery['feature'], conditions: Readonly<Record<string, string>>): ListQuery {
  return {
    feature,
    search: new URLSearchParams(conditions).toString(),
  };
}
/** Both ends included; an end that is missing is open. */
function between(name: string, from?: string, to?: string): Record<string, string> {
  return {
    ...(from ? { [`${name}.from`]: from } : {}),
    ...(to ? { [`${name}.to`]: to } : {}),
  };
}

/** States in which the principal is out: a plan runs and no move has ended it. */
export const onLeaseStates: readonly number[] = [active, matured, terminating];
// A list has no "one of these" filter: the states from first to last, less the one between them that has ended.
const onLease = {
  businessStatus_ge: String(active),
  businessStatus_le: String(terminating),
  businessStatus_notequal: String(settled),
};
function of(direction: Direction) {
  return { direction: String(direction) };
}
function inProgress(name: Progress) {
  return { progress: String(progresses[name]) };
}

/** First and last day of a month `yyyy-MM`. */
export function daysOf(month: string): readonly [first: string, last: string] {
  return [`${month}-01`, addDays(addMonths(`${month}-01`, 1), -1)];
}
/** The last day of creation of a contract that waits for long today. */
export function longSince(today: string): string {
  return addDays(today, -longDays - 1);
}
export function funnelFrom(today: string): string {
  return addDays(today, 1 - funnelDays);
}

/** The list behind a card of a module. */
export function cardList({ name }: Pick<Module, 'name'>, card: CardSpec, today: string): ListQuery {
  return list(name, card.list(today));
}

/** The list behind each figure. `today` is the day of the figures. */
export const listOf = {
  investment: (): ListQuery => ({
    feature: businessPage,
    search: new URLSearchParams({ report: 'investment', direction: String(directions.collect) }).toString(),
  }),
  onLease: (direction: Direction) => list('order', { ...onLease, ...of(direction) }),
  state: (direction: Direction, status: number) => list('order', { businessStatus: String(status), ...of(direction) }),
  product: (direction: Direction, name: string) =>
    list('order', { productName_equal: name, ...onLease, ...of(direction) }),
  vouchers: () => list('order', { businessStatus: String(voucherReview) }),

  due: (direction: Direction, today: string, days: number) =>
    list('paymentPlan', { ...unpaid, ...of(direction), ...between('paymentDate', today, addDays(today, days)) }),
  overdue: (direction: Direction, today: string) =>
    list('paymentPlan', { ...unpaid, ...of(direction), ...between('paymentDate', undefined, addDays(today, -1)) }),
  age(direction: Direction, today: string, key: Age) {
    const { from, to }: { from?: number; to?: number } = ages.find((age) => age.key === key)!;
    const day = (days?: number) => (days === undefined ? undefined : addDays(today, -days));
    return list('paymentPlan', { ...unpaid, ...of(direction), ...between('paymentDate', day(to), day(from)) });
  },
  cash: (direction: Direction, month: string) =>
    list('paymentPlan', {
      payStatus_notequal: '2',
      ...live,
      ...of(direction),
      ...between('paymentDate', ...daysOf(month)),
    }),
  maturing: (direction: Direction, month: string) =>
    list('paymentPlan', { ...unpaid, ...of(direction), ...between('paymentDate', ...daysOf(month)) }),

  waiting: () => list('fascContract', inProgress('waiting')),
  waitingLong: (today: string) =>
    list('fascContract', { ...inProgress('waiting'), ...between('createTime', undefined, longSince(today)) }),
  funnel(today: string, step: FunnelStep) {
    const conditions: Record<FunnelStep, Record<string, string>> = {
      sent: { signTaskStatus_notlike: 'reserved' },
      signed: inProgress('complete'),
      waiting: inProgress('waiting'),
      refused: inProgress('rejected'),
      expired: inProgress('expired'),
      annulled: { ...inProgress('annulled'), signTaskStatus_notlike: 'reserved' },
    };
    return list('fascContract', { ...conditions[step], ...between('createTime', funnelFrom(today)) });
  },
};
