/**
 * A change that another person decides on: the rule chooses its process by name, the change is said to wait and its
 * record shows so.
 */
import type { Browser, Page } from 'playwright-core';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { enter, guarded } from '../support/desk';
import { soon } from '../support/soon';
import { staffOf } from '../support/staff';

jest.setTimeout(120_000);

let server: RunningServer;
let browser: Browser;
let maker: Page;
const faults: (() => string[])[] = [];

async function open(account: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
  const page = await context.newPage();
  faults.push(await guarded(page));
  await enter(page, server.url, account);
  return page;
}

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ DEMO: '1' }), launch()]);
  await staffOf(server.url).addPerson('lijing', { realName: '李静', menus: ['我的事务', '收付计划'] });
  maker = await open('admin');
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

it('is held by a rule, and said to wait where it is made and on its record', async () => {
  await maker.goto(`${server.url}/flow/rule`);
  const rule = maker.getByRole('row', { name: /变更付款账户/ });
  await rule.getByRole('button', { name: '编辑' }).click();
  const form = maker.getByRole('dialog');
  await form.getByRole('group', { name: '业务操作' }).getByText('变更付款账户').waitFor();
  const process = form.getByRole('combobox', { name: '审批流程' });
  await process.selectOption({ label: '双人复核' });
  await soon(() => process.locator('option').allTextContents(), expect.arrayContaining(['授信审批', '双人复核']));
  await form.getByText('是', { exact: true }).click();
  await form.getByRole('button', { name: '保存' }).click();
  await maker.getByText('更新成功').waitFor();

  await maker.goto(`${server.url}/lease/plan`);
  const row = maker.getByRole('table').getByRole('row').nth(1);
  await row.getByRole('button', { name: '编辑' }).click();
  await form.getByLabel('银行卡号').fill('6222021234567890999');
  await form.getByRole('button', { name: '保存' }).click();
  await maker.getByText('已提交审批，通过后自动执行').waitFor();
  await maker.getByRole('img', { name: '审批中：变更付款账户' }).first().waitFor();
  await row.getByRole('button', { name: '编辑' }).click();
  await form.getByText('“变更付款账户”正在审批').waitFor();
  expect(faults.flatMap((found) => found())).toEqual([]);
});
