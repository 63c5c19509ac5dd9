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

interface Block {
  kind: number;
  at: number;
  /** Behind it; undefined where it is cut off, or is none. */
  end: number | undefined;
}

/** Its blocks up to the trailer; after one that has no end there is no other. */
function* blocksOf(bytes: Buffer): Generator<Block> {
  for (let at: number | undefined = 13 + coloursIn(bytes[10]!); at !== undefined && at < bytes.length; ) {
    const kind: number = bytes[at]!;
    if (kind === trailer) return;
    const isWhole: boolean = kind === picture && at + 10 < bytes.length;
    const data: number | undefined =
      kind === extension ? at + 2 : isWhole ? at + 11 + coloursIn(bytes[at + 9]!) : undefined;
    const end: number | undefined = data && afterBlocks(bytes, data);
    yield { kind, at, end };
    at = end;
  }
}

/** As large as browsers draw it: a picture in it may reach beyond the sides that its head tells. */
export function gifSides(bytes: Buffer): { width: number; height: number } {
  let [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
  let count = 0;
  for (const { kind, at } of blocksOf(bytes)) {
    if (++count > mostParts) break;
    if (kind !== picture || at + 9 > bytes.length) continue;
    width = Math.max(width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5));
    height = Math.max(height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7));
  }
  return { width, height };
}

/** Undefined where the picture is not whole, or has more parts than pictures have. */
export function cleanGif(bytes: Buffer): CleanPicture | undefined {
  const kept = [bytes.subarray(0, 13 + coloursIn(bytes[10]!))];
  let waiting: Buffer = Buffer.alloc(0);
  let hasPicture = false;
  let count = 0;
  for (const { kind, at, end } of blocksOf(bytes)) {
    if (++count > mostParts || end === undefined) return undefined;
    const block = bytes.subarray(at, end);
    if (kind === picture) {
      kept.push(waiting, block);
      [waiting, hasPicture] = [Buffer.alloc(0), true];
      continue;
    }
    const label = bytes[at + 1];
    const repeats =
      label === application && /^(NETSCAPE2\.0|ANIMEXTS1\.0)$/.test(bytes.toString('latin1', at + 3, at + 14));
    if (repeats) kept.push(block);
    // It belongs to the picture that follows.
    if (label === control) waiting = block;
    else if (label === 0x01) waiting = Buffer.alloc(0);
  }
  return hasPicture ? { bytes: Buffer.concat([...kept, Buffer.from([trailer])]), orientation: upright } : undefined;
}
