/** Terms that several methods read. */
import type { OptionalTerm } from '../codes';

export const charging: readonly OptionalTerm[] = ['purchasePrice', 'depositRate', 'feeRate'];
export const amortising: readonly OptionalTerm[] = [
  ...(['frequency', 'timing', 'dueDay', 'dayCount', 'rounding'] as const),
  ...(['gracePeriods', 'graceKind', 'residualRate'] as const),
  ...charging,
];
