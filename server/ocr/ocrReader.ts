/** The program of the reading process: reads the files that it is sent, one after the other. */
import type { Recognised } from '../kernel/ocr';
import { pdfText } from './pdfText';
import { openPpocr } from './ppocr';
import { openTesseract, type Reader } from './tesseract';

export interface ReadJob {
  id: number;
  bytes: Buffer;
  contentType: string;
  picType: number;
}

let current = 0;
function send(message: object): void {
  process.send?.(message);
}
function progress(percent: number): void {
  send({ id: current, percent });
}

let reader: Promise<Reader> | undefined;
async function made({ bytes: sent, contentType, picType }: ReadJob): Promise<Recognised> {
  const bytes = Buffer.from(sent);
  if (contentType === 'application/pdf') return pdfText(bytes);
  reader ??= process.argv[2] === 'ppocr' ? openPpocr(progress) : openTesseract(progress);
  const { read: readWith } = await reader;
  return readWith({ bytes, contentType, picType });
}
async function read(job: ReadJob): Promise<void> {
  const { id } = job;
  current = id;
  const memoryMb = () => Math.round(process.memoryUsage.rss() / 2 ** 20);
  try {
    const found = await made(job);
    send({ id, made: found, memoryMb: memoryMb() });
  } catch (error) {
    send({ id, fault: error instanceof Error ? error.message : String(error), memoryMb: memoryMb() });
  }
}

let last = Promise.resolve();
process.on('message', (job: ReadJob) => {
  last = last.then(() => read(job));
});
// The server has ended.
process.on('disconnect', () => process.exit(0));
