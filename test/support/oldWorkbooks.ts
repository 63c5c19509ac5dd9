/** Workbooks of the format before 2007 with rows and columns that are hidden, which the library that makes them does not write. */
import { CFB } from '@e965/xlsx';

const [beginOfPart, sides, rowRecord, hidden, columnRecord] = [0x0809, 0x0200, 0x0208, 0x0120, 0x007d];

/** The workbook with these rows and columns of its only sheet hidden, as spreadsheets count them: from 1. */
export function hiding(bytes: Buffer, rows: readonly number[], columns: readonly number[] = []): Buffer {
  const file = CFB.read(bytes, { type: 'buffer' });
  const entry = CFB.find(file, '/Workbook')!;
  const stream = Buffer.from(entry.content as Uint8Array);
  const after = (at: number) => at + 4 + stream.readUInt16LE(at + 2);
  let [at, parts] = [0, 0];
  for (; parts < 2 || stream.readUInt16LE(at) !== sides; at = after(at))
    if (stream.readUInt16LE(at) === beginOfPart) parts++;
  const records = rows.map((row) => {
    const record = Buffer.alloc(20);
    record.writeUInt16LE(rowRecord, 0);
    record.writeUInt16LE(16, 2);
    record.writeUInt16LE(row - 1, 4);
    record.writeUInt16LE(hidden, 16);
    return record;
  });
  for (const column of columns) {
    const record = Buffer.alloc(16);
    record.writeUInt16LE(columnRecord, 0);
    record.writeUInt16LE(12, 2);
    record.writeUInt16LE(column - 1, 4);
    record.writeUInt16LE(column - 1, 6);
    record.writeUInt16LE(1, 12);
    records.push(record);
  }
  const content = Buffer.concat([stream.subarray(0, after(at)), ...records, stream.subarray(after(at))]);
  Object.assign(entry, { content, size: content.length });
  return CFB.write(file, { type: 'buffer' }) as Buffer;
}
