/** Every screen of the menu, in Chromium, while the line is cut after its first answer: none passes old rows off as new. */
import type { Browser, Page, Request } from 'playwright-core';
import { pushPath } from '../../contract/wire/push';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { callerOf } from '../support/caller';
import { enter, moveTo } from '../support/desk';

jest.setTimeout(300_000);

/** Screens without an answer of the server that could become old, and why. */
const without: Record<string, string> = {};

interface Item {
  path: string;
  name: string;
  children?: Item[];
}
let server: RunningServer;
let browser: Browser;
let page: Page;
let isCut = false;
const screens: Item[] = [];
const pending = new Set<Request>();

/** Nothing has been under way for a while. */
async function settled(): Promise<void> {
  for (let quiet = 0, turns = 0; quiet < 5 && turns < 100; quiet = pending.size === 0 ? quiet + 1 : 0, turns++)
    await page.waitForTimeout(50);
}

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ DEMO: '1' }), launch()]);
  const viewport = { width: 1440, height: 900 };
  page = await (await browser.newContext({ viewport, locale: 'zh-CN', reducedMotion: 'reduce' })).newPage();
  await page.route('**/api/**', (route) => (isCut ? route.abort() : route.continue()));
  const isCall = (request: Request) => request.url().includes('/api/') && !request.url().includes(pushPath);
  page.on('request', (request) => void (isCall(request) && pending.add(request)));
  page.on('requestfinished', (request) => void pending.delete(request));
  page.on('requestfailed', (request) => void pending.delete(request));
  await enter(page, server.url);
  const { body } = await (await callerOf(server.url)).get('/blade-system/menu/routes');
  const leaves = (items: Item[]): Item[] =>
    items.flatMap((item) => (item.children?.length ? leaves(item.children) : [item]));
  screens.push(...leaves(body.data));
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

it('says so on every screen, and asks again by itself', async () => {
  const silent: string[] = [];
  const lasting: string[] = [];
  for (const { path } of screens) {
    await moveTo(page, path);
    await settled();
    const shown = page.locator('[data-kept-page]:visible');
    const refresh = shown.getByRole('button', { name: '刷新', exact: true });
    const retry = shown.getByRole('button', { name: '重试' });
    const lists = await refresh.count();
    isCut = true;
    // Without such a button a page asks again when it is shown again.
    if (lists === 0) for (const place of ['/wel/index', path]) await moveTo(page, place);
    else for (let at = 0; at < lists; at++) await refresh.nth(at).click();
    await settled();
    const bars = await retry.count();
    if (!without[path] && bars < Math.max(lists, 1)) silent.push(`${path}: ${bars} of ${lists}`);
    isCut = false;
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await settled();
    if ((await retry.count()) > 0) lasting.push(path);
  }
  expect({ silent, lasting }).toEqual({ silent: [], lasting: [] });
});
