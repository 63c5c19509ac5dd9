/** Pictures with everything that cameras and programs write into them, made on the spot. */
import jpegJs from 'jpeg-js';
import { png, pngChunk } from './png';

/** What must not be found in a file that was stored. */
export const secret = 'secret-place-31.2304N';

/** EXIF: the orientation, and a text. */
export function tiff(orientation: number): Buffer {
  const block = Buffer.alloc(38);
  block.write('MM\0*', 0, 'latin1');
  block.writeUInt32BE(8, 4);
  block.writeUInt16BE(2, 8);
  block.writeUInt16BE(0x0112, 10);
  block.writeUInt16BE(3, 12);
  block.writeUInt32BE(1, 14);
  block.writeUInt16BE(orientation, 18);
  block.writeUInt16BE(0x010e, 22);
  block.writeUInt16BE(2, 24);
  block.writeUInt32BE(secret.length, 26);
  block.writeUInt32BE(38, 30);
  return Buffer.concat([block, Buffer.from(secret)]);
}

function segment(marker: number, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}
export function plainJpeg(width = 40, height = 20): Buffer {
  return jpegJs.encode({ width, height, data: Buffer.alloc(width * height * 4, 0x80) }, 80).data;
}
/** EXIF, a second EXIF, XMP, IPTC, several pictures, maker notes, comments before and within, small pictures, and a tail. */
export function jpegOf(orientation: number): Buffer {
  const plain = plainJpeg();
  const [jfif, scan] = [20, plain.indexOf(Buffer.from([0xff, 0xda]))];
  const small = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);
  return Buffer.concat([
    plain.subarray(0, 2),
    segment(0xe0, 'JFIF\0\u0001\u0001\0\0\u0001\0\u0001\u0002\u0001', secret.slice(0, 6)), // 2 × 1 pixels of a small picture
    segment(0xe0, 'JFXX\0\u0010', small, secret),
    segment(0xe1, 'Exif\0\0', tiff(orientation)),
    segment(0xe1, 'Exif\0\0', tiff(3)),
    segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', `<x:xmpmeta>${secret}</x:xmpmeta>`),
    segment(0xe2, 'MPF\0', secret),
    segment(0xe2, 'ICC_PROFILE\0\u0001\u0001', 'colours'),
    segment(0xed, 'Photoshop 3.0\0', secret),
    segment(0xee, 'Adobe\0\u0064\0\0\0\0\u0001'),
    segment(0xef, secret),
    plain.subarray(jfif, scan),
    Buffer.from([0xff, 0xff]), // fill bytes
    segment(0xfe, secret),
    plain.subarray(scan, -2),
    segment(0xfe, secret), // behind the pixels, before the end
    plain.subarray(-2),
    plain, // the second of several pictures
    Buffer.from(secret),
  ]);
}

const pngHead = 33;
/** Texts before and behind the pixels, chunks of unknown programs, frames of one that moves, and a tail. */
export function pngOf(orientation: number): Buffer {
  const plain = png();
  return Buffer.concat([
    plain.subarray(0, pngHead),
    pngChunk('eXIf', tiff(orientation)),
    pngChunk('pHYs', Buffer.from([0, 0, 11, 19, 0, 0, 11, 19, 1])),
    pngChunk('acTL', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0])),
    pngChunk('fcTL', Buffer.alloc(26)),
    pngChunk('tEXt', `Comment\0${secret}`),
    pngChunk('caBX', secret),
    pngChunk('prVt', secret),
    plain.subarray(pngHead, -12),
    pngChunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${secret}`),
    pngChunk('tIME', Buffer.from([7, 234, 11, 27, 1, 2, 3])),
    plain.subarray(-12),
    Buffer.from(secret),
  ]);
}

export function webpChunk(type: string, body: string | Buffer): Buffer {
  const bytes = Buffer.from(body as string);
  const head = Buffer.alloc(8);
  head.write(type, 0, 'latin1');
  head.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([head, bytes, Buffer.alloc(bytes.length % 2)]);
}
export function riff(...chunks: Buffer[]): Buffer {
  const body = Buffer.concat(chunks);
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}
/** Pixels without loss, as far as a reader of chunks looks. */
export const webpPixels = webpChunk('VP8L', Buffer.from('2f0000000007101111118888fe0700', 'hex').subarray(0, 13));
export function webpHead(flags: number, width = 40, height = 20): Buffer {
  const head = Buffer.alloc(10);
  head[0] = flags;
  head.writeUIntLE(width - 1, 4, 3);
  head.writeUIntLE(height - 1, 7, 3);
  return webpChunk('VP8X', head);
}
/** EXIF and XMP, a chunk of an unknown program, also in a frame, and a tail. */
export function webpOf(orientation: number): Buffer {
  const frame = Buffer.concat([Buffer.alloc(16), webpPixels, webpChunk('prVt', secret)]);
  return Buffer.concat([
    riff(
      webpHead(0x2e),
      webpChunk('ICCP', 'colours'),
      webpChunk('ANIM', Buffer.alloc(6)),
      webpChunk('ANMF', frame),
      webpChunk('prVt', secret),
      webpChunk('EXIF', tiff(orientation)),
      webpChunk('XMP ', secret),
    ),
    Buffer.from(secret),
  ]);
}

const gifBlock = (text: string) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')]);
const gifExtension = (label: number, ...blocks: string[]) =>
  Buffer.concat([Buffer.from([0x21, label]), ...blocks.map(gifBlock), Buffer.from([0])]);
const gifPicture = Buffer.from('2c00000000010001000002024401 00'.replaceAll(' ', ''), 'hex');
const gifTimes = gifExtension(0xf9, '\0\u000a\0\0');
const gifRepeats = gifExtension(0xff, 'NETSCAPE2.0', '\u0001\0\0');
const gifHead = Buffer.concat([Buffer.from('GIF89a'), Buffer.from([1, 0, 1, 0, 0x80, 0, 0]), Buffer.alloc(6)]);
export const plainGif = Buffer.concat([gifHead, gifRepeats, gifTimes, gifPicture, Buffer.from([0x3b])]);
/** Comments, XMP, a text that is drawn, and a tail. */
export const gifWithMore = Buffer.concat([
  gifHead,
  gifExtension(0xfe, secret),
  gifExtension(0xff, 'XMP DataXMP', secret),
  gifRepeats,
  gifTimes,
  gifExtension(0x01, '\0'.repeat(12), secret),
  gifExtension(0xfe, secret),
  gifTimes,
  gifPicture,
  Buffer.from([0x3b]),
  Buffer.from(secret),
]);

/** Bytes between head and pixels, and behind them. */
export function bmpOf(width = 40, height = 20, gap = '', tail = '', colours?: 'LINK' | 'MBED'): Buffer {
  const headBytes = colours ? 124 : 40;
  const pixels = Buffer.alloc(4 * Math.ceil((width * 24) / 32) * Math.abs(height), 0x7f);
  const head = Buffer.alloc(14 + headBytes);
  head.write('BM', 0, 'latin1');
  head.writeUInt32LE(head.length + gap.length, 10);
  head.writeUInt32LE(headBytes, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(24, 28);
  if (colours) {
    head.write([...colours].reverse().join(''), 70, 'latin1');
    head.writeUInt32LE(headBytes + gap.length + pixels.length, 126);
    head.writeUInt32LE(tail.length, 130);
  }
  const all = Buffer.concat([head, Buffer.from(gap), pixels, Buffer.from(tail)]);
  all.writeUInt32LE(all.length, 2);
  return all;
}
