/** Deeds on the page of an order: an exit quoted, begun and withdrawn, and a restructuring previewed. */
import type { Browser, Page } from 'playwright-core';
import { approvalActs } from '../../contract/domain/approvals';
import { active } from '../../contract/domain/lifecycle/orderStates';
import { complaints } from '../support/axe';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { callerOf } from '../support/caller';
import { enter, guarded } from '../support/desk';
import { staffOf } from '../support/staff';
import { dataOf } from '../support/workday';

jest.setTimeout(90_000);

let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  server = await startServer({ DEMO: '1' });
  browser = await launch();
  // What others would decide on is about another test.
  const admin = await callerOf(server.url);
  const { records } = dataOf(await admin.get('/blade-flow/approval-rule/list', { size: 50 }));
  const rule = records.find(({ act }: { act: number }) => act === approvalActs.orderExit.number);
  dataOf(await admin.post('/blade-flow/approval-rule/update', { body: { ...rule, isOn: 0 } }));
  // Two people loosen a rule.
  await staffOf(server.url).admit('he.qingye');
  const other = await callerOf(server.url, 'he.qingye');
  const tasks = dataOf(await other.get('/blade-flow/work/claim-list', { size: 50 })).records;
  const [{ taskId }] = tasks.filter(({ startUserName }: { startUserName: string }) => startUserName === '管理员');
  dataOf(await other.post('/blade-flow/work/claim-task', { query: { taskId } }));
  dataOf(await other.post('/blade-flow/work/complete-task', { body: { taskId, flag: 'ok', comment: '同意' } }));
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function openRunning(page: Page) {
  await page.goto(`${server.url}/lease/order?businessStatus=${active}`);
  await page.locator('[data-kept-page]:visible tr[data-row]').first().dblclick();
  const shown = page.locator('[data-kept-page]:visible');
  await shown.getByRole('table', { name: /计划/ }).waitFor();
  return shown;
}

it('quotes an early exit, begins it, withdraws it, and previews a restructuring', async () => {
  const page = await (await browser.newContext({ locale: 'zh-CN', reducedMotion: 'reduce' })).newPage();
  const faults = await guarded(page);
  await enter(page, server.url);
  const shown = await openRunning(page);

  await shown.getByRole('button', { name: '更多操作' }).click();
  await page.getByRole('menuitem', { name: '提前结清' }).click();
  const dialog = page.getByRole('alertdialog', { name: /^提前结清/ });
  const quote = dialog.getByRole('table', { name: '结算明细' });
  await quote.getByText('剩余本金').waitFor();
  expect(await complaints(page)).toEqual([]);
  // The reason is asked for where it is missing, and the keyboard stands there.
  await dialog.getByRole('button', { name: '提交提前结清' }).click();
  const reason = dialog.getByRole('textbox', { name: '原因' });
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'reason');
  await page.keyboard.type('客户提前还款');
  await dialog.getByRole('button', { name: '提交提前结清' }).click();
  await reason.waitFor({ state: 'detached' });
  const line = shown.getByText(/提前结清办理中/);
  await line.waitFor();

  await shown.getByRole('button', { name: '撤回', exact: true }).click();
  const back = page.getByRole('alertdialog', { name: /^撤回提前结清/ });
  await back.getByRole('textbox', { name: '原因' }).fill('客户改变主意');
  await back.getByRole('button', { name: '撤回', exact: true }).click();
  await line.waitFor({ state: 'detached' });

  // A restructuring shows the old rows beside the new ones, and says what changes.
  await shown.getByRole('button', { name: '更多操作' }).click();
  await page.getByRole('menuitem', { name: '展期变更' }).click();
  const terms = page.getByRole('alertdialog', { name: /^展期变更/ });
  await terms.getByRole('textbox', { name: '展期月数' }).fill('6');
  const rowsOf = async (name: string | RegExp) => {
    const said = terms.getByRole('table', { name }).getByText(/^[1-9]\d* 期$/);
    return Number.parseInt((await said.textContent()) ?? '', 10);
  };
  const old = await rowsOf(/^原计划/);
  const made = terms.getByRole('table', { name: '新计划' });
  await made.getByText(`${old + 6} 期`, { exact: true }).waitFor();
  await terms.getByText(/变更前后相等/).waitFor();
  expect(await complaints(page)).toEqual([]);
  await terms.getByRole('button', { name: '取消' }).click();
  expect(faults()).toEqual([]);
});
