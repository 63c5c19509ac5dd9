/** What the inline script asks for a person who is signed in: the question that the program would ask first. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { languages } from '../../../contract/domain/languages';
import { ownRights } from '../../../contract/wire/ownRights';
import { defaultSettings } from '../../../contract/wire/settings';
import { menu } from '../../../src/store/navigation/menu';
import { answerTo } from '../../../src/world/calls';
import { type AskedFirst, firstMoment } from '../../../src/world/firstMoment';
import { keyPrefix } from '../../../src/world/storage';
import { Unreachable } from '../../../src/world/world';
import { start } from '../../support/fakeWorld';
import { storage } from '../../support/storage';

/** The first start compiles the whole console. */
jest.setTimeout(30_000);

const names = ['document', 'location', 'localStorage', 'sessionStorage', 'navigator', 'Image', 'fetch'] as const;
const before = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
afterAll(() => {
  for (const [at, name] of names.entries()) {
    const own = before[at];
    if (own) Object.defineProperty(globalThis, name, own);
    else Reflect.deleteProperty(globalThis, name);
  }
});

type Kept = ReturnType<typeof storage>;

/** Runs the inline script in a page with this storage, and answers what it has asked. */
function openPage({ local, window, cookies }: Kept, { pathname = '/lease/order', told = {}, status = 200 } = {}) {
  const element = { remove() {}, append() {}, dataset: {} };
  const place = (kept: Record<string, string | undefined>) => ({ getItem: (key: string) => kept[key] ?? null });
  const asked: string[] = [];
  globalThis.askedFirst = undefined;
  Object.assign(globalThis, {
    document: {
      cookie: Object.entries(cookies)
        .map(([name, value]) => `${name}=${value}`)
        .join('; '),
      head: element,
      documentElement: { dataset: {} },
      createElement: () => ({ ...element }),
      querySelector: () => ({ content: {} }),
      querySelectorAll: () => [],
      getElementById: (id: string) =>
        id === 'settings' ? { textContent: JSON.stringify({ ...defaultSettings, ...told }) } : element,
    },
    location: { pathname },
    localStorage: place(local),
    sessionStorage: place(window),
    navigator: { languages: ['zh-CN'] },
    Image: class {},
    fetch: async (address: string) => {
      asked.push(address);
      return { status, json: async () => ({ code: 200, data: { rights: {} } }) };
    },
  });
  firstMoment({
    prefix: keyPrefix,
    languages: languages.map(({ code, tag }) => ({ code, tag, title: '' })),
    program: [],
    inside: [],
    words: {},
    question: ownRights,
    limitMs: 1000,
    settings: 'settings',
  })();
  return { asked, question: globalThis.askedFirst as AskedFirst | undefined };
}

async function signedIn(places = storage()) {
  const app = await start({ storage: places.storage, tops: [{ id: '71', name: '业务', path: '', source: '' }] });
  await app.persistor!.flush();
  return { app, places };
}

describe('the question of the inline script', () => {
  it.each([
    ['over http', false, ''],
    ['over https', true, ''],
    ['with a chosen top menu', false, '71'],
  ])('is the one that the program asks first, %s', async (_how, isSecure, top) => {
    const { app, places } = await signedIn(storage({ isSecure }));
    app.do(menu.actions.pickTop(top));
    await app.persistor!.flush();
    const { question, asked } = openPage(places);
    const again = await start({ storage: places.storage, signedIn: false, isHeldUp: true, at: '/lease/order' });
    const { url, query, headers } = again.asked[0]!.call;
    expect(question).toMatchObject({ url: defaultSettings.apiBase + url, query, headers });
    expect(Object.keys(question!.headers)).toHaveLength(Object.keys(headers!).length);
    expect(asked).toEqual([`/api${url}?${new URLSearchParams(query as Record<string, string>)}`]);
    expect(query).toHaveProperty('with');
    expect(query?.topMenuId).toBe(top || undefined);
  });

  it.each([
    ['who is not signed in', async () => openPage(storage())],
    ['on the page of a customer', async () => openPage((await signedIn()).places, { pathname: '/sign/t' })],
    ['behind a locked screen', async () => openPage((await signedIn()).places, { pathname: '/lock' })],
    [
      'whose token travels encrypted',
      async () => openPage((await signedIn()).places, { told: { tokenCryptoKey: 'ab' } }),
    ],
  ])('is not asked for a person %s', async (_who, open) => {
    const { question, asked } = await open();
    expect(question).toBeUndefined();
    expect(asked).toEqual([]);
  });
});

describe('its answer', () => {
  let server: Server;
  let url: string;
  const asked: string[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end('{"code":200,"data":"later"}');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/self`;
  });
  afterAll(() => void server.close());
  beforeEach(() => {
    asked.length = 0;
  });
  const headers = { 'Blade-Auth': 'bearer a', 'Accept-Language': 'zh-CN' };
  const query = { with: 'rights' };
  const ask = (more: object = {}) => answerTo({ method: 'GET', url, params: query, headers, ...more }, {});
  const early = (body: Promise<unknown>, more: object = {}) => {
    body.catch(() => undefined);
    globalThis.askedFirst = { url, query, headers, body, ...more };
  };
  const itsBody = { code: 200, data: 'early' };

  it('is taken by the first call, if that asks the same, and by no later one', async () => {
    early(Promise.resolve(itsBody));
    expect(await ask()).toEqual({ status: 200, body: itsBody });
    expect(asked).toEqual([]);
    expect((await ask()).body).toMatchObject({ data: 'later' });
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['another address', { url: 'http://127.0.0.1/other' }],
    ['other parameters', { query: { with: 'rights', topMenuId: '1' } }],
    ['another token', { headers: { ...headers, 'Blade-Auth': 'bearer b' } }],
    ['fewer headers', { headers: { 'Blade-Auth': 'bearer a' } }],
  ])('is nothing for a call with %s, and is gone with it', async (_what, of) => {
    early(Promise.resolve(itsBody), of);
    expect((await ask()).body).toMatchObject({ data: 'later' });
    expect(globalThis.askedFirst).toBeUndefined();
  });

  it.each([
    ['was refused', Promise.resolve(undefined)],
    ['never came', Promise.reject(new TypeError('Failed to fetch'))],
  ])('is asked for again where it %s', async (_what, body) => {
    early(body);
    expect((await ask()).body).toMatchObject({ data: 'later' });
  });

  it('counts as missing where it took too long, and is not waited for twice', async () => {
    early(Promise.reject(new DOMException('', 'TimeoutError')));
    await expect(ask()).rejects.toThrow(Unreachable);
    expect(asked).toEqual([]);
  });
});
