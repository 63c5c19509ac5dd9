/**
 * Ref of a page that replaces the frame (lost session, locked screen): shows it to screen readers, because a dialog that
 * is removed together with the frame leaves `aria-hidden` on the root.
 */
export function uncover(part: HTMLElement | null): void {
  part?.closest('[aria-hidden]')?.removeAttribute('aria-hidden');
}
