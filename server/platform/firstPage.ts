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

/** Pages that are held: the usual one, and those of the few people who are recorded. */
const mostPages = 8;

/**
 * Answers the page at `file` in an encoding, with settings. It is made once, and anew when a build has replaced the
 * file or the settings are others. Throws what reading the file throws.
 */
export function firstPage(file: string) {
  const made = new Map<string, Partial<Record<Encoding, Promise<Written>>>>();

  const write = async (encoding: Encoding, told: string): Promise<Written> => {
    const page = (await readFile(file, 'utf8'))
      .replace(settingsPreload, '')
      .replace(settingsPlace(), () => settingsPlace(told));
    const hash = createHash('sha256').update(page).digest('base64url').slice(0, 22);
    return { etag: `"${hash}-${encoding}"`, body: await written[encoding](page) };
  };
  return async (encoding: Encoding, settings: object): Promise<Written> => {
    const told = JSON.stringify(settings);
    const { mtimeMs, size } = await stat(file);
    const now = `${mtimeMs} ${size} ${told}`;
    const pages = made.get(now) ?? {};
    if (!made.has(now) && made.size >= mostPages) made.clear();
    made.set(now, pages);
    pages[encoding] ??= write(encoding, told);
    return pages[encoding];
  };
}
