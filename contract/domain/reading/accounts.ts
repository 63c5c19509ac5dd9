import { plainCharacters } from './characters';

/** The number of a card or an account as it is stored and compared: without the blanks and hyphens of its groups. */
export function accountNumberIn(text: string): string {
  return plainCharacters(text).replace(/[\s\p{Pd}]/gu, '');
}
