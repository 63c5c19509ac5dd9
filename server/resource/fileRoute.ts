import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isLive } from '../auth/people';
import { findAttach, isOpen } from '../engine/files/fileLife';
import { asSystem, type Registry } from '../engine/work';
import type { Context, Deps } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { begun } from '../kernel/files/begun';
import { isShown } from '../kernel/files/fileKind';
import { fileName } from '../kernel/files/fileNames';
import { type ByteRange, type ObjectStore, StoreError } from '../kernel/objectStore';
import type { Attach } from '../kernel/ports';
import { openRoute } from '../kernel/route';
import { freeText, oneOf, optional } from '../kernel/schemas';

/** The one range of a `Range` header; `undefined` for none, or one that may be ignored; `null` for one beyond the end. */
export function rangeIn(header: string | undefined, size: number): ByteRange | null | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  return start >= size || (first === '' && Number(last) === 0) ? null : { start, end };
}

function sendHeaders(reply: FastifyReply, attach: Attach, isDownload: boolean): void {
  const place = isShown(attach.contentType) && !isDownload ? 'inline' : 'attachment';
  const name = encodeURIComponent(fileName(attach.originalName, attach.contentType));
  reply
    .header('content-type', attach.contentType)
    .header('content-disposition', `${place}; filename*=UTF-8''${name}`)
    .header('content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'")
    .header('cache-control', 'private, max-age=3600')
    .header('accept-ranges', 'bytes')
    .header('etag', `"${attach.sha256}"`);
}

type Open = (range: ByteRange | undefined) => ReturnType<ObjectStore['get']>;

/** The wanted bytes, or a refusal: nothing has been sent when the store fails here. */
async function send(request: FastifyRequest, reply: FastifyReply, attach: Attach, isDownload: boolean, open: Open) {
  const { range: wanted, 'if-range': unless, 'if-none-match': known } = request.headers;
  const tag = `"${attach.sha256}"`;
  if (known === tag) {
    sendHeaders(reply, attach, isDownload);
    return reply.code(304).send();
  }
  const range = unless === undefined || unless === tag ? rangeIn(wanted, attach.size) : undefined;
  if (range === null) return reply.code(416).header('content-range', `bytes */${attach.size}`).send();
  const file = (await open(range)) ?? refuse('notFound');
  if (file.size !== attach.size) {
    file.stream.destroy();
    throw new StoreError('the store holds another number of bytes than the file has');
  }
  const bytes = Readable.from(await begun(file.stream), { objectMode: false });
  sendHeaders(reply, attach, isDownload);
  reply.header('content-length', range ? range.end - range.start + 1 : attach.size);
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${attach.size}`);
  // A stream that fails in the middle ends the connection: the receiver sees that bytes are missing.
  return reply.send(bytes);
}
/**
 * Stored files, by signed link. The browser shows known image and document types, and runs no script in them; all others
 * are downloads. `make`: a file that is made when it is first asked for.
 */
export function fileRoute(
  app: FastifyInstance,
  deps: Deps,
  registry: Registry,
  make: (cx: Context, id: string) => Promise<Attach | undefined>,
): void {
  openRoute(app, {
    method: 'GET',
    url: '/api/blade-resource/attach/file/:tenantId/:id',
    permission: 'anyone',
    title: ['按签名链接取文件', 'A stored file, by its signed link'],
    query: {
      e: optional(freeText('到期时间', 'When the link ends')),
      s: optional(freeText('签名', 'Its signature')),
      d: optional(oneOf('1')),
    },
    answer: 'file',
    async handle({ e = '', s = '', d }, request, reply) {
      const { tenantId, id } = request.params as { tenantId: string; id: string };
      if (!deps.files.isLink(tenantId, id, e, s, deps.now())) refuse('notFound');
      const found = await asSystem(deps, registry, { tenantId, actor: '系统' }, async (cx) => {
        if (!(await isLive(cx.trx, tenantId, deps.now()))) return undefined;
        const held = await findAttach(cx, id);
        const attach = held ? ((await isOpen(cx, held)) ? held : undefined) : await make(cx, id);
        return attach && { attach, place: await deps.files.placeOf(cx, attach) };
      });
      if (!found) return refuse('notFound');
      const { attach, place } = found;
      return send(request, reply, attach, d === '1', (range) => place.store.get(place.key, range));
    },
  });
}
