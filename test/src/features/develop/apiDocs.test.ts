/** The API reference: commands in, state and calls out. */
import type { OutlineArea, OutlineCall } from '../../../../contract/wire/develop/apiOutline';
import { apiDocs } from '../../../../src/features/develop/apiDocs/apiDocsSlice';
import { curlOf } from '../../../../src/features/develop/apiDocs/curl';
import { found, mostFound } from '../../../../src/features/develop/apiDocs/found';
import { quiet, start } from '../../../support/fakeWorld';

const { actions: at, selectors: see } = apiDocs;
const words = { zh: '', en: '' };
function call(path: string, more: Partial<OutlineCall> = {}): OutlineCall {
  const title = { zh: '订单列表', en: 'Order: list' };
  return {
    ...{ method: 'GET', path, title, permission: ['order'], parameters: [], answer: '' },
    ...{ body: [], members: [], refusals: [], ...more },
  };
}
function parameter(name: string, place: string, type: string, isRequired: boolean) {
  return { name, place, type, isRequired, words };
}
const document = {
  openapi: '3.1.0',
  components: { responses: {} },
  paths: {
    '/api/blade-order/order/list': {
      get: {
        summary: 'Order: list',
        'x-summary-zh': '订单列表',
        tags: ['blade-order/order'],
        'x-permission': ['order'],
        responses: {},
      },
    },
  },
};

it('reads the document when it is opened, once, and again after a failure', async () => {
  const app = await start({ at: '/tool/api' });
  await quiet();
  await app.last('/docs/json').refuse(500, '服务器异常');
  expect(app.see(see.all)).toMatchObject({ areas: null, trouble: '服务器异常' });
  app.do(at.reload());
  await quiet();
  await app.last('/docs/json').answer(document);
  expect(app.see(see.all)).toMatchObject({
    areas: [{ area: 'blade-order/order', calls: [{ path: '/api/blade-order/order/list' }] }],
    trouble: null,
  });
  app.do(at.reload());
  await quiet();
  expect(app.asked.filter(({ call: { url } }) => url === '/docs/json')).toHaveLength(2);
});

it('finds calls that have every word, in either language, and shows the first of many', () => {
  const areas: OutlineArea[] = [
    { area: 'blade-order/order', calls: [call('/api/blade-order/order/list'), call('/api/blade-order/order/detail')] },
    { area: 'docs', calls: Array.from({ length: 60 }, (_, index) => call(`/api/docs/${index}`)) },
  ];
  expect(found(areas, 'ORDER/detail')).toMatchObject({ count: 1, shown: [{ area: 'blade-order/order' }] });
  expect(found(areas, '订单 detail')).toMatchObject({ count: 1 });
  expect(found(areas, 'nothing')).toEqual({ count: 0, shown: [] });
  const many = found(areas, 'list');
  expect(many.count).toBe(62);
  expect(many.shown.flatMap(({ calls }) => calls)).toHaveLength(mostFound);
});

it('says a call for a shell with what must be sent, and never a token', () => {
  const get = call('/api/a', {
    parameters: [parameter('id', 'query', 'string', true), parameter('q', 'query', 'string', false)],
  });
  expect(curlOf(get, 'https://lease.example')).toBe(
    `curl 'https://lease.example/api/a?id=' \\\n  -H "Blade-Auth: bearer $TOKEN"`,
  );
  const post = call('/api/b', {
    method: 'POST',
    permission: ['anyone'],
    parameters: [parameter('ids', 'body', 'string[]', true), parameter('note', 'body', 'string', false)],
  });
  expect(curlOf(post, 'https://lease.example')).toBe(
    `curl 'https://lease.example/api/b' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"ids":[]}'`,
  );
  expect(curlOf(call('/api/c', { method: 'POST' }), '')).toContain(`curl -X POST '/api/c'`);
});
