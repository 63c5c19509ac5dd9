/**
 * What signing in and a change of page cost, as counts: elements, commits of React, actions, calls of functions, measures of the page. They do not depend on the
 * machine, so that a feature that makes every page dearer is told at once. Times are measured by the benchmarks.
 */
import type { Browser, Page } from 'playwright-core';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { enter, goByMenu, withoutEvents } from '../support/desk';

jest.setTimeout(120_000);

const most = {
  elements: { login: 84, home: 400, list: 560 },
  signIn: { commits: 24, actions: 62 },
  reload: { commits: 22, actions: 58 },
  switch: { commits: 4, actions: 9, calls: 80_000 },
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

/** Elements of the document, without those of pages that are kept out of sight. */
function elements() {
  return page.evaluate(() => {
    const count = (element: Element): number =>
      element !== document.head && getComputedStyle(element).display === 'none'
        ? 0
        : 1 + [...element.children].reduce((sum, child) => sum + count(child), 0);
    return count(document.documentElement) + document.head.querySelectorAll('*').length;
  });
}
/** Nothing is asked for and nothing changes any more. */
async function idle() {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => {
    const kept = window as unknown as { since?: number; watch?: MutationObserver };
    kept.watch ??= new MutationObserver(() => {
      kept.since = performance.now();
    });
    kept.watch.observe(document.documentElement, { subtree: true, childList: true, characterData: true });
    kept.since ??= performance.now();
    return performance.now() - kept.since > 200;
  });
}
function counted(): Promise<Counted> {
  return page.evaluate(() => (window as unknown as { counted: Counted }).counted);
}

/** Runs in the page: clicks, and answers what was measured before the click's task was over. Each may lay the page out. */
async function clickMeasuring(link: Element) {
  const measures: readonly [owner: object, names: readonly string[]][] = [
    [Element.prototype, ['clientWidth', 'clientHeight', 'scrollWidth', 'scrollHeight', 'scrollTop', 'scrollLeft']],
    [HTMLElement.prototype, ['offsetParent', 'offsetWidth', 'offsetHeight', 'offsetTop', 'offsetLeft']],
    [Element.prototype, ['getBoundingClientRect', 'getClientRects', 'checkVisibility']],
  ];
  const asked: string[] = [];
  const undo: (() => void)[] = [];
  for (const [owner, names] of measures)
    for (const name of names) {
      const own = Object.getOwnPropertyDescriptor(owner, name)!;
      const counting = (of: (...given: never[]) => unknown) =>
        function (this: unknown, ...given: never[]) {
          asked.push(name);
          return of.apply(this, given);
        };
      Object.defineProperty(owner, name, {
        ...own,
        ...(own.get ? { get: counting(own.get as () => unknown) } : { value: counting(own.value) }),
      });
      undo.push(() => Object.defineProperty(owner, name, own));
    }
  (link as HTMLElement).click();
  // What follows without leaving the task: React draws there.
  for (let turn = 0; turn < 100; turn++) await null;
  for (const back of undo) back();
  return asked;
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

it('a reload draws home after one answer, in few steps', async () => {
  const asked: string[] = [];
  const note = (request: { url(): string; resourceType(): string }) => {
    if (new URL(request.url()).pathname.endsWith('/oauth/user-info')) asked.push(request.resourceType());
  };
  page.on('request', note);
  // Everything else that home asks for never gets an answer.
  await page.route(
    ({ pathname }) => pathname.startsWith('/api/') && !pathname.endsWith('/oauth/user-info'),
    () => undefined,
  );
  await page.reload();
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('button', { name: '租赁业务' }).waitFor();
  // The inline script has asked for it, and the program takes that answer.
  expect(asked).toEqual(['fetch']);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await withoutEvents(page);
  page.off('request', note);
  await page.reload();
  await page.locator('.home-tiles').waitFor();
  await idle();
  const { commits, actions } = await counted();
  console.log(`reload ${commits} commits, ${actions.length} actions`);
  expect(commits).toBeGreaterThan(0);
  expect(commits).toBeLessThanOrEqual(most.reload.commits);
  expect(actions.length).toBeLessThanOrEqual(most.reload.actions);
});

it('the rows of a page are asked for within the click that opens it', async () => {
  const link = page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: lists[0]!, exact: true });
  if (!(await link.isVisible())) await goByMenu(page, lists[1]!);
  await link.hover();
  await idle(); // its code is there
  const asked = await link.evaluate((it: HTMLElement) => {
    const addresses: string[] = [];
    const { open } = XMLHttpRequest.prototype;
    const { send } = XMLHttpRequest.prototype;
    let last = '';
    XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, ...given: unknown[]) {
      last = String(given[1]);
      return (open as (...all: unknown[]) => void).apply(this, given);
    } as typeof open;
    XMLHttpRequest.prototype.send = function (this: XMLHttpRequest, ...given) {
      addresses.push(last.split('?')[0]!);
      return send.apply(this, given);
    };
    it.click();
    Object.assign(XMLHttpRequest.prototype, { open, send });
    return addresses;
  });
  expect(asked).toContain('/api/blade-product/product/page');
});

/** Answers how often functions of the console were called since it was asked before. */
async function callCounter(): Promise<() => Promise<number>> {
  const wire = await page.context().newCDPSession(page);
  await wire.send('Profiler.enable');
  await wire.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return async () => {
    const { result } = await wire.send('Profiler.takePreciseCoverage');
    const own = result.filter(({ url }) => url.startsWith(server.url));
    return own.flatMap(({ functions }) => functions).reduce((sum, { ranges }) => sum + ranges[0]!.count, 0);
  };
}

it('a page that was visited comes back in few steps', async () => {
  for (const name of lists) await goByMenu(page, name);
  await idle();
  const list = await elements();
  const calls = await callCounter();
  const switches: { commits: number; actions: number; calls: number; measured: string[] }[] = [];
  for (let at = 0; at < SWITCHES; at++) {
    const link = page
      .getByRole('navigation', { name: '主菜单' })
      .getByRole('link', { name: lists[at % 2]!, exact: true });
    await link.hover();
    await idle();
    const before = await counted();
    await calls();
    const measured = await link.evaluate(clickMeasuring);
    await idle();
    const after = await counted();
    switches.push({
      commits: after.commits - before.commits,
      actions: after.actions.length - before.actions.length,
      calls: await calls(),
      measured,
    });
  }
  // The rounds of the session come between some of them.
  const usual = (of: 'commits' | 'actions' | 'calls') =>
    switches.map((one) => one[of]).sort((a, b) => a - b)[SWITCHES / 2]!;
  console.log(
    `list ${list} elements; switch ${usual('commits')} commits, ${usual('actions')} actions, ${usual('calls')} calls`,
  );
  expect(list).toBeLessThanOrEqual(most.elements.list);
  expect(usual('commits')).toBeLessThanOrEqual(most.switch.commits);
  expect(usual('actions')).toBeLessThanOrEqual(most.switch.actions);
  expect(usual('calls')).toBeLessThanOrEqual(most.switch.calls);
  expect(switches.flatMap((one) => one.measured)).toEqual([]);
});
