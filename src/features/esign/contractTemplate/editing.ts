/** Changes of a wording while it is edited. */
import type { ContractKind } from '../../../../contract/domain/contractKinds';
import type { Language } from '../../../../contract/domain/languages';
import { textIn } from '../../../../contract/domain/text';
import {
  isMergeField,
  type MergeFieldName,
  mergeField,
  mergeFields,
} from '../../../../contract/domain/wording/mergeFields';
import {
  partsOf,
  type Wording,
  type WordingClause,
  type WordingItem,
} from '../../../../contract/domain/wording/wording';

export function replaced<T>(list: readonly T[], at: number, next: T): T[] {
  return list.map((one, i) => (i === at ? next : one));
}
export function without<T>(list: readonly T[], at: number): T[] {
  return list.filter((_, i) => i !== at);
}
/** The list with one entry a place up (-1) or down (1); the same list at its ends. */
export function moved<T>(list: readonly T[], at: number, by: -1 | 1): T[] {
  const next = [...list];
  const [one, other] = [list[at], list[at + by]];
  if (one === undefined || other === undefined) return next;
  next[at] = other;
  next[at + by] = one;
  return next;
}
/** The list with a further entry behind one of them. */
export function added<T>(list: readonly T[], after: number, next: T): T[] {
  return [...list.slice(0, after + 1), next, ...list.slice(after + 1)];
}

/** An item or clause with a condition, or without any for ''. */
export function under<T extends WordingItem | WordingClause>({ when: _, ...rest }: T, when: string): T {
  return { ...rest, ...(when ? { when } : {}) } as T;
}

export function newItem(): WordingItem {
  return { text: '' };
}
export function newClause(): WordingClause {
  return { title: '', items: [newItem()] };
}

function titleOf(name: MergeFieldName, language: Language): string {
  return textIn(mergeField(name).title, language);
}
function withFields(text: string, spell: (field: string) => string): string {
  return partsOf(text)
    .map((part) => ('words' in part ? part.words : `{{${spell(part.field)}}}`))
    .join('');
}
/** A text as people edit it: merge fields by their titles. */
export function titled(text: string, language: Language): string {
  return withFields(text, (field) => (isMergeField(field) ? titleOf(field, language) : field));
}
/** The same text as it is stored: merge fields by their names. */
export function stored(text: string, language: Language): string {
  const names = Object.keys(mergeFields) as MergeFieldName[];
  return withFields(text, (field) => names.find((name) => titleOf(name, language) === field.trim()) ?? field);
}

/** A text with a merge field at a place, counted in UTF-16 units; at its end without one. */
export function withField(text: string, name: string, at = text.length): string {
  return `${text.slice(0, at)}{{${name}}}${text.slice(at)}`;
}

/** What the form has beside the clauses. */
export const singleTexts = ['preamble', 'annexTitle', 'annexNote'] as const satisfies (keyof Wording)[];

export function isOfType(value: unknown): value is ContractKind {
  return [1, 2, 3, 4].includes(Number(value));
}
