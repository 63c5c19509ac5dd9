/** `oss/endpoint/put-file`: a file of a form, into the store that the tenant has enabled. */
import { Readable, Transform } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import { mostMegabytes } from '../../contract/wire/attachments';
import { filePurpose, type UploadPurpose, uploads } from '../../contract/wire/profile';
import { largestFile } from '../engine/files/fileLife';
import { inPictureTurn } from '../engine/files/pictureTurns';
import { storing, takeRoom } from '../engine/files/room';
import { recordUpload, storeUpload } from '../engine/files/storeUpload';
import { type Call, type CallRequest, defineCall } from '../kernel/call';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { feed } from '../kernel/feed';
import { kindBytes, kindOf } from '../kernel/files/fileKind';
import { pictureIn } from '../kernel/image/drawable';
import { isPicture, mostPictureFileBytes, pictureTypes } from '../kernel/image/imageMetadata';
import { id, nullable, oneOf, optional, shape, text } from '../kernel/schemas';

type Purpose = UploadPurpose | typeof filePurpose;
type Entitled = <T>(work: (cx: Context) => Promise<T>) => Promise<T>;
const mostPictureBytes = Math.max(...Object.values(uploads).map(({ bytes }) => bytes));
const megabyte = 1024 * 1024;
/** For the frame of the form around the file. */
const frameBytes = 64 * 1024;

function purposeOf(value: unknown): Purpose {
  if (value === undefined || value === '') return 'avatar';
  return value === 'avatar' || value === 'editor' || value === filePurpose
    ? value
    : refuse('badParameter', { name: 'purpose' });
}

function tooLarge(purpose: UploadPurpose): never {
  return purpose === 'avatar'
    ? refuse('upload.badAvatar')
    : refuse('picture.tooLarge', { n: uploads[purpose].bytes / megabyte });
}

/** A picture for the purpose `avatar` or `editor`, judged by its content. */
async function takePicture(part: MultipartFile, purpose: UploadPurpose, entitled: Entitled) {
  const bytes = await part
    .toBuffer()
    .catch(({ code }: { code?: string }) =>
      code === 'FST_REQ_FILE_TOO_LARGE' ? tooLarge(purpose) : refuse('unreadable'),
    );
  const found = pictureIn(bytes, uploads[purpose].types);
  if (!found) return refuse(purpose === 'avatar' ? 'upload.badAvatar' : 'upload.badType');
  if (bytes.length > uploads[purpose].bytes) tooLarge(purpose);
  return storeUpload(entitled, { bytes, originalName: part.filename || 'picture', ...found });
}

/** The first bytes of a stream, and a stream of all of them. */
async function peeked(stream: Readable): Promise<{ head: Buffer; all: Readable }> {
  const source: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
  const first: Buffer[] = [];
  for (let size = 0; size < kindBytes; ) {
    const { done, value } = await source.next();
    if (done) break;
    first.push(value);
    size += value.length;
  }
  async function* everything() {
    yield* first;
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
  }
  return {
    head: Buffer.concat(first).subarray(0, kindBytes),
    all: Readable.from(everything(), { objectMode: false }),
  };
}

/** A picture among files of any kind, which is read whole to be cleaned. */
async function takeWholePicture(all: Readable, originalName: string, entitled: Entitled) {
  const held: Buffer[] = [];
  let size = 0;
  for await (const chunk of all as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > mostPictureFileBytes) refuse('picture.tooLarge', { n: mostPictureFileBytes / megabyte });
    held.push(chunk);
  }
  const bytes = Buffer.concat(held);
  const found = pictureIn(bytes, pictureTypes) ?? refuse('upload.badType');
  return storeUpload(entitled, { bytes, originalName, ...found });
}

/** A file of any kind, which goes through to the store while it comes in. */
async function takeFile(part: MultipartFile, asked: CallRequest, entitled: Entitled) {
  const most = await entitled(largestFile);
  // Sent without a length, it may become as large as files are.
  const announced = Math.min(Number(asked.request.headers['content-length'] ?? most), most);
  let size = 0;
  const bytes = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > most ? new FileTooLarge() : null, chunk);
    },
  });
  feed(part.file, bytes).catch(() => undefined); // the reader meets the same error
  const broken = (error: unknown): never =>
    error instanceof FileTooLarge ? refuse('upload.fileTooLarge', { n: Math.floor(most / megabyte) }) : raise(error);
  const originalName = part.filename || 'file';
  const { head, all } = await peeked(bytes).catch(broken);
  if (head.length === 0) refuse('picture.fileMissing');
  const contentType = kindOf(head, originalName);
  if (isPicture(contentType))
    return inPictureTurn(entitled, () => takeWholePicture(all, originalName, entitled)).catch(broken);
  const { place, files } = await entitled(async (cx) => {
    const place = await cx.deps.files.placeFor(cx, contentType);
    await takeRoom(cx, place, { originalName, size: announced });
    return { place, files: cx.deps.files };
  });
  return storing(entitled, place, () => files.store(place, all, { originalName, contentType })).catch(broken);
}
class FileTooLarge extends Error {}
function raise(error: unknown): never {
  throw error;
}

export const putFileCalls: Call[] = [
  defineCall({
    method: 'POST',
    path: '/blade-resource/oss/endpoint/put-file',
    title: ['上传头像、正文图片或附件', 'Upload an avatar, a picture of a text, or any file'],
    query: { purpose: optional(oneOf('avatar', 'editor', filePurpose)) },
    answer: shape({ link: text(), domain: nullable(text()), name: text(), originalName: text(), attachId: id() }),
    permission: 'signedIn',
    bodyLimit: mostMegabytes * megabyte + frameBytes,
    async receive(asked, entitled) {
      const { request, input } = asked;
      if (!request.isMultipart()) refuse('wrongMedia');
      const isFile = purposeOf(input.purpose) === filePurpose;
      // The purpose may be a field of the form, known only when the file has begun: the size is checked afterwards.
      const limits = { fileSize: isFile ? Number.POSITIVE_INFINITY : mostPictureBytes, files: 1, fields: 4 };
      const part: MultipartFile =
        (await request.file({ limits }).catch(() => refuse('unreadable'))) ?? refuse('picture.fileMissing');
      const field = part.fields.purpose as { value?: unknown } | undefined;
      const purpose = purposeOf(input.purpose ?? field?.value);
      if (purpose === filePurpose) return takeFile(part, asked, entitled);
      return inPictureTurn(entitled, () => takePicture(part, purpose, entitled));
    },
    async handle(cx, { file }) {
      const { id, name, originalName } = await recordUpload(cx, file ?? refuse('picture.fileMissing'));
      const { files, settings, now } = cx.deps;
      return {
        link: files.link(cx.tenantId, id, now()),
        domain: settings.publicUrl || null,
        name,
        originalName,
        attachId: id,
      };
    },
  }),
];
