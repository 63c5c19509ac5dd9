/** The API document: covers every route, is valid and current, and matches real answers. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiPage, apiPageFile } from '../../../scripts/apiPage';
import { documentOf } from '../../../server/http/openapi';
import { driftOf } from '../../support/apiDocument';
import { routesOf } from '../../support/routes';
import { clientOf, type Server, startServer } from '../../support/server';

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

function templateOf(url: string) {
  return url.replace(/:(\w+)/g, '{$1}');
}
interface Operation {
  summary?: string;
  'x-summary-zh'?: string;
  'x-permission'?: string[];
  responses?: Record<string, { content?: Record<string, { schema?: object }> }>;
}
function operationOf(method: string, url: string): Operation | undefined {
  return documentOf(server.app).paths?.[templateOf(url)]?.[method.toLowerCase() as 'get'] as Operation | undefined;
}

describe('the document', () => {
  it('describes for every route its title, who may call it and its answer', () => {
    const routes = routesOf(server.app);
    expect(routes.length).toBeGreaterThan(150);
    const untold = routes.filter(({ method, url }) => {
      const operation = operationOf(method, url);
      const success = operation?.responses?.['200'];
      const answers = Object.values(success?.content ?? {}).every(({ schema }) => schema !== undefined);
      const isTold = success ? answers && Object.keys(success.content ?? {}).length > 0 : operation?.responses?.['302'];
      return !operation?.summary || !operation['x-summary-zh'] || !operation['x-permission']?.length || !isTold;
    });
    expect(untold).toEqual([]);
  });

  it('is OpenAPI 3.1', () => {
    const folder = mkdtempSync(join(tmpdir(), 'leasedesk-api-'));
    try {
      const file = join(folder, 'api.json');
      writeFileSync(file, JSON.stringify(documentOf(server.app)));
      const program = join(
        __dirname,
        '../../../node_modules/@seriousme/openapi-schema-validator/bin/validate-api-cli.js',
      );
      const said = execFileSync(process.execPath, [program, file], { encoding: 'utf8' });
      expect(JSON.parse(said)).toMatchObject({ valid: true });
      expect(documentOf(server.app).openapi).toBe('3.1.0');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('names the refusals of each status once', () => {
    const { responses } = documentOf(server.app).components!;
    expect(JSON.stringify(responses!['409'])).toContain('"stale"');
    expect(JSON.stringify(responses!['403'])).toContain('"forbidden"');
    expect(Object.keys(documentOf(server.app).paths!['/api/blade-order/order/remove']!.post!.responses!)).toEqual(
      expect.arrayContaining(['200', '400', '401', '403', '409', '503']),
    );
  });

  it('is the one that stands in docs/api.md; `npm run api-page` writes it again', () => {
    expect(readFileSync(apiPageFile, 'utf8')).toBe(apiPage(documentOf(server.app)));
  });
});

describe('an answer that the document does not say', () => {
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  const page = { records: [], total: 0, size: 10, current: 1, pages: 0 };
  const drift = (url: string, data: unknown) =>
    driftOf(server.app, { method: 'GET', url }, { headers, body: { code: 200, success: true, data, msg: '' } });
  const url = '/api/blade-product/product/page?current=1';

  it.each([
    ['a member too many', { ...page, sum: 1 }],
    ['a member too few', { records: [] }],
    ['a value of another type', { ...page, total: '0' }],
    ['a field that the module does not have', { ...page, records: [{ id: '1', colour: 'red' }] }],
    ['an amount that is a number', { ...page, records: [{ id: '1', amountPer: 10_000 }] }],
  ])('is reported: %s', (_name, data) => {
    expect(drift(url, page)).toBeUndefined();
    expect(drift(url, data)).toMatch(/^GET \/api\/blade-product\/product\/page answers what the API document does not/);
  });

  it('is reported for an address without one, too', () => {
    expect(drift('/api/blade-product/product/elsewhere', page)).toContain('has no answer in the API document');
  });
});

describe('who reads it', () => {
  it('people who are signed in, as JSON and as a page in both languages', async () => {
    const json = await server.admin.get('/docs/json');
    expect(json.status).toBe(200);
    expect(json.body.paths['/api/blade-order/order/page'].get.summary).toBe('Order: list');
    const [zh, en] = [await server.admin.get('/docs', { lang: 'zh' }), await server.admin.get('/docs', { lang: 'en' })];
    expect(String(zh.headers['content-type'])).toBe('text/html; charset=utf-8');
    expect(zh.body).toContain('订单列表');
    expect(en.body).toContain('Order: list');
    for (const { body } of [zh, en]) expect(body).not.toMatch(/<script|https?:\/\//);
    expect((await server.anybody.get('/docs/json')).status).toBe(401);
    expect((await server.anybody.get('/docs')).status).toBe(401);
  });

  it('a browser by its address is led to the page of the console, and a program is refused', async () => {
    const byAddress = await server.app.inject({ url: '/api/docs', headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([byAddress.statusCode, byAddress.headers.location]).toEqual([302, '/tool/api']);
    expect((await server.app.inject({ url: '/api/docs', headers: { accept: '*/*' } })).statusCode).toBe(401);
    const menus = JSON.stringify((await server.admin.get('/blade-system/menu/routes')).body.data);
    expect(menus).toContain('"/tool/api"');
  });

  it('no session that has ended', async () => {
    const gone = await server.signIn();
    expect((await gone.get('/docs/json')).status).toBe(200);
    await gone.get('/blade-auth/oauth/logout');
    expect((await gone.get('/docs/json')).status).toBe(401);
  });

  it('anyone where the operator says so', async () => {
    const open = await startServer({ env: { API_DOCS: 'anyone' } });
    const anyone = clientOf(open.app);
    expect((await anyone.get('/docs')).status).toBe(200);
    const byAddress = await open.app.inject({ url: '/api/docs', headers: { accept: 'text/html' } });
    expect(byAddress.headers['content-type']).toBe('text/html; charset=utf-8');
    expect((await anyone.get('/docs/json')).body.openapi).toBe('3.1.0');
    await open.close();
  });
});
