/** Uploads in parts: begun, sent part by part in any order, continued after a break, completed or dropped. */
import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import Type from 'typebox';
import { dateTime } from '../../contract/domain/calendar';
import { attach } from '../../contract/modules/resource/attach';
import {
  missingParts,
  mostMegabytes,
  partCount,
  partRange,
  partSize,
  type Upload,
  uploadLife,
} from '../../contract/wire/attachments';
import { checkSize } from '../engine/files/fileLife';
import { inPictureTurn } from '../engine/files/pictureTurns';
import { giveRoomBack, takeRoom } from '../engine/files/room';
import { type Call, type CallRequest, defineCall } from '../kernel/call';
import type { Context } from '../kernel/context';
import type { Tables } from '../kernel/database';
import { Refusal, refuse } from '../kernel/errors';
import { feed } from '../kernel/feed';
import { kindBytes, kindOf, unknownKind } from '../kernel/files/fileKind';
import { isStoredId } from '../kernel/ids';
import { StoreError } from '../kernel/objectStore';
import type { Place, StoredFile } from '../kernel/ports';
import { id, line, list, moment, nullable, oneOf, optional, shape, text, whole } from '../kernel/schemas';
import { cleanCopy } from './cleanCopy';

type Entitled = <T>(work: (cx: Context) => Promise<T>) => Promise<T>;
type UploadRow = Selectable<Tables['upload']>;
type PartRow = Selectable<Tables['upload_part']>;

/** How long a call waits for the file to be read again, before it answers that this goes on. */
const waitMs = 15_000;
/** How long the result of that is kept for the next call. */
const resultMs = 10 * 60_000;
const permission = 'attach_upload';

async function partsOf({ trx, tenantId }: Context, uploadId: string): Promise<PartRow[]> {
  return trx
    .selectFrom('upload_part')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('upload_id', '=', uploadId)
    .orderBy('number')
    .execute();
}

/** An upload of the person's own that has not expired; a finished one too. */
async function ownUpload(cx: Context, uploadId: string, purpose: 'read' | 'change' = 'read'): Promise<UploadRow> {
  if (!isStoredId(uploadId)) return refuse('upload.gone');
  const select = cx.trx
    .selectFrom('upload')
    .selectAll()
    .where('tenant_id', '=', cx.tenantId)
    .where('id', '=', uploadId)
    .where('create_user', '=', cx.principal!.userId)
    .where('state', '<>', 'swept')
    .where('expires_at', '>', cx.time);
  const row = await (purpose === 'change' ? select.forUpdate() : select).executeTakeFirst();
  return row ?? refuse('upload.gone');
}

function answerOf(row: UploadRow, parts: readonly number[], state?: 'checking'): Upload {
  return {
    id: row.id,
    name: row.original_name,
    size: row.size,
    partSize,
    state: state ?? (row.state === 'done' ? 'done' : 'open'),
    parts: [...parts],
    expires: row.expires_at,
    attachId: row.attach_id,
  };
}
const uploadAnswer = shape({
  id: id(),
  name: text(),
  size: whole(),
  partSize: whole(),
  state: oneOf('open', 'checking', 'done'),
  parts: list(whole()),
  expires: moment(),
  attachId: nullable(id()),
});

/** Takes the room and the place. */
async function begin(entitled: Entitled, { name, size, sha256 }: { name: string; size: number; sha256?: string }) {
  const { place, row } = await entitled(async (cx) => {
    await checkSize(cx, size);
    const place = await cx.deps.files.placeFor(cx, unknownKind);
    return { place, row: await takeRoom(cx, place, { originalName: name, size, sha256, lifeMs: uploadLife }) };
  });
  const store_upload = await place.store.beginParts(place.key, unknownKind);
  return { ...row, store_upload };
}

/** The digest of the body that the sender names (RFC 9530), in hex. */
function digestIn({ headers }: CallRequest['request']): string {
  const [, base64] = /^sha-256=:([A-Za-z\d+/]{43}=):$/.exec(String(headers['content-digest'] ?? '')) ?? [];
  return base64 ? Buffer.from(base64, 'base64').toString('hex') : refuse('badParameter', { name: 'Content-Digest' });
}

interface TakenPart {
  number: number;
  tag: string;
  sha256: string;
  /** Of the first part: what the file is. */
  kind: string | undefined;
}

/** Passes one part on to the store while it comes in. */
async function takePart(request: CallRequest['request'], number: number, uploadId: string, entitled: Entitled) {
  const { body: bytes } = request;
  if (!(bytes instanceof Readable)) return refuse('wrongMedia');
  const digest = digestIn(request);
  const { row, place } = await entitled(async (cx) => {
    const row = await ownUpload(cx, uploadId);
    return { row, place: await placeOf(cx, row) };
  });
  if (row.state !== 'open' || !row.store_upload) return refuse('upload.gone');
  const { start, end } = partRange(row.size, number);
  const size = end - start;
  if (number > partCount(row.size) || Number(request.headers['content-length']) !== size) refuse('upload.badPart');
  const hash = createHash('sha256');
  const head: Buffer[] = [];
  let seen = 0;
  const body = new PassThrough();
  body.on('data', (chunk: Buffer) => {
    hash.update(chunk);
    if (seen < kindBytes) head.push(chunk);
    seen += chunk.length;
  });
  body.pause(); // until the store reads
  const sent = feed(bytes, body);
  sent.catch(() => undefined); // the store meets the same error
  const part = { number, offset: start, size };
  const tag = await place.store.putPart(place.key, row.store_upload, part, body).catch((error: unknown) => {
    body.destroy(); // what is still to come is dropped
    throw error;
  });
  await sent;
  const sha256 = hash.digest('hex');
  if (sha256 !== digest) refuse('upload.badDigest');
  const kind = number === 1 ? kindOf(Buffer.concat(head).subarray(0, kindBytes), row.original_name) : undefined;
  return { number, tag, sha256, kind } satisfies TakenPart;
}

function placeOf(cx: Context, row: Pick<UploadRow, 'id' | 'oss_id' | 'name'>): Promise<Place> {
  return cx.deps.files.placeOf(cx, { id: row.id, ossId: row.oss_id, name: row.name });
}

/** Reads the file from the store and compares it with the parts that were sent. Answers its digest. */
async function readAgain(place: Place, row: UploadRow, parts: readonly PartRow[]): Promise<string> {
  const held = await place.store.get(place.key);
  const damaged = () => new Refusal('upload.damaged');
  if (!held) throw damaged();
  if (held.size !== row.size) {
    held.stream.destroy();
    throw damaged();
  }
  const whole = createHash('sha256');
  let part = createHash('sha256');
  let number = 1;
  let left = partRange(row.size, 1).end;
  let read = 0;
  for await (const chunk of held.stream as AsyncIterable<Buffer>) {
    whole.update(chunk);
    read += chunk.length;
    for (let rest = chunk; rest.length > 0; ) {
      const piece = rest.subarray(0, left);
      part.update(piece);
      rest = rest.subarray(piece.length);
      left -= piece.length;
      if (left > 0) continue;
      if (part.digest('hex') !== parts[number - 1]?.sha256) throw damaged();
      part = createHash('sha256');
      number++;
      const { start, end } = partRange(row.size, number);
      left = end > start ? end - start : Number.POSITIVE_INFINITY;
    }
  }
  if (read !== row.size) throw new StoreError('the store sent fewer bytes than it holds');
  const sha256 = whole.digest('hex');
  if (row.sha256 && row.sha256 !== sha256) throw damaged();
  return sha256;
}

/** Files that this server is reading again, and results that no call has taken yet. */
interface Checked {
  sha256: string;
  /** Of a picture: what is stored in place of what was sent. */
  clean?: StoredFile;
}
const checks = new Map<string, Promise<Checked | { error: unknown }>>();

function checked(place: Place, row: UploadRow, parts: readonly PartRow[], entitled: Entitled) {
  const key = `${row.tenant_id}/${row.id}`;
  let check = checks.get(key);
  if (!check) {
    check = (async () => {
      await place.store.joinParts(place.key, row.store_upload ?? '', parts);
      const sha256 = await readAgain(place, row, parts);
      const clean = await inPictureTurn(entitled, () => cleanCopy(place, row, entitled));
      return clean ? { sha256, clean } : { sha256 };
    })().catch((error: unknown) => ({ error }));
    checks.set(key, check);
    const forget = () => setTimeout(() => checks.delete(key), resultMs).unref();
    void check.then((result) => ('error' in result ? checks.delete(key) : forget()));
  }
  return check;
}

type Outcome = { state: 'done' } | { state: 'checking' } | ({ state: 'checked' } & Checked);

/** Makes one object of the parts and checks it, outside of any transaction. */
async function join(uploadId: string, entitled: Entitled): Promise<Outcome> {
  const { row, parts, place } = await entitled(async (cx) => {
    const row = await ownUpload(cx, uploadId);
    return { row, parts: await partsOf(cx, uploadId), place: await placeOf(cx, row) };
  });
  if (row.state === 'done') return { state: 'done' };
  const missing = missingParts(
    row.size,
    parts.map(({ number }) => number),
  ).length;
  if (missing > 0) refuse('upload.incomplete', { n: missing });
  const result = await Promise.race([checked(place, row, parts, entitled), sleep(waitMs, undefined, { ref: false })]);
  if (!result) return { state: 'checking' };
  if (!('error' in result)) return { state: 'checked', ...result };
  if (result.error instanceof Refusal) await clear(entitled, await entitled((cx) => drop(cx, uploadId)));
  throw result.error;
}

type Dropped = Pick<UploadRow, 'id' | 'oss_id' | 'name' | 'store_upload'>;

/** The upload ends now; answers what is stored of it, if it was open. */
async function drop(cx: Context, uploadId: string): Promise<Dropped | null> {
  const row = await cx.trx
    .updateTable('upload')
    .set({ expires_at: cx.time })
    .where('tenant_id', '=', cx.tenantId)
    .where('id', '=', uploadId)
    .where('create_user', '=', cx.principal!.userId)
    .where('state', '=', 'open')
    .returning(['id', 'oss_id', 'name', 'store_upload'])
    .executeTakeFirst();
  return row ?? null;
}

/** What is stored of a dropped upload goes, and its room is free again. */
async function clear(entitled: Entitled, row: Dropped | null): Promise<void> {
  if (!row) return;
  const place = await entitled((cx) => placeOf(cx, row));
  await giveRoomBack(entitled, place, row.store_upload ?? undefined);
}

/** The attachment of a checked upload; a repeated call answers the first one's. */
async function finish(cx: Context, uploadId: string, outcome: Outcome): Promise<Upload> {
  const row = await ownUpload(cx, uploadId, 'change');
  const numbers = (await partsOf(cx, uploadId)).map(({ number }) => number);
  if (row.state === 'done' || outcome.state === 'done') return answerOf(row, numbers);
  if (outcome.state === 'checking') return answerOf(row, numbers, 'checking');
  const file = {
    place: { id: row.id, ossId: row.oss_id, name: row.name },
    originalName: row.original_name,
    contentType: row.content_type ?? unknownKind,
    size: row.size,
    sha256: outcome.sha256,
  };
  const { id: attachId } = await cx.deps.files.record(cx, outcome.clean ?? file, 'library');
  const done = await cx.trx
    .updateTable('upload')
    .set({ state: 'done', attach_id: attachId })
    .where('tenant_id', '=', cx.tenantId)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  checks.delete(`${row.tenant_id}/${row.id}`);
  return answerOf(done, numbers);
}

export const uploadCalls: Call[] = [
  defineCall({
    method: 'POST',
    path: attach.url('uploads'),
    title: ['开始分片上传', 'Begin an upload in parts'],
    body: {
      name: line(255, '文件名', 'Name of the file'),
      size: Type.Integer({
        minimum: 1,
        maximum: mostMegabytes * 1024 * 1024,
        description: 'Bytes',
        'x-description-zh': '字节数',
      }),
      sha256: optional(Type.String({ pattern: '^[\\da-fA-F]{64}$' })),
    },
    answer: uploadAnswer,
    permission,
    prepare: ({ input }, entitled) => begin(entitled, input),
    async handle(cx, { prepared }) {
      const { id, store_upload } = prepared as UploadRow;
      const row = await cx.trx
        .updateTable('upload')
        .set({ store_upload })
        .where('tenant_id', '=', cx.tenantId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return answerOf(row, []);
    },
  }),
  defineCall({
    method: 'POST',
    path: attach.url('uploads/part'),
    title: [
      '上传一个分片（请求体为原始字节，Content-Digest 为其 SHA-256）',
      'Send one part: the body is its bytes, Content-Digest their SHA-256',
    ],
    query: { id: id(), number: Type.Integer({ minimum: 1, maximum: 10_000 }) },
    answer: shape({ number: whole() }),
    permission,
    bodyLimit: partSize,
    takesPart: true,
    prepare: ({ request, input }, entitled) => takePart(request, input.number, input.id, entitled),
    async handle(cx, { input, prepared }) {
      const { number, tag, sha256, kind } = prepared as TakenPart;
      const row = await ownUpload(cx, input.id, 'change');
      if (row.state !== 'open') refuse('upload.gone');
      await cx.trx
        .insertInto('upload_part')
        .values({ tenant_id: cx.tenantId, upload_id: row.id, number, tag, sha256 })
        .onConflict((on) => on.columns(['tenant_id', 'upload_id', 'number']).doUpdateSet({ tag, sha256 }))
        .execute();
      await cx.trx
        .updateTable('upload')
        .set({
          expires_at: dateTime(cx.deps.now() + uploadLife),
          ...(kind === undefined ? {} : { content_type: kind }),
        })
        .where('tenant_id', '=', cx.tenantId)
        .where('id', '=', row.id)
        .execute();
      return { number };
    },
  }),
  defineCall({
    method: 'GET',
    path: attach.url('uploads/status'),
    title: ['查询分片上传进度', 'How far an upload in parts has come'],
    query: { id: id() },
    answer: uploadAnswer,
    permission,
    async handle(cx, { input }) {
      const row = await ownUpload(cx, input.id);
      const parts = await partsOf(cx, row.id);
      return answerOf(
        row,
        parts.map(({ number }) => number),
      );
    },
  }),
  defineCall({
    method: 'POST',
    path: attach.url('uploads/complete'),
    title: ['完成分片上传', 'Complete an upload in parts'],
    body: { id: id() },
    answer: uploadAnswer,
    permission,
    prepare: ({ input }, entitled) => join(input.id, entitled),
    handle: (cx, { input, prepared }) => finish(cx, input.id, prepared as Outcome),
  }),
  defineCall({
    method: 'POST',
    path: attach.url('uploads/abort'),
    title: ['取消分片上传', 'Drop an upload in parts'],
    body: { id: id() },
    answer: Type.Literal(true),
    permission,
    handle: (cx, { input }) => drop(cx, input.id),
    async complete(dropped, _asked, entitled) {
      await clear(entitled, dropped as Dropped | null);
      return true;
    },
  }),
];
