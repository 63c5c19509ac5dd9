/**
 * The payment plan of an order by any of the methods: what is paid when, to the cent. The console's preview, the
 * server's generation and the contracts all run this code, so a figure a person agreed to is the figure that is stored.
 *
 * Amounts are decimal strings in yuan, rates are percent, dates are 'yyyy-MM-dd'. Every rounding is half up.
 */
import { cents, NotMoney, RATE_WHOLE, rate, roundedDivide, yuan } from '../money';
import { type DayCount, dayCounts, graceKinds, type Rounding, roundings, unitOf } from './codes';
import { hasRentTable, methodBy } from './methods/methods';
import type { Amounts, Parts } from './parts';
import { total } from './rounding';
import { type RowKind, rowKinds } from './rowKinds';
import { completed, type FullTerms, NotTerms, type PlanTerms, wrongPlanTerms as wrongOf } from './terms';
import { periodCount, type Timeline, timelineOf } from './timeline';
import { type Flow, yearlyYield } from './yield';

export interface PlanRow {
  kind: RowKind;
  /** 1 to totalPeriods; 0 for a charge. */
  currentPeriods: number;
  totalPeriods: number;
  paymentDate: string;
  /** Days this instalment's rent is for. */
  days: number;
  rent: string;
  principal: string;
  /** The amount of a charge. */
  other: string;
  /** rent + principal + other. */
  amountPayable: string;
  /** The period's rent before the residue. */
  monthlyRent: string;
  /** Principal still owed after this row. */
  balance: string;
  /** The residual value within the principal of the last instalment. */
  residual: string;
}

export interface Plan {
  /** Days in a year of interest, for a reader; see `dayCount` for how they are counted. */
  basis: 360 | 365;
  /** How interest is counted, resolved; 0 means equal periods. */
  dayCount: DayCount;
  /** Number of instalments. */
  periods: number;
  /** The end of the lease. */
  maturity: string;
  totalRent: string;
  /** Rent of each period where they are alike, of the average period otherwise. */
  monthlyRent: string;
  /** All that is ever paid: rent, principal and charges. */
  totalPayable: string;
  /** What the last instalment differs from its nominal amount by. May be negative. */
  residue: string;
  /** What instalments are rounded to: finer than the terms where they would make the last one much larger. */
  rounding: Rounding;
  /** Nominal amount of each instalment where all are alike; null where they differ. */
  instalment: string | null;
  /** Interest that a grace adds to the principal. */
  capitalised: string;
  residual: string;
  fee: string;
  deposit: string;
  purchasePrice: string;
  /** Percent a year by actual days (XIRR), charges and the deposit's return included; null where there is none. */
  yearlyYield: string | null;
  rows: PlanRow[];
}

/** Whether interest on interest may grow beyond what an amount can be. */
function isGrowing({ gracePeriods, graceKind }: FullTerms): boolean {
  return gracePeriods > 0 && graceKind === graceKinds.nothingDue;
}

/** The plan of terms that were judged, or the name of the one that makes amounts too large to write. */
function triedIn(terms: FullTerms): Plan | 'gracePeriods' {
  try {
    return planIn(terms);
  } catch (error) {
    if (error instanceof NotMoney && isGrowing(terms)) return 'gracePeriods';
    throw error;
  }
}

/** Names of the terms that are missing or unusable; `planOf` accepts exactly the drafts for which this is empty. */
export function wrongPlanTerms(draft: { readonly [name in keyof PlanTerms]?: unknown }): (keyof PlanTerms)[] {
  const wrong = wrongOf(draft, periodCount);
  if (wrong.length > 0) return wrong;
  const terms = completed(draft as PlanTerms);
  return isGrowing(terms) && triedIn(terms) === 'gracePeriods' ? ['gracePeriods'] : [];
}

function roundingOf(unit: bigint): Rounding {
  return Object.values(roundings).find((rounding) => unitOf[rounding] === unit)!;
}

/** A percentage of an amount, in cents. */
export function shareOf(amount: bigint, percent: string | number): bigint {
  return roundedDivide(amount * rate(percent), RATE_WHOLE);
}

/** What the terms charge beside the instalments, in cents. */
export function chargesOf(terms: Pick<FullTerms, 'totalAmount' | 'depositRate' | 'feeRate' | 'purchasePrice'>) {
  const principal = cents(terms.totalAmount);
  return {
    fee: shareOf(principal, terms.feeRate),
    deposit: shareOf(principal, terms.depositRate),
    purchasePrice: cents(terms.purchasePrice),
  };
}

interface Charges {
  fee: bigint;
  deposit: bigint;
  purchasePrice: bigint;
}

/** The instalments with the charges around them: fee and deposit at the start, the purchase price at the end. */
function rowsOf(time: Timeline, { parts, capitalised }: Parts, amounts: Amounts, charges: Charges): PlanRow[] {
  const totalPeriods = parts.length;
  const charge = (kind: RowKind, paymentDate: string, amount: bigint, balance: bigint): PlanRow[] =>
    amount === 0n
      ? []
      : [
          {
            ...{ kind, currentPeriods: 0, totalPeriods, paymentDate, days: 0 },
            ...{ rent: '0.00', principal: '0.00', monthlyRent: '0.00', residual: '0.00' },
            ...{ other: yuan(amount), amountPayable: yuan(amount), balance: yuan(balance) },
          },
        ];
  let balance = amounts.principal + capitalised;
  const instalments = parts.map((part, i): PlanRow => {
    balance -= part.principal;
    return {
      kind: rowKinds.instalment,
      currentPeriods: i + 1,
      totalPeriods,
      paymentDate: part.date,
      days: part.days,
      rent: yuan(part.rent),
      principal: yuan(part.principal),
      other: '0.00',
      amountPayable: yuan(part.rent + part.principal),
      monthlyRent: yuan(part.nominalRent),
      balance: yuan(balance),
      residual: yuan(i === parts.length - 1 ? amounts.residual : 0n),
    };
  });
  return [
    ...charge(rowKinds.fee, time.start, charges.fee, amounts.principal),
    ...charge(rowKinds.deposit, time.start, charges.deposit, amounts.principal),
    ...instalments,
    ...charge(rowKinds.purchasePrice, time.maturity, charges.purchasePrice, 0n),
  ];
}

/** What is paid out and back: the principal at the start against every row, and the deposit back at the end. */
function flowsOf(time: Timeline, principal: bigint, deposit: bigint, rows: readonly PlanRow[]): Flow[] {
  return [
    { date: time.start, amount: -principal },
    ...rows.map((row) => ({ date: row.paymentDate, amount: cents(row.amountPayable) })),
    { date: time.maturity, amount: -deposit },
  ];
}

/** The whole plan. Throws NotTerms for terms that `wrongPlanTerms` names. */
export function planOf(draft: PlanTerms): Plan {
  const wrong = wrongOf(draft, periodCount);
  if (wrong.length > 0) throw new NotTerms(wrong);
  const made = triedIn(completed(draft));
  if (made === 'gracePeriods') throw new NotTerms([made]);
  return made;
}

/** The plan of terms that were judged. Throws NotMoney where interest on interest is more than an amount can be. */
function planIn(terms: FullTerms): Plan {
  const time = timelineOf(terms);
  const principal = cents(terms.totalAmount);
  const amounts: Amounts = {
    principal,
    yearRate: rate(terms.yearRate),
    residual: shareOf(principal, terms.residualRate),
    unit: unitOf[terms.rounding],
  };
  const charges = chargesOf(terms);
  const made = methodBy(terms.repayMethod).parts(time, amounts, terms);
  const rows = rowsOf(time, made, amounts, charges);
  const totalRent = total(made.parts.map(({ rent }) => rent));
  const rented = made.parts.filter(({ days }) => days > 0).length || 1;
  const average = roundedDivide(totalRent, BigInt(rented));
  return {
    basis:
      time.dayCount === dayCounts.thirty360 || time.dayCount === dayCounts.auto
        ? 360
        : time.dayCount === dayCounts.actAct
          ? 365
          : time.dayCount,
    dayCount: time.dayCount,
    periods: made.parts.length,
    maturity: time.maturity,
    totalRent: yuan(totalRent),
    monthlyRent: yuan(made.evenRent ?? average),
    totalPayable: yuan(total(rows.map((row) => cents(row.amountPayable)))),
    residue: yuan(made.residue),
    rounding: roundingOf(made.unit),
    instalment: made.instalment === null ? null : yuan(made.instalment),
    capitalised: yuan(made.capitalised),
    residual: yuan(amounts.residual),
    fee: yuan(charges.fee),
    deposit: yuan(charges.deposit),
    purchasePrice: yuan(charges.purchasePrice),
    yearlyYield: yearlyYield(flowsOf(time, principal, charges.deposit, rows)),
    rows,
  };
}

/** The number of instalments that the terms make, whatever the amount and the day of the start. 0 for a rent table,
 *  whose rows belong to the order. Throws NotTerms as `planOf` does. */
export function instalmentsOf(terms: Omit<PlanTerms, 'totalAmount' | 'interestDate' | 'rentTable'>): number {
  if (hasRentTable(terms.repayMethod)) return 0;
  return planOf({ ...terms, totalAmount: '1000000.00', interestDate: '2025-01-01' }).periods;
}
