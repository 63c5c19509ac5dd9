import { createHash } from 'node:crypto';
import type { IssuedPassword } from '../../../contract/modules/system/user';
import { oneTimePasswordHours } from '../../../contract/modules/system/user';
import type { Context, Deps } from '../../kernel/context';
import type { Person } from '../people';
import { hashPassword } from './password';

/** A password for one sign-in: shown once, stored as its hash, to be changed before anything that needs a permission. */
export interface OneTimePassword {
  word: string;
  hash: string;
}

/** Letters that are not confused with one another, in groups that can be read out. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const letters = 12;

export function newOneTimePassword({ random }: Pick<Deps, 'random'>): string {
  const bytes = random(letters);
  const text = Array.from(bytes.subarray(0, letters), (byte) => alphabet[byte % alphabet.length]).join('');
  return text.match(/.{4}/g)!.join('-');
}

export async function makeFirst(deps: Deps): Promise<OneTimePassword> {
  const word = newOneTimePassword(deps);
  return { word, hash: await hashPassword(md5(word), deps.secrets) };
}

/** Columns of a person whose password is a one-time one. */
export function oneTimePasswordColumns(cx: Context, hash: string) {
  return {
    password_hash: hash,
    must_change_password: 1,
    password_expires_at: new Date(cx.deps.now() + oneTimePasswordHours * 3_600_000),
  };
}

export function oneTimePasswordAnswer(id: string, account: string, { word }: OneTimePassword): IssuedPassword {
  return {
    id,
    account,
    oneTimeWord: word,
  };
}

export function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

/** An unused one-time password expires. */
export function isOneTimePasswordExpired({ must_change_password, password_expires_at }: Person, now: number): boolean {
  return must_change_password === 1 && password_expires_at !== null && password_expires_at.getTime() < now;
}
