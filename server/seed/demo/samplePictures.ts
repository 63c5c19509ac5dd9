/** Sample pictures of documents, drawn in code: no photo of anything real is shipped. */
import { crc32, deflateSync } from 'node:zlib';

/** What numbers of documents are made of, and the word of a sample. */
const letters: Record<string, string> = {
  0: '01110 10001 10011 10101 11001 10001 01110',
  1: '00100 01100 00100 00100 00100 00100 01110',
  2: '01110 10001 00001 00010 00100 01000 11111',
  3: '11111 00010 00100 00010 00001 10001 01110',
  4: '00010 00110 01010 10010 11111 00010 00010',
  5: '11111 10000 11110 00001 00001 10001 01110',
  6: '00110 01000 10000 11110 10001 10001 01110',
  7: '11111 00001 00010 00100 01000 01000 01000',
  8: '01110 10001 10001 01110 10001 10001 01110',
  9: '01110 10001 10001 01111 00001 00010 01100',
  A: '01110 10001 10001 11111 10001 10001 10001',
  B: '11110 10001 10001 11110 10001 10001 11110',
  C: '01110 10001 10000 10000 10000 10001 01110',
  D: '11100 10010 10001 10001 10001 10010 11100',
  E: '11111 10000 10000 11110 10000 10000 11111',
  F: '11111 10000 10000 11110 10000 10000 10000',
  G: '01110 10001 10000 10111 10001 10001 01111',
  H: '10001 10001 10001 11111 10001 10001 10001',
  J: '00111 00010 00010 00010 00010 10010 01100',
  K: '10001 10010 10100 11000 10100 10010 10001',
  L: '10000 10000 10000 10000 10000 10000 11111',
  M: '10001 11011 10101 10101 10001 10001 10001',
  N: '10001 10001 11001 10101 10011 10001 10001',
  P: '11110 10001 10001 11110 10000 10000 10000',
  Q: '01110 10001 10001 10001 10101 10010 01101',
  R: '11110 10001 10001 11110 10100 10010 10001',
  S: '01111 10000 10000 01110 00001 00001 11110',
  T: '11111 00100 00100 00100 00100 00100 00100',
  U: '10001 10001 10001 10001 10001 10001 01110',
  W: '10001 10001 10001 10101 10101 10101 01010',
  X: '10001 10001 01010 00100 01010 10001 10001',
  Y: '10001 10001 10001 01010 00100 00100 00100',
};

/** A sheet of 480 × 300 pixels to draw on. Positions and sizes are pixels, colours 0xRRGGBB. */
function openSheet(ground: number) {
  const [width, height] = [480, 300];
  // each line of a PNG starts with the number of its filter: 0, none
  const pixels = Buffer.alloc(height * (width * 3 + 1));
  const rect = (x: number, y: number, w: number, h: number, colour: number) => {
    for (let row = y; row < y + h; row++)
      for (let column = x; column < x + w; column++)
        pixels.writeUIntBE(colour, row * (width * 3 + 1) + 1 + column * 3, 3);
  };
  const disc = (x: number, y: number, radius: number, colour: number) => {
    for (let dy = -radius; dy <= radius; dy++) {
      const half = Math.floor(Math.sqrt(radius * radius - dy * dy));
      rect(x - half, y + dy, 2 * half + 1, 1, colour);
    }
  };
  const write = (text: string, x: number, y: number, side: number, colour: number) => {
    for (const [i, letter] of [...text].entries())
      for (const [row, bits] of letters[letter]!.split(' ').entries())
        for (const [column, bit] of [...bits].entries())
          if (bit === '1') rect(x + (i * 6 + column) * side, y + row * side, side, side, colour);
  };
  const png = (): Buffer => {
    const chunk = (name: string, data: Buffer) => {
      const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
      const frame = Buffer.alloc(8);
      frame.writeUInt32BE(data.length, 0);
      frame.writeUInt32BE(crc32(body), 4);
      return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
    };
    const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]); // 8 bits each of red, green, blue
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    const signature = Buffer.from('89504e470d0a1a0a', 'hex');
    const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))];
    return Buffer.concat([signature, ...parts]);
  };
  rect(0, 0, width, height, ground);
  return { width, height, rect, disc, word: write, png };
}

/** A sample for each type of picture: shaped like a real one, and marked as a sample. `number`: what is written on it, on a
 *  voucher as bars. */
export function drawSample(picType: number, number = ''): { bytes: Buffer; width: number; height: number } {
  const [paper, ink, line] = [0xffffff, 0x5b6470, 0xc9d0d9];
  const grounds: Record<number, number> = { 1: 0xdfeaf3, 2: 0xf3e6df, 3: 0x24506b, 4: 0xf7f1dc, 5: paper, 6: 0xcfd8c8 };
  const sheet = openSheet(grounds[picType]!);
  const lines = (x: number, y: number, lengths: number[], colour = line) => {
    for (const [i, length] of lengths.entries()) sheet.rect(x, y + i * 30, length, 10, colour);
  };
  if (picType === 1) {
    lines(36, 50, [150, 110, 190, 230, 200]);
    sheet.rect(330, 50, 114, 144, paper);
    sheet.disc(387, 100, 28, ink);
    sheet.rect(349, 140, 76, 54, ink);
    sheet.word(number, 36, 212, 3, ink);
  } else if (picType === 2) {
    sheet.disc(92, 92, 50, 0xb9483f);
    lines(170, 66, [250, 200], 0xb08a7c);
    lines(170, 200, [220, 180], 0xb08a7c);
  } else if (picType === 3) {
    sheet.rect(40, 96, 62, 46, 0xd8b45c);
    for (let group = 0; group < 5; group++) sheet.rect(40 + group * 82, 184, 64, 14, 0xe8eef2);
    lines(40, 224, [130], 0x9db6c6);
  } else if (picType === 4) {
    sheet.rect(14, 14, 452, 272, 0xb08d3c);
    sheet.rect(20, 20, 440, 260, 0xf7f1dc);
    sheet.disc(240, 66, 26, 0xb9483f);
    sheet.word(number, 78, 104, 3, ink);
    lines(80, 142, [280, 300, 240]);
    sheet.disc(380, 224, 34, 0xc8161d);
    sheet.disc(380, 224, 29, 0xf7f1dc);
  } else if (picType === 5) {
    sheet.rect(0, 0, 480, 54, 0x2f6f5e);
    lines(36, 80, [110, 140, 120, 100], ink);
    lines(200, 80, [220, 180, 230, 140]);
    sheet.disc(392, 224, 44, 0xc8161d);
    sheet.disc(392, 224, 38, paper);
    for (const [i, digit] of [...number].entries()) sheet.rect(200 + i * 12, 200, 1 + Number(digit), 24, ink);
  } else {
    sheet.rect(0, 210, 480, 90, 0x9aa58f);
    sheet.rect(90, 90, 210, 110, 0x5d7a8c);
    sheet.rect(300, 130, 80, 70, 0x476070);
    for (const x of [140, 250, 340]) sheet.disc(x, 205, 24, 0x2d3338);
  }
  sheet.word('SAMPLE', 36, 254, 4, picType === 3 ? 0xe8eef2 : ink);
  return { bytes: sheet.png(), width: sheet.width, height: sheet.height };
}
