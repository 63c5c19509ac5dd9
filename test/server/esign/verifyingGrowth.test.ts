/** A file that anyone brings costs the verification no more than its length. */
import { verifyFile } from '../../../server/esign/paper/printing';
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
