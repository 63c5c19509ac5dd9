/** What a payment plan follows from: the terms, their codes and their names, and which terms contradict each other. */
import { daysBetween, isDate } from '../calendar';
import { cents, isMoney, isRate, rate } from '../money';

/** Terms that no plan can be made of. `fields` names the inputs at fault. */
export class NotTerms extends RangeError {
  override name = 'NotTerms';
  constructor(readonly fields: readonly string[]) {
    super(`no payment plan can be made: ${fields.join(', ')}`);
  }
}

/** Thirty years. Periods are counted in 365-day years while due dates follow the calendar, so each leap day brings the
 *  last two due dates a day closer together; after some fifty years they would cross. */
export const DEADLINE_MAX_DAYS = 10_950;

/** A trillion yuan: with thirty years of rent at the highest rate on top, every figure is still a valid amount. */
export const AMOUNT_MAX = '1000000000000.00';

/** Rows of a rent table: fifty years of months. */
export const RENT_ROWS_MAX = 600;

export const LAST_DATE = '9999-12-31';

export const repayMethods = {
  interestFirst: 1,
  atMaturity: 2,
  annuity: 3,
  equalPrincipal: 4,
  flat: 5,
  table: 6,
} as const;
export type RepayMethod = (typeof repayMethods)[keyof typeof repayMethods];
export const repayMethodTexts = {
  1: ['先息后本', 'Interest first'],
  2: ['到期还本付息', 'All at maturity'],
  3: ['等额本息', 'Annuity'],
  4: ['等额本金', 'Equal principal'],
  5: ['等额租金（平息）', 'Flat rate'],
  6: ['租金表', 'Rent table'],
} as const satisfies Record<RepayMethod, readonly [zh: string, en: string]>;

export const frequencies = { weekly: 1, monthly: 2, quarterly: 3, halfYearly: 4 } as const;
export type Frequency = (typeof frequencies)[keyof typeof frequencies];
export const frequencyTexts = {
  2: ['每月', 'Monthly'],
  1: ['每周', 'Weekly'],
  3: ['每季', 'Quarterly'],
  4: ['每半年', 'Half-yearly'],
} as const satisfies Record<Frequency, readonly [zh: string, en: string]>;
/** Periods in a year. */
export const periodsAYear: Record<Frequency, number> = { 1: 52, 2: 12, 3: 4, 4: 2 };

export const timings = { arrears: 1, advance: 2 } as const;
export type Timing = (typeof timings)[keyof typeof timings];
export const timingTexts = {
  1: ['期末付', 'In arrears'],
  2: ['期初付', 'In advance'],
} as const satisfies Record<Timing, readonly [zh: string, en: string]>;

export const dayCounts = { auto: 0, act365: 365, act360: 360, thirty360: 30, actAct: 1 } as const;
export type DayCount = (typeof dayCounts)[keyof typeof dayCounts];
export const dayCountTexts = {
  0: ['自动', 'Automatic'],
  365: ['实际/365', 'Actual/365'],
  360: ['实际/360', 'Actual/360'],
  30: ['30/360', '30/360'],
  1: ['实际/实际', 'Actual/actual'],
} as const satisfies Record<DayCount, readonly [zh: string, en: string]>;

export const roundings = { cent: 1, yuan: 2, tenYuan: 3 } as const;
export type Rounding = (typeof roundings)[keyof typeof roundings];
export const roundingTexts = {
  1: ['分', 'Cent'],
  2: ['元', 'Yuan'],
  3: ['十元', 'Ten yuan'],
} as const satisfies Record<Rounding, readonly [zh: string, en: string]>;
/** The smallest step of an instalment, in cents. */
export const unitOf: Record<Rounding, bigint> = { 1: 1n, 2: 100n, 3: 1000n };

export const graceKinds = { interestOnly: 1, nothingDue: 2 } as const;
export type GraceKind = (typeof graceKinds)[keyof typeof graceKinds];
export const graceKindTexts = {
  1: ['只付息', 'Interest only'],
  2: ['不付款，利息计入本金', 'Nothing due, interest is added to the principal'],
} as const satisfies Record<GraceKind, readonly [zh: string, en: string]>;

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
  /** 0 decides by the term for methods 1 and 2 (see `basisOf`) and counts equal periods for methods 3 to 5. */
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
  /** The instalments of method 6, which no other method has. */
  rentTable?: readonly RentRow[] | null;
}

type Optional = {
  [K in keyof PlanTerms as undefined extends PlanTerms[K] ? K : never]-?: Exclude<PlanTerms[K], undefined>;
};
export type OptionalTerm = keyof Optional;

/** Values of terms that are not given. */
export const usual: Readonly<Optional> = {
  frequency: frequencies.monthly,
  timing: timings.arrears,
  dueDay: null,
  dayCount: dayCounts.auto,
  rounding: roundings.cent,
  gracePeriods: 0,
  graceKind: graceKinds.interestOnly,
  residualRate: '0',
  purchasePrice: null,
  depositRate: '0',
  feeRate: '0',
  rentTable: null,
};

/** Terms with the usual values for those that are absent. */
export type FullTerms = Omit<PlanTerms, OptionalTerm> & {
  [K in OptionalTerm]: K extends 'dueDay' | 'purchasePrice' | 'rentTable'
    ? PlanTerms[K] | null
    : NonNullable<PlanTerms[K]>;
};
export function completed(terms: PlanTerms): FullTerms {
  const given = Object.entries(terms).filter(([, value]) => value !== undefined && value !== null);
  return { ...usual, ...Object.fromEntries(given) } as unknown as FullTerms;
}

const amortising: readonly OptionalTerm[] = [
  ...(['frequency', 'timing', 'dueDay', 'dayCount', 'rounding'] as const),
  ...(['gracePeriods', 'graceKind', 'residualRate'] as const),
];
const charging = ['purchasePrice', 'depositRate', 'feeRate'] as const;
/** The terms that each method reads. Any other must be absent, or have its usual value. */
export const usedBy: Record<RepayMethod, readonly OptionalTerm[]> = {
  1: ['frequency', 'timing', 'dueDay', 'dayCount', 'rounding', ...charging],
  2: ['dayCount', ...charging],
  3: [...amortising, ...charging],
  4: [...amortising, ...charging],
  5: [...amortising, ...charging],
  6: ['rentTable', ...charging],
};

export function isRepayMethod(value: unknown): value is RepayMethod {
  return Object.hasOwn(repayMethodTexts, String(value)) && typeof value === 'number';
}

/** Whether all is paid with one row: the wire's older name of the way of paying, 1 at maturity, 0 in any other way. */
export function getTypeOf(method: RepayMethod): 0 | 1 {
  return method === repayMethods.atMaturity ? 1 : 0;
}

/** Whether the plan consists of whole periods, so that it ends with the last of them rather than after so many days. */
export function isOfWholePeriods({ repayMethod, dueDay }: Pick<PlanTerms, 'repayMethod' | 'dueDay'>): boolean {
  return [3, 4, 5].includes(repayMethod) || (dueDay ?? null) !== null;
}

export function isDeadline(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= DEADLINE_MAX_DAYS;
}

type Draft = { readonly [name in keyof PlanTerms]?: unknown };

function isUsual(name: OptionalTerm, value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (name === 'residualRate') return isRate(value) && rate(value) === 0n;
  return value === usual[name];
}

/** Terms that do not go together, by the name of the one that is at fault. */
export function contradictions(draft: Draft): OptionalTerm[] {
  const { repayMethod, frequency, dueDay } = draft;
  if (!isRepayMethod(repayMethod)) return [];
  const used = usedBy[repayMethod];
  const unused = (Object.keys(usual) as OptionalTerm[]).filter(
    (name) => !used.includes(name) && !isUsual(name, draft[name]),
  );
  const isWeekday = frequency === frequencies.weekly && used.includes('dueDay') && !isUsual('dueDay', dueDay);
  return isWeekday ? [...unused, 'dueDay'] : unused;
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
  const terms = completed(draft as PlanTerms);
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
      terms.purchasePrice === null ||
      (isMoney(terms.purchasePrice) &&
        cents(terms.purchasePrice!) >= 0n &&
        cents(terms.purchasePrice!) <= cents(AMOUNT_MAX)),
    depositRate: isShare(terms.depositRate),
    feeRate: isShare(terms.feeRate),
    rentTable: draft.repayMethod !== repayMethods.table || faultOfTable(terms.rentTable, terms) === null,
  };
  for (const name of contradictions(draft)) isGood[name] = false;
  // A grace that leaves no period to repay the principal in.
  if (isGood.gracePeriods && isGood.frequency && hasDeadline && Number(terms.gracePeriods) > 0)
    isGood.gracePeriods = Number(terms.gracePeriods) < periods(terms);
  return (Object.keys(isGood) as (keyof PlanTerms)[]).filter((name) => !isGood[name]);
}
