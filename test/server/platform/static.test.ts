import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { settingsPlace, settingsPreload } from '../../../contract/wire/settingsPlace';
import { serveStatic } from '../../../server/platform/static';

const page = '<!doctype html><title>console</title>';
let settings: object = { title: 'desk' };
const script = `console.log(${JSON.stringify('x'.repeat(500))})`;
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
let folder: string;
let app: FastifyInstance;

function put(name: string, content: string) {
  writeFileSync(join(folder, 'public', name), content);
  writeFileSync(join(folder, 'public', `${name}.br`), brotliCompressSync(content));
  writeFileSync(join(folder, 'public', `${name}.gz`), gzipSync(content));
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'leasedesk-static-'));
  mkdirSync(join(folder, 'public/assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  put('index.html', page);
  put('config.json', '{}');
  put('assets/main.12345678.js', script);
  writeFileSync(join(folder, 'public/assets/photo.12345678.png'), 'png');
  app = Fastify();
  app.get('/api/known', async () => ({ ok: true }));
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ code: 404 }));
  serveStatic(app, { root: join(folder, 'public'), settings: async () => settings });
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

function get(url: string, headers: Record<string, string> = {}) {
  return app.inject({ url, headers });
}

describe('the static files', () => {
  it.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['br;q=0.2, gzip;q=0.9', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['gzip;q=0, br;q=0', undefined, (body: Buffer) => body],
    ['identity', undefined, (body: Buffer) => body],
  ])('are sent in the encoding preferred by "%s"', async (accepted, encoding, decode) => {
    const answer = await get('/assets/main.12345678.js', { 'accept-encoding': accepted });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers['content-type']).toMatch(/javascript/);
    expect(answer.headers.vary).toMatch(/accept-encoding/i);
    expect(decode(answer.rawPayload).toString()).toBe(script);
  });

  it('may be kept for a year when their name holds a hash', async () => {
    const answer = await get('/assets/photo.12345678.png', { 'accept-encoding': 'br' });
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.body).toBe('png');
  });

  it.each(['/', '/index.html', '/config.json', '/login'])(
    'are asked for again at %s, and not sent twice',
    async (url) => {
      const first = await get(url, { ...browser, 'accept-encoding': 'br' });
      expect(first.statusCode).toBe(200);
      expect(first.headers['cache-control']).toBe('no-cache');
      const again = await get(url, {
        ...browser,
        'accept-encoding': 'br',
        'if-none-match': String(first.headers.etag),
      });
      expect(again.statusCode).toBe(304);
      expect(again.body).toBe('');
    },
  );

  it('answer HEAD with the same headers and no body', async () => {
    const headers = { 'accept-encoding': 'br' };
    const [full, head] = await Promise.all([
      get('/assets/main.12345678.js', headers),
      app.inject({ method: 'HEAD', url: '/assets/main.12345678.js', headers }),
    ]);
    expect(head.body).toBe('');
    for (const name of ['content-length', 'content-encoding', 'etag', 'cache-control', 'content-type'] as const) {
      expect(head.headers[name]).toBe(full.headers[name]);
    }
  });

  it.each(['/login', '/lease/order/detail/1', '/lease/order/detail/1.5?tab=a.b', '/apis'])(
    'answer the console at %s',
    async (url) => {
      const answer = await get(url, browser);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.body).toBe(page);
    },
  );

  it('write the settings of the server into the page, which is another one when they change', async () => {
    put('index.html', `${settingsPreload}${settingsPlace()}`);
    const told = async () => {
      const answer = await get('/login', { ...browser, 'accept-encoding': 'br' });
      const text = brotliDecompressSync(answer.rawPayload).toString();
      const [, json = ''] = /^<script type="application\/json" id="settings">([^<]*)<\/script>$/.exec(text) ?? [];
      return { etag: answer.headers.etag, settings: JSON.parse(json) };
    };
    settings = { title: "$& </script><script>alert('x')" };
    const first = await told();
    expect(first.settings).toEqual(settings);
    settings = { title: 'bureau' };
    const second = await told();
    expect(second.settings).toEqual(settings);
    expect(second.etag).not.toBe(first.etag);
    put('index.html', page);
    expect((await get('/login', browser)).body).toBe(page);
  });

  it('answer the console to a client without an Accept-Encoding header', async () => {
    expect((await get('/login')).body).toBe(page);
  });

  it.each([
    ['/assets/main.00000000.js', browser],
    ['/assets/', browser],
    ['/assets', browser],
    ['/assets/main.12345678.js.br', browser],
    ['/missing.png', { accept: 'image/*' }],
    ['/missing.json', { accept: '*/*' }],
  ])('answer 404 in plain text at %s', async (url, headers) => {
    const answer = await get(url, headers);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it.each([
    '/api/unknown',
    '/api',
    '/health',
    '/health/live',
    '/metrics',
    '/ureport/nothing',
    '/blade-job/list',
    '/blade-job',
  ])('leave %s to the server', async (url) => {
    const answer = await get(url, browser);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ code: 404 });
  });

  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/..%5csecret.txt',
    '/%00',
    '//secret.txt',
  ])('never leave their folder by %s', async (url) => {
    const answer = await get(url, { accept: 'image/*' });
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toContain('secret');
  });

  it('are found when they arrive after the start, as a new release does', async () => {
    put('assets/late.12345678.js', 'late');
    expect((await get('/assets/late.12345678.js')).body).toBe('late');
  });
});
