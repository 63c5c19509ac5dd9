/** The rows of a recognised page, and the labels of a paper in them. */
import { narrow } from '../../../contract/wire/ocr/judging';
import type { Box, TextLine } from '../../kernel/ocr';

/** A letter with its place. */
export interface Letter {
  text: string;
  left: number;
  right: number;
  confidence: number;
  line: TextLine;
  /** The first letter of a cell. */
  isFirst: boolean;
}
/** Letters that stand side by side, from left to right, without blanks. */
export interface Row {
  letters: readonly Letter[];
  text: string;
  top: number;
  height: number;
}

/** Signs that the lines of tables leave behind. */
const rubbish = /[|｜“”"‘’'`_—~〗〖《》\\\s]/;

function lettersOf(line: TextLine): Letter[] {
  const letters = [...line.text];
  const [left, , width] = line.box;
  const edge = (at: number) => line.edges?.[at] ?? left + (width * at) / Math.max(1, letters.length);
  const all = letters.map((text, at) => ({
    text: narrow(text),
    left: edge(at),
    right: edge(at + 1),
    confidence: line.confidence,
    line,
  }));
  return all.filter(({ text }) => text !== '' && !rubbish.test(text)).map((one, at) => ({ ...one, isFirst: at === 0 }));
}

/** The place by which lines are one row: that in the level picture, where it is known. */
function placeOf({ level, box }: TextLine): Box {
  return level ?? box;
}

export function rowsOf(lines: readonly TextLine[]): Row[] {
  const sorted = [...lines].sort((a, b) => placeOf(a)[1] + placeOf(a)[3] / 2 - placeOf(b)[1] - placeOf(b)[3] / 2);
  const groups: TextLine[][] = [];
  for (const line of sorted) {
    const group = groups.at(-1);
    const [, top, , height] = placeOf(line);
    const middle = top + height / 2;
    const isSame = group?.some((one) => {
      const [, itsTop, , itsHeight] = placeOf(one);
      return Math.abs(itsTop + itsHeight / 2 - middle) < Math.min(height, itsHeight) * 0.5;
    });
    if (group && isSame) group.push(line);
    else groups.push([line]);
  }
  return groups.flatMap((group) => {
    group.sort((a, b) => placeOf(a)[0] - placeOf(b)[0]);
    const letters = group.flatMap(lettersOf);
    if (letters.length === 0) return [];
    const tops = group.map((line) => placeOf(line)[1]);
    const heights = group.map((line) => placeOf(line)[3]);
    const text = letters.map((one) => one.text).join('');
    return [{ letters, text, top: Math.min(...tops), height: Math.max(...heights) }];
  });
}

/** Where a label stands in a row: from its first letter up to the one after its last. */
export interface Spot {
  key: string;
  row: number;
  from: number;
  to: number;
  /** Letters of the label that were read otherwise. */
  faults: number;
}

/** Letters of a label that may have been misread: one of four, two of six; of short ones one, where a cell begins. */
function mayMiss(label: string, isFirst: boolean): number {
  return label.length >= 6 ? 2 : label.length >= 4 || isFirst ? 1 : 0;
}

function faultsAt(text: string, from: number, label: string): number {
  let faults = 0;
  for (let at = 0; at < label.length; at++) if (text[from + at] !== label[at]) faults++;
  return faults;
}

/** The labels in the rows, best first where they overlap; each place has one. `labels`: spellings of each key. */
export function spotsOf(rows: readonly Row[], labels: Readonly<Record<string, readonly string[]>>): Spot[] {
  const spots: Spot[] = [];
  for (const [index, { letters }] of rows.entries()) {
    // One letter is one place, whatever its length in UTF-16.
    const text = letters.map((one) => one.text[0] ?? ' ').join('');
    const found: (Spot & { size: number })[] = [];
    for (const [key, spellings] of Object.entries(labels))
      for (const label of spellings)
        for (let from = 0; from + label.length <= text.length; from++) {
          const faults = faultsAt(text, from, label);
          if (faults <= mayMiss(label, from <= 1 || letters[from]!.isFirst))
            found.push({ key, row: index, from, to: from + label.length, faults, size: label.length - 2 * faults });
        }
    found.sort((a, b) => b.size - a.size || a.from - b.from);
    const taken: Spot[] = [];
    const isTaken = new Uint8Array(text.length);
    for (const { size: _, ...one } of found) {
      if (isTaken.subarray(one.from, one.to).includes(1)) continue;
      isTaken.fill(1, one.from, one.to);
      taken.push(one);
    }
    spots.push(...taken.sort((a, b) => a.from - b.from));
  }
  return spots;
}

/** The box around letters, in pixels of the picture as it is shown. */
export function boxOf(letters: readonly Letter[]): Box | null {
  if (letters.length === 0) return null;
  const left = Math.min(...letters.map((one) => one.left));
  const right = Math.max(...letters.map((one) => one.right));
  const top = Math.min(...letters.map(({ line }) => line.box[1]));
  const bottom = Math.max(...letters.map(({ line }) => line.box[1] + line.box[3]));
  return [Math.round(left), Math.round(top), Math.round(right - left), Math.round(bottom - top)];
}

export function confidenceOf(letters: readonly Letter[]): number {
  if (letters.length === 0) return 0;
  const mean = letters.reduce((all, { confidence }) => all + confidence, 0) / letters.length;
  return Math.round(Math.max(0, Math.min(1, mean)) * 100) / 100;
}
