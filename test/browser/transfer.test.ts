/** Lists out and in as files, as a person does it: a progress bar, a file that another program opens. */
import { readFileSync } from 'node:fs';
import * as xlsx from '@e965/xlsx';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { capitals, formatMoney } from '../../contract/domain/money';
import { mostRowsStreamed } from '../../contract/wire/transfer';
import { attachEmbedded } from '../../server/platform/embedded';
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

/** Past every rule, as the owner of the database. */
async function sql<R>(text: string, values: unknown[] = []): Promise<R[]> {
  const { owner, stop } = await attachEmbedded(server.dataDir);
  const pool = new pg.Pool({ ...owner, max: 1 });
  const { rows } = await pool.query(text, values);
  await pool.end();
  await stop();
  return rows;
}

/** How the administrator has shaped a list. */
function shape(module: string, shaped: object): Promise<unknown> {
  return sql(
    `insert into list_shape (tenant_id, user_id, module, shape, update_time)
     select tenant_id, id, $1, $2, now() from sys_user where account = 'admin' and tenant_id = '000000'`,
    [module, JSON.stringify(shaped)],
  );
}

function rowsOf(bytes: Buffer): string[][] {
  const book = xlsx.read(bytes);
  return xlsx.utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1, raw: false, defval: '' });
}

describe('a list', () => {
  beforeAll(async () => {
    const context = await browser.newContext({
      locale: 'zh-CN',
      viewport: { width: 1440, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    page = await context.newPage();
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
            ? [...cells.slice(0, 2), '驾驶证']
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
      expect.stringMatching(/^第 501 行证件类型“驾驶证”不是证件类型的可选项，可填：居民身份证、/),
    ]);
    await dialog.getByRole('button', { name: '复制清单' }).click();
    await page.getByText('清单已复制').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied.split('\n').map((line) => line.split('\t'))).toEqual([
      ['第 2 行', '客户名称', '请输入客户名称'],
      ['第 3 行', '联系电话', '联系电话格式不正确'],
      ['第 501 行', '证件类型', expect.stringMatching(/^“驾驶证”/)],
    ]);
    const worse = Array.from({ length: 600 }, () => [null, 'x']);
    await choose(worse, '重新选择');
    await dialog.getByText('共 600 行，发现 1,200 处问题，以下列出前 500 处。修改后重新选择文件。').waitFor();
    const list = dialog.getByRole('region', { name: '校验发现的问题' });
    await list.evaluate((part) => part.scrollTo(0, part.scrollHeight));
    // The headings stay above the last row.
    const [box, titles] = [await list.boundingBox(), await list.locator('th').first().boundingBox()];
    expect(titles!.y - box!.y).toBeLessThan(1);
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

  it('of more rows than a page receives is made in the background while the person goes on, and saved when ready', async () => {
    const [{ before }] = (await sql<{ before: number }>(
      'select count(*)::int as before from lease_order where is_deleted = 0',
    )) as [{ before: number }];
    await sql(
      `insert into lease_order (id, tenant_id, customer_id, product_id, contract_code, customer_name, product_name,
         total_amount, amount_per, deadline, year_rate, get_type, day_count, business_status, create_time, update_time)
       select id + n, tenant_id, customer_id, product_id, 'LONG' || lpad(n::text, 6, '0'), customer_name, product_name,
         total_amount, amount_per, deadline, year_rate, get_type, day_count, business_status, create_time, update_time
       from (select * from lease_order where is_deleted = 0 order by id limit 1) o, generate_series(1, $1) n`,
      [mostRowsStreamed + 1],
    );
    // As many columns as the test reads.
    await shape('order', { columns: [{ name: 'contractCode' }, { name: 'totalAmount' }] });
    await page.goto(`${server.url}/lease/order`);
    await page.locator('tr[data-row]').first().waitFor();
    await page.getByRole('button', { name: '导入导出' }).click();
    const arriving = page.waitForEvent('download', { timeout: 60_000 });
    await page.getByRole('menuitem', { name: '导出 Excel' }).click();
    await page.getByText(/列表较长，正在后台生成/).waitFor();
    await page.getByRole('progressbar').waitFor();
    await page.getByRole('link', { name: '我的导出' }).click();
    const row = page.locator('tr[data-row]', { hasText: '订单管理_' });
    await row.getByRole('progressbar').waitFor();
    const rows = rowsOf(readFileSync(await (await arriving).path()));
    expect(rows).toHaveLength(before + mostRowsStreamed + 2);
    const codes = new Set(rows.map(([code]) => code).filter((code) => code?.startsWith('LONG')));
    expect(codes.size).toBe(mostRowsStreamed + 1);
    await row.getByText('已完成').waitFor();
    await row.getByText(String(before + mostRowsStreamed + 1).replace(/(?=\d{3}$)/, ',')).waitFor();
    const again = page.waitForEvent('download');
    await row.getByRole('button', { name: '下载' }).click();
    expect((await again).suggestedFilename()).toMatch(/^订单管理_.*\.xlsx$/);
    expect(faults()).toEqual([]);
  });

  it('and an order, its plan and a receipt are printed as sheets that hold nothing else', async () => {
    const [paid] = await sql<{ order_id: string; amount: string; card: string }>(
      `select order_id::text, amount_payable::text as amount, bank_card_code as card from lease_payment_plan
       where pay_status = 1 and is_deleted = 0 order by id limit 1`,
    );
    const printed = async (): Promise<{ text: string; size: string }> => {
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
      await page.emulateMedia({ media: 'print' });
      // biome-ignore lint/performance/useDomNodeTextContent: what is hidden on paper is not to be read
      const text = await page.locator('body').innerText();
      await page.emulateMedia({ media: null });
      return { text, size: /\/MediaBox \[([^\]]+)\]/.exec(pdf)?.[1] ?? '' };
    };
    const portrait = /^0 0 59[45][.\d]* 84[12][.\d]*$/;
    await page.goto(`${server.url}/lease/order/detail/${paid!.order_id}`);
    const choose = async (name: string) => {
      await page.getByRole('button', { name: '打印', exact: true }).click();
      await page.getByRole('menuitem', { name }).click();
      await page.getByRole('dialog', { name: '打印预览' }).waitFor();
    };
    const close = () => page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click();
    await choose('打印订单信息表');
    const order = await printed();
    expect(order.text).toMatch(/^订单信息表/);
    expect([order.size.match(portrait) !== null, order.text.includes(paid!.card)]).toEqual([true, false]);
    for (const part of ['大写', '办理时间', `**** ${paid!.card.slice(-4)}`, '打印：'])
      expect(order.text).toContain(part);
    for (const part of ['打印预览', '我的导出', '订单管理']) expect(order.text).not.toContain(part);
    await close();
    await choose('打印付款计划表');
    expect((await printed()).text).toMatch(/^付款计划表.*合计.*打印：/s);
    await close();
    await page
      .getByRole('button', { name: /期付款回单$/ })
      .first()
      .click();
    await page.getByRole('dialog', { name: '打印预览' }).waitFor();
    const receipt = await printed();
    expect(receipt.text).toMatch(/^付款回单/);
    for (const part of [`¥ ${formatMoney(paid!.amount)}`, capitals(paid!.amount), '确认人', '付款批次号'])
      expect(receipt.text).toContain(part);
    await close();
    await shape('customer', { size: 100 }); // more rows than are drawn at once
    await page.goto(`${server.url}/lease/customer?realName=导入`);
    await page.locator('tr[data-row]').first().waitFor();
    await page.getByRole('button', { name: '打印本页' }).click();
    await page.getByRole('dialog', { name: '打印预览' }).waitFor();
    const list = await printed();
    expect(list.text).toMatch(/^客户\s+查询条件：客户名称 +导入/);
    expect(list.text.match(/导入客户\d+/g)).toHaveLength(100);
    expect(list.size).toMatch(/^0 0 84[12][.\d]* 59[45][.\d]*$/);
    await close();
    expect(faults()).toEqual([]);
  });
});
