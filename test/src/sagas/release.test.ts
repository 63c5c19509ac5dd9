/** A new release of the console: announced, never forced, except where the page cannot go on without it. */
import { tokenCheckMs } from '../../../contract/wire/settings';
import { features } from '../../../src/store/features';
import { feedback } from '../../../src/store/feedback';
import { panel } from '../../../src/store/navigation/panel';
import { route, tabs } from '../../../src/store/navigation/route';
import { reload, resumed } from '../../../src/store/windows';
import type { BrowserStorage } from '../../../src/world/storage';
import { quiet, start } from '../../support/fakeWorld';
import { storage } from '../../support/storage';

jest.setTimeout(30_000); // the first start of a file compiles the console

const minute = 60_000;
function answer(isSure: boolean) {
  return feedback.actions.answered({ isSure, reason: '' });
}

describe('a new release', () => {
  it('is said once, with a way to take it, and changes nothing by itself', async () => {
    const app = await start();
    await app.clock.advance(2 * minute);
    expect(app.toasts()).toEqual([]);
    app.release.name = 'two';
    await app.clock.advance(10 * minute);
    const [toast] = app.see(feedback.selectors.toasts);
    expect(toast).toMatchObject({ tone: 'info', say: 'release.fresh', offer: { does: { type: reload.type } } });
    app.do(feedback.actions.dismissed(toast!.id));
    await app.clock.advance(10 * minute);
    expect([app.toasts(), app.reloads]).toEqual([[], []]);
    app.do(toast!.offer!.does);
    await quiet();
    expect(app.reloads).toHaveLength(1);
  });

  it('is looked for at most once a minute, however often the window becomes visible', async () => {
    const app = await start();
    let looks = 0;
    app.world.latestRelease = async () => {
      looks += 1;
      return 'one';
    };
    for (let tick = 0; tick < 60; tick++) {
      app.do(resumed());
      await app.clock.advance(tokenCheckMs);
    }
    expect(looks).toBe(10);
  });

  it('is not reported while the server cannot be asked', async () => {
    const app = await start();
    app.release.name = '';
    await app.clock.advance(5 * minute);
    expect(app.toasts()).toEqual([]);
    app.release.name = 'two';
    await app.clock.advance(2 * minute);
    expect(app.toasts()).toEqual(['info: release.fresh']);
  });
});

describe('a menu or panel whose code cannot be loaded', () => {
  it.each([
    ['of this release', 'one'],
    ['while no call is answered', ''],
  ])('%s is told to be tried again', async (_when, release) => {
    const app = await start();
    app.release.name = release;
    app.do(features.actions.partLost());
    await quiet();
    expect([app.unanswered(), app.toasts(), app.reloads]).toEqual([['GET part'], [], []]);
  });

  it('is taken anew when a new release has taken it away, after a question while something is not saved', async () => {
    const app = await start();
    app.release.name = 'two';
    app.unloadable.add('panels');
    app.do(tabs.actions.marked({ path: '/wel/index', isDirty: true }));
    app.do(panel.actions.show('theme'));
    await quiet();
    expect([app.reloads, app.see(feedback.selectors.question)?.say]).toEqual([[], 'release.ask']);
    app.do(answer(true));
    await quiet();
    expect([app.toasts(), app.reloads.length]).toEqual([[], 1]);
  });
});

describe('a page whose code cannot be loaded', () => {
  const lostPage = async (
    release: string,
    { storage, isDirty = false }: { storage?: BrowserStorage; isDirty?: boolean } = {},
  ) => {
    const app = await start(storage ? { storage } : {});
    app.release.name = release;
    app.unloadable.add('product');
    if (isDirty) app.do(tabs.actions.marked({ path: '/wel/index', isDirty: true }));
    app.do(route.actions.go('/lease/product'));
    await quiet();
    return app;
  };

  it.each([
    ['of this release', 'one'],
    ['while no call is answered', ''],
  ])('%s can be tried again', async (_when, release) => {
    const app = await lostPage(release);
    expect(app.reloads).toEqual([]);
    expect(app.slice('feature').lost).toEqual({ product: true });
  });

  it('begins anew by itself when a new release has taken it away, and only once', async () => {
    const places = storage();
    const app = await lostPage('two', { storage: places.storage });
    expect(app.reloads).toHaveLength(1);
    await app.persistor!.flush();
    const again = await lostPage('two', { storage: places.storage });
    expect(again.reloads).toHaveLength(0);
    expect(again.toasts()).toEqual(['warning: release.gone']);
    expect(again.slice('feature').lost).toEqual({ product: true });
    const later = await lostPage('three', { storage: places.storage });
    expect(later.reloads).toHaveLength(1);
  });

  it('asks first while something is not saved', async () => {
    const app = await lostPage('two', { isDirty: true });
    expect(app.reloads).toEqual([]);
    expect(app.see(feedback.selectors.question)?.say).toBe('release.ask');
    app.do(answer(false));
    await quiet();
    expect(app.reloads).toEqual([]);
    expect(app.see(tabs.selectors.isDirty, '/wel/index')).toBe(true);
    const sure = await lostPage('two', { isDirty: true });
    sure.do(answer(true));
    await quiet();
    expect(sure.reloads).toHaveLength(1);
    expect(sure.see(tabs.selectors.dirty)).toEqual({}); // the browser need not ask again
  });
});
