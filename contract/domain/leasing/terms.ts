/** What a payment plan follows from, and which terms no plan can be made of. */
import { daysBetween, isDate } from '../calendar';
import { cents, isMoney, isRate, rate } from '../money';
import {
  AMOUNT_MAX,
  type DayCount,
  DEADLINE_MAX_DAYS,
  dayCountTexts,
  type Frequency,
  frequencyTexts,
  type GraceKind,
  graceKindTexts,
  type OptionalTerm,
  RENT_ROWS_MAX,
  type Rounding,
  roundingTexts,
  type Timing,
  timings,
  timingTexts,
  usual,
} from './codes';
import { contradictions } from './contradictions';
import { hasRentTable, isRepayMethod, methodBy, methodOfType, type RepayMethod } from './methods/methods';

/** Terms that no plan can be made of. `fields` names the inputs at fault. */
export class NotTerms extends RangeError {
  override name = 'NotTerms';
  constructor(readonly fields: readonly string[]) {
    super(`no payment plan can be made: ${fields.join(', ')}`);
  }
}

export const LAST_DATE = '9999-12-31';

/** A row of a rent table. Amounts are yuan, at least one of them more than 0. */
export interface RentRow {
  paymentDate: string;
  principal: string;
  rent: string;
}

/** What an order agrees on. Absent and null terms have the values of `usual`. Amounts are yuan, rates percent. */
export interface PlanTerms {
  /** More than 0 and at most AMOUNT_MAX. */
  totalAmount: string;
  yearRate: string | number;
  /** Term in days, from 1 to DEADLINE_MAX_DAYS. */
  deadline: number;
  /** The first day that earns interest. */
  interestDate: string;
  repayMethod: RepayMethod;
  frequency?: Frequency | null;
  timing?: Timing | null;
  /** Day of the month on which instalments fall due, from 1 to 31: the month's last day where it is shorter. */
  dueDay?: number | null;
  /** 0 decides by the term where the principal stays whole (see `basisOf`), and counts equal periods elsewhere. */
  dayCount?: DayCount | null;
  rounding?: Rounding | null;
  /** How many of the first periods repay no principal. */
  gracePeriods?: number | null;
  graceKind?: GraceKind | null;
  /** Percent of the principal that stays until the last instalment. */
  residualRate?: string | number | null;
  /** Paid at the end of the lease. */
  purchasePrice?: string | null;
  /** Percent of the principal, paid at the start and given back at the end. */
  depositRate?: string | number | null;
  /** Percent of the principal, paid at the start. */
  feeRate?: string | number | null;
  /** The instalments of a method whose rows are typed. */
  rentTable?: readonly RentRow[] | null;
}

/** Terms with the usual values for those that are absent. */
export type FullTerms = Omit<PlanTerms, OptionalTerm> & {
  [K in OptionalTerm]: K extends 'dueDay' | 'rentTable' ? Exclude<PlanTerms[K], undefined> : NonNullable<PlanTerms[K]>;
};
export function completed(terms: PlanTerms): FullTerms {
  const given = Object.entries(terms).filter(([, value]) => value !== undefined && value !== null);
  return { ...usual, ...Object.fromEntries(given) } as unknown as FullTerms;
}

type Draft = { readonly [name in keyof PlanTerms]?: unknown };

/** Whether the plan consists of whole periods, so that it ends with the last of them rather than after so many days. */
export function isOfWholePeriods({ repayMethod, dueDay }: Pick<PlanTerms, 'repayMethod' | 'dueDay'>): boolean {
  return methodBy(repayMethod).periods === 'whole' || (dueDay ?? null) !== null;
}

/** Whether a row's rent is for the days after its date: some methods pay in advance that way. */
export function isAhead({ repayMethod, timing }: Pick<PlanTerms, 'repayMethod' | 'timing'>): boolean {
  return timing === timings.advance && methodBy(repayMethod).isAhead;
}

export function isDeadline(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= DEADLINE_MAX_DAYS;
}

/** Why a rent table cannot be used. `sum`: its principal differs from the amount; `early`: it begins before the start. */
export type TableFault = 'empty' | 'tooLong' | 'row' | 'order' | 'early' | 'sum';

/** What is wrong with a rent table, and with which row (from 0) where it is about one; null when it can be used. */
export function faultOfTable(
  table: unknown,
  { totalAmount, interestDate }: { totalAmount: unknown; interestDate?: unknown },
): { fault: TableFault; row?: number } | null {
  if (!Array.isArray(table) || table.length === 0) return { fault: 'empty' };
  if (table.length > RENT_ROWS_MAX) return { fault: 'tooLong' };
  const isAmount = (value: unknown) => isMoney(value) && cents(value) >= 0n && cents(value) <= cents(AMOUNT_MAX);
  const unusable = table.findIndex(
    (row: Partial<RentRow> | null) =>
      !(isDate(row?.paymentDate) && isAmount(row.principal) && isAmount(row.rent)) ||
      cents(row.principal!) + cents(row.rent!) === 0n,
  );
  if (unusable >= 0) return { fault: 'row', row: unusable };
  const rows = table as RentRow[];
  const late = rows.findIndex((row, i) => i > 0 && daysBetween(rows[i - 1]!.paymentDate, row.paymentDate) <= 0);
  if (late >= 0) return { fault: 'order', row: late };
  if (isDate(interestDate) && daysBetween(interestDate, rows[0]!.paymentDate) < 0) return { fault: 'early', row: 0 };
  const sum = rows.reduce((all, row) => all + cents(row.principal), 0n);
  return isMoney(totalAmount) && cents(totalAmount) !== sum ? { fault: 'sum' } : null;
}

function isOneOf(texts: object, value: unknown): boolean {
  return typeof value === 'number' && Object.hasOwn(texts, String(value));
}
function isShare(value: unknown): boolean {
  return isRate(value) && rate(value) <= rate(100);
}
/** A plan of whole periods may end this many days after the term in days: leap days and months of thirty days. */
const END_MARGIN_DAYS = 400;

/** Names of the terms that are missing or unusable; `planOf` accepts exactly the drafts for which this is empty. */
export function wrongPlanTerms(draft: Draft, periods: (draft: FullTerms) => number): (keyof PlanTerms)[] {
  const { totalAmount, interestDate, deadline } = draft;
  // Where the method is at fault, the other terms are judged by the usual one.
  const repayMethod = isRepayMethod(draft.repayMethod) ? draft.repayMethod : methodOfType(0);
  const terms = completed({ ...(draft as PlanTerms), repayMethod });
  const hasDeadline = isDeadline(deadline);
  const isWholeNumber = (value: unknown, least: number, most: number) =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
  const isGood: Record<keyof PlanTerms, boolean> = {
    totalAmount: isMoney(totalAmount) && cents(totalAmount) > 0n && cents(totalAmount) <= cents(AMOUNT_MAX),
    yearRate: isRate(draft.yearRate),
    deadline: hasDeadline,
    interestDate:
      isDate(interestDate) &&
      (!hasDeadline ||
        daysBetween(interestDate, LAST_DATE) >= deadline + (isOfWholePeriods(terms) ? END_MARGIN_DAYS : 0)),
    repayMethod: isRepayMethod(draft.repayMethod),
    frequency: isOneOf(frequencyTexts, terms.frequency),
    timing: isOneOf(timingTexts, terms.timing),
    dueDay: terms.dueDay === null || isWholeNumber(terms.dueDay, 1, 31),
    dayCount: isOneOf(dayCountTexts, terms.dayCount),
    rounding: isOneOf(roundingTexts, terms.rounding),
    gracePeriods: isWholeNumber(terms.gracePeriods, 0, DEADLINE_MAX_DAYS),
    graceKind: isOneOf(graceKindTexts, terms.graceKind),
    residualRate: isShare(terms.residualRate),
    purchasePrice:
      isMoney(terms.purchasePrice) &&
      cents(terms.purchasePrice) >= 0n &&
      cents(terms.purchasePrice) <= cents(AMOUNT_MAX),
    depositRate: isShare(terms.depositRate),
    feeRate: isShare(terms.feeRate),
    rentTable: !hasRentTable(draft.repayMethod) || faultOfTable(terms.rentTable, terms) === null,
  };
  for (const name of contradictions(draft)) isGood[name] = false;
  // A grace that leaves no period to repay the principal in.
  if (isGood.gracePeriods && isGood.frequency && hasDeadline && Number(terms.gracePeriods) > 0)
    isGood.gracePeriods = Number(terms.gracePeriods) < periods(terms);
  return (Object.keys(isGood) as (keyof PlanTerms)[]).filter((name) => !isGood[name]);
}
