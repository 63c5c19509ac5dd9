/** A day of the manager: reports as of a day with the lists behind them, an early exit, and papers for a customer. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { approvalActs } from '../../../contract/domain/approvals';
import { addDays } from '../../../contract/domain/calendar';
import { sum } from '../../../contract/domain/money';
import { BUILD_LIMIT_MS } from '../../support/browser';
import { callerOf } from '../../support/caller';
import { choose, claimFirst, dataOf, decide, shown, startWorkday, type Workday } from '../../support/workday';

jest.setTimeout(90_000);

let day: Workday;
let manager: Page;
beforeAll(async () => {
  day = await startWorkday(['xu.qingyue', 'he.qingye'], { held: [approvalActs.orderExit.number] });
  manager = await day.open('xu.qingyue');
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await day?.end();
});

it('reads what is unpaid as of a past day, opens the list behind it, and takes it away as a file', async () => {
  await choose(manager, '业务报表');
  const page = shown(manager);
  const { today } = dataOf(await day.admin.get('/blade-collection/collection/standing'));
  const asOf = addDays(today, -10);
  const ages = page.getByRole('region', { name: '按账龄' });
  await ages.getByRole('table').waitFor();
  await page.getByLabel('截至日期').fill(asOf);
  await page.getByRole('button', { name: '生成报表' }).click();
  await page.getByText(new RegExp(`截至日期 ${asOf}`)).waitFor();
  // What is overdue fits on one page of its list.
  const figures = await ages
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.lastElementChild?.textContent ?? ''));
  const at = figures.findIndex((one, index) => index > 0 && one !== '0.00');
  const figure = figures[at]!;
  await ages.locator('tbody tr').nth(at).getByRole('link').last().click();
  await manager.waitForURL('**/report/figures/list/openList*');
  const list = shown(manager).getByRole('table').first();
  await list
    .getByText(/^HT\d+/)
    .first()
    .waitFor();
  await list.locator('tfoot').getByText(figure, { exact: true }).first().waitFor();
  const rows = await list
    .locator('tbody tr')
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
  const foot = await list
    .locator('tfoot tr')
    .evaluate((row) => [...row.children].map((cell) => cell.textContent ?? ''));
  const column = foot.indexOf(figure) - foot.length; // the first cell of the foot may span several columns
  expect(sum(rows.map((cells) => cells.at(column)!.replaceAll(',', '')))).toBe(figure.replaceAll(',', ''));
  const [download] = await Promise.all([
    manager.waitForEvent('download'),
    shown(manager).getByRole('button', { name: '导出 Excel' }).click(),
  ]);
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK');
});

it('asks for an early exit at the amount that was quoted, and the risk officer agrees', async () => {
  const lead = await callerOf(day.server.url, 'xu.qingyue');
  const { records } = dataOf(await lead.get('/blade-order/order/page', { businessStatus: 6, size: 1 }));
  const [{ id, version }] = records;
  const exitDate = dataOf(await day.admin.get('/blade-collection/collection/standing')).today;
  const quote = dataOf(await day.admin.get('/blade-order/order/exit-quote', { id, exitDate }));
  const body = { id, version, exitDate, amount: quote.total, reason: '客户提前还款' };
  dataOf(await lead.post('/blade-order/order/exit', { body }));
  const risk = await day.open('he.qingye');
  await claimFirst(risk);
  await decide(risk, '同意', '同意提前结清');
  const order = dataOf(await day.admin.get('/blade-order/order/detail', { id }));
  expect(order).toMatchObject({ businessStatus: 9, exitAmount: quote.total, exitDate });
  await manager.goto(`${day.server.url}/lease/order/detail/${id}`);
  await shown(manager)
    .getByText(/提前结清办理中/)
    .waitFor();
});

it('prints the statement of a customer', async () => {
  await choose(manager, '客户管理');
  await shown(manager).locator('tbody tr[data-row]').first().dblclick();
  await shown(manager).getByRole('button', { name: '更多操作' }).first().click();
  await manager.getByRole('menuitem', { name: '打印对账单' }).click();
  const form = manager.getByRole('dialog', { name: /的对账单$/ });
  const [download] = await Promise.all([
    manager.waitForEvent('download'),
    form.getByRole('button', { name: '下载 PDF' }).click(),
  ]);
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
  expect(day.faults()).toEqual([]);
});
