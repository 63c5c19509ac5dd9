import { parentPort } from 'node:worker_threads';

/** The thread's side: does what arrives, and answers what was made or the error. */
export function printIn<D>(print: (doc: D) => Promise<unknown>): void {
  parentPort!.on('message', async (doc: D) => {
    try {
      parentPort!.postMessage({ made: await print(doc) });
    } catch (error) {
      parentPort!.postMessage({ error });
    }
  });
  parentPort!.postMessage({ isReady: true });
}
