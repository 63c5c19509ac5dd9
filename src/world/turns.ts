/** Splits long work into tasks, so that input is handled in between. */

/** The next task, with priority where the browser supports it. */
export function nextTurn(): Promise<void> {
  return 'scheduler' in globalThis && 'yield' in scheduler ? scheduler.yield() : new Promise((go) => setTimeout(go));
}

/** An idle period, or the end of the longest wait. */
export function idle(mostMs: number): Promise<void> {
  return 'requestIdleCallback' in globalThis
    ? new Promise((go) => requestIdleCallback(() => go(), { timeout: mostMs }))
    : nextTurn();
}

/** A frame takes no longer; a hidden window paints none. */
const longestFrameMs = 200;

/** Resolves when the current document has been painted. */
export function framePainted(): Promise<void> {
  return new Promise((done) => {
    if (document.hidden) return done();
    // A frame is painted after its callbacks: the next task runs after it.
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, longestFrameMs);
  });
}
