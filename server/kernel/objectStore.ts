import type { Readable } from 'node:stream';

/** A store did not do what it was asked: it failed, was too slow, or did not keep what it was sent. */
export class StoreError extends Error {
  override name = 'StoreError';
}

/** The folder of this server is not the store of files of its database. */
export class StoreAbsent extends StoreError {
  override name = 'StoreAbsent';
}

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A part of an upload: its number, from 1, its first byte in the file, and its size in bytes. */
export interface Part {
  number: number;
  offset: number;
  size: number;
}

/**
 * Objects by key, such as `000000/2026/11/1234.png`. Streams go through in constant memory. Every method throws
 * `StoreError` when the store fails; what it has resolved for is safe.
 */
export interface ObjectStore {
  /** Resolves when the bytes are safe under the key; after a failure there is nothing under it. */
  put(key: string, bytes: Readable, contentType: string): Promise<void>;
  /** `undefined`: there is no such object. The stream fails when it ends early. `size`: of the whole object. */
  get(key: string, range?: ByteRange): Promise<{ stream: Readable; size: number } | undefined>;
  /** Delete the object; a missing one is no error. */
  remove(key: string): Promise<void>;
  /** Begin an upload in parts; answers the store's name of it. */
  beginParts(key: string, contentType: string): Promise<string>;
  /** Resolves with the store's tag when the part is safe. A part that is sent again replaces the first. */
  putPart(key: string, upload: string, part: Part, bytes: Readable): Promise<string>;
  /** Make one object of the parts, which are all there. Repeated after a success, it changes nothing. */
  joinParts(key: string, upload: string, parts: readonly { number: number; tag: string }[]): Promise<void>;
  /** Delete the parts of all unfinished uploads of the key. `upload`: one that is known. */
  dropParts(key: string, upload?: string): Promise<void>;
}
