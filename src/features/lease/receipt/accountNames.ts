import { accounts } from '../../../../contract/modules/lease/receipt';

/** Names of accounts by their numbers. */
export const accountNames = Object.fromEntries(
  Object.entries(accounts).map(([name, number]) => [number, name]),
) as Record<number, keyof typeof accounts>;
