/**
 * A real S3 server, which checks signatures and keeps objects in a folder, and the faults that a store can have. The
 * package lists and drops no unfinished uploads: that is added here.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface S3Server {
  configureBuckets(): Promise<unknown>;
  callback(): RequestListener;
}
const S3rver: new (options: object) => S3Server = require('@20minutes/s3rver');

export const bucketName = 'desk';
/** The pair that the package knows. */
export const accessKey = 'S3RVER';

/**
 * `fail`: a server error. `stall`: no answer. `cutRequest`: the connection ends in the middle of what is sent;
 * `cutAnswer`: of what is answered. `otherTag`: the answer names other bytes than were sent. `damage`: what was sent is kept
 * with one byte changed. `otherSize`: the object is said to be three bytes long.
 */
export type Fault = 'fail' | 'stall' | 'cutRequest' | 'cutAnswer' | 'otherTag' | 'damage' | 'otherSize';

function flip(file: string): void {
  const bytes = readFileSync(file);
  bytes[0]! ^= 1;
  writeFileSync(file, bytes);
}

export async function startS3() {
  const folder = mkdtempSync(join(tmpdir(), 'leasedesk-s3-'));
  const s3 = new S3rver({ silent: true, directory: folder, configureBuckets: [{ name: bucketName }] });
  await s3.configureBuckets();
  const answer = s3.callback();
  const uploadsFolder = join(folder, bucketName, '._S3rver_uploads');
  const unfinished = () =>
    (existsSync(uploadsFolder) ? readdirSync(uploadsFolder) : [])
      .map((id) => ({ id, file: join(uploadsFolder, id, 'key') }))
      // A part that was on its way when its upload was dropped leaves a folder without one.
      .flatMap(({ id, file }) => (existsSync(file) ? [{ id, key: readFileSync(file, 'utf8') }] : []));
  const seen: string[] = [];
  const faults: { when: RegExp; fault: Fault; times: number }[] = [];

  function faulty(fault: Fault, request: IncomingMessage, reply: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url!, 'http://s3');
    switch (fault) {
      case 'fail':
        request.resume();
        reply.writeHead(500).end('<Error><Code>InternalError</Code></Error>');
        return;
      case 'stall':
        request.resume();
        return;
      case 'cutRequest':
        request.once('data', () => request.socket.destroy());
        return;
      case 'otherSize':
        reply.writeHead(200, { 'content-length': 3 }).end('abc');
        return;
      case 'cutAnswer': {
        const write = reply.write.bind(reply);
        reply.write = ((chunk: Buffer) => {
          write(chunk.subarray(0, chunk.length / 2));
          setImmediate(() => request.socket.destroy());
          return false;
        }) as typeof reply.write;
        break;
      }
      case 'otherTag': {
        const set = reply.setHeader.bind(reply);
        reply.setHeader = ((name: string, value: string) =>
          set(name, /^etag$/i.test(name) ? '"another-tag"' : value)) as typeof reply.setHeader;
        break;
      }
      case 'damage': {
        const upload = searchParams.get('uploadId');
        const file = upload
          ? join(uploadsFolder, upload, searchParams.get('partNumber')!)
          : join(folder, `${decodeURIComponent(pathname)}._S3rver_object`);
        const end = reply.end.bind(reply);
        reply.end = ((...given: Parameters<typeof end>) => {
          flip(file);
          return end(...given);
        }) as typeof reply.end;
        break;
      }
    }
    answer(request, reply);
  }

  const server = http.createServer((request, reply) => {
    const line = `${request.method} ${request.url}`;
    seen.push(line);
    const at = faults.findIndex(({ when }) => when.test(line));
    if (at >= 0) {
      const { fault } = faults[at]!;
      faults[at]!.times -= 1;
      if (faults[at]!.times === 0) faults.splice(at, 1);
      faulty(fault, request, reply);
      return;
    }
    const { pathname, searchParams } = new URL(request.url!, 'http://s3');
    if (request.method === 'DELETE' && searchParams.has('uploadId')) {
      rmSync(join(uploadsFolder, searchParams.get('uploadId')!), { recursive: true, force: true });
      reply.writeHead(204).end();
    } else if (
      request.method === 'GET' &&
      pathname.replace(/\/$/, '') === `/${bucketName}` &&
      searchParams.has('uploads')
    ) {
      const list = unfinished().filter(({ key }) => key.startsWith(searchParams.get('prefix') ?? ''));
      const uploads = list.map(({ id, key }) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`);
      reply
        .writeHead(200, { 'content-type': 'application/xml' })
        .end(`<ListMultipartUploadsResult>${uploads.join('')}</ListMultipartUploadsResult>`);
    } else answer(request, reply);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fileOf = (key: string) => join(folder, bucketName, `${key}._S3rver_object`);

  return {
    host,
    endpoint: `http://${host}`,
    /** Requests so far: method and address. */
    seen,
    unfinished,
    has: (key: string) => existsSync(fileOf(key)),
    bytes: (key: string) => readFileSync(fileOf(key)),
    /** Keys of all objects. */
    keys: () =>
      readdirSync(join(folder, bucketName), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('._S3rver_object'))
        .map((name) => name.replace('._S3rver_object', '')),
    /** The next requests whose line matches meet this fault. */
    break: (when: RegExp, fault: Fault, times = 1) => void faults.push({ when, fault, times }),
    mend: () => void faults.splice(0),
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type S3 = Awaited<ReturnType<typeof startS3>>;
