/** The whole console without a browser: rules for every part of it. */
import { put, takeEvery } from 'redux-saga/effects';
import { masked } from '../../../contract/wire/secrets';
import { feature as customer } from '../../../src/features/lease/customer/customer';
import { feature as product } from '../../../src/features/lease/product';
import { addChunk } from '../../../src/features/registry';
import type { Saga } from '../../../src/sagas/effects';
import { features } from '../../../src/store/features';
import { feedback } from '../../../src/store/feedback';
import { log } from '../../../src/store/log';
import { route, tabs } from '../../../src/store/navigation/route';
import { session as sessionOf } from '../../../src/store/session';
import { fakeWorld, quiet, start } from '../../support/fakeWorld';
import { session } from '../../support/session';

const { go } = route.actions;
const { list } = (product.slices[0] as any).actions;

describe('a whole session', () => {
  it('is made of actions and states that are plain data', async () => {
    const complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const app = await session();
    expect(complaints.mock.calls).toEqual([]);
    complaints.mockRestore();
    expect(JSON.parse(JSON.stringify(app.store.getState()))).toEqual(app.store.getState());
    expect(app.actions.length).toBeGreaterThan(60);
    for (const action of app.actions)
      expect(JSON.parse(JSON.stringify(action))).toEqual(
        Object.fromEntries(Object.entries(action).filter(([, value]) => value !== undefined)),
      );
  });

  it('logs readable actions: commands ask, facts report', async () => {
    const { actions } = await session();
    const story = actions
      .map(({ type }) => type)
      .filter((type) => !type.startsWith('feedback/') && !type.startsWith('@@'));
    const signingIn = ['signIn/submit', 'token/tokensReceived', 'session/signedIn'];
    const opening = [
      'route/go',
      'route/arrived',
      'preferences/draw',
      'feature/entered',
      'feature/opened',
      'product/list',
    ];
    for (const chapter of [signingIn, opening, ['product/save', 'product/sent', 'product/saved', 'product/list']]) {
      const places = chapter.map((type) => story.indexOf(type));
      expect(places.every((place) => place >= 0)).toBe(true);
    }
    expect(story.indexOf('session/signedIn')).toBeLessThan(story.indexOf('product/list'));
    expect(story.at(-1)).not.toBe('signIn/submit');
  });

  it('ends with nothing running', async () => {
    const fresh = await start();
    fresh.do(sessionOf.actions.expired());
    await fresh.clock.advance(10_000);
    const app = await session();
    expect(app.waiting()).toEqual([]);
    expect(app.see(feedback.selectors.isRunning)).toBe(false);
    await app.clock.advance(10_000); // the last message disappears
    expect(app.clock.sleeping).toBe(fresh.clock.sleeping);
  });

  it('shows a developer no secret', async () => {
    const app = await session();
    const shown = JSON.stringify([app.actions.map(masked), masked(app.store.getState())]);
    for (const secret of ['hunter2', 'access-1', 'refresh-1', '110101199003070097']) {
      expect(JSON.stringify(app.actions)).toContain(secret); // otherwise the assertion below proves nothing
      expect(shown).not.toContain(secret);
    }
  });
});

describe('a feature', () => {
  it('is loaded and installed once, however often its pages open', async () => {
    const app = await start();
    for (const address of ['/lease/product', '/lease/customer', '/lease/product', '/lease/product']) {
      app.do(go(address));
      await quiet();
    }
    expect(app.loaded.filter((name) => name === 'product')).toHaveLength(1);
    expect(app.calls('/product/page')).toHaveLength(3); // one a visit: a second saga would load twice
  });

  it('whose code cannot be had says so, and comes when it is tried again', async () => {
    const app = await start();
    app.unloadable.add('product');
    app.do(go('/lease/product'));
    await quiet();
    expect(app.see(features.selectors.isLost, 'product')).toBe(true);
    expect(app.calls('/product/page')).toHaveLength(0);
    app.unloadable.clear();
    app.do(features.actions.retry(app.see(route.selectors.place)!));
    await quiet();
    expect(app.see(features.selectors.isLost, 'product')).toBe(false);
    expect(app.see(features.selectors.isReady, 'product')).toBe(true);
    expect(app.calls('/product/page')).toHaveLength(1);
  });

  it('that comes after its page was left asks for nothing', async () => {
    const app = await start();
    app.unloadable.add('product');
    app.do(go('/lease/product'));
    await quiet();
    app.unloadable.clear();
    const { load } = app.world;
    let comes = () => {};
    app.world.load = async (name) => {
      if (name === 'product')
        await new Promise<void>((resume) => {
          comes = resume;
        });
      await load(name);
    };
    app.do(features.actions.retry(app.see(route.selectors.place)!));
    app.do(go('/404'));
    await quiet();
    comes();
    await quiet();
    expect(app.see(route.selectors.path)).toBe('/404');
    expect(app.calls('/product/page')).toHaveLength(0);
  });

  it('is lost with the frame it leans on, and comes with it', async () => {
    const fake = fakeWorld();
    fake.unloadable.add('frame');
    const app = await start({ fake, at: '/lease/product' });
    expect(app.see(features.selectors.isLost, 'product')).toBe(true);
    expect(app.calls('/product/page')).toHaveLength(0);
    app.unloadable.clear();
    app.do(features.actions.retry(app.see(route.selectors.place)!));
    await quiet();
    expect(app.see(features.selectors.isReady, 'product')).toBe(true);
    expect(app.calls('/product/page')).toHaveLength(1);
  });

  it('that is still on its way is not opened over a later one', async () => {
    const fake = fakeWorld();
    let arrive!: () => void;
    const { load } = fake.world;
    fake.world.load = (name) =>
      name === 'product' ? new Promise<void>((come) => (arrive = come)).then(() => load(name)) : load(name);
    const app = await start({ fake });
    app.do(go('/lease/product'));
    await quiet();
    app.do(go('/lease/customer'));
    await quiet();
    arrive();
    await quiet();
    expect(app.calls('/product/page')).toHaveLength(0);
    expect(app.calls('/customer/list')).toHaveLength(1);
  });

  describe('that crashes', () => {
    afterEach(() => addChunk('customer', async () => ({ feature: customer })));
    /** The customer page with a saga that throws on every action. */
    const crashing = async (thrown: unknown) => {
      let runs = 0;
      const broken = {
        ...customer,
        *saga(): Saga {
          runs += 1;
          yield takeEvery('test/crash', () => {
            throw thrown;
          });
          yield takeEvery('test/ping', function* (): Saga {
            yield put(feedback.actions.notified({ tone: 'error', text: 'pong' }));
          });
        },
      };
      addChunk('customer', async () => ({ feature: broken }));
      const app = await start();
      for (const address of ['/lease/product', '/lease/customer']) {
        app.do(go(address));
        await quiet();
      }
      return { ...app, runs: () => runs };
    };

    it.each([
      ['an error', new Error('boom'), 'boom'],
      ['a word', 'boom', 'boom'],
      ['nothing', undefined, 'undefined'],
      ['null', null, 'null'],
    ])('with %s is logged, restarts, and stops no other', async (_what, thrown, message) => {
      const app = await crashing(thrown);
      app.do({ type: 'test/crash' });
      expect(app.see(log.selectors.entries)).toMatchObject([{ message, info: 'saga', url: '/lease/customer' }]);
      app.do(list({ current: 2 }));
      expect(app.last('/product/page').call.query).toMatchObject({ current: 2 });
      app.do(go('/lease/product'));
      expect(app.see(route.selectors.path)).toBe('/lease/product');
      app.do({ type: 'test/ping' });
      expect(app.toasts()).toEqual([]);
      await app.clock.advance(100);
      app.do({ type: 'test/ping' });
      expect(app.toasts()).toEqual(['error: pong']);
    });

    it('again and again stays down, with all of it in the log', async () => {
      const app = await crashing(new Error('boom'));
      for (let crash = 0; crash < 10; crash++) {
        app.do({ type: 'test/crash' });
        await app.clock.advance(5000);
      }
      expect(app.runs()).toBe(5);
      expect(app.see(log.selectors.entries)).toMatchObject([{ message: 'boom', count: 5 }]);
    });

    it('once an hour is always there again', async () => {
      const app = await crashing(new Error('boom'));
      for (let crash = 0; crash < 10; crash++) {
        app.do({ type: 'test/crash' });
        await app.clock.advance(3_600_000);
        await app
          .waiting()
          .find(({ call }) => call.url.endsWith('/oauth/token'))
          ?.cutOff();
      }
      expect(app.runs()).toBe(11);
    });
  });
});

describe('a start', () => {
  it('without its settings runs on those it was built with', async () => {
    const fake = fakeWorld();
    fake.world.settings = () => Promise.reject(new Error('404'));
    const app = await start({ fake });
    expect(app.see(tabs.selectors.list)).toHaveLength(1);
    expect(app.titles[0]).toContain('融资租赁管理平台');
  });

  it('without its words shows the page all the same', async () => {
    const fake = fakeWorld();
    fake.world.loadLanguage = () => Promise.reject(new Error('chunk'));
    const app = await start({ fake, signedIn: false });
    expect(app.see(route.selectors.path)).toBe('/login');
    expect(app.see(sessionOf.selectors.user)).toBeNull();
  });
});
