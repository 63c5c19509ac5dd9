/**
 * What signing in and a change of page cost, as counts: elements, commits of React, actions. They do not depend on the
 * machine, so that a feature that makes every page dearer is told at once. Times are measured by the benchmarks.
 */
import type { Browser, Page } from 'playwright-core';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { enter, goByMenu, withoutEvents } from '../support/desk';

jest.setTimeout(120_000);

const most = {
  elements: { login: 86, home: 460, list: 740 },
  signIn: { commits: 27, actions: 60 },
  switch: { commits: 6, actions: 10 },
};
/** Changes of page that are counted, after the first visits. */
const SWITCHES = 10;
const lists = ['产品目录', '客户管理'];

interface Counted {
  commits: number;
  actions: string[];
}

let server: RunningServer;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ DEMO: '1' }), launch()]);
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  await withoutEvents(page);
  await page.addInitScript(() => {
    const counted: Counted = { commits: 0, actions: [] };
    type Enhancer = (create: unknown) => unknown;
    type Store = { dispatch(action: { type: string }): unknown };
    const counting = (create: (...given: unknown[]) => Store) =>
      ((...given: unknown[]) => {
        const store = create(...given);
        const { dispatch } = store;
        store.dispatch = (action) => {
          counted.actions.push(action.type);
          return dispatch(action);
        };
        return store;
      }) as never;
    Object.assign(window, {
      counted,
      // What React tells its developer tools.
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberRoot() {
          counted.commits += 1;
        },
        onCommitFiberUnmount: () => undefined,
        onPostCommitFiberRoot: () => undefined,
      },
      // The innermost enhancer sees what sagas dispatch too.
      __REDUX_DEVTOOLS_EXTENSION_COMPOSE__:
        () =>
        (...enhancers: Enhancer[]) =>
        (create: never) =>
          enhancers.reduceRight((made: unknown, enhance) => enhance(made), counting(create)),
    });
  });
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

function elements() {
  return page.evaluate(() => document.querySelectorAll('*').length);
}
async function idle() {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
}
function counted(): Promise<Counted> {
  return page.evaluate(() => (window as unknown as { counted: Counted }).counted);
}

it('few elements are drawn and few steps made until home', async () => {
  await page.goto(`${server.url}/login`);
  await idle();
  const login = await elements();
  await enter(page, server.url);
  await page.locator('.home-tiles').waitFor();
  await idle();
  const home = await elements();
  const { commits, actions } = await counted();
  console.log(`login ${login} and home ${home} elements; sign-in ${commits} commits, ${actions.length} actions`);
  expect(commits).toBeGreaterThan(0);
  expect(login).toBeLessThanOrEqual(most.elements.login);
  expect(home).toBeLessThanOrEqual(most.elements.home);
  expect(commits).toBeLessThanOrEqual(most.signIn.commits);
  expect(actions.length).toBeLessThanOrEqual(most.signIn.actions);
});

it('a page that was visited comes back in few steps', async () => {
  for (const name of lists) await goByMenu(page, name);
  await idle();
  const list = await elements();
  const before = await counted();
  for (let at = 0; at < SWITCHES; at++) {
    await goByMenu(page, lists[at % 2]!);
    await idle();
  }
  const after = await counted();
  const commits = after.commits - before.commits;
  const actions = after.actions.slice(before.actions.length);
  console.log(`list ${list} elements; switch ${commits / SWITCHES} commits, ${actions.length / SWITCHES} actions`);
  expect(list).toBeLessThanOrEqual(most.elements.list);
  expect(commits / SWITCHES).toBeLessThanOrEqual(most.switch.commits);
  expect(actions.length / SWITCHES).toBeLessThanOrEqual(most.switch.actions);
});
