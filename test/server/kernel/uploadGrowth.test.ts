/** What reads an uploaded file costs no more than the file's length, also in a thread or process of its own. */
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { checkedSignature } from '../../../server/esign/paper/signaturePicture';
import { openOcr } from '../../../server/ocr/process';
import { growsInStep } from '../../support/growth';
import { png } from '../../support/png';

const ocr = openOcr('tesseract');
afterAll(() => ocr.close());

/** In these, ms, the system counts the processor time of a process. */
const tickMs = 10;
/** Milliseconds of the processor that the reading process has taken. */
function timeOfReader(): number {
  const fields = readFileSync(`/proc/${ocr.pid()}/stat`, 'latin1').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}
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
  ['beginnings of streams', 20_000, (n) => Buffer.from(`%PDF-1.4\n${'stream '.repeat(n)}`)],
  ['streams', 10_000, (n) => Buffer.from(`%PDF-1.4\n${'stream\nendstream '.repeat(n)}`)],
  ['objects', 5000, (n) => Buffer.from(`%PDF-1.4\n${'1 0 obj'.repeat(n)}`)],
])('%s', async (_name, length, make) => {
  await reading(make(1))();
  await growsInStep(length, (n) => reading(make(n)), inReader, tickMs);
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
