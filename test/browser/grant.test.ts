import type { Browser, Page } from 'playwright-core';
import { complaints } from '../support/axe';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { enter, guarded } from '../support/desk';
import { soon } from '../support/soon';

/** Granting permissions, previewing a role, and checking access, as an administrator does it. */
jest.setTimeout(180_000);

interface Answer {
  code: number;
  data: any;
}
/** A call as the person signed in on the page. */
function call(page: Page, method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer> {
  return page.evaluate(
    async ([how, address, sent]) => {
      const token = decodeURIComponent(/accessToken=([^;]+)/.exec(document.cookie)?.[1] ?? '').replaceAll('"', '');
      const answer = await fetch(`/api${address}`, {
        method: how as string,
        headers: { 'blade-auth': `bearer ${token}`, ...(sent ? { 'content-type': 'application/json' } : {}) },
        ...(sent ? { body: JSON.stringify(sent) } : {}),
      });
      return answer.json();
    },
    [method, path, body] as const,
  );
}

describe('granting rights', () => {
  let server: RunningServer;
  let browser: Browser;
  let page: Page;
  let faults: () => string[];
  let roleId = '';
  let personId = '';

  const pane = (name: string) => page.getByRole('region', { name });
  const row = (title: string) => page.getByRole('treeitem', { name: title });
  const openGrant = async () => {
    await page.goto(`${server.url}/authority/role`);
    const line = page.locator('.DataTable-table tr', { hasText: 'clerk' });
    await line.locator('[aria-haspopup=menu]').click();
    await page.getByRole('menuitem', { name: '权限设置' }).click();
    await row('租赁业务').first().waitFor();
  };
  /** What the role holds now: codes of its menus and buttons. */
  const held = async () => {
    const [tree, keys] = [
      await call(page, 'GET', '/blade-system/menu/grant-tree'),
      await call(page, 'GET', `/blade-system/menu/role-tree-keys?roleIds=${roleId}`),
    ];
    const codes: string[] = [];
    const walk = (nodes: { id: string; title: string; note?: string; children?: [] }[]) => {
      for (const { id, title, note, children } of nodes) {
        if (keys.data.menu.includes(id)) codes.push(note ?? title);
        walk(children ?? []);
      }
    };
    walk(tree.data.menu);
    return codes.sort();
  };

  beforeAll(async () => {
    server = await startServer();
    browser = await launch();
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
    page = await context.newPage();
    faults = await guarded(page);
    await enter(page, server.url);
    const role = { roleName: '经办', roleAlias: 'clerk', parentId: '0', sort: 9 };
    roleId = (await call(page, 'POST', '/blade-system/role/submit', role)).data.id;
    const dept = (await call(page, 'GET', '/blade-system/dept/tree')).data[0].id;
    const person = { account: 'wang', realName: '王经办', name: '王经办', roleId, deptId: dept };
    personId = (await call(page, 'POST', '/blade-system/user/submit', person)).data.id;
  }, BUILD_LIMIT_MS);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  it('is done with keyboard and mouse, says what changes, and asks before it is lost', async () => {
    await openGrant();
    const save = page.getByRole('button', { name: '保存权限' });
    await soon(() => save.getAttribute('aria-disabled'), 'true');

    await page.getByRole('searchbox', { name: '筛选菜单、按钮编号' }).fill('order_voucher');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await soon(() => row('确认凭证').getAttribute('aria-checked'), 'true');
    await page.getByRole('searchbox', { name: '筛选菜单、按钮编号' }).fill('paymentPlan_pay');
    await row('批量确认付款').click();
    await page.getByText('付款确认与凭证确认由同一人操作').waitFor();
    await page.getByText('新增 4 项').waitFor(); // the two pages come along
    await page.getByRole('button', { name: '查看差异' }).click();
    await pane('差异').getByText('菜单与按钮 / 租赁业务 / 订单管理 / 确认凭证').waitFor();
    expect(await complaints(page)).toEqual([]);

    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog');
    await question.getByText('有未保存的修改').waitFor();
    await question.getByRole('button', { name: '取消' }).click();
    await question.waitFor({ state: 'detached' });
    await save.click();
    await page.getByText('权限已保存').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await held()).toEqual(['order_voucher', 'paymentPlan_pay', '收付计划', '订单管理']);
  });

  it('previews what a person would see, from the present ticks', async () => {
    await openGrant();
    await page.getByRole('searchbox', { name: '筛选菜单、按钮编号' }).fill('product_view');
    await row('查看').click();
    await page.getByRole('button', { name: '以此角色预览' }).click();
    const menus = page.getByRole('navigation', { name: '该角色可见的菜单' });
    await menus.getByText('产品目录').click();
    await soon(() => menus.getByRole('link').allTextContents(), ['订单管理', '收付计划', '产品目录']);
    const rights = page.getByRole('region', { name: '产品目录' });
    await rights.getByRole('listitem').filter({ hasText: 'product_view' }).getByText('已授权').waitFor();
    await rights.getByRole('listitem').filter({ hasText: 'product_add' }).getByText('未授权').waitFor();
    expect(new URL(page.url()).pathname).toBe('/authority/role');
    expect(await complaints(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await menus.waitFor({ state: 'detached' });
    expect(await row('查看').getAttribute('aria-checked')).toBe('true'); // the ticks are as they were
    expect(await held()).not.toContain('product_view');
  });

  it('keeps off the role of the administrators', async () => {
    await page.goto(`${server.url}/authority/role`);
    const line = page.locator('.DataTable-table tr', { hasText: 'administrator' });
    await line.getByRole('checkbox').check();
    const tool = page.getByRole('button', { name: /权限设置/ }).first();
    await soon(() => tool.getAttribute('aria-disabled'), 'true');
    expect(await tool.getAttribute('title')).toContain('管理员角色的权限由产品包决定');
  });

  it('explains a refusal, from the 403 page to the screen that corrects it', async () => {
    await page.goto(`${server.url}/authority/why?userId=${personId}&code=product_add`);
    const deciding = page.locator('[data-decides]');
    // The person has never signed in: this check comes before the missing permission.
    await deciding.getByText('仍在使用一次性密码').waitFor();
    await page.getByText('所属角色（经办）均未授权').waitFor();
    expect(await complaints(page)).toEqual([]);

    await page.getByRole('button', { name: '接口', exact: true }).click();
    await page.getByRole('combobox', { name: '接口' }).fill('paymentPlan/updateBat');
    await page.getByRole('option').first().click();
    await page.getByRole('button', { name: '检查', exact: true }).click();
    await page.getByText('由角色授予：经办').waitFor();

    await page.goto(`${server.url}/403?code=product_delete`);
    await page.getByRole('link', { name: '查看原因' }).click();
    await page.getByText('管理员 可以使用').waitFor();
    expect(new URL(page.url()).pathname).toBe('/authority/why');
  });

  it('is the same in English on dark', async () => {
    await page.context().clearCookies();
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.goto(`${server.url}/login`);
    await page.getByRole('button', { name: 'English' }).click();
    await enter(page, server.url);
    await page.getByRole('button', { name: 'Switch to dark' }).click();
    await page.goto(`${server.url}/authority/role`);
    await page.locator('.DataTable-table tr', { hasText: 'clerk' }).locator('[aria-haspopup=menu]').click();
    await page.getByRole('menuitem', { name: 'Grant permissions' }).click();
    await row('Leasing').first().waitFor();
    expect(await complaints(page)).toEqual([]);
    await page.getByRole('button', { name: 'Preview as role' }).click();
    await page.getByRole('navigation', { name: 'Menus shown to this role' }).waitFor();
    expect(await complaints(page)).toEqual([]);
    await page.goto(`${server.url}/authority/why?userId=${personId}&code=product_add`);
    await page.locator('[data-decides]').waitFor();
    expect(await complaints(page)).toEqual([]);
    expect(faults()).toEqual([]);
  });
});
