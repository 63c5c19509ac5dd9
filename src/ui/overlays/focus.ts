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
  mark?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
