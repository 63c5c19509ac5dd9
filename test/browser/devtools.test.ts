/** Redux DevTools with the console: what they receive, and that the past which they show has no effect. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { enter, goByMenu, withoutEvents } from '../support/desk';
import { soon } from '../support/soon';
import { installTools, toolsOf, type WithTools } from '../support/tools';

jest.setTimeout(120_000);

/** By then the token is old enough to be renewed. */
const later = '12:00:00';

let server: RunningServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let tools: ReturnType<typeof toolsOf>;
/** Calls of the console, without the bell's, which goes on polling. */
let asked: string[];
const faults: string[] = [];

function heading(name: string) {
  return page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}
async function menu(name: string) {
  await goByMenu(page, name);
  await heading(name);
  await page.locator('[data-kept-page]:visible tbody tr').first().waitFor();
  await page.waitForLoadState('networkidle');
}
function strip() {
  return page.locator('.PastStrip-strip');
}
/** The token is renewed, which works with the present one alone. */
async function renewed(by: () => Promise<void>) {
  const [answer] = await Promise.all([page.waitForResponse(/oauth\/token/), by()]);
  expect(answer.status()).toBe(200);
  await page.waitForLoadState('networkidle');
}
async function begin(locale = 'zh-CN') {
  context = await browser.newContext({ locale, viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  tools = toolsOf(page);
  asked = [];
  faults.length = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/') && !request.url().endsWith('/inbox/unread')) asked.push(request.url());
  });
  page.on(
    'console',
    (message) =>
      message.type() === 'error' && !message.text().startsWith('Failed to load') && faults.push(message.text()),
  );
  page.on('pageerror', ({ message }) => faults.push(message));
  await withoutEvents(page);
  await installTools(page);
  await page.clock.install();
  await enter(page, server.url);
}

beforeAll(async () => {
  server = await startServer({ DEMO: '1' });
  browser = await launch();
}, BUILD_LIMIT_MS);
afterEach(() => context?.close());
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

it('see named actions with their trace and who dispatched them, and no secret', async () => {
  await begin();
  const { types } = await tools.held();
  expect(types).toContain('session/signedIn');
  expect(types.filter((type) => !/^(@@|[a-zA-Z]+\/)/.test(type))).toEqual([]);
  // their functions are in no file, and what they read is where the list begins
  expect(types.filter((type) => type.startsWith('persist/'))).toEqual([]);
  const seen = await page.evaluate(() => {
    const { options, store } = (window as unknown as WithTools).tools;
    const { stagedActionIds, actionsById } = store.liftedStore.getState();
    const by = (type: string) => {
      const id = stagedActionIds.find((one) => actionsById[one]!.action.type === type);
      return id === undefined ? undefined : options.actionSanitizer(actionsById[id]!.action).meta?.by;
    };
    return {
      ...options,
      by: ['app/started', 'signIn/submit', 'session/signedIn'].map(by),
      action: options.actionSanitizer({ type: 'x', payload: { name: 'password', value: 'hunter2' } }),
      state: JSON.stringify(options.stateSanitizer(store.getState())),
      token: (store.getState() as { token: { accessToken: string } }).token.accessToken,
    };
  });
  expect(seen).toMatchObject({ name: 'LeaseDesk', trace: true, maxAge: 500 });
  expect(seen.by).toEqual(['browser', 'person', 'saga']);
  expect(JSON.stringify(seen.action)).not.toContain('hunter2');
  expect(seen.token.length).toBeGreaterThan(20);
  expect(seen.state).not.toContain(seen.token);
});

it('go back and forth in time: screen and address follow, without a request or an effect', async () => {
  await begin();
  await menu('产品目录');
  const then = (await tools.held()).at;
  await menu('客户管理');
  const now = (await tools.held()).types.length - 1;
  asked.length = 0;
  await tools.jump(then);
  await heading('产品目录');
  expect(new URL(page.url()).pathname).toBe('/lease/product');
  expect(asked).toEqual([]);
  const { types } = await tools.held();
  await tools.jump(types.length - 1);
  await heading('客户管理');
  expect(new URL(page.url()).pathname).toBe('/lease/customer');
  expect(types.length - 1).toBeGreaterThanOrEqual(now);
});

it('pause the page while they show the past, and say so', async () => {
  await begin();
  await menu('产品目录');
  const then = (await tools.held()).at;
  await renewed(() => page.clock.fastForward(later));
  const cookies = async () => JSON.stringify(await context.cookies());

  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await page.locator('[data-kept-page]:visible').getByRole('button', { name: '搜索' }).focus();
  await tools.jump(then);
  await strip().getByText('操作无效，也不会发送请求').waitFor();
  // The only button that does anything has the focus, which returns to where it was.
  await soon(focused, '回到现在');
  await page.waitForTimeout(200); // what was on its way has arrived
  const [before, kept, { types }] = [asked.length, await cookies(), await tools.held()];
  await page.locator('[data-kept-page]:visible').getByRole('button', { name: '搜索' }).click();
  for (let time = 0; time < 3; time++) await page.clock.fastForward(later);
  await page.waitForTimeout(500); // any request would have been sent by now
  expect(asked.slice(before)).toEqual([]);
  expect((await tools.held()).types).toEqual(types);
  expect(await cookies()).toBe(kept);

  // the loop of the token goes on, with the present pair
  await renewed(() => strip().getByRole('button', { name: '回到现在' }).click());
  await strip().getByRole('button').waitFor({ state: 'detached' });
  await soon(focused, '搜索');
  expect((await tools.held()).types).not.toContain('session/expired');
  await menu('客户管理');
  expect(faults).toEqual([]);
});

it('skip an action, reset the list and come back: nothing of it is kept or sent', async () => {
  await begin('en-GB');
  const kept = async () => (await context.cookies()).find(({ name }) => name.includes('token'))?.value;
  for (const action of [
    { type: 'TOGGLE_ACTION', id: 3 },
    { type: 'RESET', timestamp: 1 },
    { type: 'ROLLBACK', timestamp: 1 },
  ]) {
    await tools.dispatch(action);
    await strip().getByText('nothing is sent').waitFor();
    const [before, then] = [asked.length, await kept()];
    await page.clock.fastForward(later);
    await page.waitForTimeout(300);
    expect([asked.slice(before), await kept()]).toEqual([[], then]);
    await page.keyboard.press('Enter');
    await strip().getByRole('button').waitFor({ state: 'detached' });
    await page.locator('.frame-shell').waitFor();
  }
  // What changes nothing pauses nothing.
  await tools.dispatch({ type: 'COMMIT', timestamp: 1 });
  expect(await strip().textContent()).toBe('');
  expect((await tools.held()).types).not.toContain('app/started');
});

it('write their list of actions into a file, and read it again: the page of then, and the session of now', async () => {
  await begin();
  await menu('产品目录');
  const file = await tools.exported();
  expect(file.includes('persist/')).toBe(false);
  await menu('客户管理');
  const kept = JSON.stringify([
    await page.evaluate(() => ({ ...localStorage })),
    (await context.cookies()).map(({ name }) => name).sort(),
  ]);
  await tools.imported(file);
  await heading('产品目录');
  await strip().getByText('另一段记录').waitFor();
  const before = asked.length;
  await page.clock.fastForward(later);
  await page.waitForTimeout(300);
  expect(asked.slice(before)).toEqual([]);
  const after = JSON.stringify([
    await page.evaluate(() => ({ ...localStorage })),
    (await context.cookies()).map(({ name }) => name).sort(),
  ]);
  expect(after).toBe(kept);
  await renewed(() => strip().getByRole('button', { name: '回到现在' }).click());
  await heading('客户管理');
  await menu('产品目录');
  expect(faults).toEqual([]);

  // A list from before storage was read holds the action that reads it, whose functions no file can hold.
  const { payload, preloadedState } = JSON.parse(file);
  await tools.imported(JSON.stringify({ payload: [{ type: 'persist/PERSIST' }, ...payload], preloadedState }));
  await heading('产品目录');
  expect(faults).toEqual([]);
});
