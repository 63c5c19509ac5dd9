import type { Browser, Page } from 'playwright-core';
import { complaints } from '../support/axe';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { enter, guarded } from '../support/desk';
import { soon } from '../support/soon';

/** Administration of people: by mouse, by keyboard, and checked by axe-core, in both languages. */

jest.setTimeout(120_000);

describe('people', () => {
  let server: RunningServer;
  let browser: Browser;
  let page: Page;
  let faults: () => string[];
  beforeAll(async () => {
    server = await startServer({ DEMO: '0' });
    browser = await launch();
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'zh-CN',
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    page = await context.newPage();
    faults = await guarded(page);
    await enter(page, server.url);
  }, BUILD_LIMIT_MS);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    expect(faults?.()).toEqual([]);
  });

  const row = (name: string) => page.getByRole('row', { name }).filter({ visible: true }).first();
  const act = async (name: string, action: string | RegExp) => {
    await row(name)
      .getByRole('button', { name: /更多操作|More/ })
      .click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  const tool = (name: string) => page.locator('.listing-toolbar:visible').getByRole('button', { name, exact: true });
  const found: Record<string, string[]> = {};
  const look = async (name: string) => {
    const said = await complaints(page);
    if (said.length > 0) found[name] = said;
  };
  const words = () => page.getByRole('alertdialog', { name: '一次性密码' });

  it('are added by keyboard; the password is shown once, and copied', async () => {
    await page.goto(`${server.url}/system/user`);
    await row('admin').waitFor();
    await page.locator('[data-kept-page]:visible').focus();
    await page.keyboard.press('n');
    const form = page.getByRole('dialog', { name: '新增用户' });
    await form.getByLabel('登录账号').waitFor();
    await page.keyboard.type('wangfang');
    await page.keyboard.press('Tab'); // no password: one is made
    await page.keyboard.press('Tab');
    await page.keyboard.type('王芳');
    await page.keyboard.press('Tab');
    await page.keyboard.type('小王');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await look('form');
    await page.keyboard.press('Control+Enter');
    const word = (await words().locator('.oneTimePasswords-password').textContent()) ?? '';
    expect(word).toMatch(/^\w{4}-\w{4}-\w{4}$/);
    await look('words');
    await words().getByRole('button', { name: '复制 wangfang 的一次性密码' }).click();
    await page.getByText('已复制').first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(word);
    await words().getByRole('button', { name: '我已保存' }).last().click();
    await words().waitFor({ state: 'detached' });
    await row('wangfang').getByText('正常').waitFor();
    expect(await page.content()).not.toContain(word);
  });

  it('cannot block themselves, with a reason shown', async () => {
    await row('admin').getByRole('button', { name: '更多操作' }).click();
    const stop = page.getByRole('menuitem', { name: /停用/ });
    await soon(() => stop.getAttribute('aria-disabled'), 'true');
    await soon(() => stop.getAttribute('title'), '不能对自己执行此操作');
    await page.keyboard.press('Escape');
  });

  it('are stopped after a question, and are so marked', async () => {
    await row('wangfang').getByRole('checkbox').check();
    await tool('停用').click();
    const question = page.getByRole('alertdialog', { name: '停用账号' });
    await question.getByText('王芳 (wangfang)').waitFor();
    await question.getByRole('button', { name: '停用 1 位' }).click();
    await row('wangfang').getByText('停用').waitFor();
    await tool('启用').click();
    await page.getByRole('alertdialog').getByRole('button', { name: '启用 1 位' }).click();
    await row('wangfang').getByText('正常').waitFor();
  });

  it('carry data for other platforms, which have to be JSON where they begin like it', async () => {
    await act('wangfang', '平台配置');
    const form = page.getByRole('dialog', { name: '平台配置' });
    await form.getByRole('radio', { name: 'APP' }).check();
    await form.getByRole('textbox').fill('{"openId":');
    await form.getByRole('button', { name: '保存' }).click();
    await form.getByText('不是有效的 JSON').waitFor();
    await look('platform data');
    await form.getByRole('textbox').fill('{"openId":"o-1"}');
    await page.keyboard.press('Control+Enter');
    await form.waitFor({ state: 'detached' });
    await act('wangfang', '平台配置');
    await soon(() => form.getByRole('textbox').inputValue(), '{"openId":"o-1"}');
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
  });

  it('have their roles set in a dialog', async () => {
    await act('wangfang', '角色配置');
    const form = page.getByRole('dialog', { name: '角色配置' });
    await form.locator('.TreeInput-chip').first().waitFor();
    await look('roles');
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
  });

  it('are signed in where the list of sign-ins says so, one’s own among them', async () => {
    await act('admin', '查看在线会话');
    await page.waitForURL('**/monitor/online?userId=*');
    await row('admin').getByText('本机').waitFor();
    await page.getByText('用户 管理员').filter({ visible: true }).first().waitFor(); // the condition, by name
    await look('sessions');
    await row('admin').getByRole('button', { name: '强制下线' }).click();
    const question = page.getByRole('alertdialog', { name: '强制下线' });
    await question.getByText('其中包含本机正在使用的会话').waitFor();
    await question.getByRole('button', { name: '取消' }).click();
  });

  it('and their tenants have pages that axe-core has nothing to say about, in both languages', async () => {
    await page.goto(`${server.url}/system/user`);
    await row('admin').waitFor();
    await look('users');
    for (const language of ['zh', 'en']) {
      await page.goto(`${server.url}/system/tenant`);
      await row('000000').waitFor();
      await look(`tenants ${language}`);
      await act('000000', language === 'zh' ? '授权配置' : 'Limits');
      await page.getByRole('dialog').waitFor();
      await look(`limits ${language}`);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      if (language === 'en') break;
      await page.getByRole('button', { name: '切换语言' }).click();
      await page.getByRole('menuitem', { name: 'English' }).click();
      await page.getByRole('heading', { name: 'Tenants' }).waitFor();
    }
    await page.goto(`${server.url}/system/user`);
    await row('admin').waitFor();
    await look('users en');
    await act('wangfang', 'Assign roles');
    await page.getByRole('dialog').waitFor();
    await look('roles en');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goto(`${server.url}/monitor/online`);
    await row('admin').waitFor();
    await look('sessions en');
    expect(found).toEqual({});
  });
});
