/** A report from the list to a file: opened, made with another parameter, its totals read, saved as a workbook. */
import { readFileSync } from 'node:fs';
import * as xlsx from '@e965/xlsx';
import type { Browser, Page } from 'playwright-core';
import { complaints } from '../support/axe';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { enter, guarded } from '../support/desk';

jest.setTimeout(90_000);

let server: RunningServer;
let browser: Browser;
let page: Page;
let faults: () => string[];

beforeAll(async () => {
  server = await startServer({ DEMO: '1' });
  browser = await launch();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
  page = await context.newPage();
  faults = await guarded(page);
  await enter(page, server.url);
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

it('is opened, narrowed, added up, linked to and saved', async () => {
  await page.goto(`${server.url}/report/reportlist`);
  await page
    .getByRole('link', { name: '业务台账' })
    .or(page.getByRole('button', { name: '业务台账' }))
    .first()
    .click();
  const shown = page.locator('[data-kept-page]:visible');
  const orders = shown.getByRole('region', { name: '订单明细' });
  const foot = orders.locator('tfoot td');
  const amount = async () => (await foot.allTextContents())[7]!;
  await orders.getByRole('row').nth(1).waitFor();
  const onLease = await amount();
  expect(onLease).toMatch(/^[\d,]+\.\d\d$/);
  expect(await complaints(page)).toEqual([]);

  await shown.getByText('全部', { exact: true }).click();
  const answered = page.waitForResponse((answer) => answer.url().includes('/rest/preview'));
  await shown.getByRole('button', { name: '生成报表' }).click();
  await answered;
  await page.waitForFunction(
    (before) =>
      [...document.querySelectorAll('tfoot td')].some(
        (cell) => /\d/.test(cell.textContent!) && cell.textContent !== before,
      ) && location.search.includes('scope=2'),
    onLease,
  );
  const all = await amount();
  expect(Number(all.replaceAll(',', ''))).toBeGreaterThan(Number(onLease.replaceAll(',', '')));

  const arriving = page.waitForEvent('download');
  await shown.getByRole('button', { name: '导出 Excel' }).click();
  const download = await arriving;
  expect(download.suggestedFilename()).toMatch(/^业务台账_\d{4}-\d\d-\d\d\.xlsx$/);
  const book = xlsx.read(readFileSync(await download.path()));
  const rows = xlsx.utils.sheet_to_json<string[]>(book.Sheets.订单明细!, { header: 1, raw: false });
  expect(rows.at(-1)![7]).toBe(all);

  // The address opens the same report, also as the family writes it, without the token that it may carry.
  await page.goto(`${server.url}/ureport/preview?_u=blade-业务台账&scope=2&blade-auth=bearer%20x`);
  await page.waitForURL(/preview\/\d+\?/);
  expect(page.url()).not.toContain('bearer');
  await orders.getByRole('row').nth(1).waitFor();
  expect(await amount()).toBe(all);
  expect(faults()).toEqual([]);
});
