/** PP-OCR through its package, which the operator has installed beside the product. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import nodeModule from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TextLine } from '../kernel/ocr';
import { decoded, pngOf } from './picture/decoded';
import type { Reader } from './tesseract';

export const ppocrPackage = '@gutenye/ocr-node';

type Corner = readonly [x: number, y: number];
interface Engine {
  detect(file: string): Promise<{ text: string; mean: number; box?: readonly Corner[] }[]>;
}

/** The file of the package; throws where it is not installed. */
export function ppocrFile(): string {
  return nodeModule.createRequire(join(process.cwd(), 'package.json')).resolve(ppocrPackage);
}

export async function openPpocr(progress: (percent: number) => void): Promise<Reader> {
  const file = pathToFileURL(ppocrFile()).href;
  const { default: made } = (await import(/* webpackIgnore: true */ file)) as {
    default: { create(): Promise<Engine> } | { default: { create(): Promise<Engine> } };
  };
  const engine = await ('create' in made ? made : made.default).create();
  const noOther = () => Promise.reject(new Error('this kind of picture is not read by this engine'));
  return {
    async read({ bytes, contentType }) {
      progress(5);
      const grey = await decoded(bytes, contentType, noOther);
      const folder = mkdtempSync(join(tmpdir(), 'leasedesk-ocr-'));
      try {
        const path = join(folder, 'picture.png');
        writeFileSync(path, pngOf(grey), { mode: 0o600 });
        progress(20);
        const found = await engine.detect(path);
        const lines = found.flatMap(({ text, mean, box = [] }): TextLine[] => {
          const [xs, ys] = [box.map(([x]) => x), box.map(([, y]) => y)];
          if (text === '' || xs.length === 0) return [];
          const [left, top] = [Math.max(0, Math.min(...xs)), Math.max(0, Math.min(...ys))];
          const size = [Math.max(...xs) - left, Math.max(...ys) - top] as const;
          return [{ text, confidence: mean, box: [left, top, ...size] }];
        });
        return { lines, width: grey.width, height: grey.height };
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}
