/**
 * `npm run bench:ocr`: how many fields of the sample papers each engine reads rightly, in four qualities, and the memory
 * of server and reading process over 50 uploads in a row. It prints figures and judges nothing: machines differ. The
 * papers are drawn in Chromium with the fonts of the machine; real photos are worse. `--engines tesseract,ppocr`,
 * `--uploads 0` (no memory), `--fields none` (memory alone).
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fieldsOf, normalValue } from '../contract/wire/ocr/judging';
import { md5 } from '../server/auth/password/oneTimePassword';
import { readPaper } from '../server/ocr/papers/readPaper';
import { type OcrEngine, ocrEngines, openOcr } from '../server/ocr/process';
import { launch, startServer } from '../test/support/browser';
import { type Quality, qualities, render } from '../test/support/papers/render';
import { type Sample, samples } from '../test/support/papers/samples';

const { values: asked } = parseArgs({
  options: {
    engines: { type: 'string', default: 'tesseract' },
    uploads: { type: 'string', default: '50' },
    fields: { type: 'string', default: 'all' },
  },
});

interface Picture {
  sample: Sample;
  quality: Quality;
  bytes: Buffer;
}
function kindOf({ bytes }: Picture) {
  return bytes[0] === 0xff ? 'image/jpeg' : 'image/png';
}

async function drawn(): Promise<Picture[]> {
  const browser = await launch();
  const pictures: Picture[] = [];
  for (const sample of samples)
    for (const quality of Object.keys(qualities) as Quality[])
      pictures.push({ sample, quality, bytes: await render(browser, sample, quality) });
  await browser.close();
  return pictures;
}

/** Fields that were read rightly, otherwise, and not at all; milliseconds of a paper. */
async function accuracy(engine: Exclude<OcrEngine, 'off'>, pictures: readonly Picture[]): Promise<void> {
  const ocr = openOcr(engine);
  const table: Record<string, { right: number; wrong: number; missing: number; of: number; 'ms a paper': number }> = {};
  for (const picture of pictures) {
    const { type, values } = picture.sample;
    table[picture.quality] ??= { right: 0, wrong: 0, missing: 0, of: 0, 'ms a paper': 0 };
    const sums = table[picture.quality]!;
    const startedAt = performance.now();
    const job = {
      tenantId: '000000',
      personId: '1',
      bytes: async () => picture.bytes,
      contentType: kindOf(picture),
      picType: type,
    };
    const { lines } = await ocr.read(job, () => undefined);
    sums['ms a paper'] += Math.round(
      ((performance.now() - startedAt) * Object.keys(qualities).length) / pictures.length,
    );
    const read = new Map(readPaper(type, lines).map(({ key, value }) => [key, value]));
    for (const [key, value] of Object.entries(values)) {
      const { kind } = fieldsOf(type)[key]!;
      const found = read.get(key);
      sums.of++;
      if (found === undefined) sums.missing++;
      else if (normalValue(kind, found) === normalValue(kind, value)) sums.right++;
      else sums.wrong++;
    }
  }
  await ocr.close();
  console.log(`\n${engine}: fields of ${samples.length} papers`);
  console.table(table);
}

/** Resident memory of a process in MB; 0 of one that has ended. */
function memoryOf(pid: number): number {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}
/** The reading process among the children of the server. */
function readerOf(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  const isReader = (child: number) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('ocrReader');
  return children.find(isReader) ?? 0;
}

async function memory(engine: string, pictures: readonly Picture[], uploads: number): Promise<void> {
  const { url, pid, stop } = await startServer({ OCR_ENGINE: engine });
  const query = new URLSearchParams({ grant_type: 'password', username: 'admin', password: md5('Lease-desk-2026') });
  const basic = `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`;
  const headers = { authorization: basic, 'tenant-id': '000000' };
  const answer = await fetch(`${url}/api/blade-auth/oauth/token?${query}`, { method: 'POST', headers });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  console.log(`\n${engine}: memory in MB over ${uploads} uploads in a row`);
  const table: Record<string, { server: number; reader: number }> = {};
  for (let done = 1; done <= uploads; done++) {
    const { sample, bytes } = pictures[done % pictures.length]!;
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(bytes)]), `${sample.name}.png`);
    const address = `${url}/api/blade-loanInformation/loanInformation/upload-images-with-ocr?type=${sample.type}`;
    const sent = await fetch(address, { method: 'POST', headers: { 'blade-auth': `bearer ${token}` }, body: form });
    if (!sent.ok) throw new Error(`upload ${done} answered ${sent.status}: ${await sent.text()}`);
    await sent.arrayBuffer();
    if ([1, 10, 25, 50, uploads].includes(done))
      table[done] = { server: memoryOf(pid), reader: memoryOf(readerOf(pid)) };
  }
  await stop();
  console.table(table);
}

async function main(): Promise<void> {
  const pictures = await drawn();
  for (const name of asked.engines.split(',')) {
    const engine = ocrEngines.find((one) => one === name);
    if (!engine || engine === 'off') throw new Error(`--engines lists tesseract and ppocr, not '${name}'`);
    if (asked.fields !== 'none') await accuracy(engine, pictures);
    if (Number(asked.uploads) > 0) await memory(engine, pictures, Number(asked.uploads));
  }
}
void main().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
