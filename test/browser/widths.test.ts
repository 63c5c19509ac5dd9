/** Lists, dialogs and print at common sizes, and the frame's newer parts, in Chromium on the demo portfolio. */
import type { Browser, Page } from 'playwright-core';
import { complaints } from '../support/axe';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { enter, goByMenu, guarded, menuPaths, moveTo } from '../support/desk';
import { soon } from '../support/soon';

jest.setTimeout(180_000);

describe('at every size', () => {
  let server: RunningServer;
  let browser: Browser;
  let page: Page;
  let faults: () => string[];

  const size = (width: number, height = 900) => page.setViewportSize({ width, height });
  const shown = () => page.locator('[data-kept-page]:visible');
  const dialog = () => page.locator('dialog[open], [role=dialog], [role=alertdialog]').last();
  const nav = () => page.getByRole('navigation', { name: '主菜单' });
  const open = async (path: string, settled = 'tbody tr[data-row]') => {
    await page.goto(server.url + path);
    await shown().locator(settled).first().waitFor();
  };
  const box = async (selector: string) => {
    const found = await shown().locator(selector).first().boundingBox();
    if (!found) throw new Error(`nothing is drawn at ${selector}`);
    return found;
  };
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: element } = document;
      return `${element?.tagName} ${element?.getAttribute('aria-label') ?? element?.textContent ?? ''}`;
    });

  beforeAll(async () => {
    server = await startServer({ DEMO: '1' });
    browser = await launch();
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'zh-CN',
      reducedMotion: 'reduce',
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

  describe('the list of orders', () => {
    it.each([1024, 768])('shows number, state and one menu of actions beside each other at %d px', async (width) => {
      await size(width);
      await open('/lease/order');
      const row = shown().locator('tbody tr[data-row]').first();
      const chip = await box('tbody tr[data-row] .status-chip');
      const actions = await box('tbody tr[data-row] [data-part=actions]');
      expect(chip.x + chip.width).toBeLessThanOrEqual(actions.x);
      expect(actions.x + actions.width).toBeLessThanOrEqual(width);
      await soon(() => row.locator('[data-part=actions] button').count(), 1);
      await row.locator('[data-part=actions] button').click();
      await page.getByRole('menuitem').first().waitFor();
      expect(await page.getByRole('menuitem').count()).toBeGreaterThan(1);
      await page.keyboard.press('Escape');
      // The number stays where it is while the rest is scrolled.
      const number = 'tbody tr[data-row] td[data-pin]:not([data-part=actions]):has(button)';
      const before = await box(number);
      await shown()
        .locator('[data-table-scroller]')
        .evaluate((scroller) => scroller.scrollTo({ left: 400 }));
      expect((await box(number)).x).toBe(before.x);
      await size(1440);
    });

    it('is reached in a few Tabs: one link leads to the rows, and the toolbar is one stop', async () => {
      await open('/lease/order');
      await page.locator('#main').focus();
      const stops: string[] = [];
      for (let turn = 0; turn < 30; turn++) {
        await page.keyboard.press('Tab');
        stops.push(await focused());
        if (stops.at(-1)?.includes('跳到列表')) break;
      }
      expect(stops.at(-1)).toContain('跳到列表');
      expect(stops.length).toBeLessThanOrEqual(3);
      await page.keyboard.press('Enter');
      expect(await page.evaluate(() => document.activeElement?.closest('tr[data-row]') !== null)).toBe(true);

      const toolbar = shown().getByRole('toolbar').first();
      await toolbar.getByRole('button').first().focus();
      await page.keyboard.press('ArrowRight');
      expect(await toolbar.evaluate((bar) => bar.contains(document.activeElement))).toBe(true);
      await page.keyboard.press('Tab');
      expect(await toolbar.evaluate((bar) => bar.contains(document.activeElement))).toBe(false);
    });

    it('is left by Esc from a field, and its letters work then; the help names Ctrl S', async () => {
      await open('/lease/product');
      await page.locator('#main').focus();
      await page.keyboard.press('/');
      expect(await focused()).toMatch(/^INPUT/);
      await page.keyboard.press('Escape');
      const row = () => page.evaluate(() => (document.activeElement as HTMLTableRowElement).sectionRowIndex);
      expect(await row()).toBe(0);
      await page.keyboard.press('j');
      expect(await row()).toBe(1);
      await page.keyboard.press('e');
      await dialog().getByText('编辑产品').waitFor();
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
      await page.locator('#main').focus();
      await page.keyboard.press('n');
      await dialog().getByText('新增产品').waitFor();
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
      await page.locator('#main').focus();
      await page.keyboard.press('?');
      const draft = dialog().locator('dd', { hasText: 'CtrlS' });
      await draft.waitFor();
      await soon(() => draft.locator('kbd').allTextContents(), ['Ctrl', 'S']);
      await page.keyboard.press('Escape');
    });
  });

  it('tools for people come with a selection', async () => {
    await open('/system/user');
    const bar = shown().getByRole('toolbar').first();
    await soon(() => bar.locator('[aria-disabled=true]').count(), 0);
    const before = await bar.getByRole('button').count();
    await shown().locator('tbody input[type=checkbox]').first().check();
    await bar.getByText('已选').waitFor();
    expect(await bar.getByRole('button').count()).toBeGreaterThan(before);
    await bar.getByRole('button', { name: '密码重置' }).waitFor();
  });

  it('an order is cancelled by a word of its own, and 返回 leaves it', async () => {
    await open('/lease/order?businessStatus=1');
    await shown().locator('tbody tr[data-row] .text-link').first().click();
    await shown().locator('.record-recordHead').waitFor();
    const direct = shown().getByRole('button', { name: '取消订单' });
    if ((await direct.count()) === 0) await shown().locator('.record-recordHead [aria-haspopup=menu]').last().click();
    await page
      .getByRole('button', { name: '取消订单' })
      .or(page.getByRole('menuitem', { name: '取消订单' }))
      .first()
      .click();
    const question = page.getByRole('alertdialog');
    const foot = question.locator('.Dialog-foot button');
    await foot.first().waitFor();
    await soon(() => foot.allTextContents(), ['返回', expect.stringContaining('确认取消订单')]);
    await question.getByRole('button', { name: '返回' }).click();
    await question.waitFor({ state: 'detached' });
  });

  it('payments begin with the list where there is no room beside the calendar', async () => {
    await size(1024, 768);
    await open('/lease/payments');
    const rows = await shown().locator('.payments-bench tbody tr[data-row]').all();
    const bottoms = await Promise.all(rows.map(async (row) => (await row.boundingBox())?.y ?? Number.NaN));
    expect(bottoms.filter((top) => top > 0 && top < 768 - 105).length).toBeGreaterThanOrEqual(3);
    const days = shown().locator('.DueCalendar-days td');
    await soon(() => days.count(), 0);
    await shown().getByRole('button', { name: '展开日历' }).click();
    await days.first().waitFor();
    await size(1440);
  });

  it('no page is wider than a phone', async () => {
    await size(1440);
    await open('/wel/index', 'h1');
    const paths = (await menuPaths(page)).values();
    await size(390, 844);
    const wide: Record<string, number> = {};
    for (const path of paths) {
      await moveTo(page, path);
      await shown().locator('h1').first().waitFor();
      await page.locator('.topbar-progress:not([data-running])').waitFor({ state: 'attached' });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      const inner = await shown()
        .first()
        .evaluate((one) => one.scrollWidth);
      if (Math.max(width, inner) > 390) wide[path] = Math.max(width, inner);
    }
    await size(1440);
    expect(wide).toEqual({});
  });

  it('a plan and a receipt are printed without the frame, and whole', async () => {
    await open('/lease/plan');
    const paper = async () => {
      await page.emulateMedia({ media: 'print' });
      const left = await page.evaluate(() =>
        [
          '.NavTree-nav',
          '.topbar-topbar',
          '.TabStrip-tabs',
          '.listing-toolbar',
          '.listing-searchPanel',
          '.buttons-button',
          '[data-part=actions]',
        ].filter((part) => [...document.querySelectorAll(part)].some((one) => one.checkVisibility())),
      );
      const clipped = await shown().evaluate(
        (one) =>
          [one, ...one.querySelectorAll('[data-table-scroller], .surfaces-card')].filter(
            (part) => part.checkVisibility() && getComputedStyle(part).overflow !== 'visible',
          ).length,
      );
      const text = (await shown().textContent()) ?? '';
      await page.emulateMedia({ media: 'screen' });
      return { left, clipped, text };
    };
    const plan = await paper();
    expect({ left: plan.left, clipped: plan.clipped }).toEqual({ left: [], clipped: 0 });
    expect(plan.text).toMatch(/\d{1,3}(,\d{3})*\.\d{2}/);

    await open('/lease/payments');
    await shown().locator('.payments-bench tbody input[type=checkbox]').first().check();
    await shown()
      .getByRole('button', { name: /确认.. 1 笔/ })
      .click();
    const question = page.locator('[role=dialog], [role=alertdialog]').last();
    for (const reason of await question.getByLabel(/原因/).all()) await reason.fill('客户要求');
    for (const count of await question.getByLabel(/笔数/).all()) await count.fill('1');
    await question.getByRole('button', { name: /确认(付款|收款|收付)/ }).click();
    await shown().locator('.Receipt-receipt').waitFor();
    const receipt = await paper();
    expect({ left: receipt.left, clipped: receipt.clipped }).toEqual({ left: [], clipped: 0 });
    expect(receipt.text).toMatch(/PC\d{14}/);
  });

  it('payments leave the list its room, add up below each other, and go on by keyboard after they are booked', async () => {
    await size(1280);
    await open('/lease/payments');
    await shown().locator('.payments-bench tbody input[type=checkbox]').first().check();
    const confirm = shown().getByRole('button', { name: /确认.. 1 笔/ });
    await soon(() => confirm.getAttribute('aria-disabled'), null);
    expect((await shown().locator('.ResultBar-bar').boundingBox())!.height).toBeLessThan(180);
    await confirm.press('Enter');
    const question = page.locator('[role=dialog], [role=alertdialog]').last();
    const ends = await question
      .locator('.ConfirmPayment-summand')
      .evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().right)));
    expect([ends.length > 2, new Set(ends).size]).toEqual([true, 1]);
    for (const reason of await question.getByLabel(/原因/).all()) await reason.fill('客户要求');
    await question.getByLabel(/笔数/).fill('1');
    await page.keyboard.press('Enter');
    await soon(() => page.evaluate(() => document.activeElement?.tagName), 'H2');
    // Links to orders that are settled by it may stand before the button.
    const goOn = shown().getByRole('button', { name: /^继续(付|收)款$/ });
    for (let tabs = 0; tabs < 5 && !(await goOn.evaluate((one) => one === document.activeElement)); tabs++)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await shown().locator('.Receipt-receipt').waitFor({ state: 'detached' });
    await soon(() => page.evaluate(() => document.activeElement?.closest('.payments-bench') !== null), true);
    await size(1440);
  });

  describe('the sidebar', () => {
    const group = (name: string) => nav().getByRole('button', { name, exact: true });
    const isOpen = (name: string) => group(name).getAttribute('aria-expanded');

    const openOnes = () => nav().locator('button.NavTree-navGroup[aria-expanded=true]').allTextContents();

    it('opens one group at a time by keyboard, and several after a tick that lasts', async () => {
      await open('/lease/product');
      const titles = await nav().locator('button.NavTree-navGroup').allTextContents();
      const here = (await nav()
        .locator('ul', { has: page.locator('[aria-current=page]') })
        .getAttribute('aria-label')) as string;
      const [first, last] = [titles[0] ?? '', titles.at(-1) ?? ''];
      expect([here, await openOnes()]).toEqual([first, [first]]);
      await group(last).focus();
      await page.keyboard.press('ArrowRight');
      expect(await openOnes()).toEqual([last]);
      await page.keyboard.press('ArrowLeft');
      expect(await openOnes()).toEqual([]);
      await nav().getByRole('checkbox').check();
      for (const name of [first, last]) if ((await isOpen(name)) === 'false') await group(name).press('Enter');
      expect(await openOnes()).toEqual([first, last]);
      expect(await complaints(page, { frame: true })).toEqual([]);
      await page.reload();
      await shown().locator('tbody tr').first().waitFor();
      expect(await openOnes()).toEqual([first, last]);
      await nav().getByRole('checkbox').uncheck();
      expect(await openOnes()).toEqual([first]);
    });

    it('shows every page in the strip, which has no titles', async () => {
      const all = (await menuPaths(page)).size;
      const visible = () => nav().locator('a[data-path]:visible').count();
      expect(await visible()).toBeLessThan(all);
      await page.getByRole('button', { name: '收起菜单' }).click();
      expect(await visible()).toBe(all);
      await page.getByRole('button', { name: '展开菜单' }).click();
      // Home lies in no group.
      await open('/wel/index', 'h1');
      expect(await openOnes()).toEqual([]);
    });
  });

  it('a page closed with its draft has it when it is opened again', async () => {
    await open('/lease/order/new', 'form');
    await shown().getByLabel('开户银行').fill('招商银行');
    const tab = page.locator('nav.TabStrip-tabs .TabStrip-tab', { hasText: '新增订单' });
    await tab.locator('.TabStrip-tabDirty').waitFor();
    await tab.locator('.TabStrip-tabClose').click();
    const question = page.getByRole('alertdialog');
    await question.locator('.Dialog-foot button').first().waitFor();
    expect(await question.locator('.Dialog-foot button').allTextContents()).toEqual([
      '取消',
      '放弃修改',
      '保留草稿并关闭',
    ]);
    expect(await complaints(page)).toEqual([]);
    await question.getByRole('button', { name: '保留草稿并关闭' }).click();
    await tab.waitFor({ state: 'detached' });
    await goByMenu(page, '订单管理');
    await shown().locator('tbody tr[data-row]').first().waitFor();
    await page.locator('#main').focus();
    await page.keyboard.press('n');
    await page.locator('.Toasts-toast', { hasText: '已恢复' }).waitFor();
    await shown().locator('form input[value="招商银行"]').waitFor();
    await tab.locator('.TabStrip-tabDirty').waitFor();
    await tab.locator('.TabStrip-tabClose').click();
    await page.getByRole('button', { name: '放弃修改' }).click();
    await tab.waitFor({ state: 'detached' });
  });

  it('the person’s menu says for whom and as what they work', async () => {
    await page.locator('.topbar-userBadge').click();
    const facts = page.locator('.MenuSurface-facts');
    await facts.waitFor();
    await soon(() => facts.locator('dt').allTextContents(), ['租户', '部门', '角色']);
    await soon(() => facts.locator('dd').last().textContent(), '超级管理员');
    expect(await complaints(page, { frame: true })).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('a picture whose link is over is fetched by a fresh one', async () => {
    await page.evaluate(async () => {
      const token = decodeURIComponent(/accessToken=([^;]+)/.exec(document.cookie)?.[1] ?? '').replaceAll('"', '');
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 8;
      const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
      const form = new FormData();
      form.append('file', blob as Blob, 'a.png');
      const headers = { 'blade-auth': `bearer ${token}` };
      const sent = await fetch('/api/blade-resource/oss/endpoint/put-file?purpose=avatar', {
        method: 'POST',
        headers,
        body: form,
      });
      const { link } = (await sent.json()).data;
      const info = (await (await fetch('/api/blade-system/user/info', { headers })).json()).data;
      const saved = await fetch('/api/blade-system/user/update-info', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ ...info, avatar: link }),
      });
      const { avatar } = (await saved.json()).data;
      // Like a session restored after its picture's link has expired.
      const kept = JSON.parse(localStorage.getItem('leasedesk-session') ?? '{}');
      const content = JSON.parse(kept.content);
      const user = JSON.parse(content.user);
      content.user = JSON.stringify({ ...user, avatar: avatar.replace(/e=\d+/, 'e=1000000000') });
      addEventListener('pagehide', () =>
        localStorage.setItem('leasedesk-session', JSON.stringify({ ...kept, content: JSON.stringify(content) })),
      );
    });
    const fresh = page.waitForResponse((answer) => answer.url().includes('/user/info'));
    await page.reload();
    await fresh;
    const picture = page.locator('.topbar-userBadge img');
    await page.waitForFunction(() => {
      const image = document.querySelector<HTMLImageElement>('.topbar-userBadge img');
      return image?.complete && image.naturalWidth > 0 && !image.hidden;
    });
    expect(await picture.getAttribute('src')).not.toContain('e=1000000000');
  });

  it('a registration is let in from the bell with the field of the users page, which says what the roles give', async () => {
    const entry = {
      ...{ id: '9', kind: 'notice', title: '注册待审核', content: '<p>guest1</p>', isRead: true },
      ...{ subject: 'registration', subjectId: '77', createTime: '2026-01-05 09:00:00' },
    };
    const success = (data: unknown) => ({ json: { code: 200, success: true, data, msg: '操作成功' } });
    await page.route('**/inbox/page*', (route) => route.fulfill(success({ records: [entry], total: 1 })));
    await page.route('**/inbox/read?*', (route) => route.fulfill(success({ mail: 0, message: 0, notice: 0 })));
    await page.route('**/role/exclusions*', (route) =>
      route.fulfill(success([{ codes: 'a,b', text: '付款确认与凭证确认由同一人操作，缺少复核。' }])),
    );
    let passed = '';
    await page.route('**/user/audit-pass*', (route) => {
      passed = new URL(route.request().url()).searchParams.get('roleIds') ?? '';
      return route.fulfill(success(true));
    });
    await page.getByRole('button', { name: /^通知(，|$)/ }).click();
    await page.locator('.EntryRows-list button').first().click();
    const panel = page.locator('.Entry-entry');
    const field = panel.getByRole('combobox');
    await field.click();
    const items = page.getByRole('treeitem');
    await items.nth(0).click();
    await items.nth(1).click();
    await page.keyboard.press('Escape');
    await panel.getByText('缺少复核').waitFor();
    expect(await complaints(page)).toEqual([]);
    await panel.getByRole('button', { name: '通过', exact: true }).click();
    await panel.locator('form').waitFor({ state: 'detached' });
    expect(passed.split(',')).toHaveLength(2);
    await page.unrouteAll();
  });
});
