/** What the library of old workbooks remarks is no matter of the server's log. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import * as xlsx from '@e965/xlsx';

const program = join(__dirname, '../../../server/kernel/sheets/xlsSheets.ts');

/** A workbook whose first sheet has a record that the library does not know. */
function withUnknownRecord(): Buffer {
  const book = xlsx.utils.book_new(xlsx.utils.aoa_to_sheet([['名称'], ['甲']]), '表');
  const file = xlsx.CFB.read(xlsx.write(book, { type: 'buffer', bookType: 'biff8' }), { type: 'buffer' });
  const entry = xlsx.CFB.find(file, '/Workbook')!;
  const stream = Buffer.from(entry.content as Uint8Array);
  // Record by record, to the end of the sheet's.
  let last = 0;
  for (let at = 0; at + 4 <= stream.length && stream.readUInt16LE(at) !== 0; at += 4 + stream.readUInt16LE(at + 2))
    last = at;
  const content = Buffer.concat([stream.subarray(0, last), Buffer.from([0xee, 0x0e, 0, 0]), stream.subarray(last)]);
  Object.assign(entry, { content, size: content.length });
  return xlsx.CFB.write(file, { type: 'buffer' }) as Buffer;
}

it('reads a record that the library does not know without a line in the log', async () => {
  const bytes = withUnknownRecord();
  const printed = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  xlsx.read(bytes);
  expect(printed).toHaveBeenCalledWith('Missing Info for XLS Record 0xeee');
  printed.mockRestore();
  const compiler = createRequire(__filename).resolve('tsx/cjs');
  const load = [compiler, program].map((file) => `require(${JSON.stringify(file)})`);
  // Its console is its own: what it prints afterwards still arrives.
  const after =
    "require('node:worker_threads').parentPort.on('message', (m) => m === 'print' && console.error('after'))";
  const thread = new Worker([...load, after].join(';'), { eval: true, stderr: true });
  let errors = '';
  thread.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const answer = await new Promise<{ made?: { sheets: { rows: unknown[] }[] } }>((resolve) => {
    thread.on('message', resolve);
    thread.postMessage({ id: 1, doc: new Uint8Array(bytes) });
  });
  expect(answer.made?.sheets[0]?.rows).toHaveLength(2);
  const last = new Promise((resolve) => thread.stderr.once('end', resolve));
  thread.postMessage('print');
  while (!errors.includes('after')) await new Promise((resolve) => setTimeout(resolve, 10));
  await thread.terminate();
  await last;
  expect(errors).toBe('after\n');
});
