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

type Numbered = readonly [id: number, body: string];
/** Objects behind each other, and where each begins. */
function placed(objects: readonly Numbered[]): [text: string, places: Map<number, number>] {
  const places = new Map<number, number>();
  let text = '';
  for (const [id, body] of objects) {
    places.set(id, text.length);
    text += `${id} 0 obj ${body} endobj\n`;
  }
  return [text, places];
}
/** A file whose revisions have these objects each, and where they end. */
function revised(...revisions: (readonly [text: string, places: ReadonlyMap<number, number>])[]) {
  let file = '%PDF-1.7\n';
  let before = '';
  const ends: number[] = [];
  for (const [text, places] of revisions) {
    const from = file.length;
    file += text;
    const at = file.length;
    const lines = [...places].map(([id, place]) => `${id} 1\n${String(from + place).padStart(10, '0')} 00000 n \n`);
    file += `xref\n${lines.join('')}trailer\n<< /Root 1 0 R ${before} >>\nstartxref\n${at}\n%%EOF\n`;
    before = `/Prev ${at}`;
    ends.push(file.length);
  }
  return { file: Buffer.from(file, 'latin1'), ranges: ends.map((end) => ({ at: 0, end })) };
}
function many<T>(n: number, make: (i: number) => T): T[] {
  return Array.from({ length: n }, (_, i) => make(i));
}
function listOf(n: number, to: (i: number) => number): string {
  return `[${many(n, (i) => `${to(i)} 0 R`).join(' ')}]`;
}
const bare: Numbered = [1, '<< /Type /Catalog >>'];
const form: Numbered = [1, '<< /AcroForm << /Fields 2 0 R >> >>'];

/** Streams that all end where the last one does, so that each holds those behind it. */
function streamsInEachOther(n: number): [string, Map<number, number>] {
  const head = (i: number, length: number) => `${i + 10} 0 obj<</Length ${String(length).padStart(10, '0')}>>stream\n`;
  const places = new Map<number, number>();
  const lengths = many(n, (i) => head(i, 0).length);
  let left = lengths.reduce((sum, one) => sum + one, 0);
  let text = '';
  for (const [i, length] of lengths.entries()) {
    places.set(i + 10, text.length);
    left -= length;
    text += head(i, left);
  }
  text += '\nendstream\n';
  places.set(1, text.length);
  return [`${text}1 0 obj << /Type /Catalog >> endobj\n`, places];
}
/** A field that lists of lists of lists of lists name, each of them all of the next. */
function listed(n: number): Numbered[] {
  const side = Math.round(Math.sqrt(n));
  const layer = (depth: number) =>
    many(side, (i): Numbered => [100 + depth * 1000 + i, listOf(side, (k) => 1100 + depth * 1000 + k)]);
  const last = many(side, (i): Numbered => [4100 + i, '[9 0 R]']);
  return [
    [1, `<< /AcroForm << /Fields [9 0 R] >> /Top ${listOf(side, (i) => 1100 + i)} >>`],
    ...[1, 2, 3].flatMap(layer),
    ...last,
  ];
}
function tableOfNothing(n: number): Buffer {
  const head = '%PDF-1.7\n';
  const table = `1 0 obj << /Type /XRef /W [0 0 0] /Index [0 ${n * n}] /Root 1 0 R /Length 0 >> stream\n\nendstream endobj\n`;
  return Buffer.from(`${head}%${' '.repeat(n)}\n${table}startxref\n${head.length + n + 2}\n%%EOF\n`, 'latin1');
}

it.each<[string, number, (n: number) => { file: Buffer; ranges: { at: number; end: number }[] }]>([
  [
    'fields that share the fields below them',
    450,
    (n) => {
      const fields = many(n, (i): Numbered => [i + 10, '<< /T (a) /Kids 2 0 R >>']);
      return revised(placed([form, [2, listOf(n, (i) => i + 10)], ...fields]), placed([bare]));
    },
  ],
  [
    'fields of long names in each other',
    450,
    (n) => {
      const fields = many(n, (i): Numbered => [i + 10, `<< /T (${'a'.repeat(500)}) /Kids [${i + 11} 0 R] >>`]);
      return revised(placed([form, [2, '[10 0 R]'], ...fields]), placed([bare]));
    },
  ],
  [
    'signatures that share what they lock',
    450,
    (n) => {
      const fields = many(n, (i): Numbered => [i + 10, '<< /FT /Sig /V 3 0 R >>']);
      const locks: Numbered[] = [
        [3, '<< /Reference 4 0 R >>'],
        [4, listOf(n, () => 5)],
        [5, '<< /TransformMethod /FieldMDP /TransformParams << /Action /All >> >>'],
      ];
      return revised(placed([form, [2, listOf(n, (i) => i + 10)], ...locks, ...fields]), placed([bare]));
    },
  ],
  [
    'lists of lists',
    900,
    (n) => {
      const field = (value: string): Numbered => [9, `<< /FT /Tx /T (a) /V (${value}) >>`];
      return revised(placed([...listed(n), field('a')]), placed([field('b')]));
    },
  ],
  ['streams in each other', 6000, (n) => revised(streamsInEachOther(n), streamsInEachOther(n))],
  [
    'a table of nothing',
    300,
    (n) => {
      const file = tableOfNothing(n);
      return { file, ranges: [{ at: 0, end: file.length }] };
    },
  ],
])('a comparison of %s', (_name, length, make) =>
  growsInStep(length, (n) => {
    const { file, ranges } = make(n);
    return () => compareRevisions(file, ranges, false);
  }),
);

it('an object that stands where another one was read is not read', () => {
  const [text, places] = placed([bare, [2, '<< /Type /Page >>']]);
  const asked = (more: [number, number][]) => {
    const { file, ranges } = revised([text, places], placed([[2, '<< /Type /Pages >>']]), [
      '',
      new Map(more.map(([id, at]) => [id, at])),
    ]);
    return compareRevisions(file, ranges, false).isRead;
  };
  expect(asked([])).toBe(true);
  // Its place is told from where the third revision begins.
  const back = revised([text, places], placed([[2, '<< /Type /Pages >>']])).file.length - '%PDF-1.7\n'.length;
  expect(asked([[2, places.get(1)! - back]])).toBe(false);
});
