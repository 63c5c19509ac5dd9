import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';

/** Up to so many rows all are drawn: the browser's search finds them, and a window would save little. */
export const MOST_WHOLE = 60;
/** Least number of rows that are drawn beyond each edge of the view. */
const OVERSCAN = 2;
/** Number of rows added in the direction of scrolling, so that most frames render nothing. */
const AHEAD = 8;
/** Rows of the first render, before anything is measured. */
const FIRST_ROWS = 20;

/** Rows `from` to before `to`, each `pitch` px high. */
export interface RowWindow {
  from: number;
  to: number;
  pitch: number;
}

/**
 * The rows to draw when `top` to `bottom` (px from the top of the first row) of `count` rows are visible; `now` itself as
 * long as it is sufficient.
 */
export function windowOf(top: number, bottom: number, pitch: number, count: number, now?: RowWindow): RowWindow {
  const within = (row: number, least: number) => Math.min(count, Math.max(least, row));
  const from = within(Math.floor(top / pitch) - OVERSCAN, 0);
  const to = within(Math.ceil(bottom / pitch) + OVERSCAN, from);
  if (!now || now.pitch !== pitch || now.from > to || now.to < from) return { from, to, pitch };
  const isSpare = now.from < from - 2 * AHEAD || now.to > to + 2 * AHEAD; // the view was larger
  if (now.from <= from && now.to >= to && !isSpare) return now;
  // Rows just passed stay, so that scrolling back and forth does not render at every turn.
  return {
    from: now.from > from ? within(from - AHEAD, 0) : Math.max(now.from, from - OVERSCAN),
    to: now.to < to ? within(to + AHEAD, from) : Math.min(now.to, to + OVERSCAN),
    pitch,
  };
}

/**
 * The visible rows of a table or tree, updated when it or a scroller around it is scrolled or resized. `guess` is the
 * height of a row in px until one is measured. `body` is the ref of the element that contains the rows (`[data-row]`).
 * `reveal` draws the rows around an index at once. `shown` is null when all rows are drawn.
 */
export function useRowWindow(count: number, guess: number) {
  const isOn = count > MOST_WHOLE;
  const [rows, setRows] = useState<RowWindow>({ from: 0, to: FIRST_ROWS, pitch: guess });
  const body = useCallback(
    (element: HTMLElement | null) => {
      const scroller = element?.closest('[data-table-scroller], [role=tree]');
      if (!isOn || !element || !scroller) return;
      const page = element.ownerDocument;
      let now: RowWindow | undefined;
      let pitch = guess;
      const follow = (draw: (change: () => void) => void) => {
        const view = scroller.getBoundingClientRect();
        if (view.height === 0) return; // hidden: the drawn rows stay
        const start = element.getBoundingClientRect().top;
        const bottom = Math.min(view.bottom, page.documentElement.clientHeight);
        const next = windowOf(Math.max(view.top, 0) - start, bottom - start, pitch, count, now);
        if (next !== now) draw(() => setRows(next));
        now = next;
      };
      const onResize = () => {
        const heights = [...element.querySelectorAll('[data-row]')].map((row) => row.getBoundingClientRect().height);
        const sum = heights.reduce((total, height) => total + height, 0);
        if (sum > 0) pitch = sum / heights.length;
        follow((change) => change());
      };
      const observer = new ResizeObserver(onResize);
      const onScroll = ({ target }: Event) => {
        // Synchronous, because a later frame would show a gap.
        if ((target as Node).contains(element)) follow(flushSync);
      };
      observer.observe(scroller);
      // Scroll events do not bubble; capturing on the page gets those of all scrollers around the rows.
      page.addEventListener('scroll', onScroll, { capture: true, passive: true });
      onResize();
      return () => {
        observer.disconnect();
        page.removeEventListener('scroll', onScroll, { capture: true });
      };
    },
    [isOn, count, guess],
  );
  const reveal = (row: number) => {
    const half = (rows.to - rows.from) >> 1;
    flushSync(() => setRows({ ...rows, from: Math.max(0, row - half), to: Math.min(count, row + half) }));
  };
  return { shown: isOn ? rows : null, body, reveal };
}
