/** A register as people use it: an administrator publishes a model, a clerk keeps records in it. */
import { readFileSync } from 'node:fs';
import * as xlsx from '@e965/xlsx';
import type { Browser, Page } from 'playwright-core';
import { md5 } from '../../server/auth/password/oneTimePassword';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { type Caller, callerOf } from '../support/caller';
import { enter, guarded, password } from '../support/desk';
import { actOn, draw, fieldFor, modelFor, saveFields } from '../support/models';
import { ok } from '../support/server';

jest.setTimeout(120_000);

let server: RunningServer;
let browser: Browser;
let admin: Caller;
let modelId: string;
let roleId: string;

const car = modelFor(
  'car_keys',
  [
    fieldFor('plate', 'text', { zh: '车牌号', en: 'Plate', isRequired: true, isUnique: true, search: 'like' }),
    fieldFor('price', 'money', { zh: '购置价', en: 'Price', search: 'range' }),
    fieldFor('state', 'choice', {
      ...{ zh: '车况', en: 'Condition', search: 'equal', initial: 1 },
      choices: [
        { value: 1, zh: '良好', en: 'Good' },
        { value: 2, zh: '待修', en: 'To repair' },
      ],
    }),
    fieldFor('deptId', 'ref', { zh: '所属部门', en: 'Department', to: 'dept' }),
  ],
  { zh: '车辆登记', en: 'Cars' },
);

beforeAll(async () => {
  server = await startServer({});
  [browser, admin] = await Promise.all([launch(), callerOf(server.url)]);
  modelId = await draw(admin, car);
  const role = { roleName: '车管员', roleAlias: 'cars', sort: 9 };
  roleId = ok(await admin.post('/blade-system/role/submit', { body: role })).id;
  const person = { account: 'keeper', name: '车管员', realName: '车管员', roleId, deptId: '1123598813738675201' };
  const { oneTimeWord } = ok(await admin.post('/blade-system/user/submit', { body: person }));
  const keeper = await callerOf(server.url, 'keeper', oneTimeWord);
  const change = { oldPassword: md5(oneTimeWord), newPassword: md5(password), newPassword1: md5(password) };
  ok(await keeper.post('/blade-system/user/update-password', { query: change }));
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function windowOf(account: string, locale = 'zh-CN'): Promise<Page> {
  const context = await browser.newContext({ locale, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await enter(page, server.url, account);
  return page;
}

it('is published on the page of models, granted, filled, searched and exported, and says when it is withdrawn', async () => {
  const desk = await windowOf('admin');
  const faults = await guarded(desk);
  await desk.goto(`${server.url}/tool/model`);
  const line = desk.locator('tr', { hasText: '车辆登记' }).first();
  await line.getByRole('button', { name: '发布' }).click();
  await desk.getByRole('alertdialog').or(desk.getByRole('dialog')).getByRole('button', { name: '发布' }).click();
  // The menu is there without a reload.
  await desk.getByRole('navigation').getByText('登记表').first().waitFor();
  expect(faults()).toEqual([]);

  const tree = ok(await admin.get('/blade-system/menu/grant-tree')).menu as {
    title: string;
    id: string;
    children: [];
  }[];
  const ids = (nodes: typeof tree): string[] => nodes.flatMap(({ id, children = [] }) => [id, ...ids(children)]);
  const nodes = (of: typeof tree): typeof tree => of.flatMap((one) => [one, ...nodes(one.children ?? [])]);
  // The menu of the departments as well, to which a field of the register points.
  const menuIds = [
    ...ids(tree.filter(({ title }) => title === '登记表')),
    ...nodes(tree).flatMap(({ id, title }) => (title === '部门管理' ? [id] : [])),
  ];
  expect(menuIds.length).toBeGreaterThan(2);
  ok(
    await admin.post('/blade-system/role/grant', {
      body: { roleIds: [roleId], menuIds, dataScopeIds: [], apiScopeIds: [] },
    }),
  );

  const page = await windowOf('keeper');
  await page.goto(`${server.url}/register/car_keys`);
  for (const plate of ['沪A 10001', '京B 20002']) {
    await page.getByRole('button', { name: '新增', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('车牌号').fill(plate);
    await dialog.getByLabel('购置价').fill('120000');
    await dialog.getByRole('button', { name: '保存' }).click();
    await page.locator('tr[data-row]', { hasText: plate }).first().waitFor();
  }
  await page.getByLabel('车牌号').first().fill('京B');
  await page.keyboard.press('Enter');
  await page.locator('tr[data-row]', { hasText: '沪A' }).first().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '导入导出' }).click();
  const arriving = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: '导出 Excel' }).click();
  const book = xlsx.read(readFileSync(await (await arriving).path()));
  const rows = xlsx.utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1, raw: false });
  expect(rows).toEqual([expect.arrayContaining(['车牌号', '车况']), expect.arrayContaining(['京B 20002', '良好'])]);

  // Published again with another field: the next visit has it.
  const fields = [...car.fields, fieldFor('remark', 'text', { zh: '备注', en: 'Remark', initial: '无' })];
  ok(await saveFields(admin, modelId, { ...car, fields }));
  ok(await actOn(admin, 'publish', modelId));
  await page.goto(`${server.url}/`);
  await page.goto(`${server.url}/register/car_keys`);
  await page.getByRole('columnheader', { name: '备注' }).waitFor();

  ok(await actOn(admin, 'withdraw', modelId));
  await page.getByRole('button', { name: '搜索', exact: true }).click();
  await page.getByText('该登记表不存在或已停用').first().waitFor();
});
