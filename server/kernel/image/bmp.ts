/** Reads a bitmap by what its head says of its pixels; what lies between, behind and beside them is left out. */
import { type CleanPicture, upright } from './orientation';

const fileHead = 14;
/** Length of the oldest head, whose sides have 16 bits, and of the one that may name a colour profile. */
const [coreHead, profileHead] = [12, 124];
const [linkedProfile, embeddedProfile] = ['LINK', 'MBED'];
const standardColours = 'sRGB';
/** Colours of a palette that browsers read. */
const mostColours = 256;
/** Length of the heads that browsers read beside the oldest one. */
const heads = [40, 52, 56, 64, 108, profileHead];
/** How browsers read pixels: plain, in runs, or by masks. A whole JPEG or PNG in their place is for printers. */
const packings = [0, 1, 2, 3, 6];
/** The head of OS/2, under which the number of a packed JPEG means runs of three bytes. */
const [foreignHead, longRuns] = [64, 4];

/** The sides, as the head counts them. */
export function bmpSides(bytes: Buffer): { width: number; height: number } {
  return bytes.readUInt32LE(fileHead) === coreHead
    ? { width: bytes.readUInt16LE(18), height: bytes.readUInt16LE(20) }
    : { width: bytes.readInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) };
}

/** The colour space of the newest head, whose letters are written from the last to the first. */
function coloursOf(head: Buffer): string {
  return [...head.toString('latin1', 56, 60)].reverse().join('');
}

function pixelBytes(bytes: Buffer, isCore: boolean): number {
  const { width, height } = bmpSides(bytes);
  const depth = bytes.readUInt16LE(isCore ? 24 : 28);
  const packing = isCore ? 0 : bytes.readUInt32LE(30);
  const plain = 4 * Math.ceil((width * depth) / 32) * height;
  return packing === 0 || packing === 3 || packing === 6 ? plain : bytes.readUInt32LE(34);
}

/** Undefined where the picture is not whole. */
export function cleanBmp(bytes: Buffer): CleanPicture | undefined {
  if (bytes.length < fileHead + 40) return undefined;
  const headBytes = bytes.readUInt32LE(fileHead);
  const isCore = headBytes === coreHead;
  if (!isCore && !heads.includes(headBytes)) return undefined;
  const packing = isCore ? 0 : bytes.readUInt32LE(30);
  if (!packings.includes(packing) && !(headBytes === foreignHead && packing === longRuns)) return undefined;
  const from = bytes.readUInt32LE(10);
  const end = from + pixelBytes(bytes, isCore);
  if (from < fileHead + headBytes || end <= from || end > bytes.length) return undefined;
  const depth = bytes.readUInt16LE(isCore ? 24 : 28);
  const colours = isCore ? 0 : bytes.readUInt32LE(46);
  if (depth <= 8 && colours > mostColours) return undefined;
  const masks = headBytes === 40 && [3, 6].includes(packing) ? 16 : 0;
  const palette = depth <= 8 ? (colours || 2 ** depth) * (isCore ? 3 : 4) : colours * 4;
  const made = Buffer.from(bytes.subarray(0, end));
  made.fill(0, 6, 10);
  made.fill(0, Math.min(from, fileHead + headBytes + masks + palette), from);
  const head = made.subarray(fileHead);
  let profile: Buffer = Buffer.alloc(0);
  if (headBytes === profileHead) {
    const [at, size] = [fileHead + head.readUInt32LE(112), head.readUInt32LE(116)];
    const space = coloursOf(head);
    if (space === embeddedProfile && at + size <= bytes.length) profile = bytes.subarray(at, at + size);
    // The name of a linked profile is a path on the machine of its author.
    else if (space === linkedProfile || space === embeddedProfile)
      head.write([...standardColours].reverse().join(''), 56, 'latin1');
    head.writeUInt32LE(profile.length > 0 ? end - fileHead : 0, 112);
    head.writeUInt32LE(profile.length, 116);
  }
  made.writeUInt32LE(end + profile.length, 2);
  return { bytes: Buffer.concat([made, profile]), orientation: upright };
}
