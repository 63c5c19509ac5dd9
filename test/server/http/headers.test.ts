/** Headers that limit what a browser may do with the console's pages. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp, type Wiring } from '../../../server/app';
import type { Deps } from '../../../server/kernel/context';
import { type Server, startServer } from '../../support/server';

let server: Server;
let folder: string;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leasedesk-headers-'));
  mkdirSync(join(folder, 'public'));
  writeFileSync(join(folder, 'public/index.html'), '<!doctype html>');
});
afterEach(() => rmSync(folder, { recursive: true }));

async function headersOf(wiring: Wiring = {}, sent: Record<string, string> = {}, deps: Partial<Deps> = {}) {
  const app: FastifyInstance = await buildApp(
    { ...server.deps, ...deps },
    { publicFolder: join(folder, 'public'), ...wiring },
  );
  const { headers } = await app.inject({ url: '/login', headers: { accept: 'text/html', ...sent } });
  await app.close();
  const rules = String(headers['content-security-policy']).split(';');
  const policy = Object.fromEntries(rules.map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1)]));
  return { headers, policy };
}

describe('the policy of a page', () => {
  it('lets nothing in but our own files, and no text become code', async () => {
    const { policy } = await headersOf();
    expect(policy).toEqual({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'worker-src': ["'self'"],
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:'],
      'font-src': ["'self'"],
      'connect-src': ["'self'"],
      'frame-src': ["'self'"],
      'form-action': ["'self'"],
      'base-uri': ["'none'"],
      'object-src': ["'none'"],
      'frame-ancestors': ["'none'"],
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ['leasedesk', 'dompurify', 'default'],
    });
  });

  it('names the hosts whose pages may be framed', async () => {
    const { settings } = server.deps;
    const frameHosts = ['reports.example.com', 'bi.example.com:8443'];
    const { policy } = await headersOf(
      {},
      {},
      { settings: { ...settings, console: { ...settings.console, frameHosts } } },
    );
    expect(policy['frame-src']).toEqual(["'self'", ...frameHosts]);
  });

  it('takes the hashes that the build left beside the public folder, for scripts alone', async () => {
    const hash = `sha256-${'A'.repeat(43)}=`;
    writeFileSync(join(folder, 'csp.json'), JSON.stringify({ scriptHashes: [hash], styleHashes: [hash] }));
    const { policy } = await headersOf();
    expect(policy['script-src']).toEqual(["'self'", `'${hash}'`]);
    // a browser that sees a hash here takes 'unsafe-inline' back
    expect(policy['style-src']).toEqual(["'self'", "'unsafe-inline'"]);
  });

  it.each([["'unsafe-inline'"], ['sha256-x; script-src *'], ['https://evil.example']])(
    'does not start with %s for a hash',
    async (hash) => {
      writeFileSync(join(folder, 'csp.json'), JSON.stringify({ scriptHashes: [hash] }));
      await expect(headersOf()).rejects.toThrow(hash);
    },
  );
});

describe('other headers', () => {
  it('keep windows, files and abilities to ourselves', async () => {
    const { headers } = await headersOf();
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    for (const ability of ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'display-capture'])
      expect(headers['permissions-policy']).toContain(`${ability}=()`);
    expect(headers['permissions-policy']).not.toMatch(/fullscreen|clipboard/); // used by the console
  });

  it('ask for TLS from now on, of those who came by it', async () => {
    const forwarded = { 'x-forwarded-proto': 'https' };
    const secure = await headersOf({ trustProxy: ['127.0.0.1'] }, forwarded);
    expect(secure.headers['strict-transport-security']).toBe('max-age=31536000');
    expect((await headersOf()).headers).not.toHaveProperty('strict-transport-security');
    // the header of any other peer is ignored
    expect((await headersOf({}, forwarded)).headers).not.toHaveProperty('strict-transport-security');
  });
});

it('the address of a report leads on without tokens, however their names are written', async () => {
  const url = '/ureport/preview?_u=blade-a&Blade-Auth=one&TOKEN=two&access_token=three';
  const { headers } = await server.anybody.send({ method: 'GET', url });
  expect(headers.location).toBe('/report/reportlist/preview?_u=blade-a');
});
