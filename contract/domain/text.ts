/** Texts that a person reads, in every language. Pure data: no React, no SQL, no package. */

import { chainOf, factsOf, type Language } from './languages';

export type { Language } from './languages';

/**
 * A text of the contract. It is declared in Chinese and English; any other language has its translation in the
 * catalogue of its folder, keyed by the Chinese text.
 */
export interface Label {
  zh: string;
  en: string;
}

export function label(zh: string, en: string): Label {
  return { zh, en };
}

/** A text as the pair of Chinese and English that it is declared in. */
export type Text = readonly [zh: string, en: string];

/** Translations by the Chinese text. `zh|en` is looked up first, for a Chinese word with two meanings. */
export type Catalogue = Readonly<Record<string, string>>;

const catalogues = new Map<Language, Catalogue>();

/** Registers translations of the contract's texts for a language that the contract does not declare. */
export function addCatalogue(language: Language, texts: Catalogue): void {
  return void catalogues.set(language, texts);
}

function isPair(text: Label | Text): text is Text {
  return Array.isArray(text);
}

function translated({ zh, en }: Label, language: Language): string | undefined {
  const catalogue = catalogues.get(language);
  return catalogue && (catalogue[`${zh}|${en}`] ?? catalogue[zh]);
}

/** The text in a language, or in its first fallback that has it. */
export function textIn(text: Label | Text, language: Language): string;
export function textIn(text: Label | Text | undefined, language: Language): string | undefined;
export function textIn(text: Label | Text | undefined, language: Language): string | undefined {
  if (text === undefined) return undefined;
  const pair = isPair(text) ? label(...text) : text;
  const declared = pair as Label & Readonly<Record<Language, string | undefined>>;
  if (declared[language] !== undefined) return declared[language];
  for (const one of chainOf(language)) {
    const found = declared[one] ?? translated(pair, one);
    if (found !== undefined) return found;
  }
  return pair.zh;
}

/** The entry of a language in a record by language code, or that of its first fallback. */
export function madeFor<T>(made: Readonly<Record<Language, T>>, language: Language): T {
  for (const one of chainOf(language)) if (Object.hasOwn(made, one)) return made[one]!;
  throw new Error(`nothing is made for any language, nor for ${language}`);
}

/** Text with `{name}` replaced by the value of that name. */
export function filledIn(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

/** The items of a list, joined as the language joins them. */
export function joined(items: readonly string[], language: Language): string {
  return items.join(factsOf(language).listSeparator);
}

const andOthers = label('{names}等', '{names} and others');
/** The first few of a list of names, with a word for those left out. */
export function fewNamed(names: readonly string[], language: Language, most = 5): string {
  const listed = joined(names.slice(0, most), language);
  return names.length > most ? filledIn(textIn(andOthers, language), { names: listed }) : listed;
}

/** From here on digits are grouped. */
const leastGrouped = 1000;

/** A count with its digits grouped as the language groups them. */
export function countIn(count: number, language: Language): string {
  // The first number that a browser formats takes it 30 ms: most counts have nothing to group.
  if (Number.isInteger(count) && Math.abs(count) < leastGrouped) return String(count);
  return count.toLocaleString(factsOf(language).numbers);
}
