/** A server that reads one file: it says the number of its reading process, and waits for what becomes of the file. */
import { readFileSync } from 'node:fs';
import { openOcr } from '../../server/ocr/process';

const ocr = openOcr('tesseract', { textMs: 600_000 });
const bytes = async () => readFileSync(0);
void ocr.read({ tenantId: '1', personId: '1', bytes, contentType: 'application/pdf', picType: 5 }, () => undefined);
const told = setInterval(() => {
  if (ocr.pid() === undefined) return;
  clearInterval(told);
  console.log(ocr.pid());
}, 20);
