/** A proxy between the browser and our server while the console is measured: HTTP/2 with TLS, as in production. */
import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pushPath } from '../contract/wire/push';

/** Node's HTTP/2 objects have these members of its HTTP/1 ones, although the types do not declare them. */
type Asked = IncomingMessage;
type Answer = ServerResponse;
interface Kept {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

export interface Front {
  /** Without a slash at the end. */
  url: string;
  protocol: 'h2' | 'http/1.1';
  /** Fingerprint of the certificate's key. A browser that trusts it caches as it does behind a purchased certificate. */
  keyHash: string | null;
  /** ms between two moments (epoch ms) in which the server was at work on at least one call. */
  serverMs(from: number, to: number): number;
  close(): Promise<void>;
}

/** A certificate for loopback, valid for this run; null where no `openssl` is installed. */
function makeCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'leasedesk-bench-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  try {
    execFileSync('openssl', ['req', '-x509', ...curve, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } catch {
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Headers of a connection rather than a message; HTTP/2 has none of them. */
const ofConnection = /^(:|connection$|keep-alive$|transfer-encoding$|upgrade$|proxy-|http2-settings$|host$)/;
function passedOn(headers: Asked['headers']) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.test(name))) as Kept['headers'];
}

/**
 * Forwards `/api` to `server`. Every other path is fetched once for each kind of request, with its own headers and
 * compressed files, and then answered from memory, so that neither a disk nor a second hop is measured. `/floor`
 * answers `floor`, a page without a framework, under the same headers as the others. There is no stream of events: a
 * page with an open one is never quiet.
 */
export async function openFront(server: string, floor: string): Promise<Front> {
  const agent = new Agent({ keepAlive: true });
  const kept = new Map<string, Kept>();
  const busy: [from: number, to: number][] = [];

  const pass = (asked: Asked, answer: Answer, keep: ((page: Kept) => void) | null) => {
    const from = Date.now();
    const upstream = request(`${server}${asked.url}`, {
      agent,
      method: asked.method,
      headers: passedOn(asked.headers),
    });
    upstream.on('error', () => {
      if (!answer.headersSent) answer.writeHead(502);
      answer.end();
    });
    upstream.on('response', (got) => {
      const page: Kept = { status: got.statusCode ?? 502, headers: passedOn(got.headers), body: Buffer.alloc(0) };
      const parts: Buffer[] = [];
      got.on('data', (part: Buffer) => parts.push(part));
      got.on('end', () => {
        if (!keep) busy.push([from, Date.now()]);
        page.body = Buffer.concat(parts);
        keep?.(page);
        answer.writeHead(page.status, page.headers);
        answer.end(page.body);
      });
    });
    asked.pipe(upstream);
  };

  const handle = (asked: Asked, answer: Answer) => {
    const path = asked.url ?? '/';
    if (path.startsWith('/floor')) {
      const type = path === '/floor' ? 'text/html; charset=utf-8' : 'application/json';
      answer.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' });
      return void answer.end(path === '/floor' ? floor : '{}');
    }
    if (path.endsWith(pushPath)) {
      answer.writeHead(404, { 'content-type': 'application/json' });
      return void answer.end('{}');
    }
    if (asked.method !== 'GET' || path.startsWith('/api')) return pass(asked, answer, null);
    const { accept = '', 'accept-encoding': encoding = '' } = asked.headers;
    const key = `${path} ${encoding} ${accept.includes('text/html')}`;
    const page = kept.get(key);
    // A first request may be conditional; its empty answer must not be cached for the others.
    if (!page) return pass(asked, answer, (it) => void (it.status === 200 && kept.set(key, it)));
    const isKnown = page.headers.etag !== undefined && asked.headers['if-none-match'] === page.headers.etag;
    answer.writeHead(isKnown ? 304 : page.status, page.headers);
    answer.end(isKnown ? undefined : page.body);
  };

  const certificate = makeCertificate();
  const listener: Server = certificate
    ? createSecureServer({ ...certificate, allowHTTP1: true }, handle as never)
    : createServer(handle);
  const sessions = new Set<{ destroy(): void }>();
  listener.on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  const key = certificate && new X509Certificate(certificate.cert).publicKey.export({ type: 'spki', format: 'der' });
  return {
    url: `${certificate ? 'https' : 'http'}://localhost:${port}`,
    protocol: certificate ? 'h2' : 'http/1.1',
    keyHash: key && createHash('sha256').update(key).digest('base64'),
    serverMs(from, to) {
      let [sum, reached] = [0, from];
      for (const [start, end] of [...busy].sort(([a], [b]) => a - b)) {
        const [first, last] = [Math.max(start, reached), Math.min(end, to)];
        if (last > first) sum += last - first;
        reached = Math.max(reached, last);
      }
      return sum;
    },
    close: () =>
      new Promise((resolve) => {
        agent.destroy();
        for (const session of sessions) session.destroy();
        listener.close(() => resolve());
      }),
  };
}
