import type { Recognised } from '../kernel/ocr';

export async function pdfText(_bytes: Buffer): Promise<Recognised> {
  return { lines: [], width: 0, height: 0 };
}
