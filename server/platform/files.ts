import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Attach, Files, Secrets } from '../kernel/ports';
import { endings, fileName } from './fileNames';

/** Bytes that must be free for the server to be ready. */
const leastRoom = 10 * 1024 * 1024;
/** How long a link to a file is valid, in ms. Links are made anew with every answer that shows one. */
const linkLife = 60 * 60 * 1000;
const linkPath = '/api/blade-resource/attach/file';

export function openFiles(folder: string, secrets: Secrets): Files {
  const place = (tenantId: string, name: string) => join(folder, tenantId, name);
  const signedText = (tenantId: string, id: string, expires: string) => `${tenantId}/${id}/${expires}`;
  const idOf = (link: string) => new RegExp(`^${linkPath}/[^/]+/(\\d{1,19})(\\?|$)`).exec(link)?.[1];
  return {
    async keep(cx, { bytes, originalName, contentType, width, height, by }) {
      const id = cx.deps.newId();
      const name = `${cx.today.slice(0, 4)}/${cx.today.slice(5, 7)}/${id}.${endings[contentType]?.[0] ?? 'bin'}`;
      const path = place(cx.tenantId, name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // The bytes are safe on disk before the row that names them is committed; a rollback leaves an unreferenced file.
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
      // Rounded up to whole periods, so that a page loaded twice gets the same address and the browser its cache.
      const expires = String((Math.floor(now / linkLife) + 2) * linkLife);
      return `${linkPath}/${tenantId}/${id}?e=${expires}&s=${secrets.sign('file', signedText(tenantId, id, expires))}`;
    },
    isLink: (tenantId, id, expires, proof, now) =>
      /^\d{1,16}$/.test(expires) &&
      Number(expires) > now &&
      secrets.isSigned('file', signedText(tenantId, id, expires), proof),
    idOf,
    idFrom(tenantId, link) {
      const id = idOf(link);
      const query = new URLSearchParams(link.split('?')[1]);
      const isOurs =
        id && secrets.isSigned('file', signedText(tenantId, id, query.get('e') ?? ''), query.get('s') ?? '');
      return isOurs ? id : undefined;
    },
  };
}
