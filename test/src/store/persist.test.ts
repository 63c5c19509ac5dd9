/** What survives a reload: a list per slice; and how stored values are read. */
import { combineSlices, configureStore, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { persistStore } from 'redux-persist';
import { feature as product } from '../../../src/features/lease/product';
import { intent } from '../../../src/store/auth/intent';
import { signIn } from '../../../src/store/auth/signIn';
import { menu } from '../../../src/store/navigation/menu';
import { route, tabs } from '../../../src/store/navigation/route';
import { persisted } from '../../../src/store/persist';
import { preferences } from '../../../src/store/preferences';
import { session, tokens } from '../../../src/store/session';
import { resumed } from '../../../src/store/windows';
import { type BrowserStorage, openStorage } from '../../../src/world/storage';
import { allMenus, li, quiet, type Started, type StartOptions, start } from '../../support/fakeWorld';
import { type StoredTexts, storage } from '../../support/storage';

/** Storage that survives the store, as a browser's does. */
function browser({
  session: window,
  ...others
}: {
  local?: StoredTexts;
  session?: StoredTexts;
  cookies?: StoredTexts;
} = {}) {
  const places = storage({ ...others, ...(window ? { window } : {}), isSecure: true });
  return { ...places, session: places.window };
}
/** An entry as the product writes it: the fields as texts, in the envelope. */
function entryOfTexts(fields: Record<string, string>, version = 1) {
  return JSON.stringify({
    dataType: 'string',
    content: JSON.stringify({ ...fields, _persist: JSON.stringify({ version, rehydrated: true }) }),
    datetime: 7,
  });
}
function entry(state: Record<string, unknown>, version = 1) {
  return entryOfTexts(
    Object.fromEntries(Object.entries(state).map(([name, value]) => [name, JSON.stringify(value)])),
    version,
  );
}
function contentOf(raw: string) {
  const fields = JSON.parse(JSON.parse(raw).content) as Record<string, string>;
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, JSON.parse(text)]));
}
const person = { ...li };
const kept = { language: 'en', theme: 'vip', mode: 'dark', accent: '', density: 'compact', isNavCollapsed: false };
/** A deeply nested menu; as text, because a serialiser would not reach its end. */
function deep(levels: number) {
  return `${'[{"code":"a","name":"b","path":"/c","children":'.repeat(levels)}[]${'}]'.repeat(levels)}`;
}
function boot(storage: BrowserStorage, more: StartOptions = {}) {
  return start({ storage, signedIn: false, isHeldUp: true, ...more });
}

describe('a slice that is kept', () => {
  const slice = createSlice({
    name: 'desk',
    initialState: { name: '', at: 0, draft: '' },
    reducers: { set: (s, { payload }: PayloadAction<object>) => ({ ...s, ...payload }) },
  });
  const open = async (local: StoredTexts) => {
    const { storage } = browser({ local });
    const kept = persisted(storage, slice, {
      on: 'local',
      keep: ['name', 'at'],
      version: 2,
      upgrade: {
        1: ({ title, ...rest }: { title: string }) => ({ ...rest, name: title }),
        2: (old: { at?: string }) => ({ ...old, at: Number(old.at ?? 0) }),
      } as never,
      isSound: ({ name = '' }) => !name.includes('<'),
    });
    const store = configureStore({
      reducer: combineSlices(kept as typeof slice),
      middleware: (base) => base({ serializableCheck: false }),
    });
    const persistor = await new Promise<ReturnType<typeof persistStore>>((read) => {
      const made = persistStore(store, null, () => setImmediate(() => read(made)));
    });
    return { see: () => store.getState().desk, do: store.dispatch, persistor };
  };

  it('writes what it lists, under the product’s prefix, and nothing else', async () => {
    const local: StoredTexts = {};
    const app = await open(local);
    app.do(slice.actions.set({ name: 'a', at: 3, draft: 'secret' }));
    await app.persistor.flush();
    expect(Object.keys(local)).toEqual(['leasedesk-desk']);
    expect(contentOf(local['leasedesk-desk']!)).toEqual({
      name: 'a',
      at: 3,
      _persist: { version: 2, rehydrated: true },
    });
    expect((await open(local)).see()).toMatchObject({ name: 'a', at: 3, draft: '' });
  });

  it.each<[string, string, object]>([
    ['a version ago', entry({ name: 'a', at: '3' }, 1), { name: 'a', at: 3 }],
    ['two versions ago', entry({ title: 'a', at: '3' }, 0), { name: 'a', at: 3 }],
    ['in the newest version, in part', entry({ at: 3 }, 2), { name: '', at: 3 }],
    ['by a newer product', entry({ name: 'a', at: 3 }, 3), { name: '', at: 0 }],
    ['with more than is listed', entry({ name: 'a', at: 3, draft: 'x', other: 1 }, 2), { name: 'a', at: 3, draft: '' }],
    ['with another type', entry({ name: 5, at: 3 }, 2), { name: '', at: 0 }],
    ['with a list where a text belongs', entry({ name: ['a'], at: 3 }, 2), { name: '', at: 0 }],
    ['that makes no sense', entry({ name: '<script>', at: 3 }, 2), { name: '', at: 0 }],
    ['that an upgrade cannot read', entry({ title: 'a' }, 0).replace('\\"title\\":', '\\"_persist2\\":'), { at: 0 }],
    ['by nobody', 'null', { name: '', at: 0 }],
    ['in half', entry({ name: 'a' }, 2).slice(0, 40), { name: '', at: 0 }],
  ])('reads what was written %s', async (_when, raw, state) => {
    expect((await open({ 'leasedesk-desk': raw })).see()).toMatchObject(state);
  });
});

describe('the console', () => {
  it('keeps who is signed in, where each part belongs, and no row, draft or password', async () => {
    const places = browser();
    const app = await start({ storage: places.storage, at: '/lease/product' });
    await app.last('/product/page').answer({ records: [{ id: '1', productName: '月租宝' }], total: 1 });
    app.do((product.slices[0] as any).actions.add({ productName: '草稿' }));
    app.do(signIn.actions.edit({ name: 'password', value: 'hunter2' }));
    await app.persistor!.flush();
    expect(Object.keys(places.cookies).sort()).toEqual(
      ['_persist', 'accessToken', 'expiresIn', 'refreshToken', 'tokenSetAt'].map(
        (name) => `__Host-leasedesk-token.${name}`,
      ),
    );
    expect(Object.keys(places.local).sort()).toEqual(
      ['log', 'preferences', 'screenLock', 'session'].map((name) => `leasedesk-${name}`),
    );
    expect(Object.keys(places.session).sort()).toEqual(
      ['intent', 'journey', 'lockedAt', 'menu', 'permission', 'release', 'tabs'].map((name) => `leasedesk-${name}`),
    );
    expect(Object.keys(contentOf(places.local['leasedesk-session']!)).sort()).toEqual(['_persist', 'user']);
    const kept = places.all();
    for (const trace of ['hunter2', '月租宝', '草稿']) expect(kept).not.toContain(trace);
    for (const token of ['access-0', 'refresh-0'])
      expect(JSON.stringify([places.local, places.session])).not.toContain(token);
  });

  it('continues after a reload where it was', async () => {
    const places = browser();
    const before = await start({ storage: places.storage, at: '/lease/product' });
    before.do(preferences.actions.shine('dark'));
    await before.persistor!.flush();
    const app = await boot(places.storage, { at: '/lease/order' });
    expect(app.see(tokens.selectors.accessToken)).toBe('access-0');
    expect(app.see(session.selectors.user)?.realName).toBe('李静');
    await app.asked[0]!.answer([]);
    expect(app.see(tabs.selectors.list).map(({ path }) => path)).toEqual([
      '/wel/index',
      '/lease/product',
      '/lease/order',
    ]);
    expect(app.dressed).toEqual(['dark']);
    expect(app.calls('/menu/routes')).toHaveLength(1);
  });

  describe('that starts with a session in storage', () => {
    const restart = async (at = '/lease/order') => {
      const places = browser();
      const before = await start({ storage: places.storage, at: '/lease/product' });
      await before.persistor!.flush();
      return boot(places.storage, { at });
    };
    const placeOfIt = (app: Awaited<ReturnType<typeof boot>>) => app.see(route.selectors.place)?.path;

    it('shows no page and sends one call, until that one is answered', async () => {
      const app = await restart();
      expect(app.asked).toHaveLength(1);
      expect(placeOfIt(app)).toBeUndefined();
      await app.asked[0]!.answer([]);
      expect(placeOfIt(app)).toBe('/lease/order');
      expect(app.calls('/menu/routes')).toHaveLength(1);
      expect(app.calls('/menu/buttons')).toHaveLength(1);
    });

    it.each([
      ['is locked at the server', 403, 'session.locked'],
      ['is over', 401, ''],
    ])(
      'shows none and sends nothing more when it %s, and keeps the address for the person',
      async (_, code, reason) => {
        const app = await restart();
        await app.asked[0]!.refuse(code, 'no', { reason });
        expect(placeOfIt(app)).toBe('/login');
        expect(app.asked).toHaveLength(1);
        expect(app.actions.filter(route.actions.arrived.match).map(({ payload }) => payload.path)).toEqual(['/login']);
        expect(app.see(intent.selectors.of, li.userId)).toBe('/lease/order');
      },
    );

    it.each([
      ['comes from no server', (one: Started['asked'][number]) => one.cutOff()],
      ['is that of a failing one', (one: Started['asked'][number]) => one.refuse(503, 'busy')],
    ])('says that an answer is missing when it %s, asks again, and goes on', async (_, fail) => {
      const app = await restart();
      await fail(app.asked[0]!);
      expect(app.see(tokens.selectors.isLate)).toBe(true);
      expect(placeOfIt(app)).toBeUndefined();
      expect(app.asked).toHaveLength(1);
      app.do(resumed());
      await quiet();
      expect(app.asked).toHaveLength(2);
      await app.asked[1]!.answer([]);
      expect(app.see(tokens.selectors.isLate)).toBe(false);
      expect(placeOfIt(app)).toBe('/lease/order');
    });
  });

  it('leaves nothing of a person who has left', async () => {
    const places = browser();
    const app = await start({ storage: places.storage, at: '/lease/product' });
    await app.persistor!.flush();
    app.do(session.actions.expired());
    await quiet();
    await app.persistor!.flush();
    for (const trace of ['access-0', 'refresh-0', '李静', '/lease/', 'product_add'])
      expect(places.all()).not.toContain(trace);
    expect((await boot(places.storage)).navigated).toEqual(['replace /login']);
  });

  it.each<[string, Parameters<typeof browser>[0]]>([
    [
      'junk in every place',
      {
        local: { 'leasedesk-session': 'x', 'leasedesk-preferences': '{', 'leasedesk-log': 'null' },
        session: { 'leasedesk-menu': '[]', 'leasedesk-tabs': '7', 'leasedesk-screenLock': '""' },
        cookies: { '__Host-leasedesk-token.accessToken': '%', '__Host-leasedesk-token.tokenSetAt': 'x' },
      },
    ],
    ['tabs without names', { session: { 'leasedesk-tabs': entry({ list: [{ path: '/lease/order' }, null, 5] }) } }],
    ['no tab at all', { session: { 'leasedesk-tabs': entry({ list: [] }) } }],
    ['menus without paths', { session: { 'leasedesk-menu': entry({ tree: [{ code: 'x' }], isKnown: true }) } }],
    ['menus that are none', { session: { 'leasedesk-menu': entry({ tree: { a: 1 }, isKnown: true }) } }],
    ['a person that is a word', { local: { 'leasedesk-session': entry({ user: 'li' }) } }],
    ['a person without a name', { local: { 'leasedesk-session': entry({ user: { userId: '7' } }) } }],
    ['a person written by a newer product', { local: { 'leasedesk-session': entry({ user: person }, 9) } }],
    [
      'five megabytes of junk',
      { local: { 'leasedesk-session': 'x'.repeat(5_000_000), 'leasedesk-preferences': '['.repeat(600_000) } },
    ],
    [
      'menus as deep as the sea',
      { session: { 'leasedesk-menu': entryOfTexts({ tree: deep(3000), all: '[]', isKnown: 'true' }, 2) } },
    ],
    ['another product’s', { local: { 'saber-session': entry({ user: { realName: 'x' } }) } }],
  ])('starts with %s in storage', async (_what, places) => {
    const app = await boot(browser(places).storage);
    expect(app.navigated).toEqual(['replace /login']);
    expect(app.see(tabs.selectors.list)).toHaveLength(1);
    expect(app.see(menu.selectors.tree)).toEqual([]);
    expect(app.see(session.selectors.user)).toBeNull();
  });

  it.each([
    ['a language', { language: 'xx' }],
    ['a mode', { mode: 'sepia' }],
    ['a colour', { accent: 'url(javascript:1)' }],
  ])('does not take %s from storage that there is none of', async (_what, look_) => {
    const app = await boot(browser({ local: { 'leasedesk-preferences': entry({ ...kept, ...look_ }) } }).storage);
    expect(app.see(preferences.selectors.all)).toMatchObject({ language: 'zh', mode: 'light', accent: '' });
  });

  it('resets a broken part alone: the session stays', async () => {
    const places = browser();
    const before = await start({ storage: places.storage });
    await before.persistor!.flush();
    places.session['leasedesk-tabs'] = entry({ list: [null] });
    places.session['leasedesk-menu'] = '{';
    const app = await boot(places.storage, { at: '/lease/product' });
    expect(app.see(tokens.selectors.hasToken)).toBe(true);
    await app.asked[0]!.answer([]);
    await app.last('/menu/buttons').answer([]);
    await app.last('/menu/routes').answer(allMenus);
    expect(app.see(tabs.selectors.list).map(({ path }) => path)).toEqual(['/wel/index', '/lease/product']);
  });

  it('works without any storage, until the page goes', async () => {
    const forbidden = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const storage = openStorage({
      local: forbidden,
      session: forbidden,
      jar: { read: forbidden, write: forbidden, isSecure: true },
      now: () => 7,
    });
    const app = await start({ storage, at: '/lease/product' });
    await app.last('/product/page').answer({ records: [{ id: '1' }], total: 1 });
    await app.persistor!.flush().catch(() => undefined);
    expect(app.slice('product').page.total).toBe(1);
    expect((await boot(storage)).navigated).toEqual(['replace /login']);
  });
});
