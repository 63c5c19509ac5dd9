/** What a page shows comes a moment after what a test did: expectations of it are tried until they hold. */
const patienceMs = 10_000;
const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

/** Reads until the value equals the expected one, which may hold matchers; fails as `toEqual` does when it never does. */
export async function soon<T>(read: () => Promise<T>, expected: T): Promise<void> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const value = await read();
    try {
      return expect(value).toEqual(expected);
    } catch (error) {
      if (Date.now() > end) throw error;
      await pause();
    }
  }
}

/** Whether something comes to hold, for a test that goes on and tells all that did not. */
export async function inTime(holds: () => Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + patienceMs; ; ) {
    if (await holds()) return true;
    if (Date.now() > end) return false;
    await pause();
  }
}
