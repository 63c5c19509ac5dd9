/** The account of the company that a statement is of. A file that names another is not a paper of the company's bank. */

import type { ReadStatement } from '../../../contract/domain/bank/statement';
import { accountNumberIn } from '../../../contract/domain/reading/accounts';
import { accountStates, type CompanyAccount, companyAccount } from '../../../contract/modules/lease/companyAccount';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';

/** Whether a number as a bank writes it, masked in places, is that of an account. */
export function isNumberOf(written: string, account: string): boolean {
  const plain = accountNumberIn(written);
  if (!plain.includes('*')) return plain === accountNumberIn(account);
  // Stars stand for digits, but not always for as many.
  const parts = plain.split(/\*+/).map((part) => part.replace(/[^0-9A-Z]/gi, ''));
  return new RegExp(`^${parts.join('\\d+')}$`).test(accountNumberIn(account));
}

/** The registered account of a statement, which it may be of. */
export async function ownAccountOf(cx: Context, { account: written, lines }: ReadStatement): Promise<CompanyAccount> {
  const registered = (await cx.rows(companyAccount).find({})) as CompanyAccount[];
  const fitting = registered.filter(({ account }) => isNumberOf(written, account!));
  if (fitting.length > 1) refuse('bank.accountUnclear', { account: written });
  const [own] = fitting;
  if (!own) return refuse('bank.accountUnknown', { account: written });
  if (own.state === accountStates.closed) refuse('bank.accountClosed', { account: written });
  for (const { valueDate, number } of lines) {
    if (valueDate < own.openedFrom!) refuse('bank.beforeOpened', { row: number, day: own.openedFrom! });
    if (valueDate > cx.today) refuse('bank.inFuture', { row: number, day: valueDate });
  }
  return own;
}
