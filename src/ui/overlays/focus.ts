import type { MouseEvent } from 'react';

/** A click that means “here”, and neither a new tab nor a download. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
}

/** Moves the focus along the elements that match and are shown, ends joined. */
export function rove(container: Element, selector: string, from: Element, by: number): void {
  const all = [...container.querySelectorAll<HTMLElement>(selector)].filter((element) => element.offsetParent !== null);
  const at = all.indexOf(from as HTMLElement);
  if (at >= 0) all[(at + by + all.length) % all.length]?.focus();
}

/** For the ref of a mark in a form, mounted once for each attempt: the focus goes to the first field at fault. */
export function focusWrong(mark: HTMLElement | null): void {
  mark?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
