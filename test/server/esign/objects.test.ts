/** What the verification reads of files that other programs wrote. */
import { deflateSync } from 'node:zlib';
import { openObjects } from '../../../server/esign/seal/objects';
import { budget, Unreadable } from '../../../server/esign/seal/values';

function opened(file: Buffer, limit = 10_000) {
  return openObjects(file, budget(limit)).revisionAt(file.length);
}
function plain(body: string, trailer = '/Root 1 0 R /Size 2'): Buffer {
  const head = '%PDF-1.7\n';
  const at = String(head.length).padStart(10, '0');
  const table = `xref\n1 1\n${at} 00000 n \ntrailer\n<< ${trailer} >>\n`;
  return Buffer.from(`${head}${body}${table}startxref\n${head.length + body.length}\n%%EOF\n`, 'latin1');
}

it('values of every kind', () => {
  const { object } = opened(
    plain('1 0 obj % a note\n<</A[1 -.5 true null]/B(a\\)(b))/C <0A fF>/D 7 0 R/E#20F/G>>endobj\n'),
  );
  expect([...(object(1)!.value as Map<string, unknown>)]).toEqual([
    ['/A', ['1', '-.5', 'true', 'null']],
    ['/B', '(a\\)(b))'],
    ['/C', '<0A fF>'],
    ['/D', { to: 7 }],
    ['/E F', '/G'],
  ]);
});

it.each([
  ['rows as they are', 1, (rows: Buffer[]) => Buffer.concat(rows)],
  [
    'rows that are told by the one above',
    12,
    (rows: Buffer[]) =>
      Buffer.concat(
        rows.map((row, i) => Buffer.from([2, ...row.map((byte, k) => (byte - (i > 0 ? rows[i - 1]![k]! : 0)) & 0xff)])),
      ),
  ],
])('a table and objects in streams, with %s', (_name, predictor, told) => {
  const held = deflateSync(Buffer.from('1 0 2 15 << /Two 2 0 R>>(text)'));
  const head = Buffer.from('%PDF-1.7\n');
  const objects = Buffer.concat([
    Buffer.from(`3 0 obj\n<< /Type /ObjStm /N 2 /First 9 /Filter /FlateDecode /Length ${held.length} >>\nstream\n`),
    held,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
  const at = head.length + objects.length;
  const rows = [
    [2, 0, 3, 0],
    [2, 0, 3, 1],
    [1, 0, head.length, 0],
  ].map(([kind, high, low, index]) => Buffer.from([kind!, 0, 0, 0, 0, 0, 0, high!, low!, index!]));
  const table = deflateSync(told(rows));
  const file = Buffer.concat([
    head,
    objects,
    Buffer.from(
      `4 0 obj\n<< /Type /XRef /W [1 8 1] /Index [1 3] /Size 5 /Root 1 0 R /Filter /FlateDecode /DecodeParms << /Predictor ${predictor} /Columns 10 >> /Length ${table.length} >>\nstream\n`,
    ),
    table,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${at}\n%%EOF\n`),
  ]);
  const { object, root } = opened(file);
  expect(root).toBe(1);
  expect([...(object(1)!.value as Map<string, unknown>)]).toEqual([['/Two', { to: 2 }]]);
  expect(object(2)!.value).toBe('(text)');
});

it.each([
  ['is encrypted', plain('1 0 obj 1 endobj\n', '/Root 1 0 R /Encrypt 9 0 R')],
  ['has no catalogue', plain('1 0 obj 1 endobj\n', '/Size 2')],
  ['has a table in a circle', plain('1 0 obj 1 endobj\n', '/Root 1 0 R /Prev 26')],
  ['does not end', Buffer.from('%PDF-1.7\n1 0 obj 1 endobj\n')],
])('a file that %s is not read', (_name, file) => {
  expect(() => opened(file)).toThrow(Unreadable);
});

it.each([
  ['names an entry twice', '<< /A 1 /A 2 >>'],
  ['has no end', '(text'],
  ['is no value', 'endobj'],
  ['is too deep', '['.repeat(200)],
])('an object that %s is not read', (_name, value) => {
  expect(() => opened(plain(`1 0 obj ${value} endobj\n`)).object(1)).toThrow(Unreadable);
});

it('no more is read than the limit of work allows', () => {
  const file = plain(`1 0 obj [${'1 '.repeat(500)}] endobj\n`);
  expect(opened(file).object(1)!.value).toHaveLength(500);
  expect(() => opened(file, 300).object(1)).toThrow('too much work');
});
