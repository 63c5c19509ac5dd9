import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { look as intoDatabase } from '../chaos/server';
import { complaints } from '../support/axe';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { isDeep } from '../support/depth';
import { enter, goByMenu, guarded } from '../support/desk';
import { soon } from '../support/soon';

/** Administration in a browser: tree tables, the choices of forms, and working for another tenant. */

jest.setTimeout(120_000);

/** Departments: this many at the top, below each of those, and below each of these. */
const spread = { tops: 8, branches: 24, teams: 25 };
const many = spread.tops * (1 + spread.branches * (1 + spread.teams));
const firstId = 7_000_000_000;

/** Inserted into the database directly: through the server it would take a minute. */
function fillDepartments(dataDir: string) {
  return intoDatabase(dataDir, async (client) => {
    const add = (from: number, count: number, below: number, name: string, sort: number) =>
      client.query(
        `insert into sys_dept (id, tenant_id, parent_id, dept_name, full_name, sort, create_time, update_time)
       select $1::bigint + n, '000000', case when $3::bigint = 0 then 0 else $3::bigint + n / $4::int end,
              $5 || ' ' || n, $5 || ' ' || n, $6::int + n, '2026-01-01 00:00:00', '2026-01-01 00:00:00'
       from generate_series(0, $2::int - 1) n`,
        [from, count, below, below === firstId ? spread.branches : spread.teams, name, sort],
      );
    await add(firstId, spread.tops, 0, 'Region', 1000);
    await add(firstId + 1000, spread.tops * spread.branches, firstId, 'Branch', 0);
    await add(firstId + 10_000, spread.tops * spread.branches * spread.teams, firstId + 1000, 'Team', 0);
  });
}

describe('administration', () => {
  let server: RunningServer;
  let browser: Browser;
  let page: Page;
  let faults: () => string[];

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), launch()]);
  }, BUILD_LIMIT_MS);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const openPage = async (language: 'zh' | 'en' = 'zh') => {
    const locale = language === 'zh' ? 'zh-CN' : 'en-GB';
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale });
    page = await context.newPage();
    faults = await guarded(page);
    await page.goto(`${server.url}/login`);
    if (language === 'en') await page.getByRole('button', { name: 'English' }).click();
    await enter(page, server.url);
  };
  afterEach(async () => {
    await page.context().close();
    expect(faults()).toEqual([]);
  });

  const go = async (path: string) => {
    await page.goto(server.url + path);
    await page.locator('tr[data-row]').first().waitFor();
  };
  const rowOf = (name: string) => page.locator('tr[data-row]', { has: page.getByText(name, { exact: true }) }).first();
  const dialog = () => page.getByRole('dialog');
  const closed = () => dialog().waitFor({ state: 'detached' });
  const toast = (text: string) => page.locator('.Toasts-toast', { hasText: text }).first().waitFor();
  /** Chooses a command of a row, from its menu where it has no button. */
  const act = async (name: string, command: string) => {
    const row = rowOf(name);
    const button = row.getByRole('button', { name: command, exact: true });
    if (await button.count()) return button.click();
    await row.locator('[aria-haspopup=menu]').click();
    await page.getByRole('menuitem', { name: command, exact: true }).click();
  };
  const fill = async (fields: Record<string, string>) => {
    for (const [name, value] of Object.entries(fields)) await page.locator(`#form-${name}`).fill(value);
  };
  const save = async () => {
    await dialog().getByRole('button', { name: '保存' }).click();
  };
  /** The server's answer to the person signed in on the page. */
  const ask = (path: string, body?: object) =>
    page.evaluate(
      async ([address, text]) => {
        const token = decodeURIComponent(/accessToken=([^;]+)/.exec(document.cookie)?.[1] ?? '').replaceAll('"', '');
        const answer = await fetch(`/api${address}`, {
          method: text ? 'POST' : 'GET',
          headers: { 'blade-auth': `bearer ${token}`, ...(text ? { 'content-type': 'application/json' } : {}) },
          ...(text ? { body: text } : {}),
        });
        return answer.json();
      },
      [path, body ? JSON.stringify(body) : ''] as const,
    );
  const sought = () => page.locator('.listing-searchField input >> visible=true').first();
  const tenant = () => page.locator('.tenantChoice-choice input >> visible=true');
  const levelOf = (name: string) => rowOf(name).getAttribute('aria-level');

  it('adds departments below others, moves, refuses and removes them', async () => {
    await openPage();
    await go('/system/dept');
    const [{ deptName: head, id: headId }] = (await ask('/blade-system/dept/list')).data;

    await act(head, '新增下级');
    await dialog().waitFor();
    await soon(() => page.locator('#form-parentId').inputValue(), head);
    await fill({ deptName: '华东分公司', fullName: '华东分公司' });
    await save();
    await closed();
    await rowOf('华东分公司').waitFor();
    expect(await levelOf('华东分公司')).toBe('2');

    await act('华东分公司', '新增下级');
    await fill({ deptName: '租赁一部', fullName: '租赁一部' });
    await save();
    await closed();
    // Its parent had nothing below it and was not open.
    await rowOf('租赁一部').waitFor();
    expect(await levelOf('租赁一部')).toBe('3');
    await soon(() => rowOf('华东分公司').getAttribute('aria-expanded'), 'true');

    // Neither itself nor what is below it is offered as the one above.
    await act('华东分公司', '编辑');
    await dialog().waitFor();
    await page.locator('#form-parentId').click();
    await page.keyboard.press('*');
    const offered = page.getByRole('treeitem');
    await soon(() => offered.allTextContents(), [head]);
    await page.keyboard.press('Escape');
    await page.locator('#form-fullName').fill('华东分公司（上海）');
    await save();
    await closed();
    await page.getByText('华东分公司（上海）').first().waitFor();

    // What the form does not offer, the server refuses.
    const { data: list } = await ask('/blade-system/dept/list');
    const east = list[0].children.find((one: { deptName: string }) => one.deptName === '华东分公司');
    const { success, reason } = await ask('/blade-system/dept/submit', { ...east, parentId: east.children[0].id });
    expect({ success, reason }).toEqual({ success: false, reason: 'tree.ownParent' });

    await act('租赁一部', '编辑');
    await dialog().waitFor();
    await page.locator('#form-parentId').click();
    await page.locator('#form-parentId').fill(head);
    await page.keyboard.press('Enter');
    await save();
    await closed();
    await page.waitForFunction(() =>
      [...document.querySelectorAll('tr[aria-level="2"]')].some((row) => row.textContent?.includes('租赁一部')),
    );
    expect((await ask(`/blade-system/dept/lazy-list?parentId=${headId}`)).data).toHaveLength(2);

    await act(head, '删除');
    await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click();
    await toast('请先删除子节点');
    await rowOf(head).waitFor();
    await act('租赁一部', '删除');
    await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click();
    await rowOf('租赁一部').waitFor({ state: 'detached' });

    await act('华东分公司', '查看');
    await page.getByRole('button', { name: '变更记录' }).click();
    await dialog().locator('.record-timeline', { hasText: '华东分公司（上海）' }).waitFor();
    await soon(() => dialog().locator('.record-timeline li').count(), 2);
  });

  it('draws few of five thousand departments, and answers to the keys', async () => {
    await fillDepartments(server.dataDir);
    await openPage();
    await go('/system/dept');
    const drawn = () => page.locator('tr[data-row]').count();
    await rowOf('Region 0').waitFor();
    await page.getByRole('button', { name: '全部展开' }).click();
    const grid = page.getByRole('treegrid');
    await page.waitForFunction((least) => {
      const table = document.querySelector('[role="treegrid"]');
      return Number(table?.getAttribute('aria-rowcount')) > least;
    }, many);
    expect(await drawn()).toBeLessThanOrEqual(60);

    const first = page.locator('tr[data-row]', { hasText: 'Region 0' }).first();
    await first.scrollIntoViewIfNeeded();
    await first.focus();
    const focused = () =>
      page.evaluate(() => {
        const row = document.activeElement;
        const name = row?.querySelector('.TableRow-tree')?.textContent;
        return [name, row?.getAttribute('aria-level'), row?.getAttribute('aria-expanded')];
      });
    const press = async (key: string) => {
      await page.keyboard.press(key);
      return focused();
    };
    expect(await focused()).toEqual(['Region 0', '1', 'true']);
    expect(await press('ArrowRight')).toEqual(['Branch 0', '2', 'true']);
    expect(await press('ArrowRight')).toEqual(['Team 0', '3', null]);
    expect(await press('ArrowRight')).toEqual(['Team 0', '3', null]);
    expect(await press('ArrowDown')).toEqual(['Team 1', '3', null]);
    expect(await press('ArrowLeft')).toEqual(['Branch 0', '2', 'true']);
    expect(await press('ArrowLeft')).toEqual(['Branch 0', '2', 'false']);
    expect(await press('ArrowDown')).toEqual(['Branch 1', '2', 'true']);
    expect(await press('End')).toEqual([`Team ${spread.tops * spread.branches * spread.teams - 1}`, '3', null]);
    expect(await drawn()).toBeLessThanOrEqual(60);
    await page.keyboard.press(' ');
    await page.getByText('已选').waitFor();
    await page.keyboard.press('Enter');
    await dialog().waitFor();
    await page.keyboard.press('Escape');
    await closed();
    expect((await focused())[1]).toBe('3');

    // A search shows matches with their ancestors, without a request.
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes('/dept/')) asked += 1;
    });
    await sought().fill('team 4799');
    await page.getByText('找到 1 条').waitFor();
    expect(await page.locator('tr[data-row]').evaluateAll((rows) => rows.map((row) => row.ariaLevel))).toEqual([
      '1',
      '2',
      '3',
    ]);
    await soon(() => page.locator('mark').allTextContents(), ['Team 4799']);
    await soon(() => page.locator('tr[data-row]').first().getAttribute('data-muted'), 'true');
    await sought().fill('');
    await page.waitForFunction(() => document.querySelectorAll('tr[data-row]').length > 3);
    await page.getByRole('button', { name: '全部收起' }).click();
    await page.waitForFunction(() => document.querySelectorAll('tr[aria-level="2"]').length === 0);
    expect(await grid.getAttribute('aria-rowcount')).toBeNull();
    expect(asked).toBe(0);
  });

  it('shows an uploaded error with its stack, and hands out its recording', async () => {
    await openPage();
    const tape = { tape: 1, story: [{ do: 'app/started' }] };
    const stack = 'TypeError: boom\n    at f (https://lease.example/assets/main.js:1:2)';
    const entry = { type: 'bug', url: '/lease/order', message: 'boom', stack, time: '2026-11-20 09:00:00' };
    const packed = gzipSync(JSON.stringify(tape)).toString('base64');
    await ask('/blade-auth/oauth/logout', [{ ...entry, tape: packed }]);
    await go('/monitor/log/error');
    await act('boom', '查看');
    await dialog().getByText('at f (https://lease.example/assets/main.js:1:2)').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog().getByRole('button', { name: '下载录像' }).click(),
    ]);
    expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toEqual(tape);
    // its request leads to the call in the log of calls
    await dialog().getByRole('button', { name: '关闭' }).last().click();
    await closed();
    await rowOf('boom').locator('a').last().click();
    await page.waitForURL('**/monitor/log/api?requestId=*');
    await rowOf('/blade-auth/oauth/logout').waitFor();
  });

  it('works in another tenant, says so, and comes back', async () => {
    await openPage();
    await go('/system/dept');
    expect(await tenant().count()).toBe(0); // there is no other yet
    const made = await ask('/blade-system/tenant/submit', { tenantName: '云州汽车租赁', linkman: '何静' });
    const { tenantId } = made.data;
    await go('/system/post');
    await tenant().fill('云州');
    await page.getByRole('option', { name: '云州汽车租赁' }).click();
    const bar = page.locator('[data-message=warning] >> visible=true', { hasText: tenantId });
    await bar.waitFor();
    await page.waitForFunction(() => document.querySelectorAll('tr[data-row]').length === 1);

    await goByMenu(page, '部门管理');
    await rowOf('云州汽车租赁').waitFor();
    await bar.waitFor();
    await act('云州汽车租赁', '新增下级');
    await fill({ deptName: '车辆部', fullName: '车辆部' });
    await save();
    await closed();
    await rowOf('车辆部').waitFor();
    const namesOf = async (query: string) => JSON.stringify((await ask(`/blade-system/dept/list${query}`)).data);
    expect(await namesOf(`?tenantId=${tenantId}`)).toContain('车辆部');
    expect(await namesOf('')).not.toContain('车辆部');

    await bar.getByRole('button', { name: '返回本租户' }).click();
    await bar.waitFor({ state: 'detached' });
    await rowOf('Region 0').waitFor();
    await soon(() => page.getByText('车辆部').count(), 0);
  });

  it('chooses an icon by its picture, and what a tenant may have by branches', async () => {
    await openPage();
    await go('/system/menu');
    await page.locator('.listing-toolbar').getByRole('button', { name: '新增' }).click();
    await dialog().waitFor();
    await page.getByRole('radio', { name: '按钮' }).check();
    await page.locator('#form-alias').waitFor();
    await soon(() => page.locator('#form-source').count(), 0);
    await page.getByRole('radio', { name: '菜单', exact: true }).check();
    const icon = page.locator('#form-source');
    await icon.click();
    await icon.fill('wall');
    await page.keyboard.press('Enter');
    await soon(() => icon.inputValue(), 'wallet');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').getByRole('button').last().click();
    await closed();

    await page.goto(`${server.url}/system/package`);
    await page.locator('.listing-toolbar').getByRole('button', { name: '新增' }).click();
    await dialog().waitFor();
    await fill({ packageName: '基础版' });
    await page.locator('#form-menuId').click();
    // The platform's own menus are not for tenants.
    await page.getByRole('treeitem', { name: '租赁业务' }).waitFor();
    await page.keyboard.press('*');
    await soon(() => page.getByRole('treeitem', { name: '租户管理' }).count(), 0);
    await page.getByRole('treeitem', { name: '租赁业务' }).locator('.tick-tick').click();
    await soon(() => dialog().locator('.TreeInput-chip').allTextContents(), ['租赁业务']);
    await page.keyboard.press('Escape');
    await save();
    await closed();
    await rowOf('基础版').waitFor();
    const [{ id }] = (await ask('/blade-system/tenant-package/list')).data.records;
    const { data } = await ask(`/blade-system/tenant-package/detail?id=${id}`);
    expect(data.menuId.split(',').length).toBeGreaterThan(5);
    await act('基础版', '编辑');
    await dialog().locator('.TreeInput-chip', { hasText: '租赁业务' }).waitFor();
  });

  /** Each language, mode and width at least once. */
  const looks = [
    ['en', 'dark', 1440],
    ['zh', 'light', 390],
    ...(isDeep
      ? ([
          ['zh', 'light', 1440],
          ['zh', 'dark', 390],
        ] as const)
      : []),
  ] as const;
  it.each(looks)('gives axe nothing to complain of: %s on %s, %i px wide', async (language, mode, width) => {
    const english = language === 'en';
    const say = (zh: string, en: string) => (english ? en : zh);
    await openPage(language);
    if (mode === 'dark') await page.getByRole('button', { name: say('切换到深色', 'Switch to dark') }).click();
    await page.setViewportSize({ width, height: 900 });
    const found: Record<string, string[]> = {};
    const look = async (name: string) => {
      const said = await complaints(page);
      if (said.length > 0) found[name] = said;
    };
    const close = async () => {
      await page.keyboard.press('Escape');
      await closed();
    };
    await go('/system/dept');
    await look('departments');
    await sought().fill('Team 17');
    await page.locator('mark').first().waitFor();
    await look('departments that are sought');
    // not the last: it is drawn outside the viewport, and scrolling to it replaces the drawn rows
    await page.locator('.TableRow-tree .text-link').first().click();
    await dialog().waitFor();
    await page.getByRole('button', { name: say('变更记录', 'History') }).click();
    await page.locator('[role=dialog] :is([data-empty], .record-timeline)').first().waitFor();
    await look('history of a department');
    await close();
    await page.locator('.listing-toolbar .fui-Button').first().click();
    await page.locator('#form-parentId').click();
    await page.getByRole('treeitem').first().waitFor();
    await look('form with an open tree');
    await page.keyboard.press('Escape');
    await close();
    await tenant().click();
    await page.getByRole('option').nth(1).click();
    await page.locator('[data-message=warning] >> visible=true').waitFor();
    await rowOf('云州汽车租赁').waitFor();
    await look('another tenant');

    await go('/system/menu');
    await look('menus');
    await page.locator('.listing-toolbar .fui-Button').first().click();
    await page.locator('#form-source').click();
    await page.getByRole('option').first().waitFor();
    await look('form with icons');
    await page.keyboard.press('Escape');
    await close();
    await go('/system/client');
    await page.locator('.listing-toolbar .fui-Button').first().click();
    await dialog().waitFor();
    await look('form of a client');
    expect(found).toEqual({});
  });
});
