import type { Browser, BrowserContext, Page } from 'playwright-core';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { goByMenu, guarded, menuPaths } from '../support/desk';
import { soon } from '../support/soon';

/** A second company: its package, its administrator's first day, a role, and a person with that role alone. */

const ownPassword = 'Own-word-2026';
const packaged = ['用户管理', '角色管理', '部门管理', '岗位管理', '客户管理'];
jest.setTimeout(120_000);

describe('a second tenant', () => {
  let server: RunningServer;
  let browser: Browser;
  /** The platform's owner, and the person who works for the tenant. */
  let owner: Page;
  let page: Page;
  const faults: (() => string[])[] = [];
  const passwords = { tenantId: '', admin: '', clerk: '' };

  const opened = async (): Promise<Page> => {
    const context: BrowserContext = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'zh-CN',
      reducedMotion: 'reduce',
    });
    const made = await context.newPage();
    faults.push(await guarded(made));
    return made;
  };
  beforeAll(async () => {
    server = await startServer({ TENANT_MODE: '1' });
    browser = await launch();
    owner = await opened();
    page = await opened();
  }, BUILD_LIMIT_MS);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    expect(faults.flatMap((found) => found())).toEqual([]);
  });

  const signIn = async (on: Page, tenantId: string, account: string, password: string) => {
    await on.goto(`${server.url}/login`);
    await on.locator('.login .is-main').waitFor();
    if (tenantId) await on.getByRole('textbox', { name: '租户编号' }).fill(tenantId);
    await on.locator('input[name=username]').fill(account);
    await on.locator('input[name=password]').fill(password);
    await on.keyboard.press('Enter');
    await on.locator('.frame-shell').waitFor();
  };
  const signOut = async (on: Page) => {
    await on
      .getByRole('button', { name: /^管理员/ })
      .first()
      .click();
    await on.getByRole('menuitem', { name: '退出登录' }).click();
    await on.getByRole('alertdialog').getByRole('button', { name: '确定' }).click();
    await on.waitForURL('**/login');
  };
  const go = async (on: Page, name: string) => {
    await goByMenu(on, name);
    await on.getByRole('heading', { name, level: 1 }).waitFor();
  };
  const dialog = (on: Page, name: string | RegExp) => on.getByRole('dialog', { name });
  const add = (on: Page) => on.getByRole('button', { name: '新增', exact: true }).filter({ visible: true }).click();
  const save = async (form: ReturnType<typeof dialog>) => {
    await form.getByRole('button', { name: '保存', exact: true }).click();
    await form.waitFor({ state: 'detached' });
  };
  const rowOf = (on: Page, name: string) => on.getByRole('row', { name }).filter({ visible: true }).first();
  const act = async (on: Page, row: string, action: string) => {
    await rowOf(on, row).getByRole('button', { name: '更多操作' }).click();
    await on.getByRole('menuitem', { name: action }).click();
  };
  /** Ticks the first match; a new search replaces the one before. */
  const tick = async (form: ReturnType<typeof dialog>, field: string, ...names: string[]) => {
    const box = form.getByRole('combobox', { name: field });
    for (const name of names) {
      await box.fill(name);
      await box.press('Enter');
      await form.locator('.TreeInput-chip', { hasText: name }).waitFor();
    }
    await box.press('Escape');
  };
  /** The one-time password on screen; it is gone once it is noted. */
  const note = async (on: Page): Promise<string> => {
    const shown = on.getByRole('alertdialog', { name: '一次性密码' });
    const word = (await shown.locator('.oneTimePasswords-password').textContent()) ?? '';
    expect(word).toMatch(/^\w{4}-\w{4}-\w{4}$/);
    await shown.getByRole('button', { name: '我已保存' }).last().click();
    await shown.waitFor({ state: 'detached' });
    expect(await on.content()).not.toContain(word);
    return word;
  };
  /** The server's answer to the person signed in on the page. */
  const statusOf = (on: Page, path: string): Promise<number> =>
    on.evaluate(async (address) => {
      const token = decodeURIComponent(/accessToken=([^;]+)/.exec(document.cookie)?.[1] ?? '').replaceAll('"', '');
      return (await fetch(`/api${address}`, { headers: { 'blade-auth': `bearer ${token}` } })).status;
    }, path);
  const changePassword = async (on: Page, word: string) => {
    const form = on
      .getByRole('dialog', { name: '修改一次性密码' })
      .or(on.getByRole('alertdialog', { name: '修改一次性密码' }));
    await form.locator('input[name=oldPassword]').fill(word);
    await form.locator('input[name=newPassword]').fill(ownPassword);
    await form.locator('input[name=newPassword1]').fill(ownPassword);
    await form.getByRole('button', { name: '修改密码' }).click();
    await form.waitFor({ state: 'detached' });
  };
  /** Pages that the sidebar leads to, the home page aside. */
  const menus = async (on: Page): Promise<string[]> =>
    [...(await menuPaths(on)).keys()].filter((name) => name !== '首页');

  it('gets a package and a place from the platform’s owner, who is shown its administrator’s password once', async () => {
    await signIn(owner, '', 'admin', 'Lease-desk-2026');
    await go(owner, '租户产品包');
    await add(owner);
    const box = dialog(owner, '新增产品包');
    await box.getByLabel('产品包名称').fill('起步包');
    await tick(box, '菜单', ...packaged);
    await save(box);

    await go(owner, '租户管理');
    await add(owner);
    const form = dialog(owner, '新增租户');
    await form.getByLabel('租户名称').fill('海棠租赁有限公司');
    await form.getByLabel('联系人').fill('王芳');
    await form.getByRole('button', { name: '保存', exact: true }).click();
    const number = owner.locator('[role=alertdialog] td', { hasText: '海棠租赁有限公司' });
    passwords.tenantId = /\d{6}/.exec((await number.textContent()) ?? '')?.[0] ?? '';
    expect(passwords.tenantId).toMatch(/^\d{6}$/);
    passwords.admin = await note(owner);

    await act(owner, '海棠租赁有限公司', '产品包配置');
    const choice = dialog(owner, '产品包配置');
    await choice.getByRole('treeitem', { name: '影像资料' }).waitFor(); // without a package it has them all
    const packages = choice.getByRole('combobox', { name: '产品包' });
    await packages.fill('起步');
    await packages.press('Enter');
    await choice.getByRole('treeitem', { name: '影像资料' }).waitFor({ state: 'detached' });
    await choice.getByRole('treeitem', { name: '客户管理' }).waitFor();
    await save(choice);
    await rowOf(owner, '海棠租赁有限公司').getByText('起步包').waitFor();
  });

  it('has people whom the platform’s owner sees as theirs', async () => {
    await act(owner, '海棠租赁有限公司', '查看用户');
    await owner.getByRole('heading', { name: '用户管理', level: 1 }).waitFor();
    await owner.getByText('共 1 条').filter({ visible: true }).waitFor();
    await rowOf(owner, '管理员').waitFor();
    await signOut(owner);
  });

  it('lets its administrator do nothing before the one-time password is changed', async () => {
    await signIn(page, passwords.tenantId, 'admin', passwords.admin);
    await page.getByText('修改一次性密码').waitFor();
    expect(await statusOf(page, '/blade-system/user/page?current=1&size=10')).toBe(403);
    await changePassword(page, passwords.admin);
    expect(await statusOf(page, '/blade-system/user/page?current=1&size=10')).toBe(200);
  });

  it('sees the menus of its package and no others', async () => {
    await page.reload();
    expect((await menus(page)).sort()).toEqual([...packaged].sort());
    expect(await statusOf(page, '/blade-order/order/page?current=1&size=10')).toBe(403);
    expect(await statusOf(page, '/blade-system/tenant/list?current=1&size=10')).toBe(403);
    await page.goto(`${server.url}/lease/order`);
    await page.waitForURL(/\/40[34]$/);
  });

  it('makes a role with one page, and a person with that role', async () => {
    await page.goto(`${server.url}/wel/index`);
    await go(page, '角色管理');
    await add(page);
    const role = dialog(page, '新增角色');
    await role.getByLabel('角色名称').fill('业务员');
    await role.getByLabel('角色别名').fill('clerk');
    await save(role);
    await act(page, '业务员', '权限设置');
    const grant = page.getByRole('dialog', { name: /权限设置/ });
    const seek = grant.getByPlaceholder('筛选菜单、按钮编号').filter({ visible: true });
    await seek.fill('客户管理');
    await grant.getByRole('treeitem', { name: '客户管理' }).locator('[data-part=tick]').click();
    await grant.getByRole('button', { name: '保存权限' }).click();
    await grant.waitFor({ state: 'detached' });

    await go(page, '用户管理');
    await add(page);
    const form = dialog(page, '新增用户');
    await form.getByLabel('登录账号').fill('xiaolin');
    await form.getByLabel('用户姓名').fill('小林');
    await form.getByLabel('用户昵称').fill('小林');
    await tick(form, '所属角色', '业务员');
    await tick(form, '所属部门', '海棠');
    await form.getByRole('button', { name: '保存', exact: true }).click();
    passwords.clerk = await note(page);
    await rowOf(page, 'xiaolin').getByText('业务员').waitFor();
  });

  it('shows the new person what the role grants, and refuses the rest', async () => {
    const clerk = await opened();
    await signIn(clerk, passwords.tenantId, 'xiaolin', passwords.clerk);
    await changePassword(clerk, passwords.clerk);
    await clerk.reload();
    expect(await menus(clerk)).toEqual(['客户管理']);
    await go(clerk, '客户管理');
    expect(await statusOf(clerk, '/blade-customer/customer/list?current=1&size=10')).toBe(200);
    expect(await statusOf(clerk, '/blade-system/user/page?current=1&size=10')).toBe(403);
    await clerk.context().close();
  });

  it('has a menu less with its next page when its package becomes smaller', async () => {
    await signIn(owner, '', 'admin', 'Lease-desk-2026');
    await go(owner, '租户产品包');
    await rowOf(owner, '起步包').getByRole('button', { name: '编辑' }).click();
    const box = dialog(owner, '编辑产品包');
    await tickOff(box, '岗位管理');
    await save(box);
    await page.reload();
    // The window shows its stored state first, until the server has answered.
    await soon(async () => (await menus(page)).sort(), packaged.filter((name) => name !== '岗位管理').sort());
    expect(await statusOf(page, '/blade-system/post/list?current=1&size=10')).toBe(403);
  });
  const tickOff = async (form: ReturnType<typeof dialog>, name: string) => {
    const chip = form.locator('.TreeInput-chip', { hasText: name });
    await chip.click();
    await chip.waitFor({ state: 'detached' });
  };
});
