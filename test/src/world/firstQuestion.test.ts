/** What the inline script asks for a person who is signed in: the question that the program would ask first. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { languages } from '../../../contract/domain/languages';
import { ownRights } from '../../../contract/wire/ownRights';
import { callTimeoutMs, defaultSettings } from '../../../contract/wire/settings';
import { screenLock } from '../../../src/store/auth/screenLock';
import { menu } from '../../../src/store/navigation/menu';
import type { User } from '../../../src/store/session';
import { answerTo } from '../../../src/world/calls';
import { firstMoment } from '../../../src/world/firstMoment';
import { type AskedFirst, askFirst } from '../../../src/world/firstQuestion';
import { keyPrefix } from '../../../src/world/storage';
import { Unreachable } from '../../../src/world/world';
import { li, start } from '../../support/fakeWorld';
import { storage } from '../../support/storage';

/** The first start compiles the whole console. */
jest.setTimeout(30_000);

const names = ['document', 'location', 'localStorage', 'sessionStorage', 'navigator', 'Image', 'fetch'] as const;
const before = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
afterEach(() => jest.restoreAllMocks());
afterAll(() => {
  for (const [at, name] of names.entries()) {
    const own = before[at];
    if (own) Object.defineProperty(globalThis, name, own);
    else Reflect.deleteProperty(globalThis, name);
  }
});

type Kept = ReturnType<typeof storage>;

/** Runs the inline script in a page with this storage, and answers what it has asked. */
function openPage(
  { local, window, cookies }: Kept,
  { pathname = '/lease/order', told = {}, isSecure = false, later = 1000 } = {},
) {
  const element = { remove() {}, append() {}, dataset: {} };
  const place = (kept: Record<string, string | undefined>) => ({ getItem: (key: string) => kept[key] ?? null });
  const asked: string[] = [];
  const [, setAt] = Object.entries(cookies).find(([name]) => name.endsWith('.tokenSetAt')) ?? [];
  jest.spyOn(Date, 'now').mockReturnValueOnce(Number(setAt) + later);
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
    location: { pathname, protocol: isSecure ? 'https:' : 'http:' },
    localStorage: place(local),
    sessionStorage: place(window),
    navigator: { languages: ['zh-CN'] },
    Image: class {},
    fetch: async (address: string) => {
      asked.push(address);
      return { status: 200, json: async () => ({ code: 200, data: { rights: {} } }) };
    },
  });
  firstMoment(
    {
      prefix: keyPrefix,
      languages: languages.map(({ code, tag }) => ({ code, tag, title: '' })),
      program: [],
      inside: [],
      words: {},
      question: { ...ownRights, settings: 'settings' },
    },
    askFirst,
  )();
  return { asked, question: globalThis.askedFirst as AskedFirst | undefined };
}

async function signedIn(places = storage(), user = li) {
  const app = await start({
    storage: places.storage,
    signedIn: { user, accessToken: 'access-0' },
    tops: [{ id: '71', name: '业务', path: '', source: '' }],
  });
  await app.persistor!.flush();
  return { app, places };
}

async function openAs(user: User) {
  return openPage((await signedIn(storage(), user)).places);
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
    const { question, asked } = openPage(places, { isSecure });
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
    [
      'whose screen is locked, wherever',
      async () => {
        const { app, places } = await signedIn();
        app.do(screenLock.actions.locked({ salt: 's', verifier: 'v', userId: li.userId, from: '/' }));
        await app.persistor!.flush();
        return openPage(places);
      },
    ],
    ['without an account', () => openAs({ ...li, userId: '-1' })],
    ['with a one-time password', () => openAs({ ...li, mustChangePassword: true })],
    ['whose token has run out', async () => openPage((await signedIn()).places, { later: 86_400_000 })],
    [
      'whose token is only inside of other cookies',
      async () => {
        const { places } = await signedIn();
        const [name, value] = Object.entries(places.cookies).find(([key]) => key.endsWith('.accessToken'))!;
        return openPage({ ...places, cookies: { note: `${name}=${value}`, [`other-${name}`]: value } });
      },
    ],
    [
      'whose cookies another host may have written',
      async () => openPage((await signedIn()).places, { isSecure: true }),
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
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    asked.length = 0;
  });
  const headers = { 'Blade-Auth': 'bearer a', 'Accept-Language': 'zh-CN' };
  const query = { with: 'rights' };
  const ask = (more: object = {}) => answerTo({ method: 'GET', url, params: query, headers, ...more }, {});
  const early = (answer: AskedFirst['answer'], more: object = {}) => {
    answer.catch(() => undefined);
    globalThis.askedFirst = { url, query, headers, askedAt: Date.now(), answer, ...more };
  };
  const itsAnswer = { status: 200, body: { code: 200, data: 'early' } };

  it('is taken by the first call, if that asks the same, and by no later one', async () => {
    early(Promise.resolve(itsAnswer));
    expect(await ask()).toEqual(itsAnswer);
    expect(asked).toEqual([]);
    expect((await ask()).body).toMatchObject({ data: 'later' });
    expect(asked).toHaveLength(1);
  });

  it('may be a refusal: the session is over, or its screen is locked', async () => {
    const refusal = { status: 401, body: { code: 401, success: false } };
    early(Promise.resolve(refusal));
    expect(await ask()).toEqual(refusal);
    expect(asked).toEqual([]);
  });

  it.each([
    ['another address', { url: 'http://127.0.0.1/other' }],
    ['other parameters', { query: { with: 'rights', topMenuId: '1' } }],
    ['another token', { headers: { ...headers, 'Blade-Auth': 'bearer b' } }],
    ['fewer headers', { headers: { 'Blade-Auth': 'bearer a' } }],
    ['a later state in mind', { askedAt: Date.now() - 3_600_000 }],
  ])('is nothing for a call with %s, and is gone with it', async (_what, of) => {
    early(Promise.resolve(itsAnswer), of);
    expect((await ask()).body).toMatchObject({ data: 'later' });
    expect(globalThis.askedFirst).toBeUndefined();
  });

  it.each([
    ['came from a gateway', () => Promise.resolve({ status: 502, body: {} })],
    ['never came', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('is asked for again where it %s', async (_what, answer) => {
    early(answer());
    expect((await ask()).body).toMatchObject({ data: 'later' });
  });

  it('has the time of any call, from when the program asks', async () => {
    const began = performance.now();
    early(new Promise(() => undefined));
    await expect(ask()).rejects.toThrow(Unreachable);
    expect(performance.now() - began).toBeGreaterThanOrEqual(callTimeoutMs - 100);
    expect(asked).toEqual([]);
  });
});
