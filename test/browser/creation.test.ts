/** The way of a clerk to an order for a customer who is not there yet, without leaving the order. */
import type { Browser, Page } from 'playwright-core';
import { complaints } from '../support/axe';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { enter, guarded } from '../support/desk';
import { soon } from '../support/soon';
import { staffOf } from '../support/staff';

jest.setTimeout(90_000);

let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  server = await startServer({ DEMO: '1' });
  browser = await launch();
  await staffOf(server.url).admit('lin.yumo');
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function windowOf(account: string): Promise<{ page: Page; faults: () => string[] }> {
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const faults = await guarded(page);
  await enter(page, server.url, account);
  return { page, faults };
}

it('adds the customer above the order by keys alone, and goes on with the order', async () => {
  const { page, faults } = await windowOf('lin.yumo');
  await page.goto(`${server.url}/lease/order/new`);
  const order = page.locator('[data-kept-page]:visible');
  const chooser = order.getByRole('combobox', { name: '客户名称' });
  const form = page.getByRole('dialog', { name: '新增客户' });
  const add = page.getByRole('option').last();

  await chooser.fill('林');
  await page.getByRole('option').nth(1).waitFor();
  await soon(() => add.textContent(), '新增客户“林”');

  await chooser.fill('云汀声学科技有限公司');
  await page.getByText('没有匹配的记录').first().waitFor();
  await soon(() => add.textContent(), '新增客户“云汀声学科技有限公司”');
  expect(await complaints(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await soon(() => chooser.inputValue(), '云汀声学科技有限公司');

  await page.keyboard.press('ArrowDown');
  await page.getByText('没有匹配的记录').first().waitFor();
  await page.keyboard.press('Enter');
  await form.waitFor();
  await soon(() => form.getByLabel('客户名称').inputValue(), '云汀声学科技有限公司');
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await soon(() => chooser.inputValue(), '云汀声学科技有限公司');

  await page.keyboard.press('ArrowDown');
  await page.getByText('没有匹配的记录').first().waitFor();
  await page.keyboard.press('Enter');
  await form.getByLabel('联系电话').fill('13800006666');
  expect(await complaints(page)).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await form.waitFor({ state: 'detached' });
  await page.getByText('新增成功').waitFor();
  await soon(() => chooser.inputValue(), '云汀声学科技有限公司');
  const phone = order.getByLabel('联系电话');
  await page.waitForFunction((input) => (input as HTMLInputElement).value !== '', await phone.elementHandle());
  await soon(() => phone.inputValue(), '13800006666');
  expect(new URL(page.url()).pathname).toBe('/lease/order/new');

  const product = order.getByRole('combobox', { name: '产品名称' });
  await product.fill('稳盈租 360');
  await page
    .getByRole('option', { name: /稳盈租 360/ })
    .first()
    .click();
  await order.getByLabel('总金额').fill('120000');
  await page.keyboard.press('Control+s');
  await page.waitForURL('**/lease/order/detail/*');
  await order.getByText('云汀声学科技有限公司').first().waitFor();
  expect(faults()).toEqual([]);
});

it('scrolls the page alone when the plan of the order is longer than the window', async () => {
  const { page, faults } = await windowOf('lin.yumo');
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.goto(`${server.url}/lease/order/new`);
  const order = page.locator('[data-kept-page]:visible');
  await order.getByRole('combobox', { name: '产品名称' }).fill('稳盈租 360');
  await page
    .getByRole('option', { name: /稳盈租 360/ })
    .first()
    .click();
  await order.getByLabel('总金额').fill('120000');
  const last = order.locator('table tbody tr').last();
  await last.waitFor();
  expect((await last.boundingBox())!.y).toBeGreaterThan(600);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(600);
  expect(faults()).toEqual([]);
});
