import { createHash } from 'node:crypto';
import {
  commonPasswords,
  judgeNewPassword,
  leastPasswordLength,
  passwordsOfAccount,
} from '../../../contract/domain/passwords';
import { refuse } from '../../kernel/errors';
import type { SentPassword } from '../cipher';

function digestOf(text: string) {
  return createHash('md5').update(text).digest('hex');
}
let common: ReadonlySet<string> | undefined;

/**
 * Refuse a new password that is easily guessed. A plain one is checked as in the console; of a digest that a client of
 * the family sent only the list of common passwords can be checked.
 */
export function refuseWeak({ digest, plain }: SentPassword, account: string): void {
  common ??= new Set(commonPasswords().map(digestOf));
  const isCommon = common.has(digest) || passwordsOfAccount(account).some((guess) => digestOf(guess) === digest);
  const fault = plain === undefined ? (isCommon ? 'password.common' : undefined) : judgeNewPassword(plain, account);
  if (fault) refuse(fault, { least: leastPasswordLength });
}
