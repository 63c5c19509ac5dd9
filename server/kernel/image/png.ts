/** Reads a PNG chunk by chunk to its end, and keeps those that decide how its pixels are read. */
import { crc32 } from 'node:zlib';
import { type CleanPicture, orientationBlock, orientationOf, upright } from './orientation';
import { mostParts } from './parts';

const headBytes = 8;
/** Of the picture itself, its colours, its size in print, and the frames of one that moves. */
const drawn = new Set(
  'IHDR,PLTE,IDAT,IEND,tRNS,cHRM,gAMA,iCCP,sBIT,sRGB,cICP,mDCV,cLLI,bKGD,hIST,pHYs,sPLT,acTL,fcTL,fdAT'.split(','),
);

function chunkOf(type: string, body: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + body.length);
  chunk.writeUInt32BE(body.length, 0);
  chunk.write(type, 4, 'latin1');
  body.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + body.length)), 8 + body.length);
  return chunk;
}

/** Undefined where the picture is not whole, has too many parts, or one that must be understood and is not. */
export function cleanPng(bytes: Buffer): CleanPicture | undefined {
  const kept = [bytes.subarray(0, headBytes)];
  let [orientation, hasPixels, count] = [upright, false, 0];
  for (let at = headBytes; at + 12 <= bytes.length; ) {
    if (++count > mostParts) return undefined;
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) return undefined;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if ((type === 'IHDR') !== (at === headBytes)) return undefined;
    if (drawn.has(type)) {
      if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return undefined;
      kept.push(bytes.subarray(at, end));
    } else if (/^[A-Z]/.test(type)) return undefined;
    else if (type === 'eXIf') {
      const held = orientationOf(bytes.subarray(at + 8, end - 4));
      // Browsers turn a picture by what stands before its pixels.
      if (!hasPixels) orientation = held;
      if (held !== upright) kept.push(chunkOf('eXIf', orientationBlock(held)));
    }
    if (type === 'IEND') return hasPixels ? { bytes: Buffer.concat(kept), orientation } : undefined;
    hasPixels ||= type === 'IDAT';
    at = end;
  }
  return undefined;
}
