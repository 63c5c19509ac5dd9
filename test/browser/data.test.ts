/** Dictionaries, divisions, scopes and the audit trail in Chromium, on a real server: by keyboard and by mouse. */
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { look as intoDatabase, ownerOf } from '../chaos/server';
import { complaints } from '../support/axe';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { enter, guarded } from '../support/desk';
import { openPostgresDoor, type PostgresDoor } from '../support/postgresDoor';
import { soon } from '../support/soon';

jest.setTimeout(120_000);
let server: RunningServer;
let browser: Browser;
/** The server's PostgreSQL, which listens on a socket of files, as a host with a port: another database in it is a data source. */
let door: PostgresDoor;
beforeAll(async () => {
  door = await openPostgresDoor(() => ownerOf(server.dataDir));
  server = await startServer({ EGRESS_ALLOW: `127.0.0.1:${door.port}` });
  browser = await launch();
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  door?.close();
});

/** A signed-in window in one of the languages, and its errors. */
async function openWindow(language: 'zh' | 'en' = 'zh') {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    reducedMotion: 'reduce',
  });
  const content = JSON.stringify({
    language: JSON.stringify(language),
    mode: JSON.stringify(language === 'zh' ? 'light' : 'dark'),
    _persist: '{"version":1,"rehydrated":true}',
  });
  await context.addInitScript(
    (item) => localStorage.getItem('leasedesk-preferences') ?? localStorage.setItem('leasedesk-preferences', item),
    JSON.stringify({ dataType: 'string', content, datetime: 1 }),
  );
  const page = await context.newPage();
  const faults = await guarded(page);
  await enter(page, server.url);
  const go = async (path: string) => {
    await page.goto(server.url + path);
    await page.locator('[data-kept-page]:visible h1').waitFor();
  };
  return { page, faults, go, close: () => context.close() };
}
function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true });
}
function dialog(page: Page) {
  return page.getByRole('dialog').last();
}
function inDialog(page: Page, name: string) {
  return dialog(page).getByRole('button', { name, exact: true });
}
function isTold(page: Page, text: string) {
  return page.locator('.Toasts-toast', { hasText: text }).first().waitFor();
}

it('dictionaries: chosen by the arrow keys, an entry is added, disabled and removed', async () => {
  const { page, faults, go, close } = await openWindow();
  await go('/system/dictbiz');
  const [heads, entries] = [
    page.locator('.dictionaries-pair > .surfaces-card').first(),
    page.locator('.dictionaries-pair > .surfaces-card').last(),
  ];
  await entries.getByText('待完善').waitFor();
  await heads.locator('tr[data-row]').first().focus();
  await page.keyboard.press('ArrowDown');
  await entries.getByText('身份证人像面').waitFor();
  await entries.getByRole('button', { name: '新增', exact: true }).click();
  await dialog(page).getByText('pic_type').waitFor();
  await dialog(page).getByLabel('字典键值').fill('77');
  await dialog(page).getByLabel('字典名称').fill('检验照片');
  await page.keyboard.press('Enter');
  await isTold(page, '新增成功');
  const row = entries.locator('tr[data-row]', { hasText: '检验照片' });
  await row.getByRole('button', { name: '编辑' }).click();
  await dialog(page).getByLabel('是', { exact: true }).check();
  await inDialog(page, '保存').click();
  await row.getByText('已封存').waitFor();
  expect(await complaints(page)).toEqual([]);
  // The other arrangement shows the same.
  await button(page, '上下布局').click();
  await page.locator('.dictionaries-vertical').getByText('检验照片').waitFor();
  await row.getByRole('button', { name: '删除' }).click();
  await button(page, '删除 1 条').click();
  await isTold(page, '删除成功');
  await row.waitFor({ state: 'detached' });
  expect(faults()).toEqual([]);
  await close();
});

it('divisions: found in the tree by the keyboard, one is added below and removed, and codes are looked up', async () => {
  const { page, faults, go, close } = await openWindow();
  await go('/base/region');
  const tree = page.getByRole('tree', { name: '区划' });
  await tree.getByRole('treeitem', { name: /浙江省/ }).waitFor();
  await tree.focus();
  for (const key of ['z', 'j', 's']) await page.keyboard.press(key); // 浙江省 by its initials
  await page.keyboard.press('ArrowRight');
  await tree.getByRole('treeitem', { name: /杭州市/ }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '杭州市' }).waitFor();
  await button(page, '新增下级').click();
  await page.getByLabel('区划编号').fill('88');
  await page.getByLabel('区划名称').fill('检验区');
  await page.keyboard.press('Enter');
  await isTold(page, '新增成功');
  const added = tree.getByRole('treeitem', { name: /检验区/ });
  await added.getByText('330188').waitFor();
  await page.getByRole('heading', { name: '检验区' }).waitFor();
  expect(await complaints(page)).toEqual([]);
  await button(page, '删除').click();
  await page.getByRole('alertdialog').getByRole('button', { name: '删除', exact: true }).click();
  await isTold(page, '删除成功');
  await added.waitFor({ state: 'detached' });
  await page.getByLabel('省份').selectOption({ label: '浙江省' });
  await page.getByLabel('地市').selectOption({ label: '杭州市' });
  await page.getByLabel('区县').selectOption({ label: '西湖区' });
  await page.getByText('中国 / 浙江省 / 杭州市 / 西湖区').waitFor();
  await page.getByLabel('名称或编号').fill('330106');
  await tree.getByRole('treeitem', { name: /西湖区/ }).click();
  await page.getByRole('heading', { name: '西湖区' }).waitFor();
  expect(faults()).toEqual([]);
  await close();
});

it('scopes: a rule is built and described in words, a call is chosen from those the server knows', async () => {
  const { page, faults, go, close } = await openWindow('en');
  await go('/authority/datascope');
  await button(page, 'Orders').last().click();
  await inDialog(page, 'Add').click();
  const form = dialog(page);
  await form.getByLabel('Name').fill('Large ones of mine');
  await form.getByLabel('Code').fill('order_large_mine');
  await form.getByRole('combobox', { name: 'Rule type', exact: true }).selectOption({ label: 'Custom' });
  await form.getByRole('button', { name: 'Condition', exact: true }).click();
  await form.getByLabel('Field of condition 1').selectOption('totalAmount');
  await form.getByLabel(/^(Comparison|Operator) of condition 1/).selectOption('>');
  await form.getByLabel('Value of condition 1').fill('abc');
  await form.getByText('Enter a valid value').waitFor();
  await form.getByLabel('Value of condition 1').fill('100000');
  await form.getByRole('button', { name: 'Condition', exact: true }).click();
  await form.getByLabel('Field of condition 2').selectOption('createUser');
  await form.getByLabel('Value type of condition 2').selectOption('userId');
  const sentence = 'Principal > 100000 and Created by is current user';
  await form.getByText(sentence).waitFor();
  expect(await complaints(page)).toEqual([]);
  await inDialog(page, 'Save').click();
  await dialog(page).getByText(sentence).waitFor();
  expect(await complaints(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page
    .getByRole('row', { name: /Orders/ })
    .getByText('1', { exact: true })
    .waitFor();

  await go('/authority/apiscope');
  await button(page, 'Orders').last().click();
  await inDialog(page, 'Add').click();
  await dialog(page).getByLabel('Name').fill('Summary');
  await dialog(page).getByLabel('Code').fill('order_summary_call');
  await dialog(page).getByRole('combobox').click();
  await page.keyboard.type('order/submit');
  await page.keyboard.press('Enter');
  // Choosing a call sets its method.
  await soon(() => dialog(page).getByLabel('POST', { exact: true }).isChecked(), true);
  await inDialog(page, 'Save').click();
  await dialog(page).getByText('/blade-order/order/submit').waitFor();
  expect(faults()).toEqual([]);
  await close();
});

it('the audit trail: filtered by words, an entry shows what changed, and the whole is checked', async () => {
  const { page, faults, go, close } = await openWindow('en');
  await go('/monitor/audit');
  await button(page, 'More').click();
  await page.getByLabel('Record type').selectOption({ label: 'Data scope' });
  await button(page, 'Search').click();
  await page
    .getByRole('row', { name: /Data scope/ })
    .first()
    .waitFor();
  await button(page, 'Changes').first().click();
  await dialog(page).locator('ins', { hasText: 'Large ones of mine' }).waitFor();
  expect(await complaints(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await button(page, 'Check integrity').click();
  await page.locator('.auditLog-message').waitFor();
  expect(await complaints(page)).toEqual([]);
  expect(faults()).toEqual([]);
  await close();
});

/** A database of another system, and an account that may read it. */
async function makeShop(password: string) {
  await intoDatabase(server.dataDir, async (client) => {
    await client.query('create database shop');
    await client.query(`create role shop_reader login password '${password}'`);
  });
  const shop = new pg.Client({ ...ownerOf(server.dataDir), database: 'shop' });
  await shop.connect();
  await shop.query(`create table car (id bigint primary key, plate_no varchar(20) not null, note text);
    create table "Order Line" (id bigint); comment on table car is '车辆'; comment on column car.plate_no is '车牌号';
    insert into car select n, '京A' || n, null from generate_series(1, 200) n;
    grant select on all tables in schema public to shop_reader`);
  await shop.end();
}

it('a data source: a wrong password told at its place, its tables browsed by the keyboard, a question answered', async () => {
  const password = 'reader-Pass-1';
  await makeShop(password);
  const { page, faults, go, close } = await openWindow();
  await go('/tool/datasource');
  await button(page, '新增').first().click();
  await page.locator('#form-name').fill('门店系统');
  await dialog(page).getByLabel('MySQL').check();
  expect(await page.locator('#form-url').getAttribute('placeholder')).toContain('jdbc:mysql:');
  await dialog(page).getByLabel('PostgreSQL').check();
  await page.locator('#form-url').fill(`jdbc:postgresql://127.0.0.1:${door.port}/shop`);
  await page.locator('#form-username').fill('shop_reader');
  await page.locator('#form-password').fill('wrong');
  await inDialog(page, '保存').click();
  await dialog(page).getByText('对方系统拒绝了该密码').waitFor();
  await page.locator('#form-password').fill(password);
  expect(await complaints(page)).toEqual([]);
  await inDialog(page, '保存').click();
  await isTold(page, '新增成功');

  const row = page.locator('tr[data-row]', { hasText: '门店系统' });
  await row.locator('[aria-haspopup=menu]').click();
  await page.getByRole('menuitem', { name: '浏览结构' }).click();
  await page.locator('strong', { hasText: '表与视图（2）' }).waitFor();
  await page.getByPlaceholder('按表名或备注查找').fill('车辆');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('cell', { name: '车牌号' }).waitFor();
  expect(await complaints(page)).toEqual([]);

  await button(page, '查询此表').click();
  const text = page.getByLabel('查询语句');
  await text.waitFor();
  await soon(() => text.inputValue(), 'select * from "car"');
  await text.fill('select * from "car" order by id');
  await page.keyboard.press('Control+Enter');
  await page.getByText(/^200 行，\d+ 毫秒$/).waitFor();
  const result = page.getByRole('region', { name: '查询结果' });
  await soon(() => result.getByRole('row').nth(1).textContent(), '1京A1NULL');
  // Of many rows few are drawn, and the last one is reached.
  expect(await result.locator('[data-row]').count()).toBeLessThan(80);
  await result.evaluate((element) => {
    element.scrollIntoView({ block: 'end' }); // rows below the window's edge are not drawn either
    element.scrollTo(0, element.scrollHeight);
  });
  await result.getByText('京A200').waitFor();
  expect(await complaints(page)).toEqual([]);
  await text.fill('delete from car');
  await page.keyboard.press('Control+Enter');
  await page.getByText(/数据库拒绝了该查询/).waitFor();
  expect(faults()).toEqual([]);
  await close();
});
