/** A job from its form to its log: made with its next times in view, failed, tried again, stopped, paused. */
import type { Browser, Page } from 'playwright-core';
import { complaints } from '../support/axe';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { enter, guarded } from '../support/desk';
import { soon } from '../support/soon';

jest.setTimeout(90_000);

let server: RunningServer;
let browser: Browser;
let page: Page;
let faults: () => string[];

beforeAll(async () => {
  server = await startServer();
  browser = await launch();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
  page = await context.newPage();
  faults = await guarded(page);
  await enter(page, server.url);
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const name = '每三秒试验';

it('is made, runs at its moments, fails, is tried again, and is read, stopped and paused', async () => {
  await page.goto(`${server.url}/job/jobinfo`);
  const shown = page.locator('[data-kept-page]:visible');
  await shown.getByText('审计校验').first().waitFor();
  await shown.getByRole('button', { name: '新增' }).click();
  const form = page.getByRole('dialog');
  const field = (of: string) => form.locator(`#form-${of}`);
  await field('jobName').fill(name);
  await field('jobServerId').click();
  await page.getByRole('treeitem', { name: /内置调度/ }).click();
  await field('processorInfo').click();
  await field('processorInfo').fill('demo');
  await page.getByRole('option', { name: /演示/ }).click();
  const next = form.getByRole('region', { name: '接下来的运行时间' });
  await field('timeExpression').fill('0/3 * * * *');
  await form.getByText('时间表达式有效后，这里显示接下来的运行时间').waitFor();
  await field('timeExpression').fill('0/3 * * * * ?');
  await next.getByRole('listitem').nth(4).waitFor();
  const times = await next.getByRole('listitem').allTextContents();
  expect(times).toHaveLength(5);
  const seconds = times.map((time) => Date.parse(`${time.replace(' ', 'T')}Z`) / 1000);
  expect(seconds.map((at, index) => at - seconds[0]! - 3 * index)).toEqual([0, 0, 0, 0, 0]);
  expect(await complaints(page)).toEqual([]);
  await field('jobParams').fill('{"hello":"世界","failTimes":1,"steps":300,"pauseMs":200}');
  await soon(() => field('instanceRetryNum').isVisible(), false);
  await form.getByText('高级设置').click();
  await field('instanceRetryNum').fill('1');
  await field('maxInstanceNum').fill('1');
  await form.getByRole('button', { name: '保存' }).click();
  await form.waitFor({ state: 'detached' });

  const row = shown.getByRole('row').filter({ hasText: name });
  await row.waitFor();
  await page.goto(`${server.url}/job/joblog?jobName=${encodeURIComponent(name)}`);
  const first = shown.getByRole('row').filter({ hasText: name }).last();
  for (let looks = 0; looks < 20 && !(await first.isVisible()); looks++) {
    await shown.getByRole('button', { name: '刷新' }).click();
    await page.waitForTimeout(400);
  }
  await first.getByText(name).first().click();

  // The first attempt fails; the second one comes ten seconds later, its output grows, and it is stopped.
  const output = page.getByRole('log', { name: '输出内容' });
  await output.getByText('按参数要求失败（第 1 次执行）').waitFor();
  await output.getByText('{"hello":"世界"}').first().waitFor();
  await output.getByText('第 2 次执行').waitFor();
  await shown.getByText('运行中', { exact: false }).first().waitFor();
  await shown.getByRole('progressbar').waitFor();
  await output.getByText(/^\S+ 9 \/ 300$/).waitFor();
  expect(await complaints(page)).toEqual([]);
  await shown.getByRole('button', { name: '停止' }).click();
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: '停止' }).click();
  await shown.getByText('手动停止').waitFor();
  await shown.getByText('已由 管理员 停止').waitFor();

  await page.goto(`${server.url}/job/jobinfo?jobName=${encodeURIComponent(name)}`);
  await row.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: '暂停' }).click();
  await row.getByText('暂停').first().waitFor();
  expect(faults()).toEqual([]);
});
