/** What differs between two wordings, line by line. */
import type { Wording, WordingClause } from '../../../../contract/domain/wording/wording';

/** A line of a wording: a text of its own, the title of a clause, or one of its items. */
export interface WordingLine {
  kind: 'text' | 'title' | 'item';
  text: string;
  when?: WordingClause['when'];
}
/** A line of each side; null where that side has none. */
export interface LinePair {
  left: WordingLine | null;
  right: WordingLine | null;
  isSame: boolean;
}

export function linesOf({ roles, preamble, clauses, annexTitle, annexNote }: Wording): WordingLine[] {
  const plain = (text: string): WordingLine => ({ kind: 'text', text });
  const when = (name: WordingClause['when']) => (name === undefined ? {} : { when: name });
  return [
    ...[roles.provider, roles.customer, preamble].map(plain),
    ...clauses.flatMap((clause): WordingLine[] => [
      { kind: 'title', text: clause.title, ...when(clause.when) },
      ...clause.items.map((item): WordingLine => ({ kind: 'item', text: item.text, ...when(item.when) })),
    ]),
    ...[annexTitle, annexNote].map(plain),
  ];
}

function keyOf({ kind, text, when }: WordingLine): string {
  return `${kind}\n${when ?? ''}\n${text}`;
}

/** The length of the longest common part of every pair of endings of two lists. */
function commonLengths(left: readonly string[], right: readonly string[]): number[][] {
  const lengths = Array.from({ length: left.length + 1 }, () => new Array<number>(right.length + 1).fill(0));
  for (let i = left.length - 1; i >= 0; i--)
    for (let k = right.length - 1; k >= 0; k--)
      lengths[i]![k] =
        left[i] === right[k] ? lengths[i + 1]![k + 1]! + 1 : Math.max(lengths[i + 1]![k]!, lengths[i]![k + 1]!);
  return lengths;
}

/** Lines that differ stand beside each other where both sides have one, as long as they are of one kind. */
function beside(left: readonly WordingLine[], right: readonly WordingLine[]): LinePair[] {
  const pairs: LinePair[] = [];
  let [i, k] = [0, 0];
  while (i < left.length || k < right.length) {
    const [one = null, other = null] = [left[i], right[k]];
    const isPair = one !== null && other !== null && one.kind === other.kind;
    const takesLeft = isPair || (one !== null && (other === null || one.kind !== 'title'));
    const takesRight = isPair || !takesLeft;
    pairs.push({ left: takesLeft ? one : null, right: takesRight ? other : null, isSame: false });
    if (takesLeft) i++;
    if (takesRight) k++;
  }
  return pairs;
}

/** Both wordings beside each other: lines that are the same in both, and those that differ between them. */
export function compared(left: Wording, right: Wording): LinePair[] {
  const [all, others] = [linesOf(left), linesOf(right)];
  const [keys, otherKeys] = [all.map(keyOf), others.map(keyOf)];
  const lengths = commonLengths(keys, otherKeys);
  const pairs: LinePair[] = [];
  let [i, k] = [0, 0];
  while (i < all.length || k < others.length) {
    if (i < all.length && keys[i] === otherKeys[k]) {
      pairs.push({ left: all[i++]!, right: others[k++]!, isSame: true });
      continue;
    }
    const [from, otherFrom] = [i, k];
    while (i < all.length || k < others.length) {
      if (i < all.length && k < others.length && keys[i] === otherKeys[k]) break;
      if (k >= others.length || (i < all.length && lengths[i + 1]![k]! >= lengths[i]![k + 1]!)) i++;
      else k++;
    }
    pairs.push(...beside(all.slice(from, i), others.slice(otherFrom, k)));
  }
  return pairs;
}

/** A text in three parts: what both have at their beginning, what differs, and what both have at their end. */
export function differing(text: string, other: string): [before: string, changed: string, after: string] {
  const [letters, others] = [[...text], [...other]];
  const least = Math.min(letters.length, others.length);
  let start = 0;
  while (start < least && letters[start] === others[start]) start++;
  let end = 0;
  while (end < least - start && letters.at(-1 - end) === others.at(-1 - end)) end++;
  const part = (from: number, to: number) => letters.slice(from, to).join('');
  const until = letters.length - end;
  return [part(0, start), part(start, until), part(until, letters.length)];
}
