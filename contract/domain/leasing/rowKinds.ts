/** What a row of a plan is for: each kind says when it falls due, and what late payment and an early exit make of it. */
import type { Text } from '../text';

export const rowKinds = { instalment: 1, fee: 2, deposit: 3, purchasePrice: 4, settlement: 5 } as const;
export type RowKind = (typeof rowKinds)[keyof typeof rowKinds];

interface RowKindRules {
  title: Text;
  /** `exit`: on the day of the early exit that wrote it; never made by `planOf`. */
  due: 'period' | 'start' | 'maturity' | 'exit';
  bearsLateCharge: boolean;
  /** `earned`: up to its day; `whole`: what is open, due or not; `apart`: not by the quote. */
  askedAtExit: 'earned' | 'whole' | 'apart';
}

const rules = {
  [rowKinds.instalment]: {
    ...{ title: ['租金', 'Instalment'], due: 'period' },
    ...{ bearsLateCharge: true, askedAtExit: 'earned' },
  },
  [rowKinds.fee]: {
    ...{ title: ['手续费', 'Fee'], due: 'start' },
    ...{ bearsLateCharge: true, askedAtExit: 'whole' },
  },
  // The customer's own money: its delay costs nothing, and it is returned or set off, not asked for.
  [rowKinds.deposit]: {
    ...{ title: ['保证金', 'Deposit'], due: 'start' },
    ...{ bearsLateCharge: false, askedAtExit: 'apart' },
  },
  [rowKinds.purchasePrice]: {
    ...{ title: ['留购价款', 'Purchase price'], due: 'maturity' },
    ...{ bearsLateCharge: true, askedAtExit: 'whole' },
  },
  // The quote itself, which holds until its last day.
  [rowKinds.settlement]: {
    ...{ title: ['提前结清', 'Settlement'], due: 'exit' },
    ...{ bearsLateCharge: false, askedAtExit: 'apart' },
  },
} as const satisfies Record<RowKind, RowKindRules>;

/** The rules of a row's kind; rows without one, of older plans, are instalments. */
export function rowKindBy(kind: number | null | undefined): RowKindRules {
  return rules[(kind ?? rowKinds.instalment) as RowKind];
}

export const rowKindTexts = {
  1: rules[1].title,
  2: rules[2].title,
  3: rules[3].title,
  4: rules[4].title,
  5: rules[5].title,
} as const;
