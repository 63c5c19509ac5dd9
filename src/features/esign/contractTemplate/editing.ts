/** Changes of a wording while it is edited. */
import type { PaperType } from '../../../../contract/domain/wording/mergeFields';
import type { Wording, WordingClause, WordingItem } from '../../../../contract/domain/wording/wording';

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

/** A text with a merge field at a place, counted in UTF-16 units; at its end without one. */
export function withField(text: string, name: string, at = text.length): string {
  return `${text.slice(0, at)}{{${name}}}${text.slice(at)}`;
}

/** What the form has beside the clauses. */
export const singleTexts = ['preamble', 'annexTitle', 'annexNote'] as const satisfies (keyof Wording)[];

export function isOfType(value: unknown): value is PaperType {
  return [1, 2, 3, 4].includes(Number(value));
}
