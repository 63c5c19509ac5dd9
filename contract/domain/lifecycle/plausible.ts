/** Numbers that people type: whether they can be what they are said to be. */
import { accountNumberIn } from '../reading/accounts';

/** The number of a card, a passbook or a company's account, also in groups. */
export function isAccountNumber(text: string): boolean {
  return /^\d{8,30}$/.test(accountNumberIn(text));
}
