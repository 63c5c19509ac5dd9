/**
 * A dialog hides everything beside it from screen readers, and does not take that back when the whole frame goes away
 * together with it: a lost session, a locked screen. For the `ref` of a page that takes the frame's place.
 */
export function uncover(part: HTMLElement | null): void {
  part?.closest('[aria-hidden]')?.removeAttribute('aria-hidden');
}
