/**
 * A new plan for what is unpaid of a running order: its instalments from a day on are replaced by those of new terms. Paid
 * and partly paid instalments stay, and so does the principal: what the replaced ones would have repaid, the new ones do.
 * The console's preview, the supplement's paper and the stored rows run this code.
 *
 * Amounts are decimal strings in yuan, rates are percent, dates are 'yyyy-MM-dd'.
 */
import { addDays, addMonths, daysBetween, isDate } from '../calendar';
import { cents, formatMoney, formatRate, rate, subtract, sum, yuan } from '../money';
import { filledIn, type Label, label } from '../text';
import { type DayCount, dayCounts, type Frequency, frequencies, graceKinds, periodsAYear, timings } from './codes';
import { hasRentTable, methodBy, type RepayMethod } from './methods/methods';
import { type PlanRow, planOf, shareOf } from './plan';
import { rowKinds } from './rowKinds';
import { completed, isAhead, NotTerms, type PlanTerms, type RentRow } from './terms';
import { dayCountOf, monthsIn, periodCount } from './timeline';

/** A stored row of the plan that counts. */
export interface HeldRow
  extends Pick<
    PlanRow,
    'kind' | 'currentPeriods' | 'paymentDate' | 'days' | 'rent' | 'principal' | 'other' | 'amountPayable'
  > {
  id: string;
  /** What is paid of it. */
  paidAmount: string;
}
/** What people ask for. Terms that are absent stay as they are. */
export interface RestructureAsk {
  /** Instalments that are due after this day are replaced. */
  fromDate: string;
  /** Months more than are left, fewer where it is negative; weeks where instalments are weekly. */
  extend: number;
  yearRate?: string | null;
  repayMethod?: RepayMethod | null;
  frequency?: Frequency | null;
  dueDay?: number | null;
  /** Percent of the unpaid principal that stays until the last instalment. */
  residualRate?: string | null;
  /** The new instalments where they follow a rent table. */
  rentTable?: readonly RentRow[] | null;
}
export interface Restructuring {
  /** The first day that the new plan counts interest from. */
  base: string;
  /** Unpaid principal that the new rows repay, the same as the replaced ones would have. */
  principal: string;
  terms: PlanTerms;
  maturity: string;
  /** Ids of the rows that are replaced. */
  replaced: string[];
  rows: PlanRow[];
  before: Side;
  after: Side;
  explanation: Label[];
}
/** One side of the comparison: the rows that are replaced, or those in their place. */
export interface Side {
  count: number;
  principal: string;
  rent: string;
  maturity: string;
}

const sentences = {
  kept: label(
    '{kept} 期已付、部分付款或在 {from} 及以前到期，维持原样。',
    '{kept} instalments are paid, partly paid or due by {from} and remain unchanged.',
  ),
  part: label(
    '其中部分付款的 {part} 期仍按原计划付清余款，余款 {open} 元不进入新计划。',
    '{part} of them are partly paid: the rest of {open} is due as before and is not in the new plan.',
  ),
  principal: label(
    '未付本金 {principal} 元，变更前后相等。',
    'Unpaid principal is {principal}, the same before and after.',
  ),
  count: label(
    '剩余期数由 {before} 期变为 {after} 期，到期日由 {end} 变为 {newEnd}。',
    'The remaining instalments change from {before} to {after}, and the maturity from {end} to {newEnd}.',
  ),
  stays: label(
    '剩余 {after} 期，到期日 {end}，均不变。',
    'The {after} remaining instalments and the maturity of {end} do not change.',
  ),
  more: label(
    '剩余租金由 {rent} 元变为 {newRent} 元，增加 {change} 元。',
    'The remaining rent changes from {rent} to {newRent}, an increase of {change}.',
  ),
  less: label(
    '剩余租金由 {rent} 元变为 {newRent} 元，减少 {change} 元。',
    'The remaining rent changes from {rent} to {newRent}, a decrease of {change}.',
  ),
  same: label('剩余租金 {rent} 元不变。', 'The remaining rent of {rent} does not change.'),
  rate: label('年利率由 {rate}% 变为 {newRate}%。', 'The annual rate changes from {rate}% to {newRate}%.'),
  method: label('还款方式由{method}变为{newMethod}。', 'The method changes from {method} to {newMethod}.'),
  base: label('新计划自 {base} 起计算租金。', 'Rent of the new plan is calculated from {base}.'),
} as const;

/** A term in days that makes so many periods. Throws NotTerms where none does. */
function deadlineOf(terms: Omit<PlanTerms, 'deadline'>, count: number): number {
  const frequency = terms.frequency ?? frequencies.monthly;
  const usual = frequency === frequencies.weekly ? 7 * count : Math.round(360 / periodsAYear[frequency]) * count;
  for (let off = 0; off <= 15; off++)
    for (const deadline of [usual + off, usual - off]) {
      if (deadline >= 1 && periodCount(completed({ ...terms, deadline })) === count) return deadline;
    }
  throw new NotTerms(['extend']);
}

/** What is replaced, as far as new terms follow from it. */
interface Left {
  base: string;
  principal: string;
  /** Periods that are left, and the first of them that repay nothing. */
  count: number;
  grace: number;
  end: string;
}

function frequencyOf({ repayMethod, frequency }: Pick<PlanTerms, 'repayMethod' | 'frequency'>): Frequency | null {
  return methodBy(repayMethod).uses.includes('frequency') ? (frequency ?? frequencies.monthly) : null;
}

/** The months of so many periods of the former frequency. */
function monthsOf(former: Frequency, count: number): number {
  return former === frequencies.weekly ? Math.round((count * 12) / 52) : count * monthsIn[former];
}

/** How many periods the time that is left makes, with what it is extended by. Throws NotTerms where they are not whole. */
function periodsFrom(old: PlanTerms, frequency: Frequency, extend: number, { count, base, end }: Left): number {
  const former = frequencyOf(old);
  const { weekly } = frequencies;
  const months =
    former === null ? Math.max(1, Math.round((daysBetween(base, end) * 12) / 365)) : monthsOf(former, count);
  if (frequency === weekly) return (former === weekly ? count : Math.round((months * 52) / 12)) + extend;
  const periods = (months + extend) / monthsIn[frequency];
  return Number.isInteger(periods) ? periods : fail('extend');
}

/** The periods of the grace that are left: none that would end after it, whatever their length. */
function graceFrom(old: PlanTerms, frequency: Frequency | null, { grace }: Left): number {
  const former = frequencyOf(old);
  if (former === null || frequency === null || former === frequency) return grace;
  const months = monthsOf(former, grace);
  return Math.floor(frequency === frequencies.weekly ? (months * 52) / 12 : months / monthsIn[frequency]);
}
function fail(term: string): never {
  throw new NotTerms([term]);
}

/** Percent of the unpaid principal that the residual value of the former terms is. */
function residualOf(old: PlanTerms, principal: string): string {
  const residual = shareOf(cents(old.totalAmount), old.residualRate ?? 0);
  if (residual === 0n) return '0';
  const whole = cents(principal);
  return formatRate(residual >= whole ? 100 : Number((residual * 1_000_000n) / whole) / 10_000);
}

/** How interest is counted by the new terms: as before, also where a method by days takes the place of equal periods. */
function nextDayCount(old: PlanTerms, repayMethod: RepayMethod): DayCount {
  const former = dayCountOf(completed(old));
  if (!methodBy(repayMethod).isBullet) return old.dayCount ?? dayCounts.auto;
  return former === dayCounts.auto ? dayCounts.thirty360 : former;
}

function newTerms(old: PlanTerms, ask: RestructureAsk, left: Left): PlanTerms {
  const { base, principal, end } = left;
  const repayMethod = ask.repayMethod ?? old.repayMethod;
  const { uses, periods } = methodBy(repayMethod);
  const frequency = uses.includes('frequency') ? (ask.frequency ?? old.frequency ?? frequencies.monthly) : null;
  const isMonthly = uses.includes('dueDay') && frequency !== frequencies.weekly;
  // Whole periods from the base day, also where the order ended after a number of days.
  const dueDay = isMonthly ? (ask.dueDay ?? old.dueDay ?? Number(base.slice(8))) : null;
  const dayCount = uses.includes('dayCount') ? nextDayCount(old, repayMethod) : null;
  const isStillAhead = isAhead({ repayMethod, timing: old.timing ?? null });
  const open: Omit<PlanTerms, 'deadline'> = {
    totalAmount: principal,
    yearRate: ask.yearRate || old.yearRate,
    interestDate: base,
    repayMethod,
    frequency,
    timing: isStillAhead ? timings.advance : timings.arrears,
    dueDay,
    dayCount,
    rounding: uses.includes('rounding') ? (old.rounding ?? null) : null,
    gracePeriods: uses.includes('gracePeriods') ? graceFrom(old, frequency, left) : 0,
    graceKind: graceKinds.interestOnly,
    residualRate: uses.includes('residualRate') ? ask.residualRate || residualOf(old, principal) : '0',
    rentTable: periods === 'table' ? (ask.rentTable ?? null) : null,
  };
  if (periods === 'table') return { ...open, deadline: 30 };
  if (periods === 'once') return { ...open, deadline: daysBetween(base, addMonths(end, ask.extend)) };
  return { ...open, deadline: deadlineOf(open, periodsFrom(old, frequency!, ask.extend, left)) };
}

function purchaseAt({ kind, other, amountPayable }: HeldRow, paymentDate: string, totalPeriods: number): PlanRow {
  const nothing = { rent: '0.00', principal: '0.00', monthlyRent: '0.00', balance: '0.00', residual: '0.00' };
  return { ...nothing, kind, currentPeriods: 0, totalPeriods, paymentDate, days: 0, other, amountPayable };
}

function side(rows: readonly Pick<PlanRow, 'principal' | 'rent' | 'paymentDate'>[]): Side {
  return {
    count: rows.length,
    principal: sum(rows.map(({ principal }) => principal)),
    rent: sum(rows.map(({ rent }) => rent)),
    maturity:
      rows
        .map(({ paymentDate }) => paymentDate)
        .sort()
        .at(-1) ?? '',
  };
}

/** Whether nothing is asked for that the terms do not have. */
function isUnchanged(old: PlanTerms, ask: RestructureAsk): boolean {
  const { repayMethod, frequency, dueDay } = ask;
  return (
    ask.extend === 0 &&
    !ask.residualRate &&
    !ask.rentTable &&
    (repayMethod ?? old.repayMethod) === old.repayMethod &&
    (frequency ?? frequencyOf(old)) === frequencyOf(old) &&
    (dueDay ?? old.dueDay ?? null) === (old.dueDay ?? null) &&
    (!ask.yearRate || rate(ask.yearRate) === rate(old.yearRate))
  );
}

/** The rows as they stand, with what is owed after each of them. */
function asTheyAre(rows: readonly HeldRow[]): PlanRow[] {
  let owed = rows.reduce((all, { principal }) => all + cents(principal), 0n);
  return rows.map(({ id: _id, paidAmount: _paid, ...row }) => {
    owed -= cents(row.principal);
    return { ...row, totalPeriods: rows.length, monthlyRent: row.rent, balance: yuan(owed), residual: '0.00' };
  });
}

/** The term that makes the first new instalment fall due too early. */
function startTerm(ask: RestructureAsk, { repayMethod }: PlanTerms): string {
  if (hasRentTable(repayMethod)) return 'rentTable';
  return ask.dueDay ? 'dueDay' : ask.frequency ? 'frequency' : 'fromDate';
}

/**
 * The new plan. Throws NotTerms naming `fromDate` where no unpaid instalment with principal is due after it, `extend`, or
 * the term at fault, also where it makes an instalment due by then.
 */
export function restructure(old: PlanTerms, rows: readonly HeldRow[], ask: RestructureAsk): Restructuring {
  if (!isDate(ask.fromDate)) throw new NotTerms(['fromDate']);
  if (!Number.isInteger(ask.extend) || Math.abs(ask.extend) > 600) throw new NotTerms(['extend']);
  const instalments = rows
    .filter(({ kind }) => kind === rowKinds.instalment)
    .sort((a, b) => (a.paymentDate < b.paymentDate ? -1 : 1));
  const isReplaced = ({ paymentDate, paidAmount }: HeldRow) => paymentDate > ask.fromDate && cents(paidAmount) === 0n;
  const replaced = instalments.filter(isReplaced);
  const kept = instalments.filter((row) => !isReplaced(row));
  const first = replaced[0];
  const before = side(replaced);
  // An instalment that was paid ahead leaves no stretch of time that one plan could cover.
  const isBroken = kept.some(({ paymentDate }) => first !== undefined && paymentDate > first.paymentDate);
  if (!first || isBroken || cents(before.principal) === 0n) throw new NotTerms(['fromDate']);
  const base = isAhead(old) ? first.paymentDate : addDays(first.paymentDate, -first.days);
  // In advance, the principal has a row of its own after the last period.
  const count = replaced.filter(({ days }) => !isAhead(old) || days > 0).length;
  // Rows of interest alone are a grace only where one was agreed: other ways of repaying have them as well.
  const agreed = completed(old).graceKind === graceKinds.interestOnly ? (old.gracePeriods ?? 0) : 0;
  const grace = Math.min(
    agreed,
    replaced.findIndex(({ principal }) => cents(principal) > 0n),
  );
  const left = { base, principal: before.principal, count, grace, end: before.maturity };
  const isSame = isUnchanged(old, ask);
  const terms = isSame ? old : newTerms(old, ask, left);
  const plan = isSame ? { rows: asTheyAre(replaced), maturity: before.maturity } : planOf(terms);
  // Shorter periods, and earlier days, can fall due before the change holds, or beside a row that stays.
  const closed = [ask.fromDate, ...kept.map(({ paymentDate }) => paymentDate)].sort().at(-1)!;
  if (plan.rows.some(({ paymentDate }) => paymentDate <= closed)) throw new NotTerms([startTerm(ask, terms)]);
  const number = Math.max(0, ...kept.map(({ currentPeriods }) => currentPeriods));
  const total = number + plan.rows.length;
  const made = plan.rows.map((row, i) => ({ ...row, currentPeriods: number + i + 1, totalPeriods: total }));
  const after = side(made);
  // The purchase price is paid at the end of the lease, which moves.
  const purchases = rows.filter(({ kind, paidAmount }) => kind === rowKinds.purchasePrice && cents(paidAmount) === 0n);
  const part = kept.filter(({ paidAmount, amountPayable }) => cents(paidAmount) > 0n && paidAmount !== amountPayable);
  const change = cents(after.rent) - cents(before.rent);
  const values = {
    kept: kept.length,
    part: part.length,
    open: formatMoney(sum(part.map(({ amountPayable, paidAmount }) => subtract(amountPayable, paidAmount)))),
    from: ask.fromDate,
    base,
    principal: formatMoney(before.principal),
    before: before.count,
    after: after.count,
    end: before.maturity,
    newEnd: plan.maturity,
    rent: formatMoney(before.rent),
    newRent: formatMoney(after.rent),
    change: formatMoney(subtract(change < 0n ? before.rent : after.rent, change < 0n ? after.rent : before.rent)),
    rate: formatRate(old.yearRate),
    newRate: formatRate(terms.yearRate),
  };
  const holds: [keyof typeof sentences, boolean][] = [
    ['kept', kept.length > 0],
    ['part', part.length > 0],
    ['principal', true],
    [before.count === after.count && before.maturity === plan.maturity ? 'stays' : 'count', true],
    ['rate', formatRate(old.yearRate) !== formatRate(terms.yearRate)],
    ['method', old.repayMethod !== terms.repayMethod],
    ['base', !isSame],
    [change > 0n ? 'more' : change < 0n ? 'less' : 'same', true],
  ];
  const said = (language: 'zh' | 'en') => {
    const at = language === 'zh' ? 0 : 1;
    const methods = {
      method: methodBy(old.repayMethod).title[at],
      newMethod: methodBy(terms.repayMethod).title[at],
    };
    return holds.flatMap(([key, isTrue]) =>
      isTrue ? [filledIn(sentences[key][language], { ...values, ...methods })] : [],
    );
  };
  const [zh, en] = [said('zh'), said('en')];
  return {
    base,
    principal: before.principal,
    terms,
    maturity: plan.maturity,
    replaced: [...replaced, ...purchases].map(({ id }) => id),
    rows: [...made, ...purchases.map((row) => purchaseAt(row, plan.maturity, total))],
    before,
    after,
    explanation: zh.map((text, i) => ({ zh: text, en: en[i]! })),
  };
}
