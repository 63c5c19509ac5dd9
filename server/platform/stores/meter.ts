import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { StoreError } from '../../kernel/objectStore';

/** Passes bytes on and measures them. */
export interface Meter extends Transform {
  size: number;
  /** Digests in hex, once the stream has ended. */
  sha256(): string;
  md5(): string;
}

/** `size`: how many bytes must come; fewer or more are an error. */
export function meter(size?: number): Meter {
  const sha256 = createHash('sha256');
  const md5 = createHash('md5');
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed.size += chunk.length;
      sha256.update(chunk);
      md5.update(chunk);
      if (size !== undefined && passed.size > size) done(new StoreError('more bytes than were announced'));
      else done(null, chunk);
    },
    flush(done) {
      done(size !== undefined && passed.size < size ? new StoreError('fewer bytes than were announced') : null);
    },
  });
  const passed: Meter = Object.assign(stream, {
    size: 0,
    sha256: () => sha256.copy().digest('hex'),
    md5: () => md5.copy().digest('hex'),
  });
  return passed;
}
