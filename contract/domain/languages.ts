/** The languages of the product: what `texts/<code>/language.json` says of each, put in by the build; see scripts/languages.cjs. */

/** The code of a language: the name of its folder of texts. */
export type Language = string;

export interface LanguageFacts {
  code: Language;
  /** What it calls itself. */
  name: string;
  /** BCP 47: language of the document, and what the server is asked for. */
  tag: string;
  /** Languages whose texts replace those that this one lacks, in order. */
  fallback: readonly Language[];
  /** BCP 47: how it groups the digits of a number, which are Latin ones. */
  numbers: string;
  /** Between the items of a list. */
  listSeparator: string;
  /** Whether its folder translates what the contract says in Chinese and English. */
  hasCatalogue: boolean;
  /** Separator between words that are put together: empty in a language without spaces. */
  wordGap: string;
}

declare const __languages__: readonly LanguageFacts[];

/** The first is the source language of all texts, and the default for a person whose language is unknown. */
export const languages: readonly LanguageFacts[] = __languages__;
export const sourceLanguage: Language = languages[0]!.code;

export function isLanguage(code: unknown): code is Language {
  return languages.some((one) => one.code === code);
}

export function factsOf(code: Language): LanguageFacts {
  return languages.find((one) => one.code === code) ?? languages[0]!;
}

/** A language, then its fallbacks, each once. */
export function chainOf(code: Language): readonly Language[] {
  const own = factsOf(code);
  return [...new Set([own.code, ...own.fallback, ...languages.map((one) => one.code)])];
}

function isOf(tag: string, { code, tag: own }: LanguageFacts): boolean {
  const [range, name] = [tag.toLowerCase(), own.toLowerCase()];
  return [range, range.split('-')[0]].some((one) => one === name || one === code || one === name.split('-')[0]);
}

/** The first supported language of an `Accept-Language` header. */
export function languageAccepted(header: string): Language {
  for (const range of header.split(',')) {
    const tag = range.split(';')[0]!.trim();
    const found = tag && languages.find((one) => isOf(tag, one));
    if (found) return found.code;
  }
  return sourceLanguage;
}
