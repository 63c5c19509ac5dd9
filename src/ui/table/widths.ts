import type { CSSProperties, PointerEvent } from 'react';
import type { TreeLine } from './DataTable';
import { type Place, widthName } from './places';
import { isChip, shownText, shownWidth } from './shownWidth';
import { textWidth } from './textWidth';

const PADDINGS_PX = 20;
const TEXT_PX = 14;
const HEAD_PX = 12;
const SORTER_PX = 20;
/** Bold text needs more. */
const BOLD = 1.07;
/** Of a name or a text without a width. */
const LEAST_LONG_PX = 140;
/** So much of every long text is shown before any gets more. */
const EACH_LONG_PX = 320;
/** A number or a code, which is one word, is never cut below this width. */
const MOST_WORD_PX = 240;
/** The button and the indent of a row of a tree. */
const TWISTY_PX = 26;
const INDENT_PX = 20;
/** Rows of a long table that are measured. */
const MOST_MEASURED = 200;

/** px that a column has to have, and px with which none of its cells is cut. */
export interface Need {
  least: number;
  full: number;
  /** Takes free room even beyond `full`. */
  isLong: boolean;
  pin: 'left' | 'right' | undefined;
  /** Its width was chosen by a person, or holds buttons. */
  isFixed: boolean;
}

/** A number, a date, a code, an address: one word of Latin signs, of which a part says nothing. */
function isWord(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

/** What the columns need for their headings and for these rows. */
export function needsOf<R>(
  places: readonly Place<R>[],
  rows: readonly R[],
  treeColumn?: string,
  lines?: readonly TreeLine[],
): Need[] {
  return places.map(({ column, width, pin }): Need => {
    if (!column || column.isSized) return { least: width, full: width, isLong: false, isFixed: true, pin };
    const isLong = column.isLong === true;
    const head = textWidth(column.head, HEAD_PX) + PADDINGS_PX + (column.sortable ? SORTER_PX : 0);
    let widest = 0;
    let widestWord = 0;
    let hasProse = rows.length === 0;
    for (const [at, row] of rows.slice(0, MOST_MEASURED).entries()) {
      const node = column.cell(row);
      const said = column.text?.(row) ?? shownText(node);
      const line = column.key === treeColumn ? lines?.[at] : undefined;
      const indent = line ? TWISTY_PX + (line.depth - 1) * INDENT_PX : 0;
      const needed = (column.text ? textWidth(said, TEXT_PX) : shownWidth(node)) * (column.strong ? BOLD : 1) + indent;
      widest = Math.max(widest, needed);
      if (isChip(node) || isWord(said)) widestWord = Math.max(widestWord, needed);
      else hasProse ||= said !== '';
    }
    const floor = Math.max(column.width ?? (isLong ? LEAST_LONG_PX : 0), head);
    const whole = Math.max(floor, Math.ceil(widest) + PADDINGS_PX);
    if (!isLong) return { least: whole, full: whole, isLong, isFixed: false, pin };
    const least = Math.max(floor, Math.min(MOST_WORD_PX, Math.ceil(widestWord) + PADDINGS_PX));
    return { least, full: Math.max(least, whole), isLong: hasProse, isFixed: false, pin };
  });
}

/** Gives room to columns, to each at most what it lacks, and returns what is left. */
function give(room: number, widths: number[], to: readonly number[], lacks: (index: number) => number): number {
  const wanted = to.reduce((sum, index) => sum + lacks(index), 0);
  const given = Math.min(room, wanted);
  let left = given;
  for (const [turn, index] of to.entries()) {
    const share = turn === to.length - 1 ? left : Math.min(left, Math.floor((given * lacks(index)) / (wanted || 1)));
    widths[index]! += share;
    left -= share;
  }
  return room - given;
}

/**
 * Widths in px. As many of the first columns as have room beside the pinned ones fill it exactly; the others are out of
 * sight as a whole until the table is scrolled.
 */
export function spread(needs: readonly Need[], room: number): number[] {
  const widths = needs.map(({ least }) => least);
  const pinned = needs.flatMap(({ pin }, index) => (pin ? [index] : []));
  const middle = needs.flatMap(({ pin }, index) => (pin ? [] : [index]));
  let free = room - pinned.reduce((sum, index) => sum + widths[index]!, 0);
  const inSight: number[] = [];
  for (const index of middle) {
    if (widths[index]! > free) break;
    inSight.push(index);
    free -= widths[index]!;
  }
  if (free <= 0 || inSight.length === 0) return widths;
  const visible = needs.flatMap((_, index) => (pinned.includes(index) || inSight.includes(index) ? [index] : []));
  const cut = visible.filter((index) => needs[index]!.full > needs[index]!.least);
  for (const most of [EACH_LONG_PX, Number.POSITIVE_INFINITY])
    free = give(free, widths, cut, (index) => Math.max(0, Math.min(most, needs[index]!.full) - widths[index]!));
  const open = inSight.filter((index) => !needs[index]!.isFixed);
  const growing = [inSight.filter((index) => needs[index]!.isLong), open.slice(0, 1), inSight.slice(0, 1)].find(
    (some) => some.length > 0,
  )!;
  give(free, widths, growing, () => free);
  return widths;
}

/** The styles that give the columns their widths in a scroller so many px wide; 0 while that is not known. */
export function widthsIn(needs: readonly Need[], room: number): CSSProperties {
  const widths = room > 0 ? spread(needs, room) : needs.map(({ least }) => least);
  const sum = (of: (need: Need) => boolean) =>
    widths.reduce((px, width, index) => px + (of(needs[index]!) ? width : 0), 0);
  return {
    minWidth: sum(() => true),
    ...Object.fromEntries(widths.map((width, index) => [widthName(index), `${width}px`])),
    // What gets the focus is scrolled out from below the pinned columns.
    ...Object.fromEntries(['left', 'right'].map((side) => [`--pinned-${side}`, `${sum(({ pin }) => pin === side)}px`])),
  };
}

/** Marks a table that is wider than its room, and the sides with hidden columns. */
function markScroll(scroller: HTMLElement) {
  const { scrollLeft, scrollWidth, clientWidth } = scroller;
  scroller.toggleAttribute('data-wide', scrollWidth > clientWidth);
  scroller.toggleAttribute('data-beneath-left', scrollLeft > 0);
  scroller.toggleAttribute('data-beneath-right', scrollLeft + clientWidth < scrollWidth - 1);
}

/** Where a table that was scrolled sideways comes to rest, in px: further on, until a column begins at the pinned ones. */
export function restOf(from: number, at: number, most: number, begins: readonly number[]): number {
  if (at === from || at >= most) return at;
  const rest = at > from ? begins.find((begin) => begin >= at - 1) : begins.findLast((begin) => begin <= at + 1);
  return Math.min(most, rest ?? at);
}

/** Whole columns are shown beside the pinned ones: of an amount that is cut there, a smaller one would be left. */
function comeToRest(scroller: HTMLElement, from: number) {
  const heads = [...scroller.querySelectorAll<HTMLElement>('thead th')];
  const free = heads.filter(({ dataset }) => !dataset.pin).map(({ offsetLeft }) => offsetLeft);
  const { scrollLeft: at, scrollWidth, clientWidth } = scroller;
  const begins = free.map((begin) => begin - (free[0] ?? 0));
  const left = restOf(from, at, scrollWidth - clientWidth, begins);
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (left !== at) scroller.scrollTo({ left, behavior: isStill ? 'auto' : 'smooth' });
}

/** So long after the last row has gone by, pinned cells stick again, ms. */
const PASSING_MS = 150;

/**
 * While rows go by, pinned cells stand where they are: each one that sticks is a layer of its own, and layers are most of
 * what a frame of a wide table costs. `stick` lets them stick again, as they must once the table moves sideways.
 */
function standWhilePassing(scroller: HTMLElement) {
  let [top, left] = [0, 0];
  const view = scroller.ownerDocument.defaultView;
  let timer: number | undefined;
  const stick = () => {
    view?.clearTimeout(timer);
    scroller.removeAttribute('data-passing');
  };
  return {
    stick,
    pass() {
      const isDown = scroller.scrollTop !== top && scroller.scrollLeft === left;
      [top, left] = [scroller.scrollTop, scroller.scrollLeft];
      if (!isDown) return stick();
      view?.clearTimeout(timer);
      timer = view?.setTimeout(stick, PASSING_MS);
      if (scroller.hasAttribute('data-passing') || !scroller.hasAttribute('data-wide')) return;
      scroller.style.setProperty('--stands-left', `${left}px`);
      scroller.style.setProperty('--stands-right', `${scroller.scrollWidth - scroller.clientWidth - left}px`);
      scroller.setAttribute('data-passing', '');
    },
  };
}

/**
 * Says the width of a scroller in px at first and when it changes, and follows its scrolling. Measures in a ResizeObserver
 * alone, which comes before the first paint: measuring when a page is shown would lay it out within the click.
 */
export function watchScroller(scroller: HTMLElement, onWidth: (px: number) => void): () => void {
  let rested: number | undefined;
  const { pass, stick } = standWhilePassing(scroller);
  const mark = () => {
    markScroll(scroller);
    pass();
  };
  const rest = () => {
    const from = rested ?? 0;
    rested = scroller.scrollLeft;
    comeToRest(scroller, from);
  };
  const measure = () => {
    rested ??= scroller.scrollLeft;
    stick();
    markScroll(scroller);
    // A page in the background has no width, and comes back with the one it had.
    if (scroller.clientWidth > 0) onWidth(scroller.clientWidth);
  };
  const observer = new ResizeObserver(measure);
  for (const element of [scroller, scroller.querySelector('table')]) if (element) observer.observe(element);
  scroller.addEventListener('scroll', mark, { passive: true });
  scroller.addEventListener('scrollend', rest);
  return () => {
    stick();
    observer.disconnect();
    scroller.removeEventListener('scroll', mark);
    scroller.removeEventListener('scrollend', rest);
  };
}

/** Gives a cell with cut text a tooltip; measured only under the pointer. */
export function titleCutCell({ target }: PointerEvent<HTMLElement>) {
  const cell = (target as HTMLElement).closest<HTMLElement>('td, th');
  if (!cell) return;
  const parts = [cell, ...cell.querySelectorAll<HTMLElement>('a, button, span')];
  if (parts.some(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth))
    cell.title = cell.textContent ?? '';
  else cell.removeAttribute('title');
}
