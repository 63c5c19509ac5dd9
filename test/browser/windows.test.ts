import type { Browser, BrowserContext, Page } from 'playwright-core';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { isDeep } from '../support/depth';
import { goByMenu, withoutEvents } from '../support/desk';
import { soon } from '../support/soon';

/** Several windows of one browser, the locked screen, and browsers that lack common features. */

const password = 'Lease-desk-2026';
jest.setTimeout(120_000);

let server: RunningServer;
let browser: Browser;
let context: BrowserContext;
/** Paths of the API that were asked, over all windows. */
let asked: string[];
const faults: string[] = [];

beforeAll(async () => {
  server = await startServer({ ADMIN_PASSWORD: password, DEMO: '0' });
  browser = await launch();
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

function listenTo(one: BrowserContext) {
  one.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname.replace('/api/', ''));
  });
  one.on('weberror', (error) => faults.push(String(error.error().stack)));
}
beforeEach(async () => {
  asked = [];
  faults.length = 0;
  context = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai' });
  // The wall clock of every window can be set forward.
  await context.addInitScript(() => {
    const real = Date.now.bind(Date);
    Date.now = () => real() + Number((window as any).skew ?? 0);
  });
  listenTo(context);
});
afterEach(async () => {
  expect(faults).toEqual([]);
  await context?.close();
});

function pathOf(page: Page) {
  return new URL(page.url()).pathname;
}
async function signIn(page: Page, url = server.url) {
  await page.goto(`${url}/login`);
  await page.getByRole('textbox', { name: '账号' }).fill('admin');
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/wel/index');
  await page.getByRole('heading', { level: 1 }).waitFor();
}
async function openWindow(path = '/wel/index', url = server.url) {
  const page = await context.newPage();
  await page.goto(url + path);
  return page;
}
function lockBox(page: Page) {
  return page.getByLabel('锁屏密码', { exact: true });
}
function isLocked(page: Page) {
  return page.getByRole('heading', { name: '屏幕已锁定' }).waitFor();
}
async function lockScreen(page: Page) {
  await page.getByRole('button', { name: /锁屏/ }).click();
  await page.locator('input[name=lock-password]').fill('sesame');
  await page.keyboard.press('Enter');
  await isLocked(page);
  await page.waitForURL('**/lock');
}
async function unlock(page: Page, typed = 'sesame') {
  await lockBox(page).fill(typed);
  await page.getByRole('button', { name: '解锁', exact: true }).click();
}
function tokenOf(page: Page) {
  return page.evaluate(() => /accessToken=([^;]+)/.exec(document.cookie)?.[1] ?? '');
}
/** Waits for a condition that no element shows. */
async function until(isSo: () => boolean | Promise<boolean>) {
  for (let look = 0; look < 200; look++) {
    if (await isSo()) return;
    await new Promise((resume) => setTimeout(resume, 50));
  }
  throw new Error(`it did not come to that: ${isSo}`);
}
/** All windows find their token due in the same moment. */
async function comeDue(pages: Page[]) {
  await Promise.all(
    pages.map((page) =>
      page.evaluate(() => {
        (window as any).skew = 30_001_000;
      }),
    ),
  );
  await Promise.all(
    pages.map((page) => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))),
  );
}

describe('signing out in one window', () => {
  it('sends the others to the login page within a second, and they ask nothing for it', async () => {
    const first = await context.newPage();
    await signIn(first);
    const others = [await openWindow('/lease/product'), await openWindow('/lease/order')];
    for (const page of others) await page.getByRole('heading', { level: 1 }).waitFor();
    await first.getByRole('button', { name: /^管理员/ }).click();
    await first.getByRole('menuitem', { name: '退出登录' }).click();
    await first.getByRole('alertdialog').waitFor();
    // A dialog is open in one of the others when its session ends.
    await others[1]!.getByRole('button', { name: /锁屏/ }).click();
    await others[1]!.getByRole('dialog').waitFor();
    asked.length = 0;
    await first.getByRole('button', { name: '确定' }).click();
    await first.waitForURL('**/login');
    // Counted from the moment at which the first one is out.
    const left = Promise.all(others.map((page) => page.waitForURL('**/login', { timeout: 1000 })));
    await left;
    expect(asked).toEqual(['blade-auth/oauth/logout']);
    expect(await tokenOf(others[0]!)).toBe('');
    for (const page of others) await soon(() => page.getByRole('textbox', { name: '账号' }).count(), 1);
  });

  it('leaves nothing to go back to', async () => {
    const page = await context.newPage();
    await signIn(page);
    await page.goto(`${server.url}/lease/product`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('button', { name: /^管理员/ }).click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await page.getByRole('button', { name: '确定' }).click();
    await page.waitForURL('**/login');
    for (let step = 0; step < 3; step++) {
      await page.goBack().catch(() => undefined);
      if (page.url().startsWith(server.url)) await page.waitForURL('**/login');
      else break;
      await soon(() => page.getByText('产品目录').count(), 0);
    }
  });
});

describe('a frozen window', () => {
  /** As a browser freezes it: nothing reaches it until it is seen again. */
  const frozen = () => {
    let isFrozen = false;
    Object.assign(window, {
      missed: [],
      freeze(isSo: boolean) {
        isFrozen = isSo;
        document.dispatchEvent(new Event('visibilitychange'));
      },
    });
    const { set } = Object.getOwnPropertyDescriptor(BroadcastChannel.prototype, 'onmessage')!;
    Object.defineProperty(BroadcastChannel.prototype, 'onmessage', {
      set(heard: (event: MessageEvent) => void) {
        set!.call(this, (event: MessageEvent) =>
          isFrozen ? (window as any).missed.push(event.data.kind) : heard(event),
        );
      },
    });
    Object.defineProperty(document, 'visibilityState', { get: () => (isFrozen ? 'hidden' : 'visible') });
    addEventListener('storage', (event) => isFrozen && event.stopImmediatePropagation(), true);
  };
  const freeze = (page: Page, isSo: boolean) => page.evaluate((so) => (window as any).freeze(so), isSo);

  it('whose session was ended in another one says so when it is seen again, until somebody signs in', async () => {
    const first = await context.newPage();
    await signIn(first);
    await context.addInitScript(frozen);
    const second = await openWindow('/lease/product');
    await second.getByRole('heading', { level: 1 }).waitFor();
    await freeze(second, true);
    await first.getByRole('button', { name: /^管理员/ }).click();
    await first.getByRole('menuitem', { name: '退出登录' }).click();
    await first.getByRole('button', { name: '确定' }).click();
    await first.waitForURL('**/login');
    await until(() => second.evaluate(() => (window as any).missed.includes('signedOut')));
    expect(pathOf(second)).toBe('/lease/product');
    await freeze(second, false);
    await second.waitForURL('**/login');
    const told = second.getByText('已在另一个窗口退出登录，请重新登录');
    await told.waitFor();
    await soon(() => second.getByText('登录已失效').count(), 0);
    await second.getByRole('textbox', { name: '账号' }).fill('admin');
    await second.getByLabel('密码', { exact: true }).fill(password);
    await second.keyboard.press('Enter');
    await second.getByRole('button', { name: /^管理员/ }).waitFor();
    await soon(() => told.count(), 0);
  });
});

describe('a token that is due', () => {
  it.each(isDeep ? [2, 8] : [3])(
    'in %i windows at once is renewed once, and all of them go on with the new one',
    async (count) => {
      const first = await context.newPage();
      await signIn(first);
      const pages = [first];
      while (pages.length < count) pages.push(await openWindow());
      for (const page of pages) await page.getByRole('heading', { level: 1 }).waitFor();
      const before = await tokenOf(first);
      asked.length = 0;
      await comeDue(pages);
      await until(async () => (await tokenOf(first)) !== before);
      const now = decodeURIComponent(await tokenOf(first)).slice(1, -1);
      for (const page of pages) {
        const request = page.waitForRequest((one) => one.url().includes('/api/') && !one.url().includes('/oauth/'));
        await goByMenu(page, '产品目录');
        expect((await request).headers()['blade-auth']).toBe(`bearer ${now}`);
      }
      expect(asked.filter((path) => path.endsWith('/oauth/token'))).toHaveLength(1);
      expect(pages.map(pathOf)).toEqual(pages.map(() => '/lease/product'));
    },
  );
});

describe('another person who signs in', () => {
  it('stops the windows of the one before: they say so, and ask nothing any more', async () => {
    const first = await context.newPage();
    await signIn(first);
    await first.goto(`${server.url}/lease/product`);
    await first.getByRole('heading', { level: 1 }).waitFor();
    await context.clearCookies(); // cookies were deleted; the first window still works with its own state
    const second = await context.newPage();
    await withoutEvents(second);
    await second.route('**/oauth/token*', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), user_id: '77', real_name: '王敏' } });
    });
    await signIn(second);
    await first.getByText('王敏 已在此浏览器登录').waitFor();
    await second.waitForLoadState('networkidle');
    const ofFirst: string[] = [];
    first.on('request', (request) => request.url().includes('/api/') && ofFirst.push(request.url()));
    await soon(() => first.getByRole('navigation').count(), 0);
    await first.keyboard.press('Alt+1');
    await first.evaluate(() => window.dispatchEvent(new Event('online')));
    await first.waitForTimeout(500);
    expect(ofFirst).toEqual([]);
    await first.getByRole('button', { name: '重新加载' }).click();
    await first.getByRole('button', { name: /^王敏/ }).waitFor();
  });
});

describe('how the product looks', () => {
  it('changes in all windows', async () => {
    const first = await context.newPage();
    await signIn(first);
    const second = await openWindow();
    await second.getByRole('heading', { level: 1 }).waitFor();
    await first.getByRole('button', { name: '切换到深色' }).click();
    await second.locator('html[data-mode=dark]').waitFor();
    await first.getByRole('button', { name: '语言' }).click();
    await first.getByRole('menuitem', { name: 'English' }).click();
    await second.getByRole('button', { name: 'Leasing', exact: true }).waitFor();
    await soon(() => second.locator('html').getAttribute('lang'), 'en');
  });
});

describe('a locked screen', () => {
  it('holds through reload, address bar, back button and new windows, in all of them, and shows nothing', async () => {
    const first = await context.newPage();
    await signIn(first);
    await goByMenu(first, '产品目录');
    await first.waitForURL('**/lease/product');
    const second = await openWindow('/lease/order');
    await second.getByRole('heading', { level: 1 }).waitFor();
    await lockScreen(first);
    await isLocked(second);
    asked.length = 0;
    await first.reload();
    await isLocked(first);
    await first.goto(`${server.url}/lease/order`);
    await isLocked(first);
    await first.goBack();
    await isLocked(first);
    const third = await openWindow('/lease/order');
    await isLocked(third);
    for (const page of [first, second, third]) {
      expect(pathOf(page)).toBe('/lock');
      await soon(() => page.getByRole('navigation').count(), 0);
    }
    expect(asked).toEqual([]);
    const kept = await first.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(kept).not.toContain('sesame');

    await unlock(first, 'wrong');
    await first.getByText('解锁密码错误,请重新输入').first().waitFor();
    await soon(() => lockBox(first).inputValue(), '');
    expect(await lockBox(first).evaluate((box) => box === document.activeElement)).toBe(true);
    await unlock(first);
    await second.waitForURL('**/lease/order');
    await third.getByRole('navigation', { name: '主菜单' }).waitFor();
    await first.getByRole('navigation', { name: '主菜单' }).waitFor();
  });

  it('opens onto the page from which it was locked, by its own password and by the one of the account', async () => {
    const page = await context.newPage();
    await signIn(page);
    await goByMenu(page, '产品目录');
    await page.waitForURL('**/lease/product');
    await lockScreen(page);
    await unlock(page);
    await page.waitForURL('**/lease/product');
    await lockScreen(page);
    await page.getByRole('button', { name: '用登录密码解锁' }).click();
    await page.getByLabel('登录密码', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/lease/product');
  });

  it('delays guessing, and a reload does not shorten the delay', async () => {
    const page = await context.newPage();
    await signIn(page);
    await lockScreen(page);
    for (let guess = 0; guess < 7; guess++) {
      await page.getByRole('button', { name: '解锁', exact: true, disabled: false }).waitFor();
      await unlock(page, `guess-${guess}`);
      await page
        .getByText(guess < 4 ? '解锁密码错误,请重新输入' : /请 \d+ 秒后重试/)
        .first()
        .waitFor();
      if (guess >= 4 && guess < 6)
        await page
          .getByText(/秒后重试/)
          .first()
          .waitFor({ state: 'detached' });
    }
    await page.reload();
    await page
      .getByText(/请 \d+ 秒后重试/)
      .first()
      .waitFor();
  });

  it('does not open for who takes it off storage: that ends the session', async () => {
    const first = await context.newPage();
    await signIn(first);
    const second = await openWindow();
    await second.getByRole('heading', { level: 1 }).waitFor();
    await lockScreen(first);
    await isLocked(second);
    await until(() => asked.includes('blade-auth/oauth/lock'));
    await second.evaluate(() => localStorage.removeItem('leasedesk-screenLock'));
    await first.waitForURL('**/login');
    await second.waitForURL('**/login');
  });

  it.each([
    ['takes it off', () => localStorage.removeItem('leasedesk-screenLock')],
    [
      'sets it to open',
      () => {
        const kept = JSON.parse(localStorage.getItem('leasedesk-screenLock')!);
        const content = JSON.stringify({ ...JSON.parse(kept.content), isLocked: 'false' });
        localStorage.setItem('leasedesk-screenLock', JSON.stringify({ ...kept, content }));
      },
    ],
  ])('nor for who %s and reloads: nothing that is remembered is drawn, and one call asks', async (_, tamper) => {
    const page = await context.newPage();
    await signIn(page);
    await lockScreen(page);
    await until(() => asked.includes('blade-auth/oauth/lock'));
    // Whatever is drawn, however short, is noted.
    await page.addInitScript(() => {
      const seen = new Set<string>();
      Object.assign(window, { seen });
      new MutationObserver(() => {
        for (const part of document.querySelectorAll('nav, main, [role=tablist]')) seen.add(part.textContent ?? '');
      }).observe(document, { childList: true, subtree: true });
    });
    await page.evaluate(tamper);
    asked.length = 0;
    await page.goto(`${server.url}/wel/index`);
    await page.waitForURL('**/login');
    await page.getByRole('textbox', { name: '账号' }).waitFor();
    const drawn = await page.evaluate(() => [...(window as never as { seen: Set<string> }).seen].join('|'));
    expect(drawn).not.toMatch(/工作台|首页|客户管理/);
    const question = 'blade-auth/oauth/user-info';
    expect(asked.filter((path) => path === question || !path.startsWith('blade-auth/'))).toEqual([question]);
  });

  it('is not in the way of a start without an answer, which says so and goes on once there is one', async () => {
    const page = await context.newPage();
    await signIn(page);
    await page.route('**/api/**', (route) => route.abort());
    await page.reload();
    await page.getByRole('alert').getByText('无法连接服务器').waitFor();
    await soon(() => page.getByRole('button', { name: '租赁业务' }).count(), 0);
    await page.unroute('**/api/**');
    await page.getByRole('button', { name: '重试' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  it('without a session says so and shows the way to sign in', async () => {
    const page = await openWindow('/lock');
    await page.getByText('您尚未登录').waitFor();
    await page.getByRole('link', { name: '去登录' }).click();
    await page.waitForURL('**/login');
  });
});

describe('unsaved input', () => {
  it('is asked about before the window goes', async () => {
    const page = await context.newPage();
    await signIn(page);
    await page.goto(`${server.url}/lease/order/new`);
    await page.getByRole('textbox').first().fill('1');
    const asks = new Promise<string>((resolve) => {
      page.once('dialog', (dialog) => {
        resolve(dialog.type());
        void dialog.dismiss();
      });
    });
    await page.evaluate(() => setTimeout(() => location.reload()));
    expect(await asks).toBe('beforeunload');
    await soon(() => page.getByRole('textbox').first().inputValue(), '1');
  });
});

describe('a release that took the code of a page away', () => {
  const breakRelease = async (page: Page) => {
    await page.route('**/version.json', (route) => route.fulfill({ json: { release: 'next' } }));
    await page.route('**/assets/**', (route) => route.fulfill({ status: 404, body: 'Not found' }));
  };

  it('begins the page anew once by itself, then says what to do', async () => {
    const page = await context.newPage();
    await signIn(page);
    await page.route('**/version.json', (route) => route.fulfill({ json: { release: 'next' } }));
    // The page's own code is gone; code loaded at the start is cached.
    const known = new Set(await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)));
    await page.route('**/assets/**', (route) =>
      known.has(route.request().url()) ? route.fallback() : route.fulfill({ status: 404, body: 'Not found' }),
    );
    let begun = 0;
    page.on('load', () => {
      begun += 1;
    });
    await goByMenu(page, '产品目录');
    await page.getByText('此页面属于旧版本，刷新后才能打开').waitFor();
    await page.waitForTimeout(1500);
    expect(begun).toBe(1);
    expect(pathOf(page)).toBe('/lease/product');
  });

  it('is a question while something is not saved', async () => {
    const page = await context.newPage();
    await signIn(page);
    await page.goto(`${server.url}/lease/order/new`);
    await page.getByRole('textbox').first().fill('1');
    await breakRelease(page);
    await goByMenu(page, '产品目录');
    const question = page.getByRole('alertdialog', { name: '系统已更新' });
    await question.waitFor();
    // Its own code may be gone too: it still has the focus, and Esc still means no.
    expect(await question.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await page.getByRole('navigation', { name: '打开的页面' }).getByText('新增订单').click();
    await soon(() => page.getByRole('textbox').first().inputValue(), '1');
  });
});

describe('a part whose code cannot be loaded', () => {
  it('is told, and loaded again at a later press, without the page being begun anew', async () => {
    const page = await context.newPage();
    await withoutEvents(page);
    await signIn(page);
    await goByMenu(page, '收付计划');
    const calendar = page.getByRole('button', { name: /^选择日期/ }).first();
    await calendar.waitFor();
    await page.waitForLoadState('networkidle'); // what is fetched ahead is here
    let missed = 0;
    await page.route('**/assets/**', (route) => {
      missed += 1;
      return route.abort();
    });
    await calendar.click();
    await page.getByRole('alert').getByText('无法连接服务器，请稍后重试').waitFor();
    // Preloading fails too, once; a retry without an end would never become idle.
    let before = -1;
    for (let turn = 0; turn < 8 && before !== missed; turn++) {
      before = missed;
      await page.waitForTimeout(1500);
    }
    expect(missed).toBe(before);
    await page.unroute('**/assets/**');
    await calendar.click();
    await page.getByRole('dialog').getByRole('grid').waitFor();
  });
});

describe('a browser that keeps nothing', () => {
  const nothing = '浏览器不允许保存数据';
  it('because its storage is full works, and says so once', async () => {
    await context.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    const page = await context.newPage();
    await signIn(page);
    await page.getByText(nothing).waitFor();
    await soon(() => page.getByText(nothing).count(), 1);
    await goByMenu(page, '产品目录');
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  it('because everything is forbidden works until it is reloaded', async () => {
    await context.addInitScript(() => {
      const forbid = (owner: object, name: string) =>
        Object.defineProperty(owner, name, {
          get() {
            throw new DOMException('denied', 'SecurityError');
          },
          set() {
            throw new DOMException('denied', 'SecurityError');
          },
        });
      forbid(window, 'localStorage');
      forbid(window, 'sessionStorage');
      forbid(Document.prototype, 'cookie');
    });
    const page = await context.newPage();
    await signIn(page);
    await page.getByText(nothing).waitFor();
    await page.reload();
    await page.waitForURL('**/login');
  });
});

describe('an address that is not encrypted', () => {
  it('is used all the same: signing in, renewing, locking, two windows; with one warning', async () => {
    const office = await launch(['--host-resolver-rules=MAP console.test 127.0.0.1']);
    const url = server.url.replace('127.0.0.1', 'console.test');
    try {
      const own = await office.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai' });
      listenTo(own);
      // Nor has this browser the channel between windows that the others have.
      await own.addInitScript(() => {
        const real = Date.now.bind(Date);
        Date.now = () => real() + Number((window as any).skew ?? 0);
        Object.defineProperty(window, 'BroadcastChannel', { value: undefined });
      });
      const first = await own.newPage();
      await signIn(first, url);
      expect(await first.evaluate(() => [isSecureContext, typeof crypto.subtle, typeof navigator.locks])).toEqual([
        false,
        'undefined',
        'undefined',
      ]);
      await soon(() => first.getByText(/^当前连接未加密/).count(), 1);
      const second = await own.newPage();
      await second.goto(`${url}/lease/order`);
      await second.getByRole('heading', { level: 1 }).waitFor();
      await soon(() => second.getByText(/^当前连接未加密/).count(), 0);

      const before = await tokenOf(first);
      asked.length = 0;
      await comeDue([first, second]);
      await until(async () => (await tokenOf(first)) !== before);
      await first.waitForTimeout(1500);
      expect(asked.filter((path) => path.endsWith('/oauth/token'))).toHaveLength(1);

      await lockScreen(first);
      await isLocked(second);
      await unlock(first);
      await second.waitForURL('**/lease/order', { timeout: 60_000 });
      await first.getByRole('button', { name: /^管理员/ }).click();
      await first.getByRole('menuitem', { name: '退出登录' }).click();
      await first.getByRole('button', { name: '确定' }).click();
      await second.waitForURL('**/login');
    } finally {
      await office.close();
    }
  });
});
