/** The frame at work: tabs by mouse and by key, pages that stay, a crashing page, strange menus, and no leaks. */
import type { Browser, CDPSession, Locator, Page, Request, Route } from 'playwright-core';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { depth } from '../support/depth';
import { alterMenus, enter, goByMenu, guarded } from '../support/desk';
import { soon } from '../support/soon';

jest.setTimeout(120_000);

const wide = { width: 1440, height: 900 };
const lists = ['客户管理', '订单管理', '影像资料', '合同管理', '收付计划', '产品目录'];

describe('the frame', () => {
  let server: RunningServer;
  let browser: Browser;
  let page: Page;
  let faults: () => string[];

  const nav = (name: string) =>
    page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name, exact: true });
  /** Not by its role: it has none while a question lies above the page. */
  const strip = () => page.locator('nav.TabStrip-tabs');
  const tab = (name: string) => strip().locator('.TabStrip-tabLink', { has: page.getByText(name, { exact: true }) });
  const names = () => strip().locator('.TabStrip-tabName').allTextContents();
  const shown = () => page.locator('[data-kept-page]:visible');
  const until = async (isSo: () => Promise<boolean>) => {
    for (let turn = 0; turn < 60 && !(await isSo()); turn++) await page.waitForTimeout(50);
    expect(await isSo()).toBe(true);
  };
  const open = async (...pages: string[]) => {
    for (const name of pages) {
      await goByMenu(page, name);
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      await shown().locator('tbody tr, [data-empty]').first().waitFor();
    }
  };
  const closeAll = async () => {
    if ((await names()).length === 1) await tab('首页').click();
    if ((await names()).length === 1) return;
    await strip().getByRole('button', { name: '标签页操作' }).click();
    await page.getByRole('menuitem', { name: '关闭所有' }).click();
    await page.waitForURL('**/wel/index');
  };
  const menuOf = async (name: string) => {
    await tab(name).click({ button: 'right' });
    await page.getByRole('menu').waitFor();
  };
  const choose = (name: string) => page.getByRole('menuitem', { name, exact: true }).click();

  /** Local state is lost when an element is mounted anew. */
  const mark = (target: Locator) => target.evaluate((element) => void Object.assign(element, { isMarked: true }));
  const isTheSame = (target: Locator) => target.evaluate((element) => 'isMarked' in element);

  beforeAll(async () => {
    server = await startServer({ DEMO: '1' });
    browser = await launch();
    page = await (await browser.newContext({ locale: 'zh-CN', viewport: wide })).newPage();
    faults = await guarded(page);
    await enter(page, server.url);
  }, BUILD_LIMIT_MS);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  describe('the tabs', () => {
    beforeEach(() => page.setViewportSize(wide));

    it('are put in another order by dragging, which opens none of them', async () => {
      await open('产品目录', '客户管理', '订单管理');
      const from = await tab('订单管理').boundingBox();
      const to = await tab('产品目录').boundingBox();
      await goByMenu(page, '客户管理');
      await page.mouse.move(from!.x + 20, from!.y + 10);
      await page.mouse.down();
      await page.mouse.move(from!.x, from!.y + 10, { steps: 4 });
      await page.mouse.move(to!.x + 2, to!.y + 10, { steps: 8 });
      await page.mouse.up();
      expect(await names()).toEqual(['首页', '订单管理', '产品目录', '客户管理']);
      await soon(() => page.getByRole('heading', { level: 1 }).first().textContent(), '客户管理');
      // Nothing goes before home, and a click is a click again.
      await tab('客户管理').dragTo(tab('首页'));
      expect((await names())[0]).toBe('首页');
      await tab('产品目录').click();
      await page.getByRole('heading', { level: 1, name: '产品目录' }).waitFor();
    });

    it('are put in another order and closed by the keyboard, the focus going along', async () => {
      await closeAll();
      await open('产品目录', '客户管理', '订单管理');
      await tab('订单管理').focus();
      await page.keyboard.press('Control+Shift+ArrowLeft');
      await page.keyboard.press('Control+Shift+ArrowLeft');
      await page.keyboard.press('Control+Shift+ArrowLeft'); // home stays first
      expect(await names()).toEqual(['首页', '订单管理', '产品目录', '客户管理']);
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('订单管理');
      await page.keyboard.press('Delete');
      expect(await names()).toEqual(['首页', '产品目录', '客户管理']);
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('首页');
      await page.keyboard.press('Alt+3');
      await page.getByRole('heading', { level: 1, name: '客户管理' }).waitFor();
      await page.keyboard.press('Alt+w');
      await page.getByRole('heading', { level: 1, name: '产品目录' }).waitFor();
    });

    it('have a menu that acts on the one that was clicked, by mouse and by key', async () => {
      await closeAll();
      await open('产品目录', '客户管理', '订单管理');
      await menuOf('产品目录');
      await choose('固定');
      expect(await names()).toEqual(['首页', '产品目录', '客户管理', '订单管理']);
      await soon(() => strip().getByRole('img', { name: '已固定' }).count(), 1);
      await tab('客户管理').focus();
      await page.keyboard.press('Shift+F10');
      await page.getByRole('menu').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('客户管理');
      await menuOf('客户管理');
      await choose('关闭其它');
      expect(await names()).toEqual(['首页', '产品目录', '客户管理']);
      await page.getByRole('heading', { level: 1, name: '客户管理' }).waitFor(); // the one shown is gone
      await tab('客户管理').click({ button: 'middle' });
      await page.getByRole('heading', { level: 1, name: '产品目录' }).waitFor();
      await menuOf('产品目录');
      await choose('取消固定');
      await closeAll();
      expect(await names()).toEqual(['首页']);
    });

    it('clear the cache after a question, without the client’s name', async () => {
      const asked = page.waitForRequest('**/blade-auth/oauth/clear-cache');
      await menuOf('首页');
      await choose('清除缓存');
      await page.getByText('是否需要清除缓存?').waitFor();
      await page.getByRole('button', { name: '确定' }).click();
      expect((await asked).headers()).not.toHaveProperty('authorization');
      await page.getByText('清除完毕').waitFor();
    });

    it('that do not fit are scrolled to by wheel, and the one shown is always in sight', async () => {
      await closeAll();
      for (const name of lists) await goByMenu(page, name);
      await page.setViewportSize({ width: 560, height: 700 });
      const list = strip().locator('ul');
      const at = () => list.evaluate(({ scrollLeft }) => Math.round(scrollLeft));
      const isInSight = (name: string) =>
        tab(name).evaluate((one) => {
          const [own, around] = [one, one.closest('ul')!].map((it) => it.getBoundingClientRect());
          return own!.left >= around!.left && own!.right <= around!.right;
        });
      await until(() => isInSight(lists.at(-1)!)); // also when the strip becomes narrower
      await tab(lists.at(-1)!).focus();
      for (const _ of lists) await page.keyboard.press('Control+Shift+ArrowLeft');
      expect((await names())[1]).toBe(lists.at(-1));
      expect(await isInSight(lists.at(-1)!)).toBe(true); // also where its keys have moved it
      for (const _ of lists) await page.keyboard.press('Control+Shift+ArrowRight');
      expect(await isInSight(lists.at(-1)!)).toBe(true);
      await tab(lists[0]!).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: lists[0]! }).waitFor();
      await until(() => isInSight(lists[0]!));
      const { x, y, width } = (await list.boundingBox())!;
      await list.evaluate((element) => element.scrollTo({ left: 0, behavior: 'instant' }));
      await page.mouse.move(x + width / 2, y + 10);
      await page.mouse.wheel(0, 100);
      await until(async () => (await at()) === 100);
      await page.setViewportSize(wide);
    });

    it('show where a dragged one would land, and home takes none', async () => {
      await closeAll();
      await open('客户管理', '订单管理', '产品目录');
      const item = (name: string) => strip().locator('li', { has: page.getByText(name, { exact: true }) });
      const over = async (name: string) => {
        const { x, y } = (await item(name).boundingBox())!;
        await page.mouse.move(x + 20, y + 8);
        await page.mouse.move(x + 24, y + 10, { steps: 4 });
        return item(name).getAttribute('data-landing');
      };
      await item('客户管理').hover();
      await page.mouse.down();
      expect(await over('产品目录')).toBe('after');
      await page.mouse.up();
      expect(await names()).toEqual(['首页', '订单管理', '产品目录', '客户管理']);
      await item('客户管理').hover();
      await page.mouse.down();
      expect(await over('产品目录')).toBe('before');
      expect([await over('首页'), await item('产品目录').getAttribute('data-landing')]).toEqual([null, null]);
      expect(await over('订单管理')).toBe('before');
      await page.mouse.up();
      expect(await names()).toEqual(['首页', '客户管理', '订单管理', '产品目录']);
      await soon(() => strip().locator('[data-landing]').count(), 0);
    });
  });

  describe('a page that was left', () => {
    beforeAll(async () => {
      await page.setViewportSize({ width: 1440, height: 500 });
      await closeAll();
    });

    it('is unchanged when it is shown again: its elements, half-typed input, scroll positions', async () => {
      await page.goto(`${server.url}/lease/order/new`);
      await shown().getByLabel('备注').fill('写到一半');
      await shown().evaluate((element) => {
        element.scrollTop = 150;
      });
      await mark(shown());
      await page.waitForTimeout(100);
      await open('客户管理', '产品目录');
      await tab('新增订单').click();
      await shown().getByLabel('备注').waitFor();
      await soon(() => shown().getByLabel('备注').inputValue(), '写到一半');
      expect(await isTheSame(shown())).toBe(true);
      expect(await shown().evaluate(({ scrollTop }) => scrollTop)).toBe(150);
    });

    it('is hidden for everyone, and gives the focus to the new page', async () => {
      await open('订单管理');
      expect(await page.locator('[data-kept-page]').count()).toBeGreaterThan(3);
      await soon(() => page.getByRole('heading', { level: 1 }).count(), 1);
      await shown().locator('tbody .text-link').first().click();
      await shown().locator('.record-recordHead').waitFor();
      const focus = () =>
        page.evaluate(() => {
          const { activeElement } = document;
          return activeElement?.matches('[data-kept-page]') && activeElement.checkVisibility();
        });
      expect(await focus()).toBe(true);
      await tab('订单管理').click();
      await page.getByRole('heading', { level: 1, name: '订单管理' }).waitFor();
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('订单管理'); // stays on the tab
    });

    it('closes with the question that what was typed deserves', async () => {
      await tab('新增订单').focus();
      await page.keyboard.press('Delete');
      await page.getByRole('button', { name: '放弃修改' }).click();
      await tab('新增订单').waitFor({ state: 'detached' });
    });
  });

  it('leaves a page that breaks to itself, notes it, and tries again', async () => {
    await page.setViewportSize(wide);
    await closeAll();
    await open('客户管理');
    const broken = async (route: Route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      body.data.records[0].amountPer = 'not an amount';
      await route.fulfill({ response: answer, json: body });
    };
    await page.route('**/blade-product/product/page*', broken);
    await goByMenu(page, '产品目录');
    await shown().getByRole('alert').getByText('此页面出错了').waitFor();
    expect(await names()).toEqual(['首页', '客户管理', '产品目录']);
    await tab('客户管理').click();
    await shown().locator('tbody tr').first().waitFor();
    await tab('产品目录').click();
    // While the answer stays the same, trying again changes nothing.
    await shown().getByRole('button', { name: '重试' }).click();
    await shown().getByRole('alert').getByText('此页面出错了').waitFor();
    await page.unroute('**/blade-product/product/page*', broken);
    await shown().getByRole('button', { name: '重试' }).click();
    await shown().locator('tbody tr').first().waitFor();
    const noted = await page.evaluate(() => localStorage.getItem('leasedesk-log'));
    expect(noted).toContain('not an amount');
    expect(faults().filter((fault) => !fault.includes('not an amount'))).toEqual([]);
  });

  it('ends a hundred changes of page within two seconds at the last one', async () => {
    await open(...lists); // their code is here
    let underWay = 0;
    let most = 0;
    const count = (by: number) => (request: Request) => {
      if (request.url().includes('/api/')) underWay += by;
      most = Math.max(most, underWay);
    };
    const [began, ended] = [count(1), count(-1)];
    page.on('request', began).on('requestfinished', ended).on('requestfailed', ended);
    await page.evaluate(async (pages) => {
      const links = [...document.querySelectorAll<HTMLElement>('nav.NavTree-nav a')];
      const ours = pages.map((name) => links.find(({ textContent }) => textContent === name));
      for (let n = 0; n < 100; n++) {
        ours[n % ours.length]?.click();
        await new Promise((next) => setTimeout(next, 20));
      }
    }, lists);
    const last = lists[99 % lists.length]!;
    await page.getByRole('heading', { level: 1, name: last, exact: true }).waitFor();
    await page.waitForTimeout(1000);
    page.off('request', began).off('requestfinished', ended).off('requestfailed', ended);
    await soon(() => page.getByRole('heading', { level: 1 }).allInnerTexts(), [last]);
    await soon(() => strip().locator('[aria-current="page"]').textContent(), last);
    expect(most).toBeLessThanOrEqual(6);
  });

  it('leaves nothing behind of pages that are opened and closed', async () => {
    await closeAll();
    const wire = await page.context().newCDPSession(page);
    await wire.send('HeapProfiler.enable');
    const cycle = async (times: number) => {
      for (let n = 0; n < times; n++) {
        for (const name of lists) {
          await goByMenu(page, name);
          await shown().locator('tbody tr, [data-empty]').first().waitFor();
        }
        await page.getByRole('heading', { level: 1, name: '产品目录' }).waitFor();
        await strip().getByRole('button', { name: '标签页操作' }).click();
        await choose('关闭所有');
        await page.waitForURL('**/wel/index');
      }
    };
    const weigh = async (on: CDPSession) => {
      await page.waitForTimeout(5000); // toasts and late answers
      for (let n = 0; n < 3; n++) await on.send('HeapProfiler.collectGarbage');
      const { nodes, jsEventListeners } = await on.send('Memory.getDOMCounters');
      const { usedSize } = await on.send('Runtime.getHeapUsage');
      const elements = await page.evaluate(() => document.querySelectorAll('*').length);
      return { nodes, jsEventListeners, elements, heap: usedSize / 1000 };
    };
    const times = depth(4, 12);
    await cycle(times); // everything that stays in memory for good is loaded, and the engine has compiled hot functions
    const before = await weigh(wire);
    await cycle(times);
    const after = await weigh(wire);
    const left = Object.fromEntries(Object.entries(after).map(([key, value]) => [key, value - before[key as 'heap']]));
    console.log(`left by ${times * lists.length} pages opened and closed: ${JSON.stringify(left)}`);
    expect(left.elements).toBe(0);
    expect(left.nodes).toBeLessThan(50);
    expect(left.jsEventListeners).toBeLessThanOrEqual(0);
    expect(left.heap! / before.heap).toBeLessThan(0.1);
  });

  it('has room on a small screen: the sidebar comes when it is wanted and goes with a click', async () => {
    for (const width of [360, 820, 1100]) {
      await page.setViewportSize({ width, height: 740 });
      await page.getByRole('button', { name: '展开菜单' }).click();
      await goByMenu(page, '产品目录');
      await page.getByRole('heading', { level: 1, name: '产品目录' }).waitFor();
      await page.getByRole('button', { name: '关闭菜单' }).waitFor({ state: 'detached' });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    await page.getByRole('button', { name: '展开菜单' }).click();
    const focus = () => page.evaluate(() => document.activeElement?.textContent || document.activeElement?.ariaLabel);
    expect(await focus()).toBe('产品目录');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '关闭菜单' }).waitFor({ state: 'detached' });
    expect(await focus()).toBe('展开菜单');
    await page.setViewportSize(wide);
    await soon(() => nav('产品目录').isVisible(), true);
  });

  describe('menus of pages that are not ours', () => {
    const paths: Record<string, string> = {
      脚本: 'javascript:window.__xss=1//html',
      空格: ' JaVaScRiPt:window.__xss=1',
      换行: 'java\nscript:window.__xss=1//html',
      数据: 'data:text/html,<script>parent.__xss=1</script>',
      旧脚本: 'vbscript:window.__xss=1',
      对象: 'blob:https://evil.example/html',
      主机: '//evil.example/x.html',
      陌生: 'https://evil.example/x.html',
    };
    const item = (name: string, path: string, isOpen = 1) => ({
      id: `x-${name}`,
      code: `x-${name}`,
      name,
      path,
      isOpen,
      category: 1,
      source: 'globe',
      children: null,
    });
    const asked: string[] = [];

    beforeAll(async () => {
      await alterMenus(page, (menus) => [
        ...menus,
        ...Object.entries(paths).map(([name, path]) => item(name, path)),
        item('报表', `${server.url}/favicon.svg?html&token=$\{token}`),
        item('外部', 'https://outside.example/help', 2),
      ]);
      page.on('request', (request) => asked.push(request.url()));
      await page.reload();
      await nav('脚本').waitFor();
    });

    it.each(Object.keys(paths))('%s: nothing is loaded, and a message says so', async (name) => {
      await goByMenu(page, name);
      await shown().getByText('非法地址').waitFor();
      await soon(() => page.locator('iframe').count(), 0);
      expect(await page.evaluate(() => (window as { __xss?: number }).__xss)).toBeUndefined();
      expect(asked.filter((url) => !url.startsWith(server.url))).toEqual([]);
    });

    it('a permitted page is shown in a sandboxed frame that gets no data', async () => {
      await goByMenu(page, '报表');
      const frame = shown().locator('iframe');
      await frame.waitFor();
      await soon(() => frame.getAttribute('sandbox'), 'allow-scripts allow-forms allow-popups allow-downloads');
      await soon(() => frame.getAttribute('referrerpolicy'), 'no-referrer');
      await soon(() => frame.getAttribute('title'), '报表');
      await soon(() => frame.getAttribute('src'), `${server.url}/favicon.svg?html&token=`);
      // It stays while another page is shown.
      await mark(frame);
      await goByMenu(page, '产品目录');
      await goByMenu(page, '报表');
      expect(await isTheSame(frame)).toBe(true);
    });

    it('one of another host is a link that opens a window without a referrer', async () => {
      const link = page.getByRole('link', { name: '外部 在新窗口打开', exact: true, includeHidden: true });
      await soon(() => link.getAttribute('href'), 'https://outside.example/help');
      await soon(() => link.getAttribute('target'), '_blank');
      await soon(() => link.getAttribute('rel'), 'noopener noreferrer');
    });
  });
});
