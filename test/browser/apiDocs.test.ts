/** The API reference in Chromium: reached by its old address, searched, opened by keyboard, copied; on a phone and dark. */
import type { Browser, Page } from 'playwright-core';
import { complaints } from '../support/axe';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { enter, moveTo } from '../support/desk';
import { soon } from '../support/soon';

jest.setTimeout(120_000);
let server: RunningServer;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launch()]);
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  page = await context.newPage();
  await enter(page, server.url);
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const shown = () => page.locator('[data-kept-page]:visible');
/** Pictures of the page for those who look at them, where the run asks for them. */
async function picture(name: string) {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
}
async function isWiderThanWindow() {
  return page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
}

it('is where the address of the document leads a person who is signed in, and in the menu', async () => {
  await page.goto(`${server.url}/api/docs`);
  await page.waitForURL('**/tool/api');
  await shown().getByRole('heading', { name: '接口文档', level: 1 }).waitFor();
  await shown().getByRole('button', { name: '订单 blade-order/order' }).waitFor();
  expect(await page.locator('.frame-shell a[href="/tool/api"]').count()).toBeGreaterThan(0);
  // Calls are drawn when their area is opened.
  await soon(() => shown().getByRole('heading', { level: 3 }).count(), 0);
  // The console's own files are no calls.
  expect(
    await shown()
      .getByRole('button', { name: /^\d+ 个接口/ })
      .count(),
  ).toBe(0);
  expect(await complaints(page)).toEqual([]);
  await picture('areas-zh');
});

it('finds a call, opens it by keyboard, and copies it without the token', async () => {
  await shown().getByRole('searchbox').fill('order/submit 订单');
  const call = shown().getByRole('button', { name: '/api/blade-order/order/submit' });
  await call.focus();
  await page.keyboard.press('Enter');
  await soon(() => call.getAttribute('aria-expanded'), 'true');
  const details = call.locator('xpath=ancestor::li[1]');
  for (const part of ['order_edit', '请求体', 'customerId', '返回：Order', '409', '与他人的修改冲突'])
    expect(await details.textContent()).toContain(part);
  expect(await details.getByText('必填', { exact: true }).count()).toBe(0); // of an answer nothing is required
  expect(await complaints(page)).toEqual([]);
  await picture('call-zh');
  await details.getByRole('button', { name: '复制为 curl' }).click();
  await page.locator('.Toasts-toast', { hasText: '已复制' }).first().waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`curl '${server.url}/api/blade-order/order/submit'`);
  expect(copied).toContain('Blade-Auth: bearer $TOKEN');
});

it('is read in English, dark and on a phone', async () => {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  await page.goto(`${server.url}/login`);
  await page.waitForFunction(() => !document.getElementById('root')?.dataset.drawn);
  await page.getByRole('button', { name: 'English' }).click();
  await enter(page, server.url);
  await page.getByRole('button', { name: 'Switch to dark' }).click();
  await moveTo(page, '/tool/api');
  await shown().getByRole('heading', { name: 'API reference', level: 1 }).waitFor();
  await shown().getByRole('searchbox').fill('order/submit');
  await shown().getByRole('button', { name: '/api/blade-order/order/submit' }).click();
  expect(await complaints(page)).toEqual([]);
  await picture('call-en-dark');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await isWiderThanWindow()).toBe(false);
  expect(await complaints(page)).toEqual([]);
  await picture('call-en-phone');
  await shown().getByRole('searchbox').fill('no such call');
  await shown().getByRole('button', { name: 'Clear search' }).click();
  await shown().getByRole('button', { name: 'Order blade-order/order' }).click();
  await shown().getByRole('heading', { level: 3 }).first().waitFor();
  await picture('areas-en-phone');
});
