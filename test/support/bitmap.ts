/** Pictures in the format BMP: without compression, as large as their pixels. `data` has four bytes for each pixel. */
export function bitmapOf({ width, height, data }: { width: number; height: number; data: Buffer }): Buffer {
  const row = Math.ceil((width * 3) / 4) * 4;
  const made = Buffer.alloc(54 + row * height);
  made.write('BM');
  made.writeUInt32LE(made.length, 2);
  made.writeUInt32LE(54, 10);
  made.writeUInt32LE(40, 14);
  made.writeInt32LE(width, 18);
  made.writeInt32LE(height, 22);
  made.writeUInt16LE(1, 26);
  made.writeUInt16LE(24, 28);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (const [part, from] of [2, 1, 0].entries())
        made[54 + (height - 1 - y) * row + x * 3 + part] = data[(y * width + x) * 4 + from]!;
  return made;
}
