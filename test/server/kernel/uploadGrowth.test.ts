/** What reads an uploaded file costs no more than the file's length, also in a thread or process of its own. */
import { deflateSync } from 'node:zlib';
import { utils, write } from '@e965/xlsx';
import { checkedSignature } from '../../../server/esign/paper/signaturePicture';
import { sniff } from '../../../server/kernel/image/imageBytes';
import { pictureTypes, withoutMetadata } from '../../../server/kernel/image/imageMetadata';
import type { TextLine } from '../../../server/kernel/ocr';
import { readAllSheets } from '../../../server/kernel/sheets/readSheet';
import { readCamt } from '../../../server/lease/bankStatement/camt';
import { statementsIn } from '../../../server/lease/bankStatement/reading';
import { readPaper } from '../../../server/ocr/papers/readPaper';
import { openOcr } from '../../../server/ocr/process';
import { growsInStep, takesAtMost } from '../../support/growth';
import { bmpOf, plainGif, plainJpeg, riff, webpChunk, webpHead, webpPixels } from '../../support/pictures';
import { png, pngChunk } from '../../support/png';
import { processorTimeOf, tickMs } from '../../support/processorTime';

function lineAt(top: number, text: string): TextLine {
  return { text, confidence: 1, box: [0, top, text.length * 10, 10] };
}

const ocr = openOcr('tesseract');
afterAll(() => ocr.close());

/** Milliseconds of the processor that the reading process has taken. */
const timeOfReader = () => processorTimeOf(ocr.pid()!);
async function inReader(work: () => unknown): Promise<number> {
  const before = timeOfReader();
  await work();
  return timeOfReader() - before;
}
function reading(bytes: Buffer) {
  const paper = { tenantId: '1', personId: '1', bytes: async () => bytes, contentType: 'application/pdf', picType: 5 };
  return () => ocr.read(paper, () => undefined).catch(() => undefined);
}
function pdf(content: Buffer, filter = ''): Buffer {
  const head = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
4 0 obj<<${filter}/Length ${content.length}>>stream
`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n')]);
}

it.each<[string, number, (n: number) => Buffer]>([
  ['texts of a PDF', 2000, (n) => pdf(Buffer.from(`BT /F 9 Tf ${'(x) Tj 1 1 Td '.repeat(n)}ET`))],
  [
    'packed texts of a PDF',
    2000,
    (n) => pdf(deflateSync(`BT /F 9 Tf ${'(x) Tj '.repeat(n)}ET`), '/Filter/FlateDecode'),
  ],
  ['beginnings of streams', 10_000, (n) => Buffer.from(`%PDF-1.4\n${'stream '.repeat(n)}`)],
  ['streams', 10_000, (n) => Buffer.from(`%PDF-1.4\n${'stream\nendstream '.repeat(n)}`)],
  ['objects', 5000, (n) => Buffer.from(`%PDF-1.4\n${'1 0 obj'.repeat(n)}`)],
])('%s', async (_name, length, make) => {
  await reading(make(1))();
  await growsInStep(length, (n) => reading(make(n)), inReader, tickMs);
});

/** A statement in camt.053 with one entry, around what the shape says. */
function camt(inside: string, beside = ''): Buffer {
  return Buffer.from(`<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>6222000011112222</Id></Othr></Id></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="CNY">0.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>${beside}
<Ntry><Amt Ccy="CNY">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>${inside}</Ntry></Stmt></BkToCstmrStmt></Document>`);
}

it.each<[string, (n: number) => Buffer]>([
  [
    'texts of an entry',
    (n) => camt('<NtryDtls><TxDtls><RmtInf><Ustrd>HT1</Ustrd></RmtInf></TxDtls></NtryDtls>'.repeat(n)),
  ],
  [
    'texts beside each other',
    (n) => camt(`<NtryDtls><TxDtls><RmtInf>${'<Ustrd>HT1</Ustrd>'.repeat(n)}</RmtInf></TxDtls></NtryDtls>`),
  ],
  ['amounts of an entry', (n) => camt('<Amt Ccy="CNY">1.00</Amt>'.repeat(n))],
  ['elements of names of their own', (n) => camt(Array.from({ length: n }, (_, at) => `<a${at}>x</a${at}>`).join(''))],
  ['elements below a long name', (n) => camt(`<${'a'.repeat(n)}>${'<b>x</b>'.repeat(n)}</${'a'.repeat(n)}>`)],
  ['attributes', (n) => camt('<Ref a="1" b="2"/>'.repeat(n))],
  ['entities of a text', (n) => camt(`<AddtlNtryInf>${'&amp;'.repeat(n)}</AddtlNtryInf>`)],
  ['balances', (n) => camt('', '<Bal><Amt Ccy="CNY">1.00</Amt></Bal>'.repeat(n))],
  ['entries', (n) => camt('', '<Ntry><Amt Ccy="CNY">1.00</Amt></Ntry>'.repeat(n))],
])('%s in a statement', (_name, make) =>
  growsInStep(4000, (n) => {
    const file = make(n);
    return () => readCamt(file).catch(() => undefined);
  }),
);

/** A statement in MT940 around what the shape says. */
function swift(inside: string): Buffer {
  return Buffer.from(`:20:1\n:25:6222000011112222\n:60F:C261101CNY0,\n${inside}\n:62F:C261101CNY0,\n`);
}
it.each<[string, (n: number) => Buffer]>([
  ['entries of MT940', (n) => swift(':61:261101C1,00NTRF1\n:86:HT1\n'.repeat(n))],
  ['lines of a text of MT940', (n) => swift(`:61:261101C1,00NTRF1\n:86:${'HT1\n'.repeat(n)}`)],
  ['a long text of MT940', (n) => swift(`:61:261101C1,00NTRF1\n:86:${'/NAME/a'.repeat(n)}`)],
  ['numbered parts of MT940', (n) => swift(`:61:261101C1,00NTRF1\n:86:166${'?20a'.repeat(n)}`)],
  ['messages of MT940', (n) => Buffer.from(swift('').toString().repeat(n))],
  ['lines of no field of MT940', (n) => swift('x\n'.repeat(n))],
])('%s', (_name, make) =>
  growsInStep(4000, (n) => {
    const file = make(n);
    return () => statementsIn(file).catch(() => undefined);
  }),
);

/** A workbook of the format before 2007, whose reading in a thread counts as this process's own time. */
function oldBook(rows: unknown[][], more: object = {}): Buffer {
  const made = utils.book_new();
  utils.book_append_sheet(made, Object.assign(utils.aoa_to_sheet(rows), more), 'a');
  return write(made, { type: 'buffer', bookType: 'biff8' });
}
it.each<[string, (n: number) => Buffer]>([
  ['rows of an old workbook', (n) => oldBook(Array.from({ length: n }, (_, at) => [at, `x${at}`]))],
  ['columns of an old workbook', (n) => oldBook([Array.from({ length: n / 20 }, (_, at) => at)])],
  ['a long text of an old workbook', (n) => oldBook([['a'], ['x'.repeat(n)]])],
  [
    'rubbish behind the head of an old workbook',
    (n) => Buffer.concat([oldBook([['a']]).subarray(0, 1024), Buffer.alloc(n * 50, 7)]),
  ],
])('%s', async (_name, make) => {
  await growsInStep(4000, (n) => {
    const file = make(n);
    return () => readAllSheets(file).catch(() => undefined);
  });
});

it.each<[string, (n: number) => TextLine[]]>([
  ['labels in a row', (n) => [lineAt(0, '摘要'.repeat(n / 2))]],
  ['letters of no label in a row', (n) => [lineAt(0, 'x'.repeat(n))]],
  ['rows', (n) => Array.from({ length: n / 2 }, (_, at) => lineAt(at * 20, '摘要'))],
  ['lines that overlap', (n) => Array.from({ length: n / 2 }, (_, at) => lineAt(at / 1000, '摘要'))],
])('%s of a paper', (_name, make) =>
  growsInStep(2000, (n) => {
    const lines = make(n);
    return () => readPaper(5, lines);
  }),
);

it('more text than a paper has is refused where it is read', async () => {
  const many = pdf(deflateSync('BT /F 9 Tf 50 50 Td (Hello 123) Tj ET '.repeat(6000)), '/Filter/FlateDecode');
  const paper = { tenantId: '1', personId: '1', bytes: async () => many, contentType: 'application/pdf', picType: 5 };
  await expect(ocr.read(paper, () => undefined)).rejects.toThrow('more text than a paper has');
});

it('a statement costs the same whatever its letters', async () => {
  const readingOf = (letter: string) => {
    const file = Buffer.from(`${Array(200).fill(letter.repeat(400)).join()}\n`.repeat(30));
    return () => statementsIn(file).catch(() => undefined);
  };
  await takesAtMost(4, readingOf('中'), readingOf('\ufdfa'));
});

it('the picture of a signature', () =>
  growsInStep(200, (n) => {
    const picture = png(n, 300);
    return () => {
      try {
        checkedSignature(picture);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
      }
    };
  }));

const megabyte = 1024 * 1024;
function filled(bytes: number, part: Buffer): Buffer {
  return Buffer.alloc(bytes - (bytes % part.length), part);
}
/** A picture of such a length in the smallest parts that its kind has. */
const inManyParts: Readonly<Record<string, (bytes: number) => Buffer>> = {
  'image/jpeg': (bytes) => {
    const plain = plainJpeg();
    const scan = plain.indexOf(Buffer.from([0xff, 0xda]));
    return Buffer.concat([
      plain.subarray(0, scan),
      filled(bytes, Buffer.from([0xff, 0xc4, 0, 2])),
      plain.subarray(scan),
    ]);
  },
  'image/png': (bytes) =>
    Buffer.concat([png().subarray(0, 33), filled(bytes, pngChunk('IDAT', '')), png().subarray(33)]),
  'image/webp': (bytes) => riff(webpHead(0), webpPixels, filled(bytes, webpChunk('VP8L', ''))),
  'image/gif': (bytes) => {
    const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 0]);
    return Buffer.concat([plainGif.subarray(0, -1), filled(bytes, frame), plainGif.subarray(-1)]);
  },
  'image/bmp': (bytes) => bmpOf(1000, Math.floor(bytes / 4000)),
};

it.each(pictureTypes)('%s of many parts is little more work than to look at each of its bytes', async (type) => {
  const picture = inManyParts[type]!(8 * megabyte);
  const look = () => {
    let sum = 0;
    for (const byte of picture) sum += byte;
    return sum;
  };
  const read = () => {
    sniff(picture);
    return withoutMetadata(picture, type);
  };
  expect(read() === undefined).toBe(type !== 'image/bmp');
  await takesAtMost(20, look, read);
});

it.each<[string, readonly number[]]>([
  ['fill bytes', [0xff]],
  ['stuffed bytes', [0xff, 0]],
  ['restarts', [0xff, 0xd0]],
])('%s of a JPEG', (_name, bytes) =>
  growsInStep(200_000, (n) => {
    const plain = plainJpeg();
    const picture = Buffer.concat([plain.subarray(0, -2), filled(n, Buffer.from(bytes)), plain.subarray(-2)]);
    return () => withoutMetadata(picture, 'image/jpeg');
  }),
);
