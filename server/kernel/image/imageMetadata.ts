/**
 * Takes the data off a picture that cameras and programs add: place, time, device, thumbnails. The pixels stay as they
 * are; the direction in which the picture is held is all that is kept of it.
 */

/** A TIFF block that holds the orientation alone. */
function orientationBlock(orientation: number): Buffer {
  const block = Buffer.alloc(26);
  block.write('II*\0', 0, 'latin1');
  block.writeUInt32LE(8, 4);
  block.writeUInt16LE(1, 8); // one entry
  block.writeUInt16LE(0x0112, 10);
  block.writeUInt16LE(3, 12); // a 16-bit number
  block.writeUInt32LE(1, 14);
  block.writeUInt16LE(orientation, 18);
  return block;
}

/** The orientation that a TIFF block tells, 1 to 8; 1 without one. */
function orientationOf(tiff: Buffer): number {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  try {
    const first = long(4);
    for (let entry = 0; entry < short(first); entry++) {
      const at = first + 2 + 12 * entry;
      if (short(at) !== 0x0112) continue;
      const value = short(at + 8);
      return value >= 1 && value <= 8 ? value : 1;
    }
  } catch {
    // an entry beyond the end
  }
  return 1;
}

const exifMark = 'Exif\0\0';

/** Segments of a JPEG before its pixels; undefined where they are not whole. */
function jpegParts(bytes: Buffer): { segments: Buffer[]; pixels: Buffer } | undefined {
  const segments: Buffer[] = [];
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at++; // fill bytes
      continue;
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (marker === 0xda) {
      const last = bytes.lastIndexOf(Buffer.from([0xff, 0xd9]));
      return last > end ? { segments, pixels: bytes.subarray(at, last + 2) } : undefined;
    }
    if (end > bytes.length) return undefined;
    segments.push(bytes.subarray(at, end));
    at = end;
  }
  return undefined;
}

function isExif(segment: Buffer): boolean {
  return segment[1] === 0xe1 && segment.toString('latin1', 4, 10) === exifMark;
}
/** Segments that decide how the pixels are read: JFIF, colour profile, Adobe's transform, tables and frames. */
function isKept(segment: Buffer): boolean {
  const marker = segment[1]!;
  return marker !== 0xfe && (marker < 0xe0 || marker > 0xef || [0xe0, 0xe2, 0xee].includes(marker));
}

function cleanJpeg(bytes: Buffer): Buffer | undefined {
  const parts = jpegParts(bytes);
  if (!parts) return undefined;
  const exif = parts.segments.find(isExif);
  const orientation = exif ? orientationOf(exif.subarray(10)) : 1;
  const own: Buffer[] = [];
  if (orientation !== 1) {
    const body = Buffer.concat([Buffer.from(exifMark, 'latin1'), orientationBlock(orientation)]);
    const head = Buffer.from([0xff, 0xe1, 0, 0]);
    head.writeUInt16BE(body.length + 2, 2);
    own.push(head, body);
  }
  const [first, ...others] = parts.segments.filter(isKept);
  const isJfif = first?.[1] === 0xe0;
  return Buffer.concat([
    bytes.subarray(0, 2),
    ...(first && isJfif ? [first] : []),
    ...own,
    ...(first && !isJfif ? [first] : []),
    ...others,
    parts.pixels,
  ]);
}

const pngMetadata = new Set(['eXIf', 'tEXt', 'iTXt', 'zTXt', 'tIME']);
function cleanPng(bytes: Buffer): Buffer | undefined {
  const kept = [bytes.subarray(0, 8)];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) return undefined;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (!pngMetadata.has(type)) kept.push(bytes.subarray(at, end));
    if (type === 'IEND') return Buffer.concat(kept);
    at = end;
  }
  return undefined;
}

/** Flags of the head of an extended WebP that announce EXIF and XMP. */
const webpFlags = 0x08 | 0x04;
function cleanWebp(bytes: Buffer): Buffer | undefined {
  if (bytes.readUInt32LE(4) + 8 > bytes.length) return undefined;
  const kept: Buffer[] = [];
  for (let at = 12; at + 8 <= bytes.readUInt32LE(4) + 8; ) {
    const size = bytes.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    if (at + 8 + size > bytes.length) return undefined;
    const type = bytes.toString('latin1', at, at + 4);
    const chunk = Buffer.from(bytes.subarray(at, end));
    if (type === 'VP8X') chunk[8] = chunk[8]! & ~webpFlags;
    if (type !== 'EXIF' && type !== 'XMP ') kept.push(chunk);
    at = end;
  }
  const body = Buffer.concat(kept);
  const head = Buffer.from(bytes.subarray(0, 12));
  head.writeUInt32LE(body.length + 4, 4);
  return body.length > 0 ? Buffer.concat([head, body]) : undefined;
}

/** A bitmap has no such data; one that was cut off is shorter than it says. */
function cleanBmp(bytes: Buffer): Buffer | undefined {
  return bytes.readUInt32LE(10) < bytes.length && bytes.readUInt32LE(2) <= bytes.length ? bytes : undefined;
}

const cleaners: Readonly<Record<string, (bytes: Buffer) => Buffer | undefined>> = {
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
  'image/webp': cleanWebp,
  'image/bmp': cleanBmp,
};

/** The picture without that data; undefined where it is cut off or not whole. Other kinds stay as they are. */
export function withoutMetadata(bytes: Buffer, contentType: string): Buffer | undefined {
  const clean = cleaners[contentType];
  return clean ? clean(bytes) : bytes;
}

/** How a JPEG is held, 1 to 8 as EXIF counts: from 5 on, width and height change places where it is shown. */
export function orientationOfPicture(bytes: Buffer, contentType: string): number {
  const exif = contentType === 'image/jpeg' ? jpegParts(bytes)?.segments.find(isExif) : undefined;
  return exif ? orientationOf(exif.subarray(10)) : 1;
}
