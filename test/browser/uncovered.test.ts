/** What closes or is left behind leaves nothing covered and no focus lost. */
import type { Browser, Page } from 'playwright-core';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { enter, goByMenu, guarded } from '../support/desk';

jest.setTimeout(180_000);

let server: RunningServer;
let browser: Browser;
let page: Page;
let faults: () => string[];
beforeAll(async () => {
  server = await startServer({ DEMO: '1' });
  browser = await launch();
  page = await (await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } })).newPage();
  faults = await guarded(page);
  await enter(page, server.url);
}, BUILD_LIMIT_MS);
afterAll(async () => {
  expect(faults()).toEqual([]);
  await browser?.close();
  await server?.stop();
});

it('shows the page to screen readers when the way back leaves a dialog behind', async () => {
  await goByMenu(page, '产品目录');
  await goByMenu(page, '客户管理');
  const list = page.locator('[data-kept-page]:visible');
  await list.getByRole('button', { name: '新增', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await page.waitForFunction(() => document.getElementById('root')?.getAttribute('aria-hidden') === 'true');
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.waitForFunction(() => !document.getElementById('root')?.hasAttribute('aria-hidden'));
  await page.getByRole('heading', { level: 1, name: '产品目录' }).waitFor();
  await page.waitForFunction(() => document.activeElement !== document.body);
  // Forward the dialog is there again, with the page covered behind it.
  await page.goForward();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

it('moves the focus to what was booked', async () => {
  await goByMenu(page, '收付工作台');
  const bench = page.locator('[data-kept-page]:visible');
  await bench.locator('tbody input[type=checkbox]').first().check();
  await bench.getByRole('button', { name: /^确认[收付]款 1 笔/ }).click();
  const dialog = page.getByRole('alertdialog');
  const reason = dialog.locator('textarea');
  if (await reason.count()) await reason.fill('客户要求');
  await dialog.locator('input').last().fill('1');
  await dialog.getByRole('button', { name: /^确认[收付]款$/ }).click();
  const title = bench.getByRole('heading', { name: /^已[收付]款 1 笔$/ });
  await title.waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === 'H2');
});
