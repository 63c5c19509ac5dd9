/**
 * Keeping what is current in sight of its scroller. Where it lies is told by the browser once it has laid the page out:
 * measuring when the page changes would lay it out within the click, before its first paint.
 */
export function keepInSight(
  element: HTMLElement | null | undefined,
  scroller: Element | null | undefined,
  scroll: (own: DOMRectReadOnly, room: DOMRectReadOnly) => void,
): void {
  const view = element?.ownerDocument.defaultView;
  if (!view || !scroller) return;
  const watch = new view.IntersectionObserver(
    ([seen]) => {
      watch.disconnect();
      // What has gone meanwhile, or is folded away, is nowhere.
      if (seen?.rootBounds && seen.boundingClientRect.height > 0) scroll(seen.boundingClientRect, seen.rootBounds);
    },
    { root: scroller },
  );
  watch.observe(element);
}
