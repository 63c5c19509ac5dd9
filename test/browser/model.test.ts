/** The model tool in Chromium: a table of a real database becomes a model that is edited by keyboard, previewed and kept. */
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { look as intoDatabase, ownerOf } from '../chaos/server';
import { complaints } from '../support/axe';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { enter, guarded } from '../support/desk';
import { openPostgresDoor, type PostgresDoor } from '../support/postgresDoor';
import { soon } from '../support/soon';

jest.setTimeout(120_000);
const password = 'reader-Pass-1';
let server: RunningServer;
let browser: Browser;
let door: PostgresDoor;
beforeAll(async () => {
  door = await openPostgresDoor(() => ownerOf(server.dataDir));
  server = await startServer({ EGRESS_ALLOW: `127.0.0.1:${door.port}` });
  browser = await launch();
  await intoDatabase(server.dataDir, async (client) => {
    await client.query('create database shop');
    await client.query(`create role shop_reader login password '${password}'`);
  });
  const shop = new pg.Client({ ...ownerOf(server.dataDir), database: 'shop' });
  await shop.connect();
  await shop.query(`create table car (id bigint primary key, plate_no varchar(20) not null, price numeric(12, 2),
      sold_on date, photo bytea);
    comment on table car is '车辆'; comment on column car.plate_no is '车牌号'; comment on column car.price is '购置价';
    grant select on all tables in schema public to shop_reader`);
  await shop.end();
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  door?.close();
});

const dialog = (page: Page) => page.getByRole('dialog').last();
const told = (page: Page, text: string) => page.locator('.Toasts-toast', { hasText: text }).first().waitFor();
/** Pictures of the pages for those who look at them, where the run asks for them. */
async function picture(page: Page, name: string) {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
}

async function addSource(page: Page) {
  await page.goto(`${server.url}/tool/datasource`);
  await page.getByRole('button', { name: '新增' }).first().click();
  await page.locator('#form-name').fill('门店系统');
  await dialog(page).getByLabel('PostgreSQL').check();
  await page.locator('#form-url').fill(`jdbc:postgresql://127.0.0.1:${door.port}/shop`);
  await page.locator('#form-username').fill('shop_reader');
  await page.locator('#form-password').fill(password);
  await page.keyboard.press('Control+Enter');
  await told(page, '新增成功');
}

it('a table becomes a model, gets a choice by keyboard, is previewed in memory, saved, and still there', async () => {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const faults = await guarded(page);
  await enter(page, server.url);
  await addSource(page);

  await page.goto(`${server.url}/tool/model`);
  await page.getByRole('button', { name: '新增' }).first().click();
  await dialog(page).getByLabel('数据源中的表').check();
  await dialog(page).getByRole('combobox', { name: '数据源' }).click();
  await page
    .getByRole('treeitem', { name: '门店系统' })
    .or(page.getByRole('option', { name: '门店系统' }))
    .first()
    .click();
  await dialog(page).getByRole('combobox', { name: '表', exact: true }).selectOption('car');
  await dialog(page).getByText('购置价').waitFor();
  await dialog(page).getByText('没有对应的字段类型').waitFor();
  await picture(page, 'start');
  expect(await complaints(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: '创建并编辑' }).click();

  // The preview is the product's own list, with a column for each field.
  const preview = page.getByRole('region', { name: '预览' });
  await preview.getByRole('columnheader', { name: '车牌号' }).waitFor();
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(request.url()));
  const fields = page.getByRole('listbox', { name: '字段' });
  await fields.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('成交价');
  await preview.getByRole('columnheader', { name: '成交价' }).waitFor();

  await fields.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Insert');
  await page.keyboard.type('车况');
  await page.getByLabel('英文标签').fill('Condition');
  await page.keyboard.press('Tab'); // its name follows
  await page.getByLabel('类型').selectOption('choice');
  await soon(() => page.getByLabel('字段名').inputValue(), 'condition');
  await page.getByRole('button', { name: '添加选项' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('第 1 项的中文').waitFor();
  await page.keyboard.type('全新');
  await page.keyboard.press('Enter');
  await page.getByLabel('第 2 项的中文').waitFor();
  await page.keyboard.type('二手');
  await preview.getByRole('columnheader', { name: '车况' }).waitFor();
  await preview.getByRole('cell', { name: '二手' }).first().waitFor();
  await page.getByLabel('搜索', { exact: true }).selectOption('equal');
  // Above the date now.
  await fields.focus();
  await page.keyboard.press('Alt+ArrowUp');
  await picture(page, 'editor-zh');

  // What is done in the preview stays in it.
  await preview.getByRole('button', { name: '新增' }).click();
  await dialog(page).getByLabel('车牌号').fill('沪B99999');
  await dialog(page).getByRole('button', { name: '保存' }).click();
  await preview.getByRole('cell', { name: '沪B99999', exact: true }).waitFor();
  expect(asked.filter((url) => url.includes('preview') || url.includes('/submit'))).toEqual([]);
  await preview.getByRole('button', { name: '表单' }).click();
  await preview.getByLabel('全新').waitFor();
  await picture(page, 'editor-form');
  expect(await complaints(page)).toEqual([]);

  await page.keyboard.press('Control+S');
  await told(page, '模型已保存');
  await page.reload();
  await page.getByRole('option', { name: /车况/ }).waitFor();
  expect(await fields.getByRole('option').allInnerTexts()).toEqual([
    expect.stringContaining('模型设置'),
    expect.stringContaining('plateNo'),
    expect.stringContaining('成交价'),
    expect.stringContaining('车况'),
    expect.stringContaining('soldOn'),
  ]);
  expect(faults()).toEqual([]);
  await context.close();
});

it('in English on dark and on a phone: the same editor, with unsaved work asked about', async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const content = JSON.stringify({
    language: '"en"',
    mode: '"dark"',
    _persist: '{"version":1,"rehydrated":true}',
  });
  await context.addInitScript(
    (item) => localStorage.setItem('leasedesk-preferences', item),
    JSON.stringify({ dataType: 'string', content, datetime: 1 }),
  );
  const page = await context.newPage();
  const faults = await guarded(page);
  await enter(page, server.url);
  await page.goto(`${server.url}/tool/model`);
  await page
    .getByRole('link', { name: '车辆' })
    .or(page.getByRole('button', { name: '车辆', exact: true }))
    .first()
    .click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByRole('columnheader', { name: 'Condition' }).waitFor();
  await picture(page, 'editor-en');
  expect(await complaints(page)).toEqual([]);
  await page.getByRole('option', { name: 'Model settings' }).click();
  await page.getByLabel('English name').fill('Car');
  await page.keyboard.press('Tab');
  await page.getByText('Unsaved', { exact: true }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await picture(page, 'editor-phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page
    .getByRole('button', { name: /Close.*车辆/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Discard', exact: true }).waitFor();
  expect(faults()).toEqual([]);
  await context.close();
});
