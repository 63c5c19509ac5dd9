/**
 * Sessions in a browser, in tester mode: each is recorded as testers do it and replayed without a browser. With
 * UPDATE_TAPES=1 the recordings replace those in test/tapes.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { goByMenu, withoutEvents } from '../support/desk';
import { replayed, takeTape } from '../support/tapes';

jest.setTimeout(120_000);

const password = 'Lease-desk-2026';

describe('what is recorded in the browser is replayed without it', () => {
  let server: RunningServer;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    server = await startServer({ DEMO: '1', TESTER_MODE: '1' });
    browser = await launch();
  }, BUILD_LIMIT_MS);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  beforeEach(async () => {
    context = await browser.newContext({
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      viewport: { width: 1440, height: 900 },
    });
    page = await context.newPage();
    await withoutEvents(page);
  });
  afterEach(() => context.close());

  /** The page reloads when tester mode is switched on. */
  const open = async () => {
    await page.goto(`${server.url}/login`);
    await page.waitForFunction(() => 'lease' in window);
    await page.locator('input[name=username]').waitFor();
  };
  const signIn = async (typed = password) => {
    await page.locator('input[name=username]').fill('admin');
    await page.locator('input[name=password]').fill(typed);
    await page.getByRole('button', { name: '登录', exact: true }).click();
  };
  const enter = async () => {
    await open();
    await signIn();
    await page.waitForURL('**/wel/index');
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  const menu = async (name: string) => {
    await goByMenu(page, name);
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    await shown().locator('tbody tr').first().waitFor();
  };
  const shown = () => page.locator('[data-kept-page]:visible');
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
  const toast = (text: string) => page.getByRole('status').getByText(text).first().waitFor();
  /** Confirms the open question. */
  const agree = (word: RegExp) =>
    page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: word });

  const scenes: Record<string, { note: string; play(): Promise<void> }> = {
    'sign-in': {
      note: 'A wrong password is refused; the right one leads home.',
      async play() {
        await open();
        await signIn('wrong-password');
        await page.getByText('用户名或密码错误').first().waitFor();
        await signIn();
        await page.waitForURL('**/wel/index');
        await page.getByRole('heading', { level: 1 }).waitFor();
      },
    },
    refresh: {
      note: 'Nine hours go by at the desk: the token pair is renewed, once, and the list goes on with the new one.',
      async play() {
        await page.clock.install();
        await enter();
        const renewed = page.waitForResponse(
          (answer) => answer.request().postData()?.includes('grant_type=refresh_token') ?? false,
        );
        await page.clock.fastForward('09:00:00');
        await renewed;
        await menu('产品目录');
      },
    },
    'expired-in-mid-work': {
      note: 'The server ends the session while a search is under way: the sign-in page, and one message.',
      async play() {
        await enter();
        await menu('产品目录');
        await page.route('**/product/page**', (route) =>
          route.fulfill({ status: 401, json: { code: 401, success: false, data: null, msg: '请求未授权' } }),
        );
        await page.getByRole('button', { name: '搜索' }).filter({ visible: true }).click();
        await page.waitForURL('**/login');
      },
    },
    crud: {
      note: 'A product is added after what was missing is told, changed, looked at and removed.',
      async play() {
        await enter();
        await menu('产品目录');
        await page.getByRole('button', { name: '新增', exact: true }).click();
        const form = dialog('新增产品');
        await form.getByRole('button', { name: '保存' }).click();
        await form.getByText('请输入产品名称', { exact: true }).waitFor();
        await form.getByLabel('产品名称').fill('录像产品');
        await form.getByLabel('产品编号').fill('TAPE1');
        await form.getByLabel('产品期限').fill('90');
        await form.getByLabel('租金折算年化利率').fill('6');
        await form.getByRole('radio', { name: '按月' }).check();
        await form.getByRole('button', { name: '保存' }).click();
        await toast('新增成功');
        const row = page.getByRole('row', { name: /TAPE1/ });
        await row.getByRole('button', { name: '编辑' }).click();
        await dialog('编辑产品').getByLabel('备注').fill('改过一次');
        await dialog('编辑产品').getByRole('button', { name: '保存' }).click();
        await toast('更新成功');
        await row.getByRole('button', { name: '查看' }).click();
        await dialog('查看产品').getByText('改过一次').waitFor();
        await page.keyboard.press('Escape');
        await row.getByRole('checkbox').check();
        await page.getByRole('button', { name: '删除', exact: true }).filter({ visible: true }).first().click();
        await agree(/^删除 \d+ 条$/).click();
        await row.waitFor({ state: 'detached' });
      },
    },
    'bulk-delete': {
      note: 'All rows of a page are chosen and removed; the server refuses because some are in use, and all stay.',
      async play() {
        await enter();
        await menu('产品目录');
        await page.getByRole('checkbox', { name: '选择本页全部' }).click();
        await page.getByRole('button', { name: '删除', exact: true }).filter({ visible: true }).first().click();
        await agree(/^删除 \d+ 条$/).click();
        await page
          .getByText(/已被|使用|引用/)
          .first()
          .waitFor();
      },
    },
    'lock-and-unlock': {
      note: 'The screen is locked, a wrong password is refused, the right one leads back to the list.',
      async play() {
        await enter();
        await menu('产品目录');
        await page.getByRole('button', { name: /锁屏/ }).click();
        await page.locator('input[name=lock-password]').fill('sesame');
        await page.keyboard.press('Enter');
        await page.waitForURL('**/lock');
        const box = page.getByLabel('锁屏密码', { exact: true });
        await box.fill('not-sesame');
        await page.getByRole('button', { name: '解锁', exact: true }).click();
        await page.getByText('解锁密码错误,请重新输入').first().waitFor();
        await box.fill('sesame');
        await page.getByRole('button', { name: '解锁', exact: true, disabled: false }).click();
        await page.getByRole('heading', { level: 1, name: '产品目录' }).waitFor();
      },
    },
    'send-logs': {
      note: 'A fault of the page is in the log, the log is sent, and empty.',
      async play() {
        await enter();
        await page.evaluate(() => void setTimeout(() => Promise.reject(new Error('recorded on purpose'))));
        await page.getByRole('button', { name: '本地日志 1 条' }).click();
        await page.getByRole('button', { name: '上传' }).first().click();
        await agree(/^确定$/).click();
        await toast('发送成功!');
      },
    },
  };

  it.each(Object.keys(scenes))('%s', async (name) => {
    const { note, play } = scenes[name]!;
    await play();
    await page.waitForLoadState('networkidle');
    const tape = await takeTape(page, name, note);
    expect((await replayed(tape)).changes).toEqual([]);
    expect(tape.story.length).toBeGreaterThan(30);
    expect(JSON.stringify(tape)).not.toMatch(/eyJ[\w-]{10}|Lease-desk-2026|sesame/);
  });
});
