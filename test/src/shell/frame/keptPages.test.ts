/** Pages that stay mounted while another one is shown: which, for how long, and whose state is whose. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { put, takeEvery } from 'redux-saga/effects';
import type { Feature } from '../../../../src/features/crud/feature';
import { addChunk } from '../../../../src/features/registry';
import { ask } from '../../../../src/sagas/effects';
import { features, openedIn } from '../../../../src/store/features';
import { keepAlive, mostKept } from '../../../../src/store/navigation/keepAlive';
import type { MenuItem } from '../../../../src/store/navigation/menu';
import { forPage, stateOf } from '../../../../src/store/navigation/pageState';
import { type Place, route, tabs } from '../../../../src/store/navigation/route';
import { session } from '../../../../src/store/session';
import { allMenus, quiet, type Started, start } from '../../../support/fakeWorld';

jest.setTimeout(30_000);

/** A feature of which several records are open at once, with per-page and shared state. */
const record = createSlice({
  name: 'record',
  initialState: { title: '', note: '' },
  reducers: {
    loaded(s, { payload }: PayloadAction<string>) {
      s.title = payload;
    },
    typed(s, { payload }: PayloadAction<string>) {
      s.note = payload;
    },
  },
});
const tally = createSlice({
  name: 'tally',
  initialState: { loads: 0 },
  reducers: {},
  extraReducers: (on) =>
    on.addCase(record.actions.loaded, (s) => {
      s.loads += 1;
    }),
});
/** How long each record takes to load (ms). */
const delayOf: Record<string, number> = {};
const records: Feature = {
  name: 'records',
  slices: [record, tally],
  perPage: [record],
  pages: { '': () => null, ':id': () => null },
  *saga(world) {
    yield takeEvery(openedIn('records'), function* ({ payload: place }: { payload: Place }) {
      const ms = delayOf[place.rest] ?? 0;
      if (ms > 0) yield* ask(world, 'sleep', ms);
      yield put(forPage(place, record.actions.loaded(`record ${place.rest}`)));
    });
  },
};
addChunk('records', async () => ({ feature: records }));

const menus: MenuItem[] = [
  ...allMenus,
  {
    id: '800',
    code: 'all',
    name: '档案',
    path: '/all',
    source: '',
    category: 1,
    isOpen: 1,
    children: [{ id: '801', code: 'records', name: '档案', path: '/records', source: '', category: 1, isOpen: 1 }],
  },
];
async function visit(app: Started, ...addresses: string[]) {
  for (const address of addresses) {
    app.do(route.actions.go(address));
    await quiet();
  }
}
async function close(app: Started, path: string) {
  app.do(tabs.actions.closeTab(path));
  await quiet();
}
function paths(app: Started) {
  return app.see(keepAlive.selectors.pages).map(({ place }) => place.path);
}
const [product, customer, order, home] = ['/lease/product', '/lease/customer', '/lease/order', '/wel/index'];

describe('a page that was left', () => {
  it('stays where it was among the others, whichever is shown', async () => {
    const app = await start();
    await visit(app, product, customer, product, home, customer);
    expect(paths(app)).toEqual([home, product, customer]);
  });

  it('is the same place when it comes back, so that nothing of it is drawn anew', async () => {
    const app = await start();
    await visit(app, product);
    const before = app.see(keepAlive.selectors.pages)[1]?.place;
    await visit(app, customer, product);
    expect(app.see(keepAlive.selectors.pages)[1]?.place).toBe(before);
    await visit(app, `${product}?status=1`);
    expect(app.see(keepAlive.selectors.pages)[1]?.place.search).toBe('status=1');
  });

  it('goes when its tab is closed', async () => {
    const app = await start();
    await visit(app, product, customer);
    await close(app, product);
    expect(paths(app)).toEqual([home, customer]);
  });

  it('goes when it is no tab and another page comes', async () => {
    const app = await start();
    await visit(app, '/404');
    expect(paths(app)).toEqual([home, '/404']);
    await visit(app, product);
    expect(paths(app)).toEqual([home, product]);
  });

  it(`goes when ${mostKept} others were seen since, and its tab stays`, async () => {
    const app = await start();
    await visit(app, product, ...Array.from({ length: mostKept - 2 }, (_, at) => `${order}/detail/${at + 1}`));
    await visit(app, home, customer);
    expect(paths(app)).toHaveLength(mostKept);
    expect(paths(app)).not.toContain(product);
    expect(paths(app)).toContain(home); // first of all, and recently shown
    expect(app.see(tabs.selectors.list).map(({ path }) => path)).toContain(product);
    await visit(app, product);
    expect(paths(app)).toHaveLength(mostKept);
    expect(paths(app).at(-1)).toBe(product);
  });

  it('goes with the session, and behind the pages outside the frame', async () => {
    const app = await start();
    await visit(app, product);
    app.do(session.actions.signedOut());
    expect(paths(app)).toEqual([]);
  });

  it('is asked for anew when it is to be refreshed', async () => {
    const app = await start();
    await visit(app, product, customer);
    const asked = app.calls('/product/page').length;
    app.do(tabs.actions.refresh(product));
    await quiet();
    expect(app.see(route.selectors.path)).toBe(product);
    expect(app.calls('/product/page')).toHaveLength(asked + 1);
    expect(app.see(keepAlive.selectors.pages).map(({ epoch }) => epoch)).toEqual([0, 1, 0]);
    app.do(tabs.actions.refresh(product));
    await quiet();
    expect(app.calls('/product/page')).toHaveLength(asked + 2);
  });

  it('gives up what it asked for when it is left, and asks again when it comes back', async () => {
    const app = await start({ at: product });
    const first = app.last('/product/page');
    await visit(app, customer);
    expect(first.isAborted).toBe(true);
    expect(app.slice('product').busy).toEqual({});
    await visit(app, product);
    expect(app.calls('/product/page')).toHaveLength(2);
    expect(app.last('/product/page').isAborted).toBe(false);
  });

  it('is on screen before it asks the server, and does not ask when it is left at once', async () => {
    const app = await start();
    await visit(app, product, customer);
    const painted: (() => void)[] = [];
    app.world.painted = () => new Promise((done) => void painted.push(done));
    const asked = app.calls('/product/page').length;
    await visit(app, product);
    expect(app.see(route.selectors.path)).toBe(product);
    expect(app.calls('/product/page')).toHaveLength(asked);
    await visit(app, customer);
    for (const done of painted) done();
    await quiet();
    expect(app.calls('/product/page')).toHaveLength(asked);
    expect(app.actions.filter(features.actions.opened.match).at(-1)?.payload.path).toBe(customer);
  });
});

describe('the code of a page', () => {
  const loads = (app: Started) => app.loaded.filter((name) => name === 'product');

  it('comes ahead of the click when somebody is about to go there, once', async () => {
    const app = await start();
    for (let over = 0; over < 3; over++) {
      app.do(features.actions.expect(product));
      await quiet();
    }
    expect(loads(app)).toHaveLength(1);
    expect(app.see((state) => features.selectors.isReady(state as never, 'product'))).toBe(false);
    app.do(route.actions.go(product));
    // Nothing else is drawn in between.
    expect(app.see((state) => features.selectors.isReady(state as never, 'product'))).toBe(true);
    expect(loads(app)).toHaveLength(1);
  });

  it('is asked for again by whoever arrives, when it could not be had ahead', async () => {
    const app = await start();
    app.unloadable.add('product');
    app.do(features.actions.expect(product));
    await quiet();
    expect(app.see((state) => features.selectors.isLost(state as never, 'product'))).toBe(false);
    app.unloadable.clear();
    await visit(app, product);
    expect(loads(app)).toHaveLength(2);
    expect(app.see((state) => features.selectors.isReady(state as never, 'product'))).toBe(true);
  });

  it('is nobody’s concern where there is no page', async () => {
    const app = await start();
    const before = app.loaded.length;
    app.do(features.actions.expect('/no/such/page'));
    await quiet();
    expect(app.loaded).toHaveLength(before);
  });
});

describe('state of one page of several', () => {
  const open = () => start({ menus });
  const held = (app: Started) => app.slice('record');

  it('is each page’s own, and there again when it comes back', async () => {
    const app = await open();
    await visit(app, '/records/1');
    app.do(record.actions.typed('half a word'));
    await visit(app, '/records/2');
    expect(held(app)).toEqual({ title: 'record 2', note: '' });
    app.do(record.actions.typed('another'));
    await visit(app, '/records/1');
    expect(held(app)).toEqual({ title: 'record 1', note: 'half a word' });
    await visit(app, product, '/records/2');
    expect(held(app)).toEqual({ title: 'record 2', note: 'another' });
  });

  it('is seen by a page that is hidden as its own', async () => {
    const app = await open();
    await visit(app, '/records/1', '/records/2');
    const whole = app.store.getState();
    const one = stateOf(whole, '/records/1') as unknown as { record: { title: string } };
    expect(one.record.title).toBe('record 1');
    expect(stateOf(whole, '/records/2')).toBe(whole);
  });

  it('takes an answer that comes after the page was left, and no other page does', async () => {
    delayOf['1'] = 500;
    const app = await open();
    await visit(app, '/records/1', '/records/2');
    await app.clock.advance(500);
    delete delayOf['1'];
    expect(held(app)).toEqual({ title: 'record 2', note: '' });
    expect(app.slice('tally')).toEqual({ loads: 2 }); // shared state receives it
    expect(app.slice('pageState').parked['/records/1']).toEqual({ record: { title: 'record 1', note: '' } });
  });

  it('is gone with its tab, also for an answer that comes later', async () => {
    delayOf['1'] = 500;
    const app = await open();
    await visit(app, '/records/1', '/records/2');
    await close(app, '/records/1');
    await app.clock.advance(500);
    delete delayOf['1'];
    expect(held(app)).toEqual({ title: 'record 2', note: '' });
    expect(app.slice('pageState').parked).toEqual({});
    await visit(app, '/records/1');
    expect(held(app)).toEqual({ title: 'record 1', note: '' });
  });

  it('is gone when the page itself was shown as it was closed', async () => {
    const app = await open();
    await visit(app, '/records/1', '/records/2');
    app.do(record.actions.typed('x'));
    await close(app, '/records/2');
    expect(app.see(route.selectors.path)).toBe('/records/1');
    expect(held(app)).toEqual({ title: 'record 1', note: '' });
    await visit(app, '/records/2');
    expect(held(app).note).toBe('');
  });

  it('is gone with the session', async () => {
    const app = await open();
    await visit(app, '/records/1', '/records/2');
    app.do(session.actions.signedOut());
    expect(app.slice('pageState')).toEqual({ owner: {}, parked: {} });
    expect(held(app)).toEqual({ title: '', note: '' });
  });
});

describe('what a feature holds', () => {
  const answer = { records: [{ id: '1', productName: 'A' }], total: 1 };

  it('is given back when the last of its pages is closed', async () => {
    const app = await start({ at: product });
    await app.last('/product/page').answer(answer);
    expect(app.slice('product').page.records).toHaveLength(1);
    await close(app, product);
    expect(app.slice('product').page).toBeNull();
  });

  it('stays while another of its pages is open', async () => {
    const app = await start({ at: order });
    await app.last('/order/page').answer({ records: [{ id: '1' }], total: 1 });
    await visit(app, `${order}/detail/1`);
    await close(app, order);
    expect(app.slice('order').page.records).toHaveLength(1);
    await close(app, `${order}/detail/1`);
    expect(app.slice('order').page).toBeNull();
  });

  it('stays while a feature that leans on it is open', async () => {
    const app = await start({ at: order });
    await app.last('/order/page').answer({ records: [{ id: '1' }], total: 1 });
    await visit(app, '/lease/contract');
    await close(app, order);
    expect(app.slice('order').page.records).toHaveLength(1);
    await close(app, '/lease/contract');
    expect(app.slice('order').page).toBeNull();
  });

  it('never includes what the frame holds', async () => {
    const app = await start({ at: product });
    const before = app.slice('panel');
    await close(app, product);
    expect(app.slice('panel')).toBe(before);
    expect(app.slice('dict')).toBeDefined();
  });
});
