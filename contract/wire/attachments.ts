/** Uploads in parts: sizes, states and answers, on both sides of the wire. */

/** Bytes of each part but the last: the smallest that S3 takes. */
export const partSize = 5 * 1024 * 1024;
/** How long an unfinished upload is kept, in ms. */
export const uploadLife = 24 * 60 * 60 * 1000;
/** The largest file that a parameter can allow, in units of 1024 × 1024 bytes: sizes are 32-bit numbers. */
export const mostMegabytes = 2047;

/** How many parts a file has; an empty file has none. */
export function partCount(size: number): number {
  return Math.ceil(size / partSize);
}

/** First byte of a part and the byte after its last. Parts are counted from 1. */
export function partRange(size: number, number: number): { start: number; end: number } {
  const start = (number - 1) * partSize;
  return { start, end: Math.min(size, start + partSize) };
}

/** Parts that are still to be sent, in order. */
export function missingParts(size: number, known: readonly number[]): number[] {
  const there = new Set(known);
  return Array.from({ length: partCount(size) }, (_, index) => index + 1).filter((number) => !there.has(number));
}

/** An upload as its calls answer it. `checking`: all parts are there, and the file is being read again. */
export interface Upload {
  id: string;
  name: string;
  size: number;
  /** Bytes of each part but the last. */
  partSize: number;
  state: 'open' | 'checking' | 'done';
  /** Numbers of the parts that are safe. */
  parts: number[];
  expires: string;
  /** The attachment, once it is done. */
  attachId: string | null;
}

/** A use of an attachment: a record that names it. */
export interface Use {
  /** Name of the record's module. */
  entity: string;
  id: string;
  title: string;
}
/** The uses that the person may see, and how many there are beside them. */
export interface Uses {
  records: Use[];
  others: number;
}
