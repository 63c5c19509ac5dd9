/** The first hour of an empty installation: four steps, each from the first page and back to it; and what is set up there. */
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
  server = await startServer({ DEMO: '0' });
  browser = await launch();
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  faults = await guarded(page);
  await enter(page, server.url);
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const front = () => page.locator('[data-kept-page]:visible');
const dialog = () => page.getByRole('dialog').last();
async function closeTour() {
  const skip = page.getByRole('button', { name: '跳过' });
  await page.getByRole('list', { name: '开始使用' }).waitFor();
  if (await skip.isVisible()) await skip.click();
}
const step = (title: string) =>
  page.getByRole('list', { name: '开始使用' }).getByRole('listitem').filter({ hasText: title });

it('walks the four steps from the first page, which ticks each of them', async () => {
  await closeTour();
  await soon(() => page.getByText('已完成').count(), 0);
  await page.getByRole('link', { name: /今日待付.*0 笔.*没有到期/ }).waitFor();

  await step('填写公司名称').getByRole('link', { name: '去填写' }).click();
  await dialog().getByLabel('租户名称').fill('青屿融资租赁有限公司');
  await dialog().getByRole('button', { name: '保存' }).click();
  await page.waitForURL('**/wel/index');
  await step('填写公司名称').getByText('已完成').waitFor();

  await step('新建产品').getByRole('link', { name: '新建产品' }).click();
  await dialog().getByLabel('产品名称').fill('设备直租 360');
  await dialog().getByLabel('产品编号').fill('SB-360');
  await dialog().getByLabel('产品期限').fill('360');
  await dialog().getByLabel('租金折算年化利率').fill('8');
  await dialog().getByRole('radio', { name: '按月' }).check();
  await dialog().getByRole('button', { name: '保存' }).click();
  await page.waitForURL('**/wel/index');
  await step('新建产品').getByText('已完成').waitFor();

  await step('新增客户').getByRole('link', { name: '新增客户' }).click();
  await dialog().getByLabel('客户名称').fill('云汀声学科技有限公司');
  await dialog().getByLabel('联系电话').fill('13800006666');
  await dialog().getByRole('button', { name: '保存' }).click();
  await page.waitForURL('**/wel/index');
  await step('新增客户').getByText('已完成').waitFor();
  expect(await complaints(page)).toEqual([]);

  await step('新增订单').getByRole('link', { name: '新增订单' }).click();
  await front().getByRole('combobox', { name: '客户名称' }).fill('云汀');
  await page
    .getByRole('option', { name: /云汀声学/ })
    .first()
    .click();
  await front().getByRole('combobox', { name: '产品名称' }).fill('设备');
  await page
    .getByRole('option', { name: /设备直租 360/ })
    .first()
    .click();
  await front().getByLabel('总金额').fill('120000');
  await page.keyboard.press('Control+s');
  await page.waitForURL('**/lease/order/detail/*');
  await page.getByRole('link', { name: '首页' }).first().click();
  await page.getByRole('list', { name: '最新订单' }).getByText('云汀声学科技有限公司').waitFor();
  await soon(() => page.getByRole('list', { name: '开始使用' }).count(), 0);
  expect(faults()).toEqual([]);
});

it('sets a parameter of a few values by choosing, and one that is on or off by a switch', async () => {
  await page.goto(`${server.url}/system/param`);
  const edit = async (name: string) => {
    await front()
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('button', { name: '编辑' })
      .click();
    await dialog().getByLabel('参数名称').waitFor();
    await soon(() => dialog().getByLabel('参数名称').inputValue(), name);
  };
  await edit('新产品默认资金方向');
  await dialog().getByLabel('参数键值').selectOption('客户付款');
  expect(await complaints(page)).toEqual([]);
  await dialog().getByRole('button', { name: '保存' }).click();
  await front()
    .getByRole('row', { name: /新产品默认资金方向.*客户付款/ })
    .waitFor();
  await edit('签约前须完成客户身份认证');
  const flip = dialog().getByRole('switch');
  await soon(() => flip.isChecked(), true);
  await flip.click();
  expect(await complaints(page)).toEqual([]);
  await dialog().getByRole('button', { name: '保存' }).click();
  await front()
    .getByRole('row', { name: /签约前须完成客户身份认证.*关闭/ })
    .waitFor();
  expect(faults()).toEqual([]);
});

it('makes the first required text of a register its title, and publishes in the editor', async () => {
  await page.goto(`${server.url}/tool/model`);
  await front().getByRole('button', { name: '新增', exact: true }).first().click();
  await dialog().getByLabel('模型名称').fill('巡检登记');
  await dialog().getByLabel('模型编号').fill('inspection');
  await dialog().getByRole('button', { name: '创建并编辑' }).click();
  await page.waitForURL('**/tool/model/detail/*');
  await front().getByRole('button', { name: '添加字段' }).first().click();
  await front().getByLabel('中文标签').fill('巡检地点');
  await front().getByRole('button', { name: '设为标题' }).click();
  await soon(() => front().getByRole('checkbox', { name: '必填' }).isChecked(), true);
  const publish = front().getByRole('button', { name: /^发布/ });
  await soon(() => publish.getAttribute('aria-disabled'), 'true');
  await page.keyboard.press('Control+s');
  await page.getByText('模型已保存').first().waitFor();
  await publish.click();
  const question = page.getByRole('alertdialog');
  await question.getByText('巡检登记').waitFor();
  await question.getByRole('button', { name: '发布' }).click();
  await front().getByText('已发布', { exact: true }).waitFor();
  await publish.waitFor({ state: 'detached' });
  // The button has gone: the keyboard goes on where the register is granted and opened.
  await soon(() => page.evaluate(() => document.activeElement?.textContent), expect.stringMatching(/^(打开|授权)$/));
  await front().getByRole('link', { name: '打开' }).waitFor();
  await front().getByRole('link', { name: '授权' }).waitFor();
  expect(await complaints(page)).toEqual([]);
  expect(faults()).toEqual([]);
});
