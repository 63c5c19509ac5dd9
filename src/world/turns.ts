/** Long work is done in turns: what the person does in between is heard at once. */

/** The next task. Where the browser has a word for it, ahead of what else waits in line. */
export function nextTurn(): Promise<void> {
  return 'scheduler' in globalThis && 'yield' in scheduler ? scheduler.yield() : new Promise((go) => setTimeout(go));
}

/** A while in which nothing else is to be done, or as long as somebody may be kept waiting for it. */
export function idle(mostMs: number): Promise<void> {
  return 'requestIdleCallback' in globalThis
    ? new Promise((go) => requestIdleCallback(() => go(), { timeout: mostMs }))
    : nextTurn();
}

/** A picture takes no longer; a window that nobody looks at paints none. */
const longestFrameMs = 200;

/** What is in the document now has been painted. */
export function framePainted(): Promise<void> {
  return new Promise((done) => {
    if (document.hidden) return done();
    // A frame is painted after its callbacks: the next task finds it done.
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, longestFrameMs);
  });
}
