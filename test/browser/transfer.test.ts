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

  it('comes in from a file: three bad rows are named and nothing is written, then all are added', async () => {
    const heads = ['客户名称', '联系电话', '证件类型', '证件号码'];
    const row = (at: number) => [`导入客户${at}`, `137${String(at).padStart(8, '0')}`, null, null];
    const good = Array.from({ length: 500 }, (_, at) => row(at));
    const bad = good.map((cells, at) =>
      at === 0
        ? [null, ...cells.slice(1)]
        : at === 1
          ? [cells[0], '12']
          : at === 499
            ? [...cells.slice(0, 2), '身份证']
            : cells,
    );
    const file = (rows: unknown[][]) => ({
      name: '客户.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: xlsx.write(xlsx.utils.book_new(xlsx.utils.aoa_to_sheet([heads, ...rows]), '表'), {
        type: 'buffer',
      }) as Buffer,
    });
    const choose = async (rows: unknown[][], name: string) => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name, exact: true }).click(),
      ]);
      await chooser.setFiles(file(rows));
    };
    await page.getByRole('button', { name: '导入导出' }).click();
    await page.getByRole('menuitem', { name: '导入…' }).click();
    const dialog = page.getByRole('dialog', { name: '导入客户' });
    await choose(bad, '选择文件');
    await dialog.getByText('共 500 行，发现 3 处问题').waitFor();
    const cells = await dialog.locator('tbody tr').allTextContents();
    expect(cells).toEqual([
      '第 2 行客户名称请输入客户名称',
      '第 3 行联系电话联系电话格式不正确',
      '第 501 行证件类型“身份证”不是证件类型的可选项',
    ]);
    expect(await dialog.getByRole('button', { name: '导入', exact: false }).last().getAttribute('aria-disabled')).toBe(
      'true',
    );
    await choose(good, '重新选择');
    await dialog.getByRole('button', { name: '导入 500 行' }).click();
    await page.getByText('已导入').waitFor();
    await page.getByText('导入客户499').first().waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(faults()).toEqual([]);
  });
});
