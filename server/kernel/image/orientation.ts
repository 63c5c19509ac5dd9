/** How a picture is held: the one thing that is kept of what cameras write about a picture. */

/** 1 to 8 as EXIF counts; from 5 on, width and height change places where the picture is shown. */
export type Orientation = number;
export const upright: Orientation = 1;

/** A picture without what was added to it. */
export interface CleanPicture {
  bytes: Buffer;
  orientation: Orientation;
}

/** What EXIF begins with in a JPEG, and with some programs elsewhere. */
export const exifMark = 'Exif\0\0';

/** A TIFF block that holds the orientation alone. */
export function orientationBlock(orientation: Orientation): Buffer {
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

/** The orientation that EXIF tells, with its mark or without; upright where it tells none. */
export function orientationOf(exif: Buffer): Orientation {
  const isMarked = exif.toString('latin1', 0, exifMark.length) === exifMark;
  const tiff = isMarked ? exif.subarray(exifMark.length) : exif;
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  try {
    const first = long(4);
    for (let entry = 0; entry < short(first); entry++) {
      const at = first + 2 + 12 * entry;
      if (short(at) !== 0x0112) continue;
      const value = short(at + 8);
      return value >= 1 && value <= 8 ? value : upright;
    }
  } catch {
    // an entry beyond the end
  }
  return upright;
}
