/** An administrator turns recording on for one person; it reaches their next page, says so all the time, and ends. */
import type { Browser, Page } from 'playwright-core';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { enter, goByMenu } from '../support/desk';

jest.setTimeout(180_000);
let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  server = await startServer({ DEMO: '1' });
  browser = await launch();
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function newPage(): Promise<Page> {
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
  return context.newPage();
}
function bar(page: Page) {
  return page.locator('.StudioBar-bar');
}

it('records the page after the next one, without a restart, until the hour is over', async () => {
  const page = await newPage();
  await page.clock.install();
  await enter(page, server.url);
  await page.reload();
  await page.locator('.frame-shell').waitFor();
  expect(await bar(page).count()).toBe(0);

  await goByMenu(page, '用户管理');
  const row = page.getByRole('row', { name: 'admin' }).filter({ visible: true }).first();
  await row.getByRole('button', { name: '更多操作' }).click();
  const items = page.getByRole('menuitem');
  await items.getByText('删除').waitFor();
  expect((await items.allTextContents()).slice(-2)).toEqual(['录制一小时', '删除']);
  await items.getByText('录制一小时').click();
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await question.getByText('一小时后自动结束').waitFor();
  await question.getByRole('button').last().click();
  await page.getByText('已开启录制').waitFor();
  // The next call brings the cookie, and the page after it records.
  await goByMenu(page, '产品目录');
  await page.locator('[data-kept-page]:visible tbody tr').first().waitFor();
  await page.reload();
  await bar(page)
    .getByText(/管理员已开启录制，\d\d:\d\d 结束/)
    .waitFor();
  await page.locator('.frame-shell').waitFor();
  // It is recording already: one dot says so, and what the button does is to begin again.
  expect(await bar(page).locator('.StudioBar-dot').count()).toBe(1);
  expect((await bar(page).getByRole('button').allTextContents()).filter(Boolean)).toEqual([
    '从头录制',
    '保存最近',
    '打开录像…',
  ]);

  await page.clock.fastForward('01:00:01');
  await bar(page).waitFor({ state: 'detached' });
  expect(await page.evaluate(() => sessionStorage.getItem('leasedesk-tester'))).toBeNull();
  const kept = await page.evaluate(() =>
    (window as unknown as { lease: { tape(): { story: unknown[] } } }).lease.tape(),
  );
  expect(kept.story).toEqual([]);
});

it('ends early on the page that is open, within ten seconds, and on the next one', async () => {
  const page = await newPage();
  await enter(page, server.url);
  await goByMenu(page, '用户管理');
  const row = page.getByRole('row', { name: 'admin' }).filter({ visible: true }).first();
  const choose = async (name: string) => {
    await row.getByRole('button', { name: '更多操作' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  // The hour of the window before may be over or not.
  await row.getByRole('button', { name: '更多操作' }).click();
  await page.getByRole('menuitem', { name: '删除' }).waitFor();
  if ((await page.getByRole('menuitem', { name: '结束录制' }).count()) === 0) {
    await page.getByRole('menuitem', { name: '录制一小时' }).click();
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button').last().click();
    await page.getByText('已开启录制').waitFor();
  } else await page.keyboard.press('Escape');
  await page.reload();
  await bar(page).waitFor();
  await choose('结束录制');
  await page.getByText('已结束录制').waitFor();
  await bar(page).waitFor({ state: 'detached', timeout: 12_000 });
  await page.reload();
  await page.locator('.frame-shell').waitFor();
  expect(await bar(page).count()).toBe(0);
});
