/**
 * A change that another person decides on: the rule chooses its process by name, the change is said to wait and its
 * record shows so.
 */
import type { Browser, Page } from 'playwright-core';
import { md5 } from '../../server/auth/oneTimePassword';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { enter, guarded, password } from '../support/desk';

jest.setTimeout(120_000);

const basic = `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`;
const oneTime = 'First-word-2026';

let server: RunningServer;
let browser: Browser;
let maker: Page;
const faults: (() => string[])[] = [];

async function call(token: string, path: string, body?: object) {
  const answer = await fetch(`${server.url}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'blade-auth': `bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { success, data, msg } = await answer.json();
  if (!success) throw new Error(`${path}: ${msg}`);
  return data;
}
async function tokenOf(account: string, word: string): Promise<string> {
  const answer = await fetch(`${server.url}/api/blade-auth/oauth/token`, {
    method: 'POST',
    headers: { authorization: basic, 'tenant-id': '000000', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ username: account, password: md5(word), grant_type: 'password' }),
  });
  return (await answer.json()).access_token;
}

/** A person with every menu, past the one-time password. */
async function addPerson(account: string, realName: string): Promise<void> {
  const admin = await tokenOf('admin', password);
  const named = { roleName: `${realName}的角色`, roleAlias: account, parentId: '0', sort: 9 };
  const role = await call(admin, '/blade-system/role/submit', named);
  const { menu } = await call(admin, '/blade-system/menu/grant-tree');
  const idsOf = (node: { id: string; children?: [] }): string[] => [node.id, ...(node.children ?? []).flatMap(idsOf)];
  const menuIds = menu.filter((node: object) => /我的事务|付款计划/.test(JSON.stringify(node))).flatMap(idsOf);
  await call(admin, '/blade-system/role/grant', { roleIds: [role.id], menuIds, dataScopeIds: [], apiScopeIds: [] });
  const [dept] = await call(admin, '/blade-system/dept/tree');
  const person = { account, realName, name: realName, roleId: role.id, deptId: dept.id, password: md5(oneTime) };
  await call(admin, '/blade-system/user/submit', person);
  const [oldPassword, newPassword] = [md5(oneTime), md5(password)];
  const own = { oldPassword, newPassword, newPassword1: newPassword };
  await call(await tokenOf(account, oneTime), '/blade-system/user/update-password', own);
}

async function open(account: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  faults.push(await guarded(page));
  await enter(page, server.url, account);
  return page;
}

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ DEMO: '1' }), launch()]);
  await addPerson('lijing', '李静');
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
  const process = form.getByRole('combobox', { name: '审批流程' });
  await process.selectOption({ label: '双人复核' });
  expect(await process.locator('option').allTextContents()).toEqual(expect.arrayContaining(['授信审批', '双人复核']));
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
