/** Pictures made on the spot: a real PNG of any size, without a file in the tree. */
import { crc32, deflateSync } from 'node:zlib';

export function pngChunk(type: string, body: string | Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(body as string)]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(named.length - 4, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}
/** A picture of one colour, grey unless told; with a fourth byte, how opaque it is. */
export function png(width = 40, height = 20, colour: readonly number[] = [0x80, 0x80, 0x80]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, colour.length === 4 ? 6 : 2], 8); // 8 bits, RGB or RGBA
  const row = Buffer.concat([Buffer.from([0]), ...Array.from({ length: width }, () => Buffer.from(colour))]);
  const pixels = Buffer.concat(Array.from({ length: height }, () => row));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(pixels)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A picture of a few pixels whose head says that it has these sides. */
export function pngClaiming(width: number, height: number): Buffer {
  const plain = png();
  const sides = Buffer.from(plain.subarray(16, 29));
  sides.writeUInt32BE(width, 0);
  sides.writeUInt32BE(height, 4);
  return Buffer.concat([plain.subarray(0, 8), pngChunk('IHDR', sides), plain.subarray(33)]);
}
