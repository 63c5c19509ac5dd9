/** The wording of a contract: clauses with merge fields such as `{{customerName}}`, and what is wrong with a draft of it. */
import type { ContractKind } from '../contractKinds';
import type { Text } from '../text';
import {
  isMergeField,
  isWordingCase,
  type MergeFieldName,
  mergeField,
  type WordingCase,
  type WordingCaseName,
  wordingCases,
} from './mergeFields';

export interface WordingItem {
  text: string;
  when?: WordingCaseName;
}
export interface WordingClause {
  title: string;
  when?: WordingCaseName;
  /** Printed as 1.1, 1.2 … under the clause. */
  items: WordingItem[];
}
export interface Wording {
  /** The name of each party's role, printed behind 甲方 and 乙方. */
  roles: { provider: string; customer: string };
  preamble: string;
  clauses: WordingClause[];
  annexTitle: string;
  annexNote: string;
}

/** Limits of a wording: clauses and items by number, texts by characters. */
export const wordingLimits = { clauses: 60, items: 30, title: 60, text: 2000 } as const;

/** Where in a wording something is: a clause and its item, counted from 0, or one of the other texts. */
export type WordingPlace =
  | { part: 'providerRole' | 'customerRole' | 'preamble' | 'annexTitle' | 'annexNote' }
  | { part: 'clause'; clause: number; item?: number };

const partTexts = {
  providerRole: ['甲方身份', 'role of party A'],
  customerRole: ['乙方身份', 'role of party B'],
  preamble: ['引言', 'preamble'],
  annexTitle: ['附件标题', 'annex title'],
  annexNote: ['附件说明', 'annex note'],
} as const;

export function placeText(place: WordingPlace): Text {
  if (place.part !== 'clause') return partTexts[place.part];
  const clause = place.clause + 1;
  return place.item === undefined
    ? [`第${clause}条标题`, `title of clause ${clause}`]
    : [`第${clause}条第${place.item + 1}项`, `clause ${clause}, item ${place.item + 1}`];
}

export type WordingProblem =
  | 'shape'
  | 'tooMany'
  | 'empty'
  | 'tooLong'
  | 'braces'
  | 'unknownField'
  | 'otherType'
  | 'notAlone'
  | 'badCase';
export interface WordingFault {
  problem: WordingProblem;
  place?: WordingPlace;
  /** The merge field or condition at fault. */
  name?: string;
}

const field = /\{\{([^{}]*)\}\}/g;

/** A text as words and merge fields, in order. Braces that are part of no field stay in the words. */
export function partsOf(text: string): ({ words: string } | { field: string })[] {
  const parts: ({ words: string } | { field: string })[] = [];
  let end = 0;
  for (const found of text.matchAll(field)) {
    if (found.index > end) parts.push({ words: text.slice(end, found.index) });
    parts.push({ field: found[1]! });
    end = found.index + found[0].length;
  }
  if (end < text.length) parts.push({ words: text.slice(end) });
  return parts;
}

/** The merge fields of a text that the list has. */
export function fieldsIn(text: string): MergeFieldName[] {
  return partsOf(text).flatMap((part) => ('field' in part && isMergeField(part.field) ? [part.field] : []));
}

interface Found {
  place: WordingPlace;
  text: string;
  limit: number;
  /** Items alone may be blocks. */
  isItem: boolean;
}

/** Every text of a wording with its place, in the order of the paper. */
export function textsOf({ roles, preamble, clauses, annexTitle, annexNote }: Wording): Found[] {
  const { title: short, text: long } = wordingLimits;
  const single = (part: keyof typeof partTexts, text: string, limit: number): Found => ({
    place: { part },
    text,
    limit,
    isItem: false,
  });
  return [
    single('providerRole', roles.provider, short),
    single('customerRole', roles.customer, short),
    single('preamble', preamble, long),
    ...clauses.flatMap(({ title, items }, clause): Found[] => [
      { place: { part: 'clause', clause }, text: title, limit: short, isItem: false },
      ...items.map(
        ({ text }, item): Found => ({ place: { part: 'clause', clause, item }, text, limit: long, isItem: true }),
      ),
    ]),
    single('annexTitle', annexTitle, short),
    single('annexNote', annexNote, long),
  ];
}

/** What is wrong with one text of a contract of that type. */
export function textFault(
  type: ContractKind,
  text: string,
  isItem: boolean,
): Pick<WordingFault, 'problem' | 'name'> | undefined {
  if (text.trim() === '') return { problem: 'empty' };
  const parts = partsOf(text);
  for (const part of parts) {
    if ('words' in part) {
      if (/[{}]/.test(part.words)) return { problem: 'braces' };
      continue;
    }
    const name = part.field;
    if (!isMergeField(name)) return { problem: 'unknownField', name };
    if (!mergeField(name).types.includes(type)) return { problem: 'otherType', name };
    if (mergeField(name).isBlock && (!isItem || parts.length > 1)) return { problem: 'notAlone', name };
  }
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
function isText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\u0000') && !/\p{Surrogate}/u.test(value);
}

/** The wording that a value is, without members that it should not have; undefined where it is none. */
export function wordingOf(value: unknown): Wording | undefined {
  if (!isObject(value) || !isObject(value.roles) || !Array.isArray(value.clauses)) return undefined;
  const { roles, preamble, clauses, annexTitle, annexNote } = value;
  const { provider, customer } = roles as Record<string, unknown>;
  if (![provider, customer, preamble, annexTitle, annexNote].every(isText)) return undefined;
  const when = (of: Record<string, unknown>) => (of.when === undefined ? {} : { when: of.when as WordingCaseName });
  const made: WordingClause[] = [];
  for (const clause of clauses as unknown[]) {
    if (!isObject(clause) || !isText(clause.title) || !Array.isArray(clause.items)) return undefined;
    const items = clause.items as unknown[];
    if (!items.every((item): item is Record<string, unknown> => isObject(item) && isText(item.text))) return undefined;
    made.push({
      title: clause.title,
      ...when(clause),
      items: items.map((item) => ({ text: item.text as string, ...when(item) })),
    });
  }
  return {
    roles: { provider: provider as string, customer: customer as string },
    preamble: preamble as string,
    clauses: made,
    annexTitle: annexTitle as string,
    annexNote: annexNote as string,
  };
}

/** The first fault of a wording of that type. */
export function wordingFault(type: ContractKind, value: unknown): WordingFault | undefined {
  const wording = wordingOf(value);
  if (!wording) return { problem: 'shape' };
  const { clauses } = wording;
  if (clauses.length === 0 || clauses.length > wordingLimits.clauses) return { problem: 'tooMany' };
  for (const [clause, { when, items }] of clauses.entries()) {
    if (items.length === 0 || items.length > wordingLimits.items)
      return { problem: 'tooMany', place: { part: 'clause', clause } };
    for (const [item, name] of [when, ...items.map((one) => one.when)].entries()) {
      if (name === undefined) continue;
      if (!isWordingCase(name) || !(wordingCases[name] as WordingCase).types.includes(type))
        return {
          problem: 'badCase',
          name: String(name),
          place: { part: 'clause', clause, ...(item > 0 ? { item: item - 1 } : {}) },
        };
    }
  }
  for (const { place, text, limit, isItem } of textsOf(wording)) {
    const fault = text.length > limit ? ({ problem: 'tooLong' } as const) : textFault(type, text, isItem);
    if (fault) return { ...fault, place };
  }
  return undefined;
}

/** A wording that is stored as JSON. */
export function storedWording(json: string | null | undefined): Wording | undefined {
  if (!json) return undefined;
  try {
    return wordingOf(JSON.parse(json));
  } catch {
    return undefined;
  }
}
