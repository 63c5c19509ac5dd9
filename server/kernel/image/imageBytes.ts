/** Identifies a file by its first bytes. */
import type { Sniffed } from '../ports';
import { bmpSides } from './bmp';
import { gifSides } from './gif';
import { frameOf } from './jpeg';

function webpSize(bytes: Buffer): Pick<Sniffed, 'width' | 'height'> {
  const form = bytes.toString('latin1', 12, 16);
  if (form === 'VP8X') return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
  if (form === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (form !== 'VP8L') return {};
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
}

/** The kind of a file by its content; its name and the declared type are not trusted. */
export function sniff(bytes: Buffer): Sniffed | undefined {
  if (bytes.length < 30) return undefined;
  if (bytes.readUInt16BE(0) === 0xffd8) {
    const { width, height } = frameOf(bytes) ?? {};
    return { contentType: 'image/jpeg', width, height };
  }
  if (bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n')
    return { contentType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (/^GIF8[79]a/.test(bytes.toString('latin1', 0, 6))) return { contentType: 'image/gif', ...gifSides(bytes) };
  if (bytes.toString('latin1', 0, 2) === 'BM') return { contentType: 'image/bmp', ...bmpSides(bytes) };
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
    return { contentType: 'image/webp', ...webpSize(bytes) };
  if (bytes.toString('latin1', 0, 5) === '%PDF-') return { contentType: 'application/pdf' };
  return undefined;
}

/** Kinds of pictures that no page of every browser shows, by what people call them. */
export const strangePictures: Readonly<Record<string, string>> = {
  'image/heic': 'HEIC',
  'image/heif': 'HEIF',
  'image/avif': 'AVIF',
  'image/tiff': 'TIFF',
};
/** Names in the head of a file of boxes, the more telling ones first. */
const brands: readonly (readonly [kind: string, names: readonly string[]])[] = [
  ['image/avif', ['avif', 'avis']],
  ['image/heic', ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx']],
  ['image/heif', ['mif1', 'msf1', 'mif2']],
];

/** The kind of such a picture; undefined for any other file. */
export function strangePictureIn(head: Buffer): string | undefined {
  if (/^(II\*\0|MM\0\*|II\+\0|MM\0\+)/.test(head.toString('latin1', 0, 4))) return 'image/tiff';
  if (head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp') return undefined;
  const held: string[] = head.toString('latin1', 8, head.readUInt32BE(0)).match(/.{4}/gs) ?? [];
  // A video may also name the kind of its cover among those that it is compatible with.
  const isPicture = brands.some(([, names]) => names.includes(held[0] ?? ''));
  return isPicture ? brands.find(([, names]) => names.some((name) => held.includes(name)))?.[0] : undefined;
}
