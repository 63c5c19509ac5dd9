/**
 * Plans of orders that come from an older system: how they differ from the rebuilt ones, what their payments are booked
 * to, and the figures that they close with. Amounts are decimal yuan, days are `yyyy-MM-dd`.
 */
import { addDays } from '../calendar';
import { rowKindBy, rowKinds } from '../leasing/rowKinds';
import { type Amounts, added as addedAmounts, allocate, nothing, paidOf, totalOf, without } from '../ledger/allocation';
import { add, cents, subtract, sum, yuan } from '../money';

/** A row of either plan. */
export interface PlannedRow {
  kind: number;
  /** 0 for a charge. */
  period: number;
  paymentDate: string;
  principal: string;
  rent: string;
  other: string;
}
/** A row of the older system, and what was paid of it. */
export interface OldRow extends PlannedRow {
  /** Row of the sheet. */
  row: number;
  paid: string;
  /** The day it was paid, as far as it is known. */
  paidDate: string | null;
}

export const differences = { none: 0, cents: 1, amount: 2, date: 3, both: 4, count: 5 } as const;
export const differenceTexts = {
  0: ['一致', 'The same'],
  1: ['尾差（几分钱）', 'Rounding'],
  2: ['金额不同', 'Amounts differ'],
  3: ['日期不同', 'Dates differ'],
  4: ['金额和日期不同', 'Amounts and dates differ'],
  5: ['行数不同', 'Row counts differ'],
} as const;
export const decisions = { keep: 1, rebuilt: 2 } as const;
export const decisionTexts = {
  1: ['保留原系统的行', 'Rows of the legacy system'],
  2: ['采用重建的行', 'Rebuilt rows'],
} as const;

/** What an instalment may differ by for it to be rounding alone, in cents. */
const mostRounding = 5n;

export function payable({ principal, rent, other }: Pick<PlannedRow, 'principal' | 'rent' | 'other'>): string {
  return sum([principal, rent, other]);
}
export function totalPayable(rows: readonly PlannedRow[]): string {
  return sum(rows.map(payable));
}

const places = { start: 1, period: 2, maturity: 3, exit: 4 };
/** In the order in which they fall due: charges at the start come before the first instalment. */
export function inOrder<R extends PlannedRow>(rows: readonly R[]): R[] {
  const place = ({ kind }: R) => places[rowKindBy(kind).due];
  return [...rows].sort(
    (a, b) =>
      (a.paymentDate < b.paymentDate ? -1 : a.paymentDate > b.paymentDate ? 1 : 0) ||
      place(a) - place(b) ||
      a.period - b.period ||
      a.kind - b.kind,
  );
}

/** How two plans differ; both in order. */
export function differenceOf(old: readonly PlannedRow[], rebuilt: readonly PlannedRow[]): number {
  if (old.length !== rebuilt.length || old.some(({ kind }, at) => kind !== rebuilt[at]!.kind)) return differences.count;
  const isOtherDay = old.some(({ paymentDate }, at) => paymentDate !== rebuilt[at]!.paymentDate);
  const apart = old.flatMap((row, at) =>
    (['principal', 'rent', 'other'] as const).map((part) => {
      const difference = cents(row[part]) - cents(rebuilt[at]![part]);
      return difference < 0n ? -difference : difference;
    }),
  );
  const isOther = apart.some((one) => one > 0n);
  if (isOtherDay) return isOther ? differences.both : differences.date;
  if (!isOther) return differences.none;
  return apart.every((one) => one <= mostRounding) ? differences.cents : differences.amount;
}

/** What tells the rows of two plans from each other: their kind, and how many of it came before. */
function keysOf(rows: readonly PlannedRow[]): string[] {
  const seen = new Map<number, number>();
  return rows.map(({ kind }) => {
    const nth = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, nth);
    return `${kind} ${nth}`;
  });
}

/** What a payment was booked to: instalments by their place in the plan, and what none of them needed. */
export interface OpeningPayment {
  valueDate: string;
  shares: { at: number; amounts: Amounts }[];
  rest: string;
}
interface Target {
  id: string;
  open: Amounts;
}

function openOf(row: PlannedRow): Amounts {
  return { ...nothing, other: row.other, rent: row.rent, principal: row.principal };
}

/**
 * Books what was paid of the older system’s rows to the rows of a plan, which may be its own: each payment to the row
 * that stands for it, what that does not need to the oldest open ones. One payment for each day.
 */
export function openingPayments(
  old: readonly OldRow[],
  plan: readonly PlannedRow[],
  takeoverDate: string,
): OpeningPayment[] {
  const targets: Target[] = plan.map((row, at) => ({ id: String(at), open: openOf(row) }));
  const placeOf = new Map(keysOf(plan).map((key, at) => [key, at]));
  const keys = keysOf(old);
  const days = new Map<string, OpeningPayment>();
  const give = (valueDate: string, amount: string, rows: readonly Target[]): string => {
    const { bookings, left } = allocate(amount, rows);
    const day = days.get(valueDate) ?? { valueDate, shares: [], rest: '0.00' };
    days.set(valueDate, day);
    for (const { id, amounts } of bookings) {
      const at = Number(id);
      targets[at]!.open = without(targets[at]!.open, amounts);
      const known = day.shares.find((share) => share.at === at);
      if (known) known.amounts = addedAmounts(known.amounts, amounts);
      else day.shares.push({ at, amounts });
    }
    return left;
  };
  const over: { valueDate: string; amount: string }[] = [];
  for (const [index, { kind, paid, paidDate }] of old.entries()) {
    const at = placeOf.get(keys[index]!);
    // A deposit that the plan has no row for is held on the account of the order.
    if (cents(paid) === 0n || (kind === rowKinds.deposit && at === undefined)) continue;
    const valueDate = paidDate ?? takeoverDate;
    const left = give(valueDate, paid, at === undefined ? [] : [targets[at]!]);
    if (cents(left) > 0n) over.push({ valueDate, amount: left });
  }
  for (const { valueDate, amount } of over) {
    const isOpen = ({ open }: Target) => cents(totalOf(open)) > 0n;
    const left = give(valueDate, amount, targets.filter(isOpen));
    const day = days.get(valueDate)!;
    day.rest = add(day.rest, left);
  }
  return [...days.values()].sort((a, b) => (a.valueDate < b.valueDate ? -1 : 1));
}

/** What a portfolio closes with on the day of the takeover. `overdue`: unpaid and due before that day. */
export const closingNames = [
  'totalAmount',
  'principal',
  'open',
  'overdue',
  'dueSoon',
  'paid',
  'prepaid',
  'deposit',
] as const;
export type ClosingName = (typeof closingNames)[number];
export type Closing = Record<ClosingName, string>;
export const closingTexts = {
  totalAmount: ['合同金额', 'Contract amounts'],
  principal: ['本金余额', 'Principal outstanding'],
  open: ['未付合计', 'Open in all'],
  overdue: ['逾期金额', 'Overdue'],
  dueSoon: ['未来 30 天到期', 'Due within 30 days'],
  paid: ['历史已付', 'Paid so far'],
  prepaid: ['预收余额', 'Prepaid balances'],
  deposit: ['保证金余额', 'Deposits held'],
} as const satisfies Record<ClosingName, readonly [zh: string, en: string]>;

/** The figures of a plan after its payments. */
export function closingOf(
  plan: readonly PlannedRow[],
  payments: readonly OpeningPayment[],
  { takeoverDate, soonDays }: { takeoverDate: string; soonDays: number },
): Pick<Closing, 'principal' | 'open' | 'overdue' | 'dueSoon' | 'paid' | 'deposit'> & { rest: string } {
  const paid = plan.map(() => ({ ...nothing }));
  for (const { shares } of payments) for (const { at, amounts } of shares) paid[at] = addedAmounts(paid[at]!, amounts);
  const lastSoon = addDays(takeoverDate, soonDays);
  const found = { principal: 0n, open: 0n, overdue: 0n, dueSoon: 0n, paid: 0n, deposit: 0n };
  for (const [at, row] of plan.entries()) {
    const given = cents(paidOf(paid[at]!));
    const open = cents(payable(row)) - given;
    found.principal += cents(row.principal) - cents(paid[at]!.principal);
    found.open += open;
    if (row.paymentDate < takeoverDate) found.overdue += open;
    else if (row.paymentDate <= lastSoon) found.dueSoon += open;
    found.paid += given;
    if (row.kind === rowKinds.deposit) found.deposit += given;
  }
  const rest = sum(payments.map((one) => one.rest));
  return {
    principal: yuan(found.principal),
    open: yuan(found.open),
    overdue: yuan(found.overdue),
    dueSoon: yuan(found.dueSoon),
    paid: yuan(found.paid),
    deposit: yuan(found.deposit),
    rest,
  };
}

/** What an order’s workbook states and none of its rows bears out. Decimal yuan. */
export interface Unproved {
  prepaid: string;
  deposit: string;
}

/**
 * The balances that are stated beyond what the rows of the older system show as paid: money prepaid is stated apart from
 * the rows, a deposit follows from the rows of its kind.
 */
export function unprovedOf(old: readonly OldRow[], stated: Unproved): Unproved {
  const shown = sum(old.map(({ kind, paid }) => (kind === rowKinds.deposit ? paid : '0.00')));
  const beyond = subtract(stated.deposit, shown);
  return { prepaid: stated.prepaid, deposit: cents(beyond) > 0n ? beyond : '0.00' };
}

/** The difference of two figures, signed. */
export function apart(old: string, next: string): string {
  return subtract(next, old);
}
