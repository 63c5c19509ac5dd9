/** A file that anyone brings costs the verification no more than its length. */
import { verifyFile } from '../../../server/esign/paper/printing';
import { compareRevisions } from '../../../server/esign/seal/revisions';
import { growsInStep } from '../../support/growth';

const range = '/ByteRange [0 1 2 3]';
function filled(head: string, piece: string, n: number, tail = '') {
  return Buffer.from(`%PDF-1.7\n${head}${piece.repeat(n)}${tail}`, 'latin1');
}
function signaturesOf(value: Buffer): Buffer {
  const text = `<${value.toString('hex')}>`;
  const head = '%PDF-1.7\n1 0 obj\n/Contents ';
  const tail = `/ByteRange [0 ${head.length} ${head.length + text.length} 0]\nendobj`;
  return Buffer.from(head + text + tail, 'latin1');
}
/** Sequences in each other. */
function nested(n: number): Buffer {
  let value = Buffer.from([0x30, 0]);
  for (let i = 0; i < n; i++) {
    const { length } = value;
    value = Buffer.concat([Buffer.from([0x30, 0x83, length >> 16, (length >> 8) & 255, length & 255]), value]);
  }
  return value;
}
/** One sequence of many. */
function wide(n: number): Buffer {
  const body = Buffer.alloc(2 * n, Buffer.from([0x05, 0x00]));
  const { length } = body;
  return Buffer.concat([Buffer.from([0x30, 0x83, length >> 16, (length >> 8) & 255, length & 255]), body]);
}

it.each<[string, number, (n: number) => Buffer]>([
  ['ranges', 5000, (n) => filled('', range, n)],
  ['ranges behind one object', 5000, (n) => filled('1 0 obj', range, n)],
  ['ranges before one end', 5000, (n) => filled('', range, n, 'endobj')],
  ['names of ranges', 20_000, (n) => filled('', '/ByteRange', n)],
  ['an unfinished range', 20_000, (n) => filled('/ByteRange', ' ', n)],
  ['ranges of many spaces', 200, (n) => filled('', `/ByteRange [${' '.repeat(600)}`, n)],
  ['digits', 20_000, (n) => filled('/ByteRange [', '1 ', n)],
  ['beginnings of objects', 20_000, (n) => filled('', ' obj', n, range)],
  ['dates', 20_000, (n) => filled(range, '/M (D:', n)],
  ['reasons', 20_000, (n) => filled(range, '/Reason <feff', n)],
  ['the digits of a value', 50_000, (n) => signaturesOf(Buffer.alloc(n, 0x30))],
  ['nested values', 5000, (n) => signaturesOf(nested(n))],
  ['a wide value', 20_000, (n) => signaturesOf(wide(n))],
])('%s', (_name, length, make) =>
  growsInStep(length, (n) => {
    const file = make(n);
    return () => verifyFile(file, []);
  }),
);

/** A file of two revisions whose last table names these objects. */
function tabled(head: string, piece: (i: number, at: number) => string, n: number, step = 1): Buffer {
  let body = `%PDF-1.7\n${head}`;
  const places: number[] = [];
  for (let i = 0; i < n; i++) {
    places.push(body.length);
    body += piece(i + 10, body.length);
  }
  const at = body.length;
  const lines = places.map((place, i) => `${10 + i * step} 1\n${String(place).padStart(10, '0')} 00000 n \n`);
  const trailer = `trailer\n<< /Size ${n + 20} /Root 10 0 R >>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.from(`${body}xref\n${lines.join('')}${trailer}`, 'latin1');
}

it.each<[string, number, (n: number) => Buffer]>([
  ['objects that name each other', 2000, (n) => tabled('', (i) => `${i} 0 obj [${i + 1} 0 R 10 0 R] endobj\n`, n)],
  ['objects within strings of each other', 2000, (n) => tabled('', (i) => `${i} 0 obj (`, n)],
  ['objects within values of each other', 2000, (n) => tabled('', (i) => `${i} 0 obj [`, n)],
  ['comments', 2000, (n) => tabled('', (i) => `${i} 0 obj %`, n)],
  ['blanks', 2000, (n) => tabled(' '.repeat(n), (i) => `${i} 0 obj          `, n)],
  ['values in each other', 2000, (n) => tabled('', () => '10 0 obj << /Kids [', n)],
  [
    'fields of fields',
    1000,
    (n) =>
      tabled(
        '10 0 obj << /AcroForm << /Fields [11 0 R] >> >> endobj\n',
        (i) => `${i} 0 obj << /T (a) /Kids [${i + 1} 0 R ${i + 2} 0 R 11 0 R] >> endobj\n`,
        n,
      ),
  ],
])('a comparison of %s', (_name, length, make) =>
  growsInStep(length, (n) => {
    const file = make(n);
    const ranges = [file.length, file.length].map((end) => ({ at: 0, end }));
    return () => compareRevisions(file, ranges, false);
  }),
);
