/** Ref of what takes the place of what the person was at, so that the focus is not lost with it. */
export function takeFocus(part: HTMLElement | null): void {
  part?.ownerDocument.defaultView?.setTimeout(() => part.focus({ preventScroll: true }));
}

/**
 * Ref of a page that replaces the frame (lost session, locked screen): shows it to screen readers, because a dialog that
 * is removed together with the frame leaves `aria-hidden` on the root.
 */
export function uncover(part: HTMLElement | null): void {
  part?.closest('[aria-hidden]')?.removeAttribute('aria-hidden');
}

/** A dialog has gone: without another one, screen readers see the page again, also where the page of the dialog went too. */
export function uncoverPage({ ownerDocument: page }: HTMLElement): void {
  const view = page.defaultView;
  // What is hidden loses the focus when the browser draws.
  view?.requestAnimationFrame(() =>
    view.setTimeout(() => {
      // That of a page which is kept is still there, and not drawn.
      const dialogs = [...page.querySelectorAll('[aria-modal="true"]')];
      if (dialogs.some((dialog) => dialog.getClientRects().length > 0)) return;
      for (const covered of page.querySelectorAll('body > [aria-hidden="true"]:has([data-kept-page])'))
        covered.removeAttribute('aria-hidden');
      const kept = [...page.querySelectorAll<HTMLElement>('[data-kept-page]')];
      const shown = kept.find((one) => one.offsetParent !== null);
      if (page.activeElement === page.body) shown?.focus({ preventScroll: true });
    }),
  );
}
