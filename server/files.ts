import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Attach, Context, Files, Sniffed } from './context';
import { endings, fileName } from './http/fileNames';
import { isStoredId } from './ids';
import type { Secrets } from './secrets';

const jpegSize = (bytes: Buffer): Pick<Sniffed, 'width' | 'height'> => {
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return {};
    const marker = bytes[at + 1]!;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return {};
};
const webpSize = (bytes: Buffer): Pick<Sniffed, 'width' | 'height'> => {
  const form = bytes.toString('latin1', 12, 16);
  if (form === 'VP8X') return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
  if (form === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (form !== 'VP8L') return {};
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
};

/** Tell a file's kind by its content; its name and the declared type are only hearsay. */
export const sniff = (bytes: Buffer): Sniffed | undefined => {
  if (bytes.length < 30) return undefined;
  if (bytes.readUInt16BE(0) === 0xffd8) return { contentType: 'image/jpeg', ...jpegSize(bytes) };
  if (bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n')
    return { contentType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (/^GIF8[79]a/.test(bytes.toString('latin1', 0, 6)))
    return { contentType: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  if (bytes.toString('latin1', 0, 2) === 'BM')
    return { contentType: 'image/bmp', width: bytes.readInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) };
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
    return { contentType: 'image/webp', ...webpSize(bytes) };
  if (bytes.toString('latin1', 0, 5) === '%PDF-') return { contentType: 'application/pdf' };
  return undefined;
};

/** Bytes that must be free for the server to be ready. */
const leastRoom = 10 * 1024 * 1024;
/** How long a link to a file can be used, in ms. Links are made anew with every answer that shows one. */
const linkLife = 60 * 60 * 1000;
const linkPath = '/api/blade-resource/attach/file';

export const openFiles = (folder: string, secrets: Secrets): Files => {
  const place = (tenantId: string, name: string) => join(folder, tenantId, name);
  const told = (tenantId: string, id: string, expires: string) => `${tenantId}/${id}/${expires}`;
  const idOf = (link: string) => new RegExp(`^${linkPath}/[^/]+/(\\d{1,19})(\\?|$)`).exec(link)?.[1];
  return {
    async keep(cx, { bytes, originalName, contentType, width, height, by }) {
      const id = cx.deps.newId();
      const name = `${cx.today.slice(0, 4)}/${cx.today.slice(5, 7)}/${id}.${endings[contentType]?.[0] ?? 'bin'}`;
      const path = place(cx.tenantId, name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // The bytes are safe on disk before the row that promises them is committed; a rollback leaves a file nobody names.
      const handle = await open(path, 'wx', 0o600);
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } catch (error) {
        await rm(path, { force: true }); // half a file would keep a full disk full
        throw error;
      } finally {
        await handle.close();
      }
      const attach: Attach = {
        id,
        name,
        originalName: fileName(originalName, contentType),
        contentType,
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        heldAt: by === 'record' ? cx.time : null,
      };
      await cx.trx
        .insertInto('attach')
        .values({
          id,
          tenant_id: cx.tenantId,
          name,
          original_name: attach.originalName,
          content_type: contentType,
          size: attach.size,
          sha256: attach.sha256,
          width: width ?? null,
          height: height ?? null,
          is_upload: by === 'person',
          held_at: attach.heldAt,
          create_user: cx.principal?.userId ?? null,
          create_time: cx.time,
        })
        .execute();
      return attach;
    },
    async read(tenantId, name) {
      const path = place(tenantId, name);
      const found = await stat(path).catch(() => undefined);
      return found && { stream: createReadStream(path), size: found.size };
    },
    remove: (tenantId, name) => rm(place(tenantId, name), { force: true }),
    async hasRoom() {
      // The folder is made with the first file.
      const { bavail, bsize } = await statfs(folder).catch(() => statfs(dirname(folder)));
      return bavail * bsize >= leastRoom;
    },
    address: (tenantId, id) => `${linkPath}/${tenantId}/${id}`,
    async bytes(tenantId, name) {
      const handle = await open(place(tenantId, name));
      try {
        return await handle.readFile();
      } finally {
        await handle.close();
      }
    },
    link(tenantId, id, now) {
      // Rounded up to whole link lives, so that a page asked twice gets the same address and the browser its cache.
      const expires = String((Math.floor(now / linkLife) + 2) * linkLife);
      return `${linkPath}/${tenantId}/${id}?e=${expires}&s=${secrets.sign('file', told(tenantId, id, expires))}`;
    },
    isLink: (tenantId, id, expires, proof, now) =>
      /^\d{1,16}$/.test(expires) &&
      Number(expires) > now &&
      secrets.isSigned('file', told(tenantId, id, expires), proof),
    idOf,
    idFrom(tenantId, link) {
      const id = idOf(link);
      const query = new URLSearchParams(link.split('?')[1]);
      const isOurs = id && secrets.isSigned('file', told(tenantId, id, query.get('e') ?? ''), query.get('s') ?? '');
      return isOurs ? id : undefined;
    },
  };
};

export const findAttach = async (cx: Pick<Context, 'trx' | 'tenantId'>, id: string): Promise<Attach | undefined> => {
  if (!isStoredId(id)) return undefined;
  const row = await cx.trx
    .selectFrom('attach')
    .selectAll()
    .where('id', '=', id)
    .where('tenant_id', '=', cx.tenantId)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      name: row.name,
      originalName: row.original_name,
      contentType: row.content_type,
      size: row.size,
      sha256: row.sha256,
      heldAt: row.held_at,
    }
  );
};
