/** What a contract says of the way it is repaid, where that is more than rent by the month or at maturity. */

import {
  type DayCount,
  dayCounts,
  type Frequency,
  frequencies,
  graceKinds,
  periodsAYear,
  type Rounding,
  roundings,
  timings,
} from '../../../contract/domain/leasing/codes';
import { hasRentTable, methodBy } from '../../../contract/domain/leasing/methods/methods';
import { plainTerms } from '../../../contract/domain/leasing/plain';
import type { Plan } from '../../../contract/domain/leasing/plan';
import { rowKindBy } from '../../../contract/domain/leasing/rowKinds';
import { completed, type FullTerms, type PlanTerms } from '../../../contract/domain/leasing/terms';
import { periodCount } from '../../../contract/domain/leasing/timeline';
import { cents, formatMoney } from '../../../contract/domain/money';

type Kept =
  | 'repayMethod'
  | 'frequency'
  | 'timing'
  | 'dueDay'
  | 'rounding'
  | 'gracePeriods'
  | 'graceKind'
  | 'residualRate'
  | 'yearRate';

/** The terms behind a plan, as the contract states them. Amounts are decimal strings in yuan. */
export interface Repayment extends Pick<FullTerms, Kept> {
  dayCount: DayCount;
  /** Periods of the term, those of a grace included. */
  termPeriods: number;
  instalment: string | null;
  totalRent: string;
  capitalised: string;
  residual: string;
  fee: string;
  deposit: string;
  purchasePrice: string;
}

/** Undefined for rent by the month or at maturity without any charge, which the older wording states. */
export function repaymentOf(draft: PlanTerms, plan: Plan): Repayment | undefined {
  if (plainTerms(draft, plan) && plan.rows.every(({ kind }) => rowKindBy(kind).due === 'period')) return undefined;
  const { dayCount, instalment, totalRent, capitalised, residual, fee, deposit, purchasePrice, rounding } = plan;
  const terms = completed(draft);
  const { repayMethod, frequency, timing, dueDay, gracePeriods, graceKind, residualRate, yearRate } = terms;
  return {
    ...{ repayMethod, frequency, timing, dueDay, rounding, gracePeriods, graceKind, residualRate, yearRate },
    ...{ dayCount, instalment, totalRent, capitalised, residual, fee, deposit, purchasePrice },
    termPeriods: periodCount(terms),
  };
}

const every: Record<Frequency, string> = { 1: '每周', 2: '每月', 3: '每季度', 4: '每半年' };
const units: Record<Frequency, string> = { 1: '周', 2: '个月', 3: '个月', 4: '个月' };
const sizes: Record<Frequency, number> = { 1: 1, 2: 1, 3: 3, 4: 6 };
const roundedTo: Record<Rounding, string> = { 1: '分', 2: '元', 3: '十元' };

function isZero(amount: string): boolean {
  return cents(amount) === 0n;
}
function yuanOf(amount: string): string {
  return `¥${formatMoney(amount)}`;
}

/** How days become interest. */
export function counting({ dayCount, frequency, repayMethod }: Repayment): string {
  if (hasRentTable(repayMethod)) return '按租金表约定';
  if (dayCount === dayCounts.auto) return `各期等长，每期利率为年化利率的${periodsAYear[frequency]}分之一`;
  if (dayCount === dayCounts.thirty360) return '每月按30天、每年按360天计算';
  if (dayCount === dayCounts.actAct) return '按实际天数计算，闰年以366天、平年以365天为一年';
  return `按实际天数计算，以${dayCount}天为一年`;
}

/** The same in a few characters. */
export function shortCounting({ dayCount, repayMethod }: Repayment): string {
  if (hasRentTable(repayMethod)) return '按租金表';
  if (dayCount === dayCounts.auto) return '各期等长';
  if (dayCount === dayCounts.thirty360) return '30/360';
  return dayCount === dayCounts.actAct ? '实际/实际' : `实际/${dayCount}`;
}

/** The method with its frequency: 等额本息，每月支付. */
export function methodWords({ repayMethod, frequency, timing }: Repayment): string {
  const { title, uses } = methodBy(repayMethod);
  if (!uses.includes('frequency')) return title[0];
  return `${title[0]}，${every[frequency]}${timing === timings.advance ? '期初' : '期末'}支付`;
}

/** Whether the term ends with its last whole period rather than after so many days. */
export function isInPeriods({ repayMethod, dueDay }: Repayment): boolean {
  return !methodBy(repayMethod).isBullet || dueDay !== null;
}

/** The sentence about the term, or null where it is a number of days. `dated`: start and end, once they are fixed. */
export function termSentence(of: Repayment, dated: string | null): string | null {
  if (!isInPeriods(of)) return null;
  if (hasRentTable(of.repayMethod))
    return dated ? `租赁期限自起租日起至租金表末期付款日止，${dated}。` : '租赁期限自起租日起至租金表末期付款日止。';
  const length = `租赁期限共${of.termPeriods}期，每期${every[of.frequency].slice(1)}`;
  return dated
    ? `${length}，${dated}。`
    : `${length}。起租日在应签文件全部签署完成后由双方确定，以甲方系统记载并通知乙方的日期为准；到期日为末期届满之日。`;
}

/** The clause about rent. */
export function rentItems(of: Repayment, percent: string, inFull: (amount: string) => string): string[] {
  const total = `租金合计${inFull(of.totalRent)}。`;
  const { rentOn } = methodBy(of.repayMethod);
  if (rentOn === 'table')
    return [`各期租金由双方约定，列于附件一。租金折算年化利率${percent}供参考，不作为计算依据。${total}`];
  const base =
    rentOn === 'balance'
      ? '当期租金＝期初剩余本金×年化利率×当期占一年的比例'
      : '租金总额＝租赁本金×年化利率×租赁期限占一年的比例';
  return [
    `租金折算年化利率为${percent}，租赁期限内不作调整。`,
    `${base}，四舍五入至分。计息方式：${counting(of)}。${total}`,
  ];
}

function graceSentence({ gracePeriods, graceKind, repayMethod, capitalised }: Repayment): string {
  if (graceKind === graceKinds.interestOnly) return `前${gracePeriods}期只付租金，不归还本金。`;
  return methodBy(repayMethod).rentOn === 'amount'
    ? `前${gracePeriods}期不付款，全部租金分摊到其余各期。`
    : `前${gracePeriods}期不付款，其间租金${yuanOf(capitalised)}计入本金，按此后各期支付。`;
}

/** The clause about paying: method, timing, grace, residual value, rounding, charges. `count` instalments, paid by `who`. */
export function paymentItems(of: Repayment, who: string, count: number): string[] {
  const { repayMethod, timing, dueDay, frequency } = of;
  const last = isZero(of.residual) ? '' : `尾款${yuanOf(of.residual)}不分摊，随末期一并支付。`;
  const parts = [
    methodBy(repayMethod).clause({ who, every: every[frequency], count, instalment: yuanOf(of.instalment ?? '0') }),
    timing === timings.advance ? '各期于期初支付，首期于起租日支付。' : '',
    dueDay !== null && frequency !== frequencies.weekly
      ? `付款日为每月${dueDay}日（当月无该日的为该月最后一日），起租日至首个付款日按天计算租金。`
      : '',
    of.gracePeriods > 0 ? graceSentence(of) : '',
    last,
    hasRentTable(repayMethod)
      ? ''
      : `每期金额取整到${roundedTo[of.rounding ?? roundings.cent]}，因取整产生的尾差计入末期。`,
  ];
  const charges = [
    isZero(of.fee) ? '' : `${who}于起租日另付手续费${yuanOf(of.fee)}。`,
    isZero(of.deposit) ? '' : `${who}于起租日另付保证金${yuanOf(of.deposit)}，租赁期限届满且款项结清后无息退还。`,
    isZero(of.purchasePrice) ? '' : `租赁期限届满时${who}另付留购价款${yuanOf(of.purchasePrice)}。`,
  ].join('');
  return [parts.join(''), ...(charges ? [charges] : [])];
}

/** One row of the annex, as far as its name and its date follow from the terms. */
interface Line {
  kind?: number;
  currentPeriods: number;
  totalPeriods?: number;
  paymentDate: string;
}

export function isCharge({ kind }: Pick<Line, 'kind'>): boolean {
  return rowKindBy(kind).due !== 'period';
}

/** `3/12`, or the name of a charge. `count`: how many instalments there are where the line does not say. */
export function lineName(line: Pick<Line, 'kind' | 'currentPeriods' | 'totalPeriods'>, count: number): string {
  return isCharge(line) ? rowKindBy(line.kind).title[0] : `${line.currentPeriods}/${line.totalPeriods || count}`;
}

/** The rule for the date of a row while the start is not fixed. */
export function dueRule(of: Repayment, line: Line, count: number, deadline: number): string {
  if (isCharge(line)) return rowKindBy(line.kind).due === 'start' ? '起租日' : '到期日';
  const { isBullet, periods } = methodBy(of.repayMethod);
  if (periods === 'table') return line.paymentDate;
  const isAdvance = of.timing === timings.advance;
  const isLast = line.currentPeriods === count;
  if (isBullet && isLast) return isInPeriods(of) ? '到期日' : `起租满${deadline}日`;
  const silent = of.termPeriods - count + (isBullet && isAdvance ? 1 : 0);
  const ended = line.currentPeriods + silent - (isAdvance ? 1 : 0);
  if (ended === 0) return '起租日';
  return of.dueDay === null ? `起租满${ended * sizes[of.frequency]}${units[of.frequency]}` : `第${ended}个付款日`;
}

/** The note below the annex. */
export function noteWords(of: Repayment): string {
  return hasRentTable(of.repayMethod)
    ? '各期金额由双方约定。'
    : `计息方式：${counting(of)}；四舍五入至分，尾差计入末期。`;
}
