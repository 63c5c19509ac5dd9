/** The program of the reading process: reads the pictures that it is sent, one after the other. */
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
async function read({ id, bytes, contentType, picType }: ReadJob): Promise<void> {
  current = id;
  try {
    reader ??= process.argv[2] === 'ppocr' ? openPpocr(progress) : openTesseract(progress);
    const { read: readWith } = await reader;
    send({ id, made: await readWith({ bytes: Buffer.from(bytes), contentType, picType }) });
  } catch (error) {
    send({ id, fault: error instanceof Error ? error.message : String(error) });
  }
}

let last = Promise.resolve();
process.on('message', (job: ReadJob) => {
  last = last.then(() => read(job));
});
// The server has ended.
process.on('disconnect', () => process.exit(0));
