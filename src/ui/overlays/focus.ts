import type { MouseEvent } from 'react';
import { uncoverPage } from './uncover';

/** Whether a click opens the link in this tab, and neither in a new one nor as a download. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
}

function isReachable(element: HTMLElement): boolean {
  return element.offsetParent !== null && !element.matches(':disabled');
}

/** Moves the focus by so many visible matches of the selector, from the last on to the first. */
export function rove(container: Element, selector: string, from: Element, by: number): void {
  const all = [...container.querySelectorAll<HTMLElement>(selector)].filter(isReachable);
  const at = all.indexOf(from as HTMLElement);
  if (at >= 0) all[(at + by + all.length) % all.length]?.focus();
}

/** Keys that go back and on within a group. */
export const alongRow = { ArrowLeft: -1, ArrowRight: 1 };
export const alongColumn = { ArrowUp: -1, ArrowDown: 1 };

/**
 * Ref of a group that is one stop of the Tab key. Arrow keys, Home and End move between its matches; the stop is the one
 * that had the focus last, or the current one.
 */
export function oneStop(stops: string, steps: Readonly<Record<string, number>>) {
  return (group: HTMLElement | null) => {
    if (!group) return undefined;
    let stop: HTMLElement | undefined;
    let isToSeekCurrent = false;
    const found = () => [...group.querySelectorAll<HTMLElement>(stops)];
    const currentOf = (some: readonly HTMLElement[]) =>
      some.find((one) => one.matches('[aria-current], [aria-pressed="true"]')) ?? some[0];
    const stopAt = (next: HTMLElement | undefined, all: readonly HTMLElement[]) => {
      stop = next;
      for (const one of all) one.tabIndex = one === stop ? 0 : -1;
    };
    const settle = () => {
      const all = found();
      const isKept = stop !== undefined && !isToSeekCurrent && all.includes(stop) && isReachable(stop);
      isToSeekCurrent = false;
      stopAt(isKept ? stop : currentOf(all.filter(isReachable)), all);
    };
    const onFocus = ({ target }: FocusEvent) => {
      stop = (target as Element).closest<HTMLElement>(stops) ?? stop;
      settle();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const from = (event.target as Element).closest<HTMLElement>(stops);
      const isHeld = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
      if (!from || isHeld || event.defaultPrevented) return;
      // Within a text the same keys move the caret.
      if (from instanceof HTMLInputElement && from.type !== 'checkbox' && from.value !== '') return;
      const by = steps[event.key];
      if (by) rove(group, stops, from, by);
      else if (event.key === 'Home' || event.key === 'End') {
        [...group.querySelectorAll<HTMLElement>(stops)]
          .filter(isReachable)
          .at(event.key === 'Home' ? 0 : -1)
          ?.focus();
      } else return;
      event.preventDefault();
    };
    // What a width hides is no stop. The observer tells that at first, too, after the browser's own layout and before it paints:
    // to ask at once would lay the page out within the click that shows it. Until then all are thought to be in sight.
    stopAt(currentOf(found()), found());
    const measure = new ResizeObserver(settle);
    measure.observe(group);
    const watch = new MutationObserver((changes) => {
      const isOfCurrent = changes.some(({ type }) => type === 'attributes');
      isToSeekCurrent ||= isOfCurrent && !group.contains(group.ownerDocument.activeElement);
      measure.unobserve(group);
      measure.observe(group);
    });
    watch.observe(group, {
      subtree: true,
      childList: true,
      attributeFilter: ['aria-current', 'aria-pressed', 'disabled'],
    });
    group.addEventListener('focusin', onFocus);
    group.addEventListener('keydown', onKeyDown);
    return () => {
      watch.disconnect();
      measure.disconnect();
      group.removeEventListener('focusin', onFocus);
      group.removeEventListener('keydown', onKeyDown);
    };
  };
}

/** What takes the focus within a group that is marked as wrong. */
const controls = 'input, select, textarea, button, [tabindex="0"], [contenteditable="true"]';

/** Focuses the first field that is marked as wrong. */
function focusWrong(form: Element): HTMLElement | undefined {
  const wrong = [...form.querySelectorAll<HTMLElement>('[aria-invalid="true"]')].find(isReachable);
  const control = wrong?.matches(controls) ? wrong : wrong?.querySelector<HTMLElement>(controls);
  control?.focus();
  return control ?? undefined;
}

/** Ref of a mark in a form that is a page: its first field has the focus on arrival. */
export function focusFirstField(mark: HTMLElement | null): void {
  mark?.closest('form')?.querySelector<HTMLElement>('input:not([readonly]), textarea')?.focus();
}

/** By which a person goes on in a form; text of an input method comes without a key. */
const goingOn = ['keydown', 'beforeinput', 'pointerdown'];
/** Ends the watch of a form. */
const watches = new WeakMap<Element, () => void>();

/**
 * Called at each attempt to submit a form: its first wrong field gets the focus as soon as it is marked, by the console or
 * by the answer of the server, unless the person has gone on in the form meanwhile.
 */
export function seekWrong(form: Element | null): void {
  const view = form?.ownerDocument.defaultView;
  if (!form || !view) return;
  watches.get(form)?.();
  const end = () => {
    watch.disconnect();
    for (const type of goingOn) form.removeEventListener(type, end);
    watches.delete(form);
  };
  let reached: HTMLElement | undefined;
  // A field is marked only after it has been rendered with its problem, and the one that was left by a press comes last:
  // see `useSettled`. So the focus follows until the person moves it.
  const look = () =>
    view.setTimeout(() => {
      if (watches.get(form) !== end) return;
      if (reached && reached !== form.ownerDocument.activeElement) end();
      else reached = focusWrong(form) ?? reached;
    });
  const watch = new view.MutationObserver(look);
  watch.observe(form, { subtree: true, childList: true, attributeFilter: ['aria-invalid'] });
  watches.set(form, end);
  look();
  // Not before the key that submits has done so.
  view.setTimeout(() => {
    if (watches.get(form) !== end) return;
    for (const type of goingOn) form.addEventListener(type, end);
  });
}

/** Returns the focus to the opener of what has closed, unless a dialog or page of the command has taken it. */
export function focusOpener(opener: HTMLElement): void {
  const { ownerDocument: page } = opener;
  queueMicrotask(() => (page.activeElement ?? page.body) === page.body && opener.focus());
}

/** Position of a menu or panel: scrolled where it does not fit, and fixed so that it never widens the page behind it. */
export const below = { position: 'below', strategy: 'fixed', autoSize: true, overflowBoundaryPadding: 8 } as const;

/** What had the focus when a dialog opened, and for each part around it its place among what can have the focus there. */
interface Opener {
  element: HTMLElement;
  around: readonly (readonly [part: HTMLElement, at: number])[];
}

const stops = 'a[href], button, input, select, textarea, [tabindex]';
function stopsIn(part: HTMLElement): HTMLElement[] {
  return [...part.querySelectorAll<HTMLElement>(stops)];
}

function openerOf(element: HTMLElement): Opener {
  const around: [HTMLElement, number][] = [];
  const page = element.closest('[data-kept-page]');
  for (let part = page && element.parentElement; part; part = part === page ? null : part.parentElement)
    around.push([part, stopsIn(part).indexOf(element)]);
  return { element, around };
}

/** Focuses what stands where the opener was: the answer to its dialog has taken it away. */
function focusSuccessor({ around }: Opener): void {
  const places = around
    .filter(([part]) => part.isConnected)
    .flatMap(([part, at]) => {
      const all = stopsIn(part).filter(isReachable);
      return all[Math.min(at, all.length - 1)] ?? [];
    });
  (places[0] ?? around.at(-1)?.[0])?.focus({ preventScroll: true });
}

/** Until the person goes on elsewhere, the focus stays at the place of the opener, also where that is taken away. */
function focusBack(opener: Opener): void {
  const { element } = opener;
  const { ownerDocument: page } = element;
  const look = () => {
    if (element.isConnected) return;
    end();
    if ((page.activeElement ?? page.body) === page.body) focusSuccessor(opener);
  };
  const watch = new MutationObserver(look);
  const end = () => {
    watch.disconnect();
    page.removeEventListener('focusin', end);
  };
  watch.observe(page.body, { subtree: true, childList: true });
  element.focus();
  page.addEventListener('focusin', end);
  look();
}

/** Ref of a part whose content is replaced as a whole: the focus goes on in it when it was in what is gone. */
export function keepFocusWithin(part: HTMLElement | null) {
  if (!part) return undefined;
  const { ownerDocument: page } = part;
  let last: Node | null = null;
  const onFocus = ({ target }: FocusEvent) => {
    last = target as Node;
  };
  // What comes instead may still load, and has nothing that takes the focus until then.
  const arrival = new MutationObserver(() => goOn());
  const goOn = () => {
    const next = stopsIn(part).find(isReachable);
    const isElsewhere = page.activeElement !== page.body;
    if (!isElsewhere) next?.focus();
    if (isElsewhere || next) arrival.disconnect();
  };
  const watch = new MutationObserver((changes) => {
    if (!changes.some(({ removedNodes }) => [...removedNodes].some((one) => one.contains(last)))) return;
    arrival.observe(part, { subtree: true, childList: true, attributes: true });
    goOn();
  });
  part.addEventListener('focusin', onFocus);
  watch.observe(part, { childList: true });
  return () => {
    arrival.disconnect();
    watch.disconnect();
    part.removeEventListener('focusin', onFocus);
  };
}

/** The opener of a closing dialog, until it is focused. */
let pendingOpener: Opener | undefined;

/**
 * Returns the focus to the opener when the dialog is unmounted. React runs the returned function before it removes the
 * element, so the focus moves in a microtask. A dialog that replaces another one takes over its opener.
 */
export function returnFocus(part: HTMLElement | null) {
  const active = part?.ownerDocument.activeElement;
  const opener = pendingOpener ?? (active instanceof HTMLElement ? openerOf(active) : undefined);
  pendingOpener = undefined;
  return () => {
    if (part) uncoverPage(part);
    if (!opener) return;
    pendingOpener = opener;
    queueMicrotask(() => {
      if (pendingOpener !== opener) return;
      pendingOpener = undefined;
      focusBack(opener);
    });
  };
}
