/** The console while the line to the server is cut: no screen passes old rows off as new, and no command is lost. */
import type { Browser, Page, Request } from 'playwright-core';
import { awaitingContract } from '../../contract/domain/lifecycle/orderStates';
import { pushPath } from '../../contract/wire/push';
import { complaints } from '../support/axe';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { callerOf } from '../support/caller';
import { enter, moveTo } from '../support/desk';
import { inTime, soon } from '../support/soon';

jest.setTimeout(300_000);

/** Screens that show an answer only to a question that is asked on them, and no old one when that fails; the API page asks once. */
const asked = ['/report/figures', '/authority/why', '/tool/api'];

interface Item {
  path: string;
  name: string;
  children?: Item[];
}
let server: RunningServer;
let browser: Browser;
let page: Page;
let isCut = false;
/** Calls that the server carries out while their answers are lost. */
let lost: RegExp | null = null;
const screens: Item[] = [];
const pending = new Set<Request>();

/** Nothing has been under way for a while. */
async function settled(): Promise<void> {
  for (let quiet = 0, turns = 0; quiet < 5 && turns < 100; quiet = pending.size === 0 ? quiet + 1 : 0, turns++)
    await page.waitForTimeout(50);
}
/** The line is there again, and the browser says so. */
async function restore(): Promise<void> {
  isCut = false;
  lost = null;
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await settled();
}

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ DEMO: '1' }), launch()]);
  const viewport = { width: 1440, height: 900 };
  page = await (await browser.newContext({ viewport, locale: 'zh-CN', reducedMotion: 'reduce' })).newPage();
  await page.route('**/api/**', async (route) => {
    const isLost = lost?.test(route.request().url()) ?? false;
    if (isLost) await route.fetch();
    await (isCut || isLost ? route.abort() : route.continue());
  });
  // The code of a page is waited for like its calls: until it is there the page looks as if it asked for nothing.
  page.on('request', (request) => void (request.url().includes(pushPath) || pending.add(request)));
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

afterEach(restore);

const shown = () => page.locator('[data-kept-page]:visible');
const dialog = () => page.getByRole('dialog');
const toasts = () => page.locator('.Toasts-toast');
const troubles = () => page.locator('.Toasts-toast[data-tone=error]');
const unconfirmed = '无法连接服务器，刚才的操作未得到确认';

it('is said on every screen that asks again meanwhile, which does so by itself afterwards', async () => {
  const silent: string[] = [];
  const lasting: string[] = [];
  for (const { path } of screens) {
    await moveTo(page, path);
    await settled();
    const refresh = shown().getByRole('button', { name: '刷新', exact: true });
    const retry = shown().getByRole('button', { name: '重试' });
    const lists = await refresh.count();
    isCut = true;
    // Without such a button a page asks again when it is shown again.
    if (lists === 0) for (const place of ['/wel/index', path]) await moveTo(page, place);
    else for (let at = 0; at < lists; at++) await refresh.nth(at).click();
    await settled();
    const isSaid = async () => asked.includes(path) || (await retry.count()) >= Math.max(lists, 1);
    if (!(await inTime(isSaid))) silent.push(`${path}: ${await retry.count()} of ${lists}`);
    await restore();
    if (!(await inTime(async () => (await retry.count()) === 0))) lasting.push(path);
  }
  expect({ silent, lasting }).toEqual({ silent: [], lasting: [] });
});

it('leaves the rows of earlier as legible as they were', async () => {
  await moveTo(page, '/lease/order');
  await settled();
  isCut = true;
  await shown().getByRole('button', { name: '刷新', exact: true }).click();
  await shown().getByRole('button', { name: '重试' }).waitFor();
  await page.waitForTimeout(400); // rows are dimmed late
  expect(await complaints(page, { frame: true })).toEqual([]);
  await restore();
});

it('is said in a dialog beside the button that was pressed, which then does it', async () => {
  await moveTo(page, '/system/param');
  await settled();
  await shown().getByRole('button', { name: '新增', exact: true }).click();
  await dialog().getByLabel('参数名称').fill('断线时');
  await dialog().getByLabel('参数键名').fill('test.line');
  await dialog().getByLabel('参数键值').fill('1');
  isCut = true;
  await dialog().getByRole('button', { name: '保存' }).click();
  await dialog().getByRole('alert').getByText('操作未得到确认，请重试').waitFor();
  expect([await troubles().count(), await page.getByText(unconfirmed).count()]).toEqual([0, 0]);
  await soon(() => dialog().getByLabel('参数名称').inputValue(), '断线时');
  await restore();
  await dialog().getByRole('button', { name: '保存' }).click();
  await toasts().getByText('新增成功').waitFor();
  await dialog().waitFor({ state: 'detached' });
  await toasts().first().waitFor({ state: 'detached' });
});

it('is said above the page of a command without a form, which is given again from there', async () => {
  await moveTo(page, '/lease/product');
  await settled();
  const row = shown().locator('tr[data-row]', { hasText: '正常' }).first();
  const name = (await row.locator('.text-link').first().textContent())!;
  const named = shown().locator('tr[data-row]', { hasText: name });
  const turn = async (action: string) => {
    await named.getByRole('button', { name: /更多操作/ }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  isCut = true;
  await turn('停用');
  const bar = page.getByRole('alert').filter({ hasText: unconfirmed });
  await bar.waitFor();
  expect([await named.getByText('正常', { exact: true }).count(), await troubles().count()]).toEqual([1, 0]);
  await restore();
  await bar.getByRole('button', { name: '重试' }).click();
  await bar.waitFor({ state: 'detached' });
  await named.getByText('停用', { exact: true }).waitFor();
  await turn('启用');
  await named.getByText('正常', { exact: true }).waitFor();
});

it('is no command given twice: one that was done is done once, and of several none is left out', async () => {
  const caller = await callerOf(server.url);
  const { body } = await caller.get('/blade-order/order/page', { businessStatus: awaitingContract });
  const { id } = body.data.records[0];
  const bar = page.getByRole('alert').filter({ hasText: unconfirmed });
  await moveTo(page, `/lease/order/detail/${id}`);
  await settled();
  const sure = page.getByRole('alertdialog').or(dialog()).getByRole('button').last();
  const making = /makeContract/;
  lost = making;
  const keys = new Set<string | undefined>();
  page.on('request', (request) => {
    if (making.test(request.url())) keys.add(request.headers()['idempotency-key']);
  });
  await shown().getByRole('button', { name: '发起签约' }).first().click();
  await sure.click();
  await bar.waitFor();
  lost = null;
  await bar.getByRole('button', { name: '重试' }).click();
  await sure.click();
  await toasts().getByText('合同已生成').waitFor();
  await bar.waitFor({ state: 'detached' });
  expect(keys.size).toBe(1);
  const made = await caller.get('/blade-fascContract/fascContract/list', { orderId: id, size: 50 });
  const types = made.body.data.records.map((one: { type: number }) => one.type);
  expect(types.length).toBeGreaterThan(0);
  expect(new Set(types).size).toBe(types.length);

  await moveTo(page, '/lease/product');
  await settled();
  const rows = shown().locator('tr[data-row]', { hasText: '正常' });
  const names = await Promise.all([0, 1].map((at) => rows.nth(at).locator('.text-link').first().textContent()));
  const chosen = names.map((name) => shown().locator('tr[data-row]', { hasText: name! }));
  isCut = true;
  for (const row of chosen) {
    await row.getByRole('button', { name: /更多操作/ }).click();
    await page.getByRole('menuitem', { name: '停用' }).click();
    await bar.waitFor();
    await settled();
  }
  await restore();
  for (const row of chosen) {
    await bar.getByRole('button', { name: '重试' }).click();
    await row.getByText('停用', { exact: true }).waitFor();
  }
  await bar.waitFor({ state: 'detached' });
});

it('is not said of paging, which is no command', async () => {
  await moveTo(page, '/lease/order');
  await settled();
  isCut = true;
  await shown().getByRole('button', { name: '下一页' }).click();
  await shown().getByText('暂不能选择或打开').waitFor();
  await page.waitForTimeout(1500);
  await soon(() => page.getByText(unconfirmed).count(), 0);
  await restore();
  await shown().getByText('暂不能选择或打开').waitFor({ state: 'detached' });
});

it('is forgotten with its dialog, and on another page', async () => {
  await moveTo(page, '/system/param');
  await settled();
  await shown().locator('tr[data-row]').first().getByRole('button', { name: '编辑' }).click();
  await dialog().getByLabel('参数名称').fill('改了名称');
  isCut = true;
  await dialog().getByRole('button', { name: '保存' }).click();
  await dialog().getByRole('alert').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button').last().click();
  await dialog().waitFor({ state: 'detached' });
  await soon(() => page.getByText('操作未得到确认').count(), 0);
  // A page that cannot open what was asked for says so, and only there.
  await shown().locator('tr[data-row]').first().getByRole('button', { name: '编辑' }).click();
  await page.getByText(unconfirmed).waitFor();
  await restore();
  await moveTo(page, '/lease/product');
  await soon(() => page.getByText(unconfirmed).count(), 0);
});
