/** The program of the reading process: reads the files that it is sent, one after the other. */
import { Worker } from 'node:worker_threads';
import { isPaperType } from '../../contract/wire/ocr/judging';
import type { ReadPaper, Recognised } from '../kernel/ocr';
import { readPaper } from './papers/readPaper';
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
/** More text than any paper has. What is found in it takes longer the more there is, and all of it goes to the server. */
const mostLines = 2000;
const mostLetters = 50_000;

/** The values of a paper are found here, under the limits of this process. */
async function paperOf(job: ReadJob): Promise<ReadPaper> {
  const { lines, width, height } = await made(job);
  const letters = lines.reduce((sum, { text }) => sum + text.length, 0);
  if (lines.length > mostLines || letters > mostLetters) throw new Error('more text than a paper has');
  return { lines, width, height, fields: isPaperType(job.picType) ? readPaper(job.picType, lines) : [] };
}

async function read(job: ReadJob): Promise<void> {
  const { id } = job;
  current = id;
  const memoryMb = () => Math.round(process.memoryUsage.rss() / 2 ** 20);
  try {
    const found = await paperOf(job);
    send({ id, made: found, memoryMb: memoryMb() });
  } catch (error) {
    send({ id, fault: error instanceof Error ? error.message : String(error), memoryMb: memoryMb() });
  }
}

/**
 * Ends this process once the server is gone. A thread of its own looks, because a job keeps this one from hearing it, and
 * would go on without an end.
 */
new Worker(
  `const { workerData } = require('node:worker_threads');
   setInterval(() => { if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL'); }, 1000);`,
  { eval: true, workerData: process.ppid, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 16 } },
).unref();

let last = Promise.resolve();
process.on('message', (job: ReadJob) => {
  last = last.then(() => read(job));
});
// The server has ended, while nothing was read.
process.on('disconnect', () => process.exit(0));
