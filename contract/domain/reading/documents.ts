import { plainCharacters } from './characters';

/** The number of an identity card, a passport or a company as it is stored and compared: capitals and digits alone. */
export function documentNumberIn(text: string): string {
  return plainCharacters(text)
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase();
}
