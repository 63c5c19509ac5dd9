/** Reads a WebP chunk by chunk to its end, and keeps those that decide how its pixels are read. */
import { type CleanPicture, orientationBlock, orientationOf, upright } from './orientation';
import { mostParts } from './parts';

const headBytes = 12;
/** Before the chunks of a frame: its place, sides and time. */
const frameBytes = 16;
/** Flags of the head of an extended file that announce EXIF and XMP. */
const [exifFlag, xmpFlag] = [0x08, 0x04];
const inFrames = new Set(['VP8 ', 'VP8L', 'ALPH']);
const drawn = new Set([...inFrames, 'ICCP', 'ANIM']);

function isPixels(type: string): boolean {
  return type === 'VP8 ' || type === 'VP8L';
}

function chunkOf(type: string, body: Buffer): Buffer {
  const chunk = Buffer.alloc(8 + body.length + (body.length % 2));
  chunk.write(type, 0, 'latin1');
  chunk.writeUInt32LE(body.length, 4);
  body.copy(chunk, 8);
  return chunk;
}

/** The chunks of a file or of a frame; undefined where one is cut off, or there are more than `most`. */
function chunksOf(bytes: Buffer, most: number): { type: string; body: Buffer }[] | undefined {
  const found: { type: string; body: Buffer }[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    if (found.length === most) return undefined;
    const size = bytes.readUInt32LE(at + 4);
    if (at + 8 + size > bytes.length) return undefined;
    found.push({ type: bytes.toString('latin1', at, at + 4), body: bytes.subarray(at + 8, at + 8 + size) });
    at += 8 + size + (size % 2);
  }
  return found;
}

/** Undefined where the picture is not whole, or has more parts than pictures have. */
export function cleanWebp(bytes: Buffer): CleanPicture | undefined {
  const end = bytes.readUInt32LE(4) + 8;
  const chunks = end > bytes.length ? undefined : chunksOf(bytes.subarray(headBytes, end), mostParts);
  if (!chunks) return undefined;
  const isExtended = chunks[0]?.type === 'VP8X';
  const exif = isExtended ? chunks.find(({ type }) => type === 'EXIF') : undefined;
  const orientation = exif ? orientationOf(exif.body) : upright;
  const kept: Buffer[] = [];
  let hasPixels = false;
  let left = mostParts - chunks.length;
  for (const { type, body } of chunks) {
    if (type === 'VP8X') {
      const head = Buffer.from(body);
      head[0] = (head[0]! & ~(exifFlag | xmpFlag)) | (orientation === upright ? 0 : exifFlag);
      kept.push(chunkOf(type, head));
    } else if (type === 'ANMF') {
      const frame = body.length < frameBytes ? undefined : chunksOf(body.subarray(frameBytes), left);
      if (!frame?.some(({ type }) => isPixels(type))) return undefined;
      left -= frame.length;
      const own = frame.filter((one) => inFrames.has(one.type)).map((one) => chunkOf(one.type, one.body));
      kept.push(chunkOf(type, Buffer.concat([body.subarray(0, frameBytes), ...own])));
      hasPixels = true;
    } else if (drawn.has(type)) kept.push(chunkOf(type, body));
    hasPixels ||= isPixels(type);
  }
  if (!hasPixels) return undefined;
  if (orientation !== upright) kept.push(chunkOf('EXIF', orientationBlock(orientation)));
  const body = Buffer.concat(kept);
  const head = Buffer.from(bytes.subarray(0, headBytes));
  head.writeUInt32LE(body.length + 4, 4);
  return { bytes: Buffer.concat([head, body]), orientation };
}
