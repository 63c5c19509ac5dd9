import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';

/** Up to so many rows are drawn all at once: the browser's own search finds them, and a window would save little. */
export const MOST_WHOLE = 60;
/** Rows beyond either edge of the view: when fewer than these are drawn, it is time for the next ones. */
const OVERSCAN = 2;
/** New rows come so many at a time, on the side that is scrolled to: most frames of scrolling draw nothing. */
const AHEAD = 8;
/** Rows of the very first drawing, before anything can be measured: what a usual screen shows. */
const FIRST_ROWS = 20;

/** Rows `from` to before `to`, each `pitch` px high. */
export interface RowWindow {
  from: number;
  to: number;
  pitch: number;
}

/**
 * The rows to be drawn when `top` to `bottom` (px from the top of the first row) can be seen of `count` rows: those of
 * `now` as long as they will do.
 */
export function windowOf(top: number, bottom: number, pitch: number, count: number, now?: RowWindow): RowWindow {
  const within = (row: number, least: number) => Math.min(count, Math.max(least, row));
  const from = within(Math.floor(top / pitch) - OVERSCAN, 0);
  const to = within(Math.ceil(bottom / pitch) + OVERSCAN, from);
  if (!now || now.pitch !== pitch || now.from > to || now.to < from) return { from, to, pitch };
  const isSpare = now.from < from - 2 * AHEAD || now.to > to + 2 * AHEAD; // of a view that was larger
  if (now.from <= from && now.to >= to && !isSpare) return now;
  // What has just been passed stays a little longer: scrolling to and fro does not draw with every turn.
  return {
    from: now.from > from ? within(from - AHEAD, 0) : Math.max(now.from, from - OVERSCAN),
    to: now.to < to ? within(to + AHEAD, from) : Math.min(now.to, to + OVERSCAN),
    pitch,
  };
}

/**
 * Which rows of a table or tree are worth drawing, kept up to date while it, or anything around it, is scrolled or
 * resized. `guess` is the height of a row in px as long as none could be measured. The `body` belongs on the element
 * that holds the rows (`[data-row]`). `reveal` draws the rows around one at once. Null: all rows are drawn.
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
        if (view.height === 0) return; // not on screen: what was drawn stays
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
        // In the frame of the scrolling itself: a hole would be seen.
        if ((target as Node).contains(element)) follow(flushSync);
      };
      observer.observe(scroller);
      // Scrolling does not bubble; from the page every scroller around the rows is heard.
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
