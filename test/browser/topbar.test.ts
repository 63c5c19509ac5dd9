/** The bar in a real browser: by keyboard alone, with hostile notices, at every width. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { soon } from '../support/soon';

const password = 'Lease-desk-2026';
jest.setTimeout(180_000);

let server: RunningServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
const faults: string[] = [];

beforeAll(async () => {
  server = await startServer({ ADMIN_PASSWORD: password, DEMO: '1', SWITCH_MODE: '1' });
  browser = await launch();
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
  page = await context.newPage();
  faults.length = 0;
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(String(error)));
  await page.goto(`${server.url}/login`);
  await page.locator('input[name=username]').fill('admin');
  await page.locator('input[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.locator('.topbar-topbar').waitFor();
  await page.locator('.home-lines a').first().waitFor();
});
afterEach(() => context.close());

function button(name: RegExp) {
  return page.locator('.topbar-topbar').getByRole('button', { name });
}
function dialog() {
  return page.getByRole('dialog');
}
/** What has the focus, by its accessible name. */
function focused() {
  return page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName ?? '',
  );
}

it('finds a page by initials with the keyboard alone, from anywhere', async () => {
  await page.locator('#main').focus();
  await page.keyboard.press('Control+K');
  await dialog().waitFor();
  await page.keyboard.type('cpml');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/lease/product');
  await soon(() => dialog().count(), 0);
  // the same in the bar
  await page.locator('.FinderField-field input').focus();
  await page.keyboard.type('订单');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/lease/order');
});

/** Opens home anew and holds back the code of menus and of the finder's list, until `release`. */
async function holdOverlays(outcome: 'continue' | 'abort') {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let asked = 0;
  await page.route('**/assets/overlays.*.js', async (route) => {
    // The page fetches the same address ahead some seconds later, which counts for nothing here.
    if (route.request().resourceType() !== 'script') return route.abort();
    asked += 1;
    await held;
    await (outcome === 'continue' ? route.continue() : route.abort());
  });
  await page.reload();
  await page.locator('.home-lines a').first().waitFor();
  return { release, asked: () => asked };
}

it('keeps text, caret and focus of the finder while the code of its list comes', async () => {
  const overlays = await holdOverlays('continue');
  const field = page.locator('.FinderField-field input');
  const look = await page.locator('.FinderField-field').boundingBox();
  await field.click();
  await page.keyboard.type('cpl');
  await page.keyboard.press('ArrowLeft');
  expect(overlays.asked()).toBe(1);
  await soon(() => page.getByRole('option').count(), 0);
  overlays.release();
  await page.getByRole('option').first().waitFor();
  await page.keyboard.type('m');
  await soon(() => field.inputValue(), 'cpml');
  expect(await page.locator('.FinderField-field').boundingBox()).toEqual(look);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/lease/product');
});

it('finds a page by Enter although the code of the list has not come', async () => {
  const overlays = await holdOverlays('continue');
  await page.locator('.FinderField-field input').focus();
  await page.keyboard.type('cpml');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/lease/product');
  overlays.release();
});

it('says that the code of a menu could not be loaded, and opens the menu at a later press', async () => {
  const overlays = await holdOverlays('abort');
  const person = page.locator('.topbar-userBadge');
  await person.click();
  await soon(() => person.getAttribute('aria-expanded'), 'true');
  await page.locator('.topbar-progress[data-running]').waitFor();
  overlays.release();
  await page.getByRole('alert').getByText('无法连接服务器，请稍后重试').waitFor();
  await page.locator('.topbar-progress[data-running]').waitFor({ state: 'detached' });
  await page.locator('.topbar-userBadge:not([aria-expanded])').waitFor();
  await soon(() => page.getByRole('menu').count(), 0);
  await page.unroute('**/assets/overlays.*.js');
  await person.focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('menuitem').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.className)).toContain('topbar-userBadge');
});

it('takes single letters as shortcuts only outside of inputs', async () => {
  await page.goto(`${server.url}/lease/product`);
  await page.locator('.DataTable-table tbody tr').first().waitFor();
  await page.keyboard.press('/');
  expect(await page.evaluate(() => document.activeElement?.closest('.listing-searchPanel') !== null)).toBe(true);
  await page.keyboard.type('n?');
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('n?');
  await soon(() => dialog().count(), 0);
  await page.locator('#main').focus();
  await page.keyboard.press('n');
  await dialog().waitFor();
  // a dialog has the keyboard for itself
  await page.keyboard.press('Control+K');
  await soon(() => dialog().count(), 1);
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await page.locator('#main').focus();
  await page.keyboard.press('?');
  await dialog().waitFor();
  await page.getByRole('checkbox', { name: /启用单键快捷键/ }).click();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await page.locator('#main').focus();
  await page.keyboard.press('n');
  await page.keyboard.press('?');
  await soon(() => dialog().count(), 0);
});

it('gives the focus back to what opened a panel', async () => {
  for (const name of [/^主题颜色/, /^主题：/, /^通知/]) {
    await button(name).focus();
    await page.keyboard.press('Enter');
    await dialog().waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    // the component library moves the focus a moment later
    await page.waitForTimeout(300);
    expect(await focused()).toMatch(name);
  }
});

it('shows notices as harmless HTML', async () => {
  const content = [
    '<p id="kept">正文 <a href="https://example.com/a">链接</a></p>',
    '<img src=x onerror="window.__xss=1">',
    '<svg onload="window.__xss=1"><style><img src=x onerror="window.__xss=1"></style></svg>',
    '<math><mtext><table><mglyph><style><img src=x onerror="window.__xss=1">',
    '<a href="javascript:window.__xss=1">坏链接</a>',
    '<iframe srcdoc="<script>parent.__xss=1</script>"></iframe><script>window.__xss=1</script>',
    '<p style="position:fixed;inset:0" onclick="window.__xss=1">覆盖</p><form action="/x"><input name="y"></form>',
  ].join('');
  await page.route('**/blade-desk/inbox/page**', (route) =>
    route.fulfill({
      json: {
        code: 200,
        success: true,
        data: {
          records: [
            {
              id: '1',
              title: '<img src=x onerror="window.__xss=1">',
              content,
              isRead: true,
              createTime: '2026-01-05 09:00:00',
            },
          ],
          total: 1,
        },
        msg: '',
      },
    }),
  );
  await button(/^通知/).click();
  await page.locator('.EntryRows-list button').click();
  const text = page.locator('.RichText-richText');
  await text.waitFor();
  for (const link of await text.locator('a').all()) {
    const href = (await link.getAttribute('href')) ?? '';
    expect(href).toMatch(/^(https:\/\/example\.com\/a)?$/);
  }
  await soon(() => text.locator('a').first().getAttribute('rel'), 'noopener noreferrer nofollow');
  await soon(() => text.locator('a').first().getAttribute('target'), '_blank');
  const markup = await text.innerHTML();
  expect(markup).not.toMatch(/<(script|img|svg|math|iframe|style|form|input)|\son\w+=|style=|javascript:|id=/i);
  expect(markup).toContain('正文');
  await page.waitForTimeout(300);
  expect(await page.evaluate(() => (window as { __xss?: number }).__xss)).toBeUndefined();
  expect(faults).toEqual([]);
});

it.each([360, 390, 768, 992, 1200])('scrolls nothing sideways at %d px', async (width) => {
  await page.setViewportSize({ width, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const bar = await page.locator('.topbar-topbar').evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(bar).toBeLessThanOrEqual(0);
  const end = await page.locator('.topbar-topbarEnd').boundingBox();
  expect(end!.x + end!.width).toBeLessThanOrEqual(width);
});
