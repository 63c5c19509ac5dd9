import type { MouseEvent } from 'react';

/** Whether a click opens the link in this tab, and neither in a new one nor as a download. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
}

/** Moves the focus by so many visible matches of the selector, from the last on to the first. */
export function rove(container: Element, selector: string, from: Element, by: number): void {
  const all = [...container.querySelectorAll<HTMLElement>(selector)].filter((element) => element.offsetParent !== null);
  const at = all.indexOf(from as HTMLElement);
  if (at >= 0) all[(at + by + all.length) % all.length]?.focus();
}

/** Ref of an element that is mounted at each attempt to submit: focuses the first invalid field of its form. */
export function focusWrong(mark: HTMLElement | null): void {
  const form = mark?.closest('form');
  // A field is marked only after it has been rendered with its problem: see `useSettled`.
  form?.ownerDocument.defaultView?.setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}

/** Returns the focus to the opener of what has closed, unless a dialog or page of the command has taken it. */
export function focusOpener(opener: HTMLElement): void {
  const { ownerDocument: page } = opener;
  queueMicrotask(() => (page.activeElement ?? page.body) === page.body && opener.focus());
}

/** Position of a menu or panel: scrolled where it does not fit, and fixed so that it never widens the page behind it. */
export const below = { position: 'below', strategy: 'fixed', autoSize: true, overflowBoundaryPadding: 8 } as const;

/** The opener of a closing dialog, until it is focused. */
let pendingOpener: Element | undefined;

/**
 * Returns the focus to the opener when the dialog is unmounted. React runs the returned function before it removes the
 * element, so the focus moves in a microtask. A dialog that replaces another one takes over its opener.
 */
export function returnFocus(part: HTMLElement | null) {
  const opener = pendingOpener ?? part?.ownerDocument.activeElement;
  pendingOpener = undefined;
  return () => {
    if (!(opener instanceof HTMLElement)) return;
    pendingOpener = opener;
    queueMicrotask(() => {
      if (pendingOpener !== opener) return;
      pendingOpener = undefined;
      opener.focus();
    });
  };
}
