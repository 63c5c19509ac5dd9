/** First use and help as people meet them: the tour by keyboard, the drawer beside a page, the guide, in both languages. */
import type { Browser, Page } from 'playwright-core';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { enter, goByMenu } from '../support/desk';
import { soon } from '../support/soon';

jest.setTimeout(60_000);

let server: RunningServer;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  server = await startServer({ DEMO: '1', TOUR: '1' });
  browser = await launch();
  page = await (await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } })).newPage();
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
/** What has the focus, by its text or name. */
const focused = () =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');
/** The step is on screen as a whole. */
async function isInSight(step: string) {
  const { width, height } = page.viewportSize()!;
  const box = (await dialog(step).boundingBox())!;
  return box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
}
async function until(text: string) {
  await page.waitForFunction(
    (wanted) => (document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent) === wanted,
    text,
  );
}

it('shows the tour at the first sign-in, is left by Esc, and does not come again', async () => {
  await enter(page, server.url);
  await dialog('从菜单打开页面').waitFor();
  await page.getByText('第 1 步，共 6 步').waitFor();
  await until('下一步');
  expect(await isInSight('从菜单打开页面')).toBe(true);
  // The step points at the menu itself.
  const [ring, nav] = await Promise.all(
    ['.Tour-ring', '[data-nav]'].map((one) => page.locator(one).first().boundingBox()),
  );
  expect(Math.abs(ring!.x + 3 - nav!.x)).toBeLessThan(2);
  expect(Math.abs(ring!.width - 6 - nav!.width)).toBeLessThan(2);
  await page.keyboard.press('Enter');
  await dialog('直接查找').waitFor();
  await until('下一步');
  await page.keyboard.press('Shift+Tab');
  await until('上一步');
  await page.keyboard.press('Enter');
  await dialog('从菜单打开页面').waitFor();
  const told = page.waitForResponse('**/blade-desk/tour/seen');
  await page.keyboard.press('Escape');
  await dialog('从菜单打开页面').waitFor({ state: 'detached' });
  expect((await told).status()).toBe(200);
  await soon(() => page.locator('.Tour-ring').count(), 0);
  await page.reload();
  await page.getByText('租赁业务').first().waitFor();
  await page.locator('main h1').waitFor();
  await soon(() => page.locator('.Tour-ring').count(), 0);
});

it('explains the page on screen, follows to another one, and gives the focus back', async () => {
  await goByMenu(page, '订单管理');
  await page.locator('[data-kept-page]:visible .DataTable-table tbody tr').first().waitFor();
  await page.getByRole('button', { name: '本页帮助' }).focus();
  await page.keyboard.press('Enter');
  const drawer = dialog('这一页做什么');
  await drawer.getByRole('heading', { name: '订单管理' }).waitFor();
  await drawer.getByText('待确认凭证', { exact: true }).waitFor();
  await drawer.getByText('订单状态不允许由【…】变更为【…】').waitFor();
  // The page stays in use beside it.
  await page.locator('[data-kept-page]:visible .DataTable-table tbody input[type=checkbox]').first().check();
  await drawer.getByRole('link', { name: '产品目录' }).click();
  await drawer.getByRole('heading', { name: '产品目录' }).waitFor();
  await page.waitForURL('**/lease/product');
  await drawer.getByText('产品已被订购，不能删除').waitFor();
  await drawer.getByRole('button', { name: '关闭' }).focus();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await until('本页帮助');
  expect(await focused()).toBe('本页帮助');
});

it('finds chapters by Ctrl K and what they say by their own search, in both languages', async () => {
  const find = async (text: string) => {
    await page.keyboard.press('Control+K');
    await page.getByRole('dialog').getByRole('combobox').fill(text);
  };
  for (const text of ['看不到', '没权限']) {
    await find(text);
    await page
      .getByRole('dialog')
      .getByRole('option', { name: /^权限排查/ })
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await find('dzqy');
  await page.getByRole('option', { name: '电子签约' }).click();
  await page.waitForURL('**/help?chapter=signing');
  await page.getByRole('heading', { level: 2, name: '电子签约' }).waitFor();
  await page.getByRole('searchbox', { name: '在指南中搜索' }).fill('尾差');
  // A chapter of the contents ends the search.
  await page.getByRole('link', { name: '键盘操作', exact: true }).click();
  await page.getByRole('heading', { level: 2, name: '键盘操作' }).waitFor();
  await page.getByRole('searchbox', { name: '在指南中搜索' }).fill('尾差');
  await page.getByRole('link', { name: '从产品到结清 › 租金怎么算' }).click();
  const part = page.getByRole('heading', { level: 3, name: '租金怎么算' });
  await part.waitFor();
  await page.waitForFunction((title) => {
    const heading = [...document.querySelectorAll('h3')].find(({ textContent }) => textContent === title);
    const top = heading?.getBoundingClientRect().top ?? -1;
    return top >= 0 && top < innerHeight;
  }, '租金怎么算');

  await page.getByRole('button', { name: '切换语言' }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await page.getByRole('heading', { level: 3, name: 'How rent is calculated' }).waitFor();
  await find('payments and');
  await page.getByRole('option', { name: 'Payments and receipts' }).click();
  await page.getByRole('heading', { level: 2, name: 'Payments and receipts' }).waitFor();
  await page.getByRole('link', { name: 'payment workbench' }).first().click();
  await page.waitForURL('**/lease/payments');
  await page.getByRole('button', { name: 'Help for this page' }).click();
  await dialog('What this page does').getByText('A batch has up to 500 payments', { exact: false }).waitFor();
  await dialog('What this page does').getByRole('button', { name: 'Replay the tour' }).click();
  for (const step of ['Open pages from the menu', 'Find anything', 'Pages stay open as tabs', 'Notices and messages']) {
    await dialog(step).waitFor();
    await until('Next');
    expect([step, await isInSight(step)]).toEqual([step, true]);
    await page.keyboard.press('Enter');
  }
  await dialog('Your menu').waitFor();
  await page.keyboard.press('Enter');
  await dialog('Help on every page').waitFor();
  await page.getByText('Step 6 of 6').waitFor();
  await until('Get started');
  await page.keyboard.press('Enter');
  await dialog('Help on every page').waitFor({ state: 'detached' });
  // On a phone there are fewer steps, each at something that is on screen.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: /^管理员/ }).click();
  await page.getByRole('menuitem', { name: 'Help for this page' }).click();
  await dialog('What this page does').getByRole('button', { name: 'Replay the tour' }).click();
  await dialog('Open pages from the menu').waitFor();
  await until('Next');
  expect(await isInSight('Open pages from the menu')).toBe(true);
  await page.keyboard.press('Escape');
  // The contents of the guide are folded above its text, and fold again when a chapter is chosen.
  await page.goto(`${server.url}/help?chapter=signing`);
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await contents.waitFor();
  await soon(() => contents.getByRole('link').count(), 0);
  await contents.getByText('Contents').click();
  await contents.getByRole('link').first().click();
  await contents.getByRole('link').first().waitFor({ state: 'detached' });
});
