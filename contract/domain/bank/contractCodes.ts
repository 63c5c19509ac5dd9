/** Numbers of contracts in what banks and customers write. */

import { plainCharacters } from '../reading/characters';

/** What may be the number of a contract in a text. */
export function codesIn(text: string): string[] {
  const words = plainCode(text).match(/[A-Z0-9][A-Z0-9-]{5,}/g) ?? [];
  return [...new Set(words.flatMap((word) => [word, withoutPeriod(word)]))];
}
export function plainCode(text: string): string {
  return plainCharacters(text)
    .replace(/\p{Pd}/gu, '-')
    .toUpperCase();
}
/** Payment files of this system name an instalment behind the contract: `HT20261101000001-3`. */
export function withoutPeriod(word: string): string {
  return word.replace(/-\d{1,3}$/, '');
}

/** The letters that a number begins with. */
function lettersOf(code: string): string {
  return /^[A-Z]*/.exec(code)![0];
}
/** Whether a word is written as this number is: what is nearly the number of a contract means a contract, too. */
export function isLike(word: string, code: string): boolean {
  const letters = lettersOf(code);
  if (letters === '') return /^[\d-]+$/.test(word) && Math.abs(word.length - code.length) <= 1;
  return word.includes(code) || (lettersOf(word) === letters && /\d/.test(word));
}
