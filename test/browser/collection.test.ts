/** The lease objects of an order on its page, and the collection desk, as people use them. */
import type { Browser, Page } from 'playwright-core';
import { complaints } from '../support/axe';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { enter, guarded } from '../support/desk';

jest.setTimeout(120_000);

let server: RunningServer;
let browser: Browser;
let page: Page;
let faults: () => string[];

beforeAll(async () => {
  server = await startServer({ DEMO: '1' });
  browser = await launch();
  const context = await browser.newContext({
    locale: 'zh-CN',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  page.setDefaultTimeout(20_000);
  faults = await guarded(page);
  await enter(page, server.url);
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  expect(faults?.()).toEqual([]);
});

const shown = () => page.locator('[data-kept-page]:visible');

it('an object is entered on the page of its order, and a wrong VIN is told', async () => {
  await page.goto(`${server.url}/lease/order?businessStatus=1`);
  await shown()
    .locator('tbody tr[data-row]')
    .first()
    .getByText(/^HT\d+/)
    .first()
    .click();
  await shown().getByRole('heading', { name: '租赁物' }).waitFor();
  await shown().getByRole('button', { name: '新增租赁物' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('租赁物名称').fill('重型牵引车');
  await form.getByRole('combobox', { name: /类别/ }).selectOption({ label: '车辆' });
  await form.getByLabel('序列号/车架号').fill('1M8GDM9A1KP042788');
  await form.getByRole('button', { name: '保存' }).click();
  await form.getByText('序列号/车架号校验位不正确，请核对').waitFor();
  await form.getByLabel('序列号/车架号').fill('1M8GDM9AXKP042788');
  expect(await complaints(page)).toEqual([]);
  await page.keyboard.press('Enter');
  const table = shown().getByRole('table', { name: '租赁物' });
  await table.getByText('1M8GDM9AXKP042788').waitFor();
  await table.getByText('待交付').waitFor();
});

it('the collection desk shows its steps and views, by keyboard and on a phone', async () => {
  await page.goto(`${server.url}/lease/collectiondesk`);
  const steps = shown().getByRole('group', { name: '按最长逾期天数' });
  await steps.getByRole('button', { name: /^90 天以上：\d+ 单/ }).waitFor();
  await steps.getByRole('button', { name: /^31–60 天/ }).focus();
  await page.keyboard.press('Enter');
  await steps.locator('button[aria-pressed=true]', { hasText: '31–60 天' }).waitFor();
  expect(await complaints(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await steps.getByRole('button', { name: /^全部：/ }).waitFor();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
});
