/** The shell where there is little room: on a narrow phone, and on a laptop at 200 % zoom. */
import type { Browser, Page } from 'playwright-core';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { isDeep } from '../support/depth';
import { moveTo, tellSettings, visit } from '../support/desk';

jest.setTimeout(180_000);

let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  server = await startServer({ DEMO: '1', PHONE_TEST_MODE: '1' });
  browser = await launch();
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Layout errors of the page: horizontal scrolling, and controls that are not fully reachable. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const found: string[] = [];
    // A menu gets its place after it is drawn, and again when what it tells has come from the server.
    const place = () => {
      const { x, y, width, height } = (document.querySelector('[role=menu]') ?? document.body).getBoundingClientRect();
      return [x, y, width, height].join();
    };
    for (let stillFrames = 0, last = ''; stillFrames < 10; last = place()) {
      await new Promise(requestAnimationFrame);
      stillFrames = place() === last ? stillFrames + 1 : 0;
    }
    const isSeen = (one: Element) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    // A table may: its columns are moved under its head.
    for (const one of document.querySelectorAll<HTMLElement>(
      'html, body, .login, [data-standing], .frame-main, [data-kept-page], .frame-page, .surfaces-card',
    ))
      if (isSeen(one) && one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'clip')
        found.push(`${one.tagName} ${one.className} is ${one.scrollWidth - one.clientWidth} px too wide`);

    // What covers the page has the screen for itself.
    const above = document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') ?? document;
    const controls = above.querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type=hidden]), select, textarea, [role=tab], [role=menuitem]',
    );
    for (const control of controls) {
      if (!isSeen(control) || control.closest('.text-skip, .text-unseen')) continue;
      const drawn = control.matches('[type=radio], [type=checkbox]') ? (control.closest('label') ?? control) : control;
      const before = drawn.getBoundingClientRect();
      drawn.scrollIntoView({ block: 'center', inline: 'nearest' });
      // The ends of the tab strip are measured a moment later.
      if (drawn.getBoundingClientRect().x !== before.x) await new Promise((done) => setTimeout(done, 50));
      const { left, right, top, bottom, width, height } = drawn.getBoundingClientRect();
      const name = control.getAttribute('aria-label') ?? control.textContent ?? '';
      const say = (what: string) => found.push(`${control.tagName} ${control.className} ${name.trim()}: ${what}`);
      if (width < 2 || height < 2) say('has no size');
      else if (left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1)
        say(`lies at ${Math.round(left)}…${Math.round(right)}, ${Math.round(top)}…${Math.round(bottom)}`);
      else {
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        if (!hit || !(drawn.contains(hit) || hit.contains(drawn)))
          say(`is covered by ${hit?.tagName} ${hit?.className}`);
        // Beyond what its own box, or one around it, lets through.
        for (let box = control.parentElement; box && box !== document.body; box = box.parentElement) {
          const { overflowX, overflowY } = getComputedStyle(box);
          const edge = box.getBoundingClientRect();
          if (overflowX !== 'visible' && (left < edge.left - 1 || right > edge.right + 1))
            say(`is cut off by ${box.className}`);
          if (overflowY === 'hidden' && (top < edge.top - 1 || bottom > edge.bottom + 1))
            say(`is cut off by ${box.className}`);
        }
        const { overflowX, textOverflow } = getComputedStyle(control);
        const isCut = overflowX !== 'visible' && textOverflow !== 'ellipsis' && control.tagName === 'BUTTON';
        if (isCut && control.scrollWidth > control.clientWidth + 1) say('is too small for its words');
      }
    }
    return [...new Set(found)];
  });
}

/** Each size in the language of the longer words; the deep run has both languages at both. */
const places = [
  ['360 px', 'zh', { width: 360, height: 740 }, 3],
  ['360 px', 'en', { width: 360, height: 740 }, 3],
  ['200 %', 'zh', { width: 720, height: 450 }, 2],
  ['200 %', 'en', { width: 720, height: 450 }, 2],
] as const;
describe.each(places.filter(([, language]) => isDeep || language === 'en'))(
  'at %s, in %s,',
  (_, language, viewport, deviceScaleFactor) => {
    it('nothing has to be moved sideways, and no control is cut off', async () => {
      const context = await browser.newContext({
        viewport,
        deviceScaleFactor,
        locale: 'zh-CN',
        reducedMotion: 'reduce',
      });
      const content = JSON.stringify({
        language: JSON.stringify(language),
        _persist: '{"version":1,"rehydrated":true}',
      });
      await context.addInitScript(
        (item) => localStorage.setItem('leasedesk-preferences', item),
        JSON.stringify({ dataType: 'string', content, datetime: 1 }),
      );
      const page = await context.newPage();
      const found: Record<string, string[]> = {};
      const check = async (name: string) => {
        // a message covers what is below it, and goes by itself
        await page.waitForFunction(() => !document.querySelector('.Toasts-toast'), undefined, { polling: 100 });
        const said = await cutOff(page);
        if (said.length > 0) found[name] = said;
      };
      const open = async (path: string, settled: string) => {
        await moveTo(page, path);
        await page.locator(`[data-kept-page]:visible ${settled}`).first().waitFor();
        await check(path);
      };
      // Every way to sign in, also those that need a provider.
      await tellSettings(page, () => ({
        socialSources: [{ source: 'gitee', title: 'Gitee' }],
        sso: { authorizeUrl: 'https://sso.example/authorize', clientId: 'desk', tenantId: '000000' },
      }));
      await page.goto(`${server.url}/login`);
      await page.waitForFunction(() => !document.getElementById('root')?.dataset.drawn);
      for (const mode of ['phone', 'social', 'sso', 'user']) {
        await page.locator(`.login .choices input[value=${mode}]`).check({ force: true });
        await check(`/login, ${mode}`);
      }
      await visit(page, server.url, '/wel/index');
      await open('/wel/index', '.home-lines a');
      await open('/wel/dashboard', 'svg');
      await open('/lease/product', '.DataTable-table tbody tr');
      await open('/lease/order', '.DataTable-table tbody tr');
      await open('/info/index', '.profile-panel form');
      await page.getByRole('tab').last().click();
      await page.locator('input[type=password]').first().waitFor();
      await check('/info/index, password');
      await open('/404', '[data-empty]');
      await page.locator('.topbar-userBadge').click();
      await page.getByRole('menu').waitFor();
      await check('the person’s menu');
      await page.getByRole('menuitem', { name: /^(锁屏|Lock screen)$/ }).click();
      await page.locator('input[name=lock-password]').fill('sesame');
      await check('lock dialog');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/lock');
      await page.locator('[data-standing] input').waitFor();
      await check('/lock');
      await context.close();
      expect(found).toEqual({});
    });
  },
);
