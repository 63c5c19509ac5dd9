/** Contract templates as people use them: a new version is edited, compared, previewed and released. */
import type { Browser, Page } from 'playwright-core';
import { complaints } from '../support/axe';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { enter, guarded } from '../support/desk';
import { soon } from '../support/soon';

jest.setTimeout(120_000);

let server: RunningServer;
let browser: Browser;
let page: Page;
let faults: () => string[];

beforeAll(async () => {
  server = await startServer();
  browser = await launch();
  const context = await browser.newContext({
    locale: 'zh-CN',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  page.setDefaultTimeout(20_000);
  faults = await guarded(page);
  await enter(page, server.url);
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  expect(faults?.()).toEqual([]);
});

const shown = () => page.locator('[data-kept-page]:visible');
const rowOf = (name: string) => shown().getByRole('row').filter({ hasText: name });
async function choose(name: string, entry: string): Promise<void> {
  await rowOf(name).getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

it('makes a new version, compares and previews it, and releases it', async () => {
  await page.goto(`${server.url}/lease/contracttemplate`);
  await rowOf('服务协议 V1').getByText('生效中').waitFor();
  await choose('服务协议 V1', '新建版本');
  await rowOf('服务协议 V2').getByText('草稿').waitFor();

  await rowOf('服务协议 V2').getByRole('button', { name: '编辑' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: /^编辑第1条/ }).click();
  // By keyboard alone: an item is added, and a merge field goes where the caret is.
  await form.getByRole('button', { name: '增加一项' }).focus();
  await page.keyboard.press('Enter');
  const item = form.getByRole('textbox', { name: '第1条第3项' });
  await form.getByText('第1条第3项：没有内容').waitFor();
  await item.fill('本协议由签署。');
  await item.focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowLeft');
  await form.getByRole('button', { name: '插入字段' }).last().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: '客户名称' }).click();
  await soon(() => item.inputValue(), '本协议由{{客户名称}}签署。');
  expect(await complaints(page)).toEqual([]);
  await form.getByRole('button', { name: '保存' }).click();
  await form.waitFor({ state: 'detached' });

  await choose('服务协议 V2', '对比版本');
  await page.getByText('1 处不同').waitFor();
  await page.getByRole('insertion').getByText('本协议由{{客户名称}}签署。').waitFor();
  expect(await complaints(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click();

  await choose('服务协议 V2', '预览');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: '保存 PDF' }).click();
  expect((await saved).suggestedFilename()).toMatch(/SPECIMEN\.pdf$/);

  await choose('服务协议 V2', '发布');
  await page.getByRole('alertdialog').getByRole('button', { name: '发布' }).click();
  await rowOf('服务协议 V2').getByText('生效中').waitFor();
  await rowOf('服务协议 V1').getByText('已被取代').waitFor();
});
