/** The texts under which a value is found: what a person types is the beginning of one of them. */
import { initialsOf } from './pinyin';

/** Longest text of a term; longer values are found by their first characters. */
export const longestTerm = 40;
/** Fewest characters of a search: one Chinese character, or two others. */
export const shortestSearch = 2;
/** The shortest end or part of a number that is a term of its own. */
const shortestPart = 4;
/** Most characters of a name that begin a term, and most spellings of its initials. */
const mostParts = 30;
const mostSpellings = 8;

/** Full-width letters as others, without spaces and hyphens, in lower case. */
export function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]+/gu, '')
    .toLowerCase();
}

/** Whether a text is long enough to be searched for. */
export function isSearchable(text: string): boolean {
  const typed = plainText(text);
  return typed.length >= shortestSearch || /\p{Script=Han}/u.test(typed);
}

/** First letters of a Chinese name, in every spelling that its characters allow. */
function spellings(name: string): string[] {
  return initialsOf(name).reduce<string[]>(
    (begun, letters) => begun.flatMap((text) => [...letters].map((letter) => text + letter)).slice(0, mostSpellings),
    [''],
  );
}

function endsFrom(text: string, from: number): string[] {
  return Array.from({ length: Math.max(0, text.length - from - shortestPart + 1) }, (_, at) => text.slice(from + at));
}

/**
 * Terms of a value. A phone is found by any four digits in a row; another number by its beginning, by that of a run of
 * digits in it, or by its last four to eight characters; a name from any of its characters on, or by its initials.
 */
export function termsOf(value: string): string[] {
  const text = plainText(value).slice(0, longestTerm);
  if (text === '') return [];
  const terms = new Set([text]);
  if (/\p{Script=Han}/u.test(text)) {
    const characters = [...text].slice(0, mostParts);
    for (const at of characters.keys()) terms.add(characters.slice(at).join(''));
    for (const initials of spellings(text)) if (initials.length >= shortestSearch) terms.add(initials);
  } else if (/^\+?\d{7,15}$/.test(text)) for (const part of endsFrom(text, 0)) terms.add(part);
  else {
    for (const { index } of text.matchAll(/\d+|[^\d]+/g)) terms.add(text.slice(index));
    for (const part of endsFrom(text, Math.max(0, text.length - 8))) terms.add(part);
    // The words of a name in letters.
    for (const word of value.normalize('NFKC').toLowerCase().split(/\s+/)) if (word !== '') terms.add(plainText(word));
  }
  return [...terms].filter((term) => term.length >= shortestSearch || /\p{Script=Han}/u.test(term));
}
