/** Objects in a bucket of any store that speaks the S3 protocol, through the official client. */
import { createHash } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { partSize } from '../../../contract/wire/attachments';
import { type ByteRange, type ObjectStore, type Part, StoreError } from '../../kernel/objectStore';
import { lookupOf, targetOf } from '../egress';
import { meter } from './meter';

export interface Bucket {
  /** Origin of the store, without the bucket. */
  endpoint: string;
  name: string;
  region: string;
  accessKey: string;
  secretKey: string;
  /** The bucket is a part of the path (MinIO), not of the host. */
  isPath: boolean;
}

export interface S3Limits {
  /** ms to connect, and ms without a byte in either direction. */
  connectMs: number;
  idleMs: number;
  /** How often a call whose body can be sent again is made at most. */
  attempts: number;
}
export const usualS3Limits: S3Limits = { connectMs: 3000, idleMs: 7000, attempts: 3 };

/** Failures are thrown, and logged where they are met. */
const silent = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

/** Connections that lead only where calls to the outside may lead; names are resolved once a connection. */
function guardedAgents(endpoint: URL, allow: readonly string[]) {
  const lookup: LookupFunction = (hostname, options, answer) => {
    const url = new URL(endpoint);
    url.hostname = hostname;
    targetOf(url, allow).then(
      (target) => lookupOf(target)(hostname, options, answer),
      (error) => answer(error, ''),
    );
  };
  const options = { keepAlive: true, maxSockets: 64, lookup };
  return { httpAgent: new http.Agent(options), httpsAgent: new https.Agent(options) };
}

function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
}
function isMissing(error: unknown): boolean {
  const { name } = error as { name?: string };
  return name === 'NoSuchKey' || name === 'NotFound' || name === 'NoSuchUpload' || statusOf(error) === 404;
}

/** A failure of the client as one of the store: its message names the call, never keys or addresses. */
function failure(call: string, error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const { name = 'Error', message = '' } = (error ?? {}) as { name?: string; message?: string };
  const status = statusOf(error);
  return new StoreError(`${call}: ${name}${status ? ` (${status})` : ''} ${message}`.trim(), { cause: error });
}

/** The bytes in pieces of one size; the last may be smaller. At least one, which may be empty. */
async function* piecesOf(bytes: Readable): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    let rest = chunk;
    while (size + rest.length > partSize) {
      const room = partSize - size;
      yield Buffer.concat([...held, rest.subarray(0, room)]);
      rest = rest.subarray(room);
      held = [];
      size = 0;
    }
    held.push(rest);
    size += rest.length;
  }
  yield Buffer.concat(held);
}

function md5(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('hex');
}
function bare(tag = ''): string {
  return tag.replace(/"/g, '');
}

interface Wire {
  client: S3Client;
  bucket: string;
}
function at({ bucket }: Wire, key: string) {
  return { Bucket: bucket, Key: key };
}
async function asked<T>(call: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw failure(call, error);
  }
}

async function clientOf(bucket: Bucket, allow: readonly string[], limits: S3Limits): Promise<S3Client> {
  const endpoint = new URL(bucket.endpoint);
  // A lookup is not asked about a number; that one is judged here.
  if (isIP(endpoint.hostname.replace(/^\[|\]$/g, '')) || endpoint.protocol !== 'https:')
    await targetOf(endpoint, allow);
  // The client says on every start that later versions need a later Node; this one, pinned, does not.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  return new S3Client({
    logger: silent,
    endpoint: endpoint.origin,
    region: bucket.region,
    credentials: { accessKeyId: bucket.accessKey, secretAccessKey: bucket.secretKey },
    forcePathStyle: bucket.isPath,
    maxAttempts: limits.attempts,
    // Other stores than Amazon's know no checksums at the end of a body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: new NodeHttpHandler({
      ...guardedAgents(endpoint, allow),
      connectionTimeout: limits.connectMs,
      requestTimeout: limits.idleMs,
      throwOnRequestTimeout: true,
      socketTimeout: limits.idleMs,
    }),
  });
}

interface SentPart {
  number: number;
  tag: string;
  md5: string;
}

/** Sends what the pieces are: one small object, or parts. Answers the MD5 that a store names such an object by. */
async function sendPieces(wire: Wire, store: ObjectStore, key: string, pieces: AsyncIterable<Buffer>, about: Sending) {
  const parts: SentPart[] = [];
  for await (const piece of pieces) {
    if (piece.length < partSize && parts.length === 0) {
      const command = new PutObjectCommand({ ...at(wire, key), Body: piece, ContentType: about.contentType });
      const { ETag } = await asked('put', wire.client.send(command));
      return { tag: bare(ETag), expected: md5(piece) };
    }
    about.upload ??= await store.beginParts(key, about.contentType);
    if (piece.length === 0) continue;
    const number = parts.length + 1;
    const place = { ...at(wire, key), UploadId: about.upload, PartNumber: number, Body: piece };
    const made = await asked('put part', wire.client.send(new UploadPartCommand(place)));
    parts.push({ number, tag: made.ETag ?? '', md5: md5(piece) });
  }
  await store.joinParts(key, about.upload ?? '', parts);
  about.upload = undefined;
  const { ETag } = await asked('head', wire.client.send(new HeadObjectCommand(at(wire, key))));
  const joined = md5(Buffer.from(parts.map((part) => part.md5).join(''), 'hex'));
  return { tag: bare(ETag), expected: `${joined}-${parts.length}` };
}
interface Sending {
  contentType: string;
  /** The store's name of the upload while its parts are not joined. */
  upload: string | undefined;
}

/** Reads an object again and compares it with what was sent. */
async function checkHeld(store: ObjectStore, key: string, { size, sha256 }: { size: number; sha256: string }) {
  const held = await store.get(key);
  if (!held || held.size !== size) {
    held?.stream.destroy();
    throw new StoreError('put: the store holds another number of bytes than it was sent');
  }
  const measured = meter(size);
  await asked('read again', pipeline(held.stream, measured, drain));
  if (measured.sha256() !== sha256) throw new StoreError('put: the store holds other bytes than it was sent');
}
async function drain(bytes: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of bytes);
}

async function putObject(wire: Wire, store: ObjectStore, key: string, bytes: Readable, contentType: string) {
  const measured = meter();
  const source = new AbortController();
  const piped = pipeline(bytes, measured, { signal: source.signal });
  piped.catch(() => undefined); // the reader of the pieces meets the same error
  const about: Sending = { contentType, upload: undefined };
  try {
    const { tag, expected } = await sendPieces(wire, store, key, piecesOf(measured), about);
    await piped;
    // Some stores name objects by other digests than MD5: what they hold is read again.
    if (tag !== expected) await checkHeld(store, key, { size: measured.size, sha256: measured.sha256() });
  } catch (error) {
    source.abort();
    await (about.upload ? store.dropParts(key, about.upload) : store.remove(key)).catch(() => undefined); // a sweep follows
    throw error;
  }
}

async function getObject(wire: Wire, key: string, range: ByteRange | undefined): ReturnType<ObjectStore['get']> {
  const command = new GetObjectCommand({
    ...at(wire, key),
    ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}),
  });
  const found = await wire.client.send(command).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw failure('get', error);
  });
  if (!found) return undefined;
  const stream = found.Body as Readable;
  const total = range ? Number(/\/(\d+)$/.exec(found.ContentRange ?? '')?.[1]) : found.ContentLength;
  const sent = range ? Math.min(range.end, (total ?? 0) - 1) - range.start + 1 : total;
  if (total === undefined || Number.isNaN(total) || (found.ContentLength ?? sent) !== sent) {
    stream.destroy();
    throw new StoreError('get: the store did not say how many bytes it sends');
  }
  if (found.ContentLength !== undefined) return { stream, size: total };
  const measured = meter(sent);
  pipeline(stream, measured).catch(() => undefined); // the reader meets the same error
  return { stream: measured, size: total };
}

async function putPart(wire: Wire, key: string, upload: string, { number, size }: Part, bytes: Readable) {
  const abort = new AbortController();
  const body = meter(size);
  let broken: unknown;
  pipeline(bytes, body).catch((error: unknown) => {
    broken = error;
    abort.abort(); // the store would wait for the rest
  });
  const place = { ...at(wire, key), UploadId: upload, PartNumber: number };
  const command = new UploadPartCommand({ ...place, Body: body, ContentLength: size });
  try {
    const { ETag } = await wire.client.send(command, { abortSignal: abort.signal });
    if (!ETag) throw new StoreError('put part: the store gave the part no tag');
    return ETag;
  } catch (error) {
    body.destroy();
    throw broken ?? failure('put part', error);
  }
}

async function dropParts(wire: Wire, key: string, upload: string | undefined): Promise<void> {
  const drop = (UploadId: string) =>
    wire.client.send(new AbortMultipartUploadCommand({ ...at(wire, key), UploadId })).catch((error: unknown) => {
      if (!isMissing(error)) throw failure('drop parts', error);
    });
  if (upload) await drop(upload);
  // One whose name was never stored is found by its key.
  const query = new ListMultipartUploadsCommand({ Bucket: wire.bucket, Prefix: key });
  const { Uploads = [] } = await asked('list uploads', wire.client.send(query));
  for (const { Key, UploadId } of Uploads) if (Key === key && UploadId) await drop(UploadId);
}

/**
 * Throws `EgressError` where the endpoint may not be called. A part that comes as a stream is sent once; everything else
 * is repeated within the limits.
 */
export async function s3Store(
  bucket: Bucket,
  allow: readonly string[] = [],
  limits: S3Limits = usualS3Limits,
): Promise<ObjectStore> {
  const wire: Wire = { client: await clientOf(bucket, allow, limits), bucket: bucket.name };
  const { client } = wire;
  const store: ObjectStore = {
    put: (key, bytes, contentType) => putObject(wire, store, key, bytes, contentType),
    get: (key, range) => getObject(wire, key, range),
    async remove(key) {
      await asked('remove', client.send(new DeleteObjectCommand(at(wire, key))));
    },
    async beginParts(key, contentType) {
      const command = new CreateMultipartUploadCommand({ ...at(wire, key), ContentType: contentType });
      const { UploadId } = await asked('begin parts', client.send(command));
      return UploadId ?? Promise.reject(new StoreError('begin parts: the store gave the upload no name'));
    },
    putPart: (key, upload, part, bytes) => putPart(wire, key, upload, part, bytes),
    async joinParts(key, upload, parts) {
      const list = parts.map(({ number, tag }) => ({ PartNumber: number, ETag: tag }));
      const place = { ...at(wire, key), UploadId: upload };
      try {
        await client.send(new CompleteMultipartUploadCommand({ ...place, MultipartUpload: { Parts: list } }));
      } catch (error) {
        // An answer that was lost: only joining puts an object under this key.
        const head = client.send(new HeadObjectCommand(at(wire, key)));
        await head.catch(() => Promise.reject(failure('join parts', error)));
      }
    },
    dropParts: (key, upload) => dropParts(wire, key, upload),
  };
  return store;
}
