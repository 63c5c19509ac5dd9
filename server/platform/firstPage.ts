/** The page of the console with the settings of this server written in: a console that starts asks for them no more. */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { settingsPlace, settingsPreload } from '../../contract/wire/settingsPlace';

export const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

interface Written {
  etag: string;
  body: Buffer;
}

const written = {
  br: promisify(brotliCompress) as (text: string) => Promise<Buffer>,
  gzip: promisify(gzip) as (text: string) => Promise<Buffer>,
  identity: async (text: string) => Buffer.from(text),
};

/**
 * Answers the page at `file` in an encoding. It is made once, and anew when a build has replaced the file or the
 * settings have changed. Throws what reading the file throws.
 */
export function firstPage(file: string, settings: () => object) {
  let madeOf = '';
  let pages: Partial<Record<Encoding, Promise<Written>>> = {};

  const write = async (encoding: Encoding, told: string): Promise<Written> => {
    const page = (await readFile(file, 'utf8'))
      .replace(settingsPreload, '')
      .replace(settingsPlace(), () => settingsPlace(told));
    const hash = createHash('sha256').update(page).digest('base64url').slice(0, 22);
    return { etag: `"${hash}-${encoding}"`, body: await written[encoding](page) };
  };
  return async (encoding: Encoding): Promise<Written> => {
    const told = JSON.stringify(settings());
    const { mtimeMs, size } = await stat(file);
    const now = `${mtimeMs} ${size} ${told}`;
    if (now !== madeOf) [madeOf, pages] = [now, {}];
    pages[encoding] ??= write(encoding, told);
    return pages[encoding];
  };
}
