import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';

/** Up to so many rows are drawn all at once: the browser's own search finds them, and a window would save little. */
export const MOST_WHOLE = 60;
/** Rows beyond either edge of the view: what a wheel turns past before the next ones are drawn. */
const OVERSCAN = 4;
/** The window moves by so many rows at a time, so that not every pixel scrolled draws anew. */
const STEP = 2;
/** Rows of the very first drawing, before anything can be measured: what a usual screen shows. */
const FIRST_ROWS = 20;

/** Rows `from` to before `to`, each `pitch` px high. */
export interface RowWindow {
  from: number;
  to: number;
  pitch: number;
}

/** The rows to be drawn when `top` to `bottom` (px from the top of the first row) can be seen of `count` rows. */
export const windowOf = (top: number, bottom: number, pitch: number, count: number): RowWindow => {
  const snapped = (row: number, round: (value: number) => number) => round(row / STEP) * STEP;
  const within = (row: number, least: number) => Math.min(count, Math.max(least, row));
  const from = within(snapped(top / pitch - OVERSCAN, Math.floor), 0);
  return { from, to: within(snapped(bottom / pitch + OVERSCAN, Math.ceil), from), pitch };
};

/**
 * Which rows of a table are worth drawing, kept up to date while anything around it is scrolled or resized. `guess` is
 * the height of a row in px as long as none could be measured. The `body` belongs on the element that holds the rows
 * (`[data-row]`) and, in place of those that are not drawn, gaps of their height. `reveal` draws the rows around one
 * at once, for somebody who wants to put the focus there. Null: all rows are drawn.
 */
export const useRowWindow = (count: number, guess: number) => {
  const isOn = count > MOST_WHOLE;
  const [rows, setRows] = useState<RowWindow>({ from: 0, to: FIRST_ROWS, pitch: guess });
  const body = useCallback(
    (element: HTMLElement | null) => {
      const scroller = element?.closest<HTMLElement>('.table-scroller');
      if (!isOn || !element || !scroller) return;
      const page = element.ownerDocument;
      let pitch = guess;
      const measure = () => {
        const drawn = [...element.querySelectorAll('[data-row]')].map((row) => row.getBoundingClientRect().height);
        const sum = drawn.reduce((total, height) => total + height, 0);
        if (sum > 0) pitch = sum / drawn.length;
      };
      const follow = () => {
        const view = scroller.getBoundingClientRect();
        if (view.height === 0) return; // not on screen: what was drawn stays
        const start = element.getBoundingClientRect().top;
        // The table may scroll inside itself, or with the whole page.
        const next = windowOf(
          Math.max(view.top, 0) - start,
          Math.min(view.bottom, page.documentElement.clientHeight) - start,
          pitch,
          count,
        );
        setRows((now) => (now.from === next.from && now.to === next.to && now.pitch === next.pitch ? now : next));
      };
      // Within the frame that shows it: a moment later, the gap would be seen.
      const onScroll = ({ target }: Event) => {
        if ((target as Node).contains(element)) flushSync(follow);
      };
      const onResize = () => {
        measure();
        follow();
      };
      const observer = new ResizeObserver(onResize);
      observer.observe(scroller);
      // Scrolling does not bubble; from the page every scroller around the table is heard.
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
    flushSync(() =>
      setRows(({ pitch }) => ({ from: Math.max(0, row - half), to: Math.min(count, row + half), pitch })),
    );
  };
  return { shown: isOn ? rows : null, body, reveal };
};
