/** Lists out and in as files, as a person does it: a progress bar, a file that another program opens. */
import { readFileSync } from 'node:fs';
import * as xlsx from '@e965/xlsx';
import type { Browser, Page } from 'playwright-core';
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
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

function rowsOf(bytes: Buffer): string[][] {
  const book = xlsx.read(bytes);
  return xlsx.utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1, raw: false, defval: '' });
}

describe('a list', () => {
  beforeAll(async () => {
    const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
    page = await context.newPage();
    page.setDefaultTimeout(15_000);
    faults = await guarded(page);
    await enter(page, server.url);
  });

  it('is saved as a workbook that another program opens', async () => {
    await page.goto(`${server.url}/lease/customer`);
    await page.locator('tr[data-row]').first().waitFor();
    await page.getByRole('button', { name: '导入导出' }).click();
    const arriving = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: '导出 Excel' }).click();
    const download = await arriving;
    expect(download.suggestedFilename()).toMatch(/^客户管理_\d{4}-\d\d-\d\d\.xlsx$/);
    const [head, ...rows] = rowsOf(readFileSync(await download.path()));
    expect(head!.slice(0, 2)).toEqual(['客户名称', '联系电话']);
    const shown = await page.locator('tr[data-row]').first().locator('td').nth(1).textContent();
    expect(rows[0]![0]).toBe(shown?.trim());
    await page.getByText('已导出').waitFor();
    expect(faults()).toEqual([]);
  });
});
