import type { Readable, Writable } from 'node:stream';

/**
 * Passes a body on. When the target fails, the rest of the body is read and dropped: browsers read an answer only when
 * they have sent everything. Resolves when the target has it all.
 */
export function feed(source: Readable, target: Writable): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      source.unpipe(target);
      target.destroy(error);
      setImmediate(() => source.resume()); // the pipe, which ends in this turn, pauses it once more
      reject(error);
    };
    source
      .once('error', fail)
      .once('close', () => source.readableEnded || fail(new Error('the sender went away')))
      .pipe(target);
    target
      .once('error', fail)
      .once('finish', resolve)
      .once('close', () => target.writableFinished || fail(new Error('the body was not taken')));
  });
}
