/** Reads a JPEG to the end of its first picture, and keeps what decides how its pixels are read. */
import { type CleanPicture, exifMark, orientationBlock, orientationOf, upright } from './orientation';
import { mostParts } from './parts';

const [endOfPicture, startOfScan] = [0xd9, 0xda];

/** Those of JPEG-LS as well. */
function isFrame(marker: number): boolean {
  return (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) || marker === 0xf7;
}
/** Whether browsers draw a frame: baseline, extended or progressive, of eight bits a colour. */
function isDrawn(marker: number, bits: number | undefined): boolean {
  return marker >= 0xc0 && marker <= 0xc2 && bits === 8;
}
function begins(segment: Buffer, mark: string): boolean {
  return segment.toString('latin1', 4, 4 + mark.length) === mark;
}

/** Where the next marker stands: behind fill bytes, and in a scan behind its pixels. */
function nextMarker(bytes: Buffer, from: number, isScan: boolean): number | undefined {
  // Found by the platform: of the bytes of pixels one in hundreds is looked at.
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    if (!isScan && at !== from && bytes[at - 1] !== 0xff) return undefined;
    while (bytes[at + 1] === 0xff) at++;
    const second = bytes[at + 1];
    if (second === undefined) return undefined;
    if (!(isScan && (second === 0 || (second >= 0xd0 && second <= 0xd7)))) return at;
  }
  return undefined;
}

/** The frame of the first picture; undefined where none stands before pixels, among as many parts as pictures have. */
export function frameOf(bytes: Buffer): { width: number; height: number; isDrawn: boolean } | undefined {
  let count = 0;
  for (let at = nextMarker(bytes, 2, false); at !== undefined && at + 9 < bytes.length; ) {
    if (++count > mostParts) return undefined;
    const marker = bytes[at + 1]!;
    if (isFrame(marker)) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      return { width, height, isDrawn: isDrawn(marker, bytes[at + 4]) };
    }
    if (marker === startOfScan || marker === endOfPicture) return undefined;
    at = nextMarker(bytes, at + 2 + bytes.readUInt16BE(at + 2), false);
  }
  return undefined;
}

/** A segment as it is kept; undefined for one that says nothing about the pixels. */
function kept(segment: Buffer): Buffer | undefined {
  const marker = segment[1]!;
  if (marker < 0xe0) return segment;
  if (marker === 0xee) return begins(segment, 'Adobe') ? segment : undefined;
  if (marker === 0xe2) return begins(segment, 'ICC_PROFILE\0') ? segment : undefined;
  if (marker !== 0xe0 || !begins(segment, 'JFIF\0') || segment.length < 18) return undefined;
  const head = Buffer.from(segment.subarray(0, 18)); // without the small picture behind it
  head.writeUInt16BE(16, 2);
  head.fill(0, 16, 18);
  return head;
}

function orientationSegment(orientation: number): Buffer[] {
  if (orientation === upright) return [];
  const body = Buffer.concat([Buffer.from(exifMark, 'latin1'), orientationBlock(orientation)]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return [head, body];
}

/** Undefined where the picture is not whole, or has more parts than pictures have. */
export function cleanJpeg(bytes: Buffer): CleanPicture | undefined {
  const parts: Buffer[] = [];
  let [orientation, hasExif, hasFrame, hasScan, count] = [upright, false, false, false, 0];
  for (let at = nextMarker(bytes, 2, false); at !== undefined; ) {
    if (++count > mostParts) return undefined;
    const marker = bytes[at + 1]!;
    if (marker === endOfPicture) {
      if (!hasFrame || !hasScan) return undefined;
      // JFIF stands first where it is there.
      const first = parts[0]?.[1] === 0xe0 ? 1 : 0;
      parts.splice(first, 0, ...orientationSegment(orientation));
      return { bytes: Buffer.concat([bytes.subarray(0, 2), ...parts, bytes.subarray(at, at + 2)]), orientation };
    }
    if (at + 4 > bytes.length) return undefined;
    const size = bytes.readUInt16BE(at + 2);
    const end = at + 2 + size;
    if (size < 2 || end > bytes.length) return undefined;
    const segment = bytes.subarray(at, end);
    if (isFrame(marker)) {
      if (hasFrame || !isDrawn(marker, segment[4])) return undefined;
      hasFrame = true;
    }
    if (marker === 0xe1 && begins(segment, exifMark) && !hasExif)
      [hasExif, orientation] = [true, orientationOf(segment.subarray(4))];
    const isScan = marker === startOfScan;
    const next = nextMarker(bytes, end, isScan);
    const own = kept(segment);
    if (own) parts.push(own);
    if (isScan && next !== undefined) parts.push(bytes.subarray(end, next));
    hasScan ||= isScan;
    at = next;
  }
  return undefined;
}
