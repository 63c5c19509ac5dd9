/** The languages of the product: what `texts/<code>/language.json` says of each, put in by the build; see scripts/languages.cjs. */

/** The code of a language: the name of its folder of texts. */
export type Language = string;

export interface LanguageFacts {
  code: Language;
  /** What it calls itself. */
  name: string;
  /** BCP 47: language of the document, and what the server is asked for. */
  tag: string;
  /** Languages that say what this one has no text for, in their order. */
  fallback: readonly Language[];
  /** BCP 47: how it groups the digits of a number. */
  numbers: string;
  /** Between the items of a list. */
  listSeparator: string;
  /** Whether its folder translates what the contract says in Chinese and English. */
  hasCatalogue: boolean;
  /** Between words that are put together: nothing in a language without spaces. */
  wordGap: string;
}

declare const __languages__: readonly LanguageFacts[];

/** The first is the one that texts are written in, and that is spoken to a person of whom nothing is known. */
export const languages: readonly LanguageFacts[] = __languages__;
export const sourceLanguage: Language = languages[0]!.code;

export function isLanguage(code: unknown): code is Language {
  return languages.some((one) => one.code === code);
}

export function factsOf(code: Language): LanguageFacts {
  return languages.find((one) => one.code === code) ?? languages[0]!;
}

/** A language, then those that fill in for it, each once. */
export function chainOf(code: Language): readonly Language[] {
  const own = factsOf(code);
  return [...new Set([own.code, ...own.fallback, ...languages.map((one) => one.code)])];
}

function isOf(tag: string, { code, tag: own }: LanguageFacts): boolean {
  const [wish, name] = [tag.toLowerCase(), own.toLowerCase()];
  return [wish, wish.split('-')[0]].some((one) => one === name || one === code || one === name.split('-')[0]);
}

/** The language of an `Accept-Language` header: the first that it names and that there is. */
export function languageAccepted(header: string): Language {
  for (const wish of header.split(',')) {
    const tag = wish.split(';')[0]!.trim();
    const found = tag && languages.find((one) => isOf(tag, one));
    if (found) return found.code;
  }
  return sourceLanguage;
}
