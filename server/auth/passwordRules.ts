import { createHash } from 'node:crypto';
import {
  commonPasswords,
  judgeNewPassword,
  leastPasswordLength,
  passwordsOfAccount,
} from '../../contract/domain/passwords';
import { refuse } from '../kernel/errors';
import type { SentPassword } from './cipher';

function digestOf(text: string) {
  return createHash('md5').update(text).digest('hex');
}
let common: ReadonlySet<string> | undefined;

/**
 * Refuse a new password that is easily guessed. Where the word itself is known it is judged as the console judges it; of
 * a digest that a client of the family sent no more can be said than that it is none of the common ones.
 */
export function refuseWeak({ digest, plain }: SentPassword, account: string): void {
  common ??= new Set(commonPasswords().map(digestOf));
  const isCommon = common.has(digest) || passwordsOfAccount(account).some((guess) => digestOf(guess) === digest);
  const fault = plain === undefined ? (isCommon ? 'password.common' : undefined) : judgeNewPassword(plain, account);
  if (fault) refuse(fault, { least: leastPasswordLength });
}
