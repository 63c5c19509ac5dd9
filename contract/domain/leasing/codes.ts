/** The terms of a plan: their codes and names, and their usual values. */

/** Thirty years. Periods are counted in 365-day years while due dates follow the calendar, so each leap day brings the
 *  last two due dates a day closer together; after some fifty years they would cross. */
export const DEADLINE_MAX_DAYS = 10_950;

/** A trillion yuan: with thirty years of rent at the highest rate on top, every figure is still a valid amount. */
export const AMOUNT_MAX = '1000000000000.00';

/** Rows of a rent table: fifty years of months. */
export const RENT_ROWS_MAX = 600;

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

/** Terms that an order need not have: without them the usual values hold. */
export const usual = {
  frequency: frequencies.monthly,
  timing: timings.arrears,
  dueDay: null,
  dayCount: dayCounts.auto,
  rounding: roundings.cent,
  gracePeriods: 0,
  graceKind: graceKinds.interestOnly,
  residualRate: '0',
  purchasePrice: '0',
  depositRate: '0',
  feeRate: '0',
  rentTable: null,
} as const;
export type OptionalTerm = keyof typeof usual;
