/** The terms in a product or an order. */
import { type OptionalTerm, usual } from './codes';
import { isRepayMethod, methodOfType, type RepayMethod } from './methods/methods';
import type { PlanTerms, RentRow } from './terms';

/** The fields of a record that its plan follows from; they have the names of the terms. */
export type TermRecord = { readonly [name in keyof Omit<PlanTerms, 'rentTable'>]?: PlanTerms[name] | null } & {
  getType?: 0 | 1 | null;
  /** As JSON. */
  rentTable?: string | null;
};

/** The rows that a text holds; an empty list where it holds none. */
export function rentRows(text: string | null | undefined): RentRow[] {
  if (!text) return [];
  try {
    const rows: unknown = JSON.parse(text);
    return Array.isArray(rows) ? (rows as RentRow[]) : [];
  } catch {
    return [];
  }
}

/** The method of a record that may only have the older name of the way of paying. */
export function methodOf({ repayMethod, getType }: Pick<TermRecord, 'repayMethod' | 'getType'>): RepayMethod {
  return isRepayMethod(repayMethod) ? repayMethod : methodOfType(getType);
}

/** Terms of a plan, from an order or a product. What it lacks is left to `wrongPlanTerms`. */
export function planTermsOf(record: TermRecord): PlanTerms {
  const names = Object.keys(usual) as OptionalTerm[];
  return {
    ...Object.fromEntries(names.map((name) => [name, record[name] ?? null])),
    totalAmount: record.totalAmount ?? '',
    yearRate: record.yearRate ?? '',
    deadline: record.deadline ?? 0,
    interestDate: record.interestDate ?? '',
    repayMethod: methodOf(record),
    rentTable: record.rentTable ? rentRows(record.rentTable) : null,
  };
}
