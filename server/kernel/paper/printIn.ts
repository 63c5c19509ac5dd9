import { parentPort } from 'node:worker_threads';

/** The thread's side: prints what arrives, and answers what was made or the error. */
export function printIn<D>(print: (doc: D) => Promise<unknown>): void {
  parentPort!.on('message', async ({ id, doc }: { id: number; doc: D }) => {
    try {
      parentPort!.postMessage({ id, made: await print(doc) });
    } catch (error) {
      parentPort!.postMessage({ id, error });
    }
  });
}
