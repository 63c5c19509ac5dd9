/** The reading process by itself: kinds of files, its limits, and whose turn it is. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import jpeg from 'jpeg-js';
import PDFDocument from 'pdfkit';
import { PNG } from 'pngjs';
import { giveFonts } from '../../../server/kernel/paper/fonts';
import { readPaper } from '../../../server/ocr/papers/readPaper';
import { type OcrLimits, type OcrProcess, openOcr } from '../../../server/ocr/process';
import { bitmapOf } from '../../support/bitmap';
import { samples } from '../../support/papers/samples';
import { png } from '../../support/png';
import { processorTimeOf } from '../../support/processorTime';

const root = join(__dirname, '../../..');
const folder = join(__dirname, '../../fixtures/papers');
const card = readFileSync(join(folder, 'bankCard1.clean.png'));
const webp = readFileSync(join(folder, 'bankCard1.webp'));
const { cardNo } = samples.find(({ name }) => name === 'bankCard1')!.values;

const open: OcrProcess[] = [];
function opened(limits: Partial<OcrLimits> = {}) {
  const ocr = openOcr('tesseract', limits);
  open.push(ocr);
  return ocr;
}
let usual: OcrProcess;
beforeAll(() => {
  usual = opened();
});
afterAll(() => Promise.all(open.map((ocr) => ocr.close())));

function read(bytes: Buffer, contentType: string, { ocr = usual, picType = 3, tenantId = '1', personId = '1' } = {}) {
  return ocr.read({ tenantId, personId, bytes: async () => bytes, contentType, picType }, () => undefined);
}
/** Ends once the process with this number has. */
async function gone(pid: number) {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** As a camera stores it that was held upright: the picture lies on its side, and says so (EXIF 6). */
function lyingOf({ width, height, data }: PNG): Buffer {
  const lying = Buffer.alloc(data.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      data.copy(lying, ((width - 1 - x) * height + y) * 4, (y * width + x) * 4, (y * width + x) * 4 + 4);
  const { data: plain } = jpeg.encode({ width: height, height: width, data: lying }, 90);
  const exif = Buffer.from('ffe1002245786966000049492a0008000000010012010300010000000600000000000000', 'hex');
  return Buffer.concat([plain.subarray(0, 2), exif, plain.subarray(2)]);
}

describe('a picture', () => {
  it.each([
    ['WebP', 'image/webp', () => webp],
    ['BMP', 'image/bmp', () => bitmapOf(PNG.sync.read(card))],
    ['JPEG on its side', 'image/jpeg', () => lyingOf(PNG.sync.read(card))],
  ])('is read as %s, upright', async (_, contentType, bytes) => {
    const { lines, width, height } = await read(bytes(), contentType);
    expect([width, height]).toEqual([920, 580]);
    const found = readPaper(3, lines).find(({ key }) => key === 'cardNo');
    expect(found?.value).toBe(cardNo);
    expect(Math.abs(found!.box![1] + found!.box![3] / 2 - 340)).toBeLessThan(25);
  });

  it('of many pixels is read at a size that the memory is made for, and its places are those of the whole', async () => {
    const small = PNG.sync.read(card);
    const times = 7;
    const large = new PNG({ width: small.width * times, height: small.height * times });
    const pixels = new Uint32Array(Uint8Array.from(small.data).buffer);
    const row = new Uint32Array(large.width);
    for (let y = 0; y < small.height; y++) {
      for (let x = 0; x < small.width; x++) row.fill(pixels[y * small.width + x]!, x * times, (x + 1) * times);
      for (let below = 0; below < times; below++)
        large.data.set(Buffer.from(row.buffer), (y * times + below) * row.byteLength);
    }
    const { lines, width } = await read(jpeg.encode(large, 85).data, 'image/jpeg');
    expect(width).toBe(6440);
    const found = readPaper(3, lines).find(({ key }) => key === 'cardNo');
    expect(found?.value).toBe(cardNo);
    expect(Math.abs(found!.box![0] - 60 * times)).toBeLessThan(60);
  });
});

describe('a PDF', () => {
  async function printed(draw: (pdf: PDFKit.PDFDocument) => unknown, options: PDFKit.PDFDocumentOptions = {}) {
    const pdf = new PDFDocument({ size: 'A4', ...options });
    const parts: Buffer[] = [];
    pdf.on('data', (part: Buffer) => parts.push(part));
    const ended = new Promise((resolve) => pdf.on('end', resolve));
    await giveFonts(pdf);
    pdf.font('text', 11);
    draw(pdf);
    pdf.end();
    await ended;
    return Buffer.concat(parts);
  }
  async function valuesOf(bytes: Buffer, picType: 5 | 7 | 8) {
    const { lines } = await read(bytes, 'application/pdf', { picType });
    return Object.fromEntries(readPaper(picType, lines).map(({ key, value }) => [key, value]));
  }
  const slip = (pdf: PDFKit.PDFDocument) =>
    [
      ['付款人户名', '张建国', '收款人户名', '杭州远航融资租赁有限公司'],
      ['金额（小写）', '¥128,600.50', '金额（大写）', '壹拾贰万捌仟陆佰元伍角整'],
      ['流水号', '20261118093045112873', '交易日期', '2026年11月18日'],
    ].forEach((row, at) => {
      for (const [column, text] of row.entries())
        pdf.text(text, 50 + 125 * column, 100 + 40 * at, { lineBreak: false });
    });

  it('of a slip, a contract and an invoice is read by its text', async () => {
    expect(await valuesOf(await printed(slip), 5)).toMatchObject({
      payerName: '张建国',
      payeeName: '杭州远航融资租赁有限公司',
      amount: '128600.50',
      amountWords: '壹拾贰万捌仟陆佰元伍角整',
      payDate: '2026-11-18',
      serialNo: '20261118093045112873',
    });
    const contract = await printed((pdf) => pdf.text('合同编号：ZL-2026-0042', 50, 80));
    expect(await valuesOf(contract, 7)).toEqual({ contractNumber: 'ZL-2026-0042' });
    const invoice = await printed((pdf) => pdf.text('发票号码：26332000000041258763', 50, 80));
    expect(await valuesOf(invoice, 8)).toMatchObject({ invoiceNo: '26332000000041258763' });
  });

  it('that is a scan has no lines; a broken and a locked one fail with the reason', async () => {
    const scan = await printed((pdf) => pdf.image(card, 40, 40, { width: 400 }));
    expect((await read(scan, 'application/pdf')).lines).toEqual([]);
    const locked = await printed(slip, { userPassword: 'secret' });
    await expect(read(locked, 'application/pdf')).rejects.toThrow('the PDF cannot be read: No password given');
    await expect(read(Buffer.from('%PDF-1.7\nnothing'), 'application/pdf')).rejects.toThrow('the PDF cannot be read');
  });
});

describe('a PDF that costs more than it is worth', () => {
  function pdfWith(content: Buffer): Buffer {
    const packed = deflateSync(content);
    return Buffer.concat([
      Buffer.from(
        `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R>>endobj\n4 0 obj<</Filter/FlateDecode/Length ${packed.length}>>stream\n`,
      ),
      packed,
      Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n'),
    ]);
  }

  it('is refused by its time, and those behind it are read', async () => {
    const ocr = opened({ textMs: 3000 });
    const deep = read(pdfWith(Buffer.alloc(4 * 2 ** 20, 'q ')), 'application/pdf', { ocr });
    const behind = read(png(300, 200), 'image/png', { ocr });
    await expect(deep).rejects.toThrow('no result within 3000 ms');
    expect((await behind).lines).toEqual([]);
  });

  it('ends with its server, also in the middle of it', async () => {
    const program = ['--require', 'tsx/cjs', '--require', './scripts/languages.cjs', 'test/support/readingProgram.ts'];
    const server = spawn(process.execPath, program, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
    server.stdin.end(pdfWith(Buffer.alloc(16 * 2 ** 20, 'q ')));
    const [said] = (await once(server.stdout, 'data')) as [Buffer];
    const pid = Number(said.toString());
    // It is at work: its start takes a second or two.
    while (processorTimeOf(pid) < 5_000) await sleep(50);
    server.kill('SIGKILL');
    await gone(pid);
  }, 120_000);

  it('is refused by what its streams hold, before they are read', async () => {
    const bomb = pdfWith(Buffer.alloc(100 * 2 ** 20, 'BT (x) Tj ET '));
    expect(bomb.length).toBeLessThan(300_000);
    await expect(read(bomb, 'application/pdf')).rejects.toThrow('its streams are too large');
  });
});

describe('the reading process', () => {
  it('ends a picture that takes too long, and itself when idle or grown', async () => {
    const slow = opened({ jobMs: 1 });
    await expect(read(card, 'image/png', { ocr: slow })).rejects.toThrow('no result within 1 ms');
    expect(slow.pid()).toBeUndefined();

    const brief = opened({ idleMs: 1, mostMb: 100_000 });
    const idle = read(png(300, 200), 'image/png', { ocr: brief });
    await Promise.resolve();
    const pid = brief.pid()!;
    await idle;
    await gone(pid);
    expect(brief.pid()).toBeUndefined();

    const large = opened({ mostMbInJob: 20 });
    await expect(read(card, 'image/png', { ocr: large })).rejects.toThrow('more than 20 MB of memory');
    expect(large.pid()).toBeUndefined();

    const grown = opened({ mostMb: 1 });
    await read(png(300, 200), 'image/png', { ocr: grown });
    expect(grown.pid()).toBeUndefined();
  });

  it('serves the tenants in turn, the people of each in turn, and asks for a file when its turn has come', async () => {
    const order: string[] = [];
    const bytes = (name: string) => async () => {
      order.push(name);
      return Buffer.from('no picture');
    };
    const ask = (tenantId: string, name: string, personId = '1') =>
      usual
        .read({ tenantId, personId, bytes: bytes(name), contentType: 'image/png', picType: 3 }, () => undefined)
        .catch(() => 0);
    const all = [ask('1', 'a1'), ask('1', 'a2'), ask('1', 'a3'), ask('2', 'b1'), ask('3', 'c1'), ask('1', 'd1', '2')];
    expect(order).toEqual(['a1']);
    await Promise.all(all);
    expect(order).toEqual(['a1', 'b1', 'c1', 'd1', 'a2', 'a3']);
  });

  it('takes so many papers of a person into the line, and so many in all', async () => {
    const ocr = opened({ mostOfPerson: 1, mostWaiting: 2 });
    const ask = (personId: string) => read(Buffer.from('no picture'), 'image/png', { ocr, personId });
    const [reading, waiting] = [ask('1'), ask('1')];
    await expect(ask('1')).rejects.toThrow('too many papers wait');
    const other = ask('2');
    await expect(ask('3')).rejects.toThrow('too many papers wait');
    const outcomes = await Promise.allSettled([reading, waiting, other]);
    for (const one of outcomes) expect(String((one as PromiseRejectedResult).reason)).not.toContain('too many');
  });

  it('goes on with the next paper where a file is gone', async () => {
    const lost = {
      tenantId: '1',
      personId: '1',
      bytes: () => Promise.reject(new Error('gone')),
      contentType: 'image/png',
      picType: 3,
    };
    await expect(usual.read(lost, () => undefined)).rejects.toThrow('gone');
    expect((await read(png(300, 200), 'image/png')).lines).toEqual([]);
  });
});
