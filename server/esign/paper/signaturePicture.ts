/** The drawn signature: checked to be printable, and to show ink. */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

export const PNG_HEAD = Buffer.from('89504e470d0a1a0a', 'hex');

/** Several times what the pad of a phone delivers; limits the memory of one picture. */
export const PICTURE_PIXELS_MAX = 2_000_000;

export function pngChunk(type: string, data: Buffer): Buffer {
  const frame = Buffer.alloc(12 + data.length);
  frame.writeUInt32BE(data.length, 0);
  frame.write(type, 4, 'latin1');
  data.copy(frame, 8);
  frame.writeUInt32BE(crc32(frame.subarray(4, 8 + data.length)), 8 + data.length);
  return frame;
}

export interface Picture {
  header: Buffer;
  width: number;
  height: number;
  /** Bytes of a pixel: three colours, and how opaque they are where there are four. */
  channels: number;
  /** Rows as they are stored: each its filter, then its bytes. */
  rows: Buffer;
}

/** A PNG as a browser's canvas writes it: 8-bit RGB or RGBA, not interlaced, at most two million pixels. Throws for others. */
export function readPicture(png: Buffer): Picture {
  try {
    if (!png.subarray(0, 8).equals(PNG_HEAD)) throw new Error('no PNG signature');
    let header: Buffer | undefined;
    const data: Buffer[] = [];
    for (let at = 8, type = ''; type !== 'IEND'; ) {
      const end = at + 8 + png.readUInt32BE(at);
      if (end + 4 > png.length) throw new Error('cut off');
      type = png.toString('latin1', at + 4, at + 8);
      const body = png.subarray(at + 8, end);
      if (type === 'IHDR') header ??= body;
      if (type === 'IDAT') data.push(body);
      at = end + 4;
    }
    if (header?.length !== 13) throw new Error('no header');
    const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
    const channels = { 2: 3, 6: 4 }[header.readUInt8(9)];
    const isPlain = header.readUInt8(8) === 8 && header.readUInt8(12) === 0;
    if (!channels || !isPlain) throw new Error('not 8-bit RGB or RGBA without interlacing');
    if (width * height === 0 || width * height > PICTURE_PIXELS_MAX) throw new Error('size out of range');

    const row = 1 + channels * width;
    const rows = inflateSync(Buffer.concat(data), { maxOutputLength: row * height });
    if (rows.length !== row * height) throw new Error('pixels missing');
    for (let i = 0; i < rows.length; i += row) if (rows.readUInt8(i) > 4) throw new Error('unknown filter');
    return { header, width, height, channels, rows };
  } catch (cause) {
    throw new RangeError('signature picture is not a printable PNG', { cause });
  }
}

/**
 * A drawn signature, checked to be printable and rebuilt from header and pixels alone. Throws RangeError for anything
 * else.
 *
 * The picture comes from a public page, and pdfkit's reader trusts its input: a false length makes it loop, and damaged
 * pixels make it throw where the error cannot be caught, which would end the process. So it only ever gets the result.
 */
export function checkedPicture(png: Buffer): Buffer {
  const { header, rows } = readPicture(png);
  const parts = [pngChunk('IHDR', header), pngChunk('IDAT', deflateSync(rows)), pngChunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([PNG_HEAD, ...parts]);
}

/** Side lengths of a signature in pixels: those of the pad on any screen, with a margin. */
export const SIDE_MIN = 40;

export const SIDE_MAX = 4000;

/** The least share of a picture that is ink: less than the shortest stroke that the pad accepts, on the largest pad. */
export const INK_MIN = 1 / 2000;

/** Fainter strokes than this on white paper, of 255, do not count as ink. */
export const FAINT = 32;

/** The PNG filters: what is added to a byte, by the bytes to the left, above, and above left. */
export const FILTERS: readonly ((left: number, up: number, corner: number) => number)[] = [
  () => 0,
  (left) => left,
  (_, up) => up,
  (left, up) => (left + up) >> 1,
  (left, up, corner) => {
    const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
    return a <= b && a <= c ? left : b <= c ? up : corner;
  },
];

/** Whether at least so many pixels are visible on white paper. */
export function hasInk({ width, height, channels, rows }: Picture, least: number): boolean {
  const length = channels * width;
  let above: Uint8Array = new Uint8Array(length);
  let found = 0;
  for (let y = 0; y < height; y++) {
    const at = y * (length + 1);
    const add = FILTERS[rows[at]!]!;
    const line = new Uint8Array(length);
    for (let i = 0; i < length; i++) {
      const [left, corner] = i < channels ? [0, 0] : [line[i - channels]!, above[i - channels]!];
      line[i] = rows[at + 1 + i]! + add(left, above[i]!, corner);
    }
    for (let i = 0; i < length; i += channels) {
      const dark = 255 - (line[i]! + line[i + 1]! + line[i + 2]!) / 3;
      const opaque = channels === 4 ? line[i + 3]! / 255 : 1;
      if (dark * opaque >= FAINT && ++found >= least) return true;
    }
    above = line;
  }
  return false;
}

/** A picture with a signature: of a pad's size, with ink on it. Throws RangeError for anything else. */
export function checkedSignature(png: Buffer): Buffer {
  const picture = readPicture(png);
  const { width, height } = picture;
  if (Math.min(width, height) < SIDE_MIN || Math.max(width, height) > SIDE_MAX)
    throw new RangeError('a signature is not of this size');
  if (!hasInk(picture, width * height * INK_MIN)) throw new RangeError('there is no signature in the picture');
  return checkedPicture(png);
}
