/** Reads a GIF block by block to its end, and keeps its pictures, their times, and how often they repeat. */
import { type CleanPicture, upright } from './orientation';
import { mostParts } from './parts';

const [extension, picture, trailer] = [0x21, 0x2c, 0x3b];
const [control, application] = [0xf9, 0xff];

function coloursIn(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** Behind the blocks of data that begin here; undefined where they are cut off. */
function afterBlocks(bytes: Buffer, from: number): number | undefined {
  for (let at = from; at < bytes.length; at += 1 + bytes[at]!) if (bytes[at] === 0) return at + 1;
  return undefined;
}

/** Undefined where the picture is not whole, or has more parts than pictures have. */
export function cleanGif(bytes: Buffer): CleanPicture | undefined {
  const first = 13 + coloursIn(bytes[10]!);
  const kept = [bytes.subarray(0, first)];
  let waiting: Buffer = Buffer.alloc(0);
  let hasPicture = false;
  let count = 0;
  for (let at: number | undefined = first; at !== undefined && at < bytes.length; ) {
    if (++count > mostParts) return undefined;
    const kind = bytes[at]!;
    if (kind === trailer) break;
    let end: number | undefined;
    if (kind === extension) {
      end = afterBlocks(bytes, at + 2);
      if (end === undefined) return undefined;
      const label = bytes[at + 1];
      const repeats =
        label === application && /^(NETSCAPE2\.0|ANIMEXTS1\.0)$/.test(bytes.toString('latin1', at + 3, at + 14));
      if (repeats) kept.push(bytes.subarray(at, end));
      // It belongs to the picture that follows.
      if (label === control) waiting = bytes.subarray(at, end);
      else if (label === 0x01) waiting = Buffer.alloc(0);
    } else if (kind === picture && at + 10 < bytes.length) {
      end = afterBlocks(bytes, at + 11 + coloursIn(bytes[at + 9]!));
      if (end === undefined) return undefined;
      kept.push(waiting, bytes.subarray(at, end));
      [waiting, hasPicture] = [Buffer.alloc(0), true];
    } else return undefined;
    at = end;
  }
  return hasPicture ? { bytes: Buffer.concat([...kept, Buffer.from([trailer])]), orientation: upright } : undefined;
}
