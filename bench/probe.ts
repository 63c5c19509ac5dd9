/** Measurements taken inside a page. Installed before the page's own scripts. */

/** A moment is in epoch ms, so that it holds across documents. */
export interface Probe {
  /** When the last click of a person (or of the driver's mouse) happened. */
  clickedAt: number;
  /** ms of every main-thread task over 50 ms. */
  longTasks: number[];
  /** ms of each interaction's slowest event, by its number; the browser does not report those under 16 ms. */
  interactions: Record<number, number>;
  lcp: number;
  seen(selector: string): Element | undefined;
  /** Resolves, two frames after the place is on screen, with that moment. */
  painted(place: keyof Places, name?: string): Promise<number>;
  /** ms between frames while the table on screen is scrolled by `step` px a frame, `frames` times. */
  scroll(step: number, frames: number): Promise<number[]>;
}

/** How a page on screen is recognised, by what does not change with its appearance. */
interface Places {
  login: unknown;
  home: unknown;
  /** Home with everything that it shows of the business. */
  figures: unknown;
  /** A list with its rows; `name` is its heading. */
  list: unknown;
  /** A list with room for at least two hundred rows, of which those in sight are drawn. */
  rows: unknown;
  /** A list of ten rows. */
  tenRows: unknown;
  /** Any page of the shell, after its answers have arrived. */
  page: unknown;
  /** The page in another language: `name` is the heading that must disappear. */
  translated: unknown;
  /** The designer with a process drawn in it. */
  designer: unknown;
}

declare global {
  interface Window {
    bench: Probe;
  }
}

export function installProbe() {
  const now = () => performance.timeOrigin + performance.now();
  const all = (selector: string) => [...document.querySelectorAll(selector)];
  const seen = (selector: string) => all(selector).find((element) => element.checkVisibility());
  const heading = () => seen('.frame-shell main h1')?.textContent ?? '';
  const isSettled = () => heading() !== '' && !seen('.frame-shell main .messages-late');
  /** By height: rows out of sight are not in the document, and the announced number is that of all pages. */
  const rows = () => {
    const row = seen('main tr[data-row]') as HTMLElement | undefined;
    return row ? Math.round(row.closest('tbody')!.offsetHeight / row.offsetHeight) : 0;
  };
  const places: Record<keyof Places, (name: string) => boolean> = {
    login: () => {
      const fields = ['username', 'password'].map(
        (name) => seen(`input[name=${name}]`) as HTMLInputElement | undefined,
      );
      return fields.every((field) => field !== undefined && !field.disabled);
    },
    home: isSettled,
    figures: () => isSettled() && !seen('main .fui-Skeleton'),
    list: (name) => heading() === name && !!seen('main tr[data-row]') && isSettled(),
    rows: () => rows() >= 200 && !seen('main [aria-busy=true]'),
    tenRows: () => rows() === 10 && !seen('main [aria-busy=true]'),
    page: isSettled,
    designer: () =>
      !!seen('main .djs-palette') && !!seen('main .djs-shape') && !!seen('main [class*=FlowEditor-panel] input'),
    translated: (name) => document.documentElement.lang.startsWith('en') && heading() !== name && heading() !== '',
  };
  const probe: Probe = {
    clickedAt: 0,
    longTasks: [],
    interactions: {},
    lcp: 0,
    seen,
    painted: (place, name = '') =>
      new Promise((resolve) => {
        const look = () => {
          if (!places[place](name)) return;
          watcher.disconnect();
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(now())));
        };
        const watcher = new MutationObserver(look);
        watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        look();
      }),
    scroll: (step, frames) =>
      new Promise((resolve) => {
        const scroller = seen('[data-table-scroller]') ?? seen('main')!;
        const gaps: number[] = [];
        let last = 0;
        const next = (time: number) => {
          if (last) gaps.push(time - last);
          last = time;
          if (gaps.length === frames) return resolve(gaps);
          scroller.scrollTop += step;
          requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
      }),
  };
  window.bench = probe;
  addEventListener(
    'click',
    ({ isTrusted, timeStamp }) => {
      if (isTrusted) probe.clickedAt = performance.timeOrigin + timeStamp;
    },
    true,
  );
  const watch = <E extends PerformanceEntry>(type: string, note: (entry: E) => void, more: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => void note(entry as E))).observe({
      type,
      buffered: true,
      ...more,
    });
  watch('longtask', ({ duration }) => probe.longTasks.push(duration));
  watch('largest-contentful-paint', ({ startTime }) => {
    probe.lcp = startTime;
  });
  watch<PerformanceEventTiming & { interactionId: number }>(
    'event',
    ({ interactionId, duration }) => {
      if (interactionId) probe.interactions[interactionId] = Math.max(probe.interactions[interactionId] ?? 0, duration);
    },
    { durationThreshold: 16 },
  );
}
