/** The frame and its own pages checked by axe-core, with everything that can cover a page, in both languages and in
 *  every theme. */
import type { Browser, Page, Route } from 'playwright-core';
import { themes } from '../../src/ui/theme/theme';
import { words as en } from '../../texts/en/words';
import { words as zh } from '../../texts/zh/words';
import { complaints, paintRules } from '../support/axe';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { isDeep } from '../support/depth';
import { alterMenus, enter, goByMenu, moveTo, tellSettings, visit } from '../support/desk';
import { soon } from '../support/soon';

jest.setTimeout(240_000);

const words = { zh, en };
/** Together all texts and both modes. */
const appearances = {
  chineseOnLight: { language: 'zh', mode: 'light' },
  englishOnDark: { language: 'en', mode: 'dark' },
} as const;
type Appearance = keyof typeof appearances;

let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  server = await startServer({ DEMO: '1', TESTER_MODE: '1', SWITCH_MODE: '1', PHONE_TEST_MODE: '1' });
  browser = await launch();
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** A window with this appearance from its first moment on, and reduced motion. */
async function openWindow(look: Record<string, string>, width = 1440) {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    locale: 'zh-CN',
    reducedMotion: 'reduce',
  });
  const stored = Object.fromEntries(Object.entries(look).map(([name, value]) => [name, JSON.stringify(value)]));
  const content = JSON.stringify({ ...stored, _persist: '{"version":1,"rehydrated":true}' });
  await context.addInitScript(
    (item) => localStorage.getItem('leasedesk-preferences') ?? localStorage.setItem('leasedesk-preferences', item),
    JSON.stringify({ dataType: 'string', content, datetime: 1 }),
  );
  const page = await context.newPage();
  return { context, page };
}

/** Answers as the server did, but for what `change` makes of the body. */
function altered(change: (body: any) => unknown) {
  return async (route: Route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: change(await answer.json()) });
  };
}

/** What was found, by the name of what was looked at. */
function finder(page: Page, always: Parameters<typeof complaints>[1] = {}) {
  const found: Record<string, string[]> = {};
  const look = async (name: string, options: Parameters<typeof complaints>[1] = {}) => {
    const said = await complaints(page, { ...always, ...options });
    if (said.length > 0) found[name] = said;
  };
  return { found, look };
}

/** Checks one appearance, and both in the deep run. */
async function inAppearance(
  chosen: Appearance,
  walk: (dress: (typeof appearances)[Appearance]) => Promise<Record<string, string[]>>,
) {
  const found: Partial<Record<Appearance, Record<string, string[]>>> = {};
  const all = Object.keys(appearances) as Appearance[];
  for (const name of isDeep ? all : [chosen]) found[name] = await walk(appearances[name]);
  expect(Object.values(found)).toEqual(Object.keys(found).map(() => ({})));
}

describe('axe-core finds no problem', () => {
  it('before sign-in: every way to sign in, its errors, and the pages that wait', () =>
    inAppearance('chineseOnLight', async ({ language, mode }) => {
      const { context, page } = await openWindow({ language, mode });
      const { found, look } = finder(page);
      const say = words[language];
      let isOther = true;
      await tellSettings(page, () =>
        isOther
          ? {
              tenantMode: true,
              captchaMode: true,
              socialSources: [{ source: 'gitee', title: 'Gitee' }],
              sso: { authorizeUrl: 'https://sso.example/authorize', clientId: 'desk', tenantId: '000000' },
            }
          : {},
      );
      const turn = (name: string) => page.getByRole('radio', { name }).check({ force: true });
      await page.goto(`${server.url}/login`);
      await page.locator('.login-captcha img').waitFor();
      await look('user');
      await page.locator('.login .is-main').click();
      await page.locator('.login .problem').first().waitFor();
      await look('user, nothing typed');
      await turn(say.login.phoneMode);
      await look('phone');
      await turn(say.login.social);
      await look('social');
      await turn(say.login.sso);
      await look('sso');
      await page.goto(`${server.url}/lock`);
      await page.getByText(say.lock.nobody).waitFor();
      await look('lock, nobody signed in');
      await page.goto(`${server.url}/404`);
      await page.locator('[data-empty]').waitFor();
      await look('404, nobody signed in');

      // a person authenticated by a provider, and a person with a one-time password
      isOther = false;
      for (const [name, change, settled] of [
        ['registration', { user_id: '', oauth_id: '1' }, '[role=alertdialog] input[name=account]'],
        ['a password to be changed', { must_change_password: true }, '[role=alertdialog] input[type=password]'],
      ] as const) {
        await page.route(
          '**/oauth/token*',
          altered((answer) => ({ ...answer, ...change })),
        );
        await context.clearCookies();
        await enter(page, server.url);
        await page.locator(settled).first().waitFor();
        await look(name);
        await page.unroute('**/oauth/token*');
      }
      await context.close();
      return found;
    }));

  it('on any page of the shell', () =>
    inAppearance('chineseOnLight', async ({ language, mode }) => {
      const { context, page } = await openWindow({ language, mode });
      const { found, look } = finder(page);
      const say = words[language];
      await alterMenus(page, (menus) => [
        ...menus,
        {
          ...{
            id: 'x-1',
            code: 'monthly',
            name: '报表',
            nameEn: 'Report',
            category: 1,
            source: 'globe',
            children: null,
          },
          ...{ path: `${server.url}/favicon.svg?html`, isOpen: 1 },
        },
      ]);
      await visit(page, server.url, '/wel/index');
      await page.locator('.home-lines a').first().waitFor();
      await look('home', { frame: true });
      const go = async (path: string, settled: string, options: Parameters<typeof complaints>[1] = {}) => {
        await moveTo(page, path);
        await page.locator(settled).filter({ visible: true }).first().waitFor();
        await look(path, options);
      };
      await go('/wel/dashboard', '.chart, .charts svg, main svg');
      await go('/info/index', '.profile-panel form');
      await page.getByRole('tab', { name: say.profile.password }).click();
      await page.locator('input[type=password]').first().waitFor();
      await page.locator('.profile-foot button').first().click();
      await look('/info/index, password');
      await go('/404', '[data-empty]');
      // a page without a tab, and more tabs than the strip has room for
      await page.setViewportSize({ width: 480, height: 900 });
      for (const path of ['product', 'customer', 'order', 'plan']) {
        await moveTo(page, `/lease/${path}`);
        await page.locator('.DataTable-table tbody tr').filter({ visible: true }).first().waitFor();
      }
      await go('/404', '.TabStrip-tabs', { frame: true });
      await page.setViewportSize({ width: 1440, height: 900 });
      await go('/403?code=product_add', '[data-empty]');
      await go('/500', '[data-empty]');
      await go('/help?chapter=payments', 'article h3');
      await page.getByRole('searchbox').filter({ visible: true }).fill('zzzz');
      await look('/help, nothing found');
      await go('/test/index', '.PageTitle-head');
      for (const sample of await page.getByRole('button', { name: say.test.sample }).all()) await sample.click();
      await page.locator('.FlowDiagram-drawing svg').first().waitFor();
      await look('/test/index, filled');
      await goByMenu(page, language === 'zh' ? '报表' : 'Report', say.frame.menu);
      await page.locator('iframe').waitFor();
      await look('a page of another host');
      await go('/lease/product', '.DataTable-table tbody tr');
      await page.locator('.DataTable-table tbody input[type=checkbox]').filter({ visible: true }).first().check();
      await look('/lease/product, a row picked');
      await page.setViewportSize({ width: 390, height: 844 });
      await look('/lease/product on a phone', { frame: true });
      await page.getByRole('button', { name: say.frame.expand }).click();
      await look('the sidebar on a phone', { frame: true });

      await page.setViewportSize({ width: 1440, height: 900 });
      await page.getByRole('button', { name: say.bar.lock }).click();
      await page.locator('input[name=lock-password]').waitFor();
      await look('lock dialog', { isCovered: true });
      await page.keyboard.press('Enter');
      await look('lock dialog, nothing typed', { isCovered: true });
      await page.locator('input[name=lock-password]').fill('sesame');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/lock');
      const answer = page.locator('[data-standing] input');
      await answer.waitFor();
      await look('/lock');
      await answer.fill('wrong');
      await page.keyboard.press('Enter');
      await page.locator('.LockPage-shaken').waitFor();
      await look('/lock, a wrong answer');
      await page.getByRole('button', { name: say.lock.byAccount }).click();
      await look('/lock, by the other password');
      await context.close();
      return found;
    }));

  it('in anything that covers a page', () =>
    inAppearance('englishOnDark', async ({ language, mode }) => {
      const { context, page } = await openWindow({ language, mode });
      // axe.test.ts judges the page in the same appearance
      const { found, look } = finder(page, { isCovered: true });
      const say = words[language];
      await enter(page, server.url);
      await moveTo(page, '/lease/product');
      await page.locator('.DataTable-table tbody tr').filter({ visible: true }).first().waitFor();
      // an entry, so that there is a log
      await page.evaluate(() =>
        dispatchEvent(new ErrorEvent('error', { message: 'x', error: new Error('x'), filename: 'a.js', lineno: 1 })),
      );
      const starts = (text: string) => new RegExp(`^${text.split('{{')[0]}`);
      const button = (text: string) => page.locator('.topbar-topbar').getByRole('button', { name: starts(text) });
      const dialog = page.getByRole('dialog');
      const closed = async (what = dialog) => {
        await page.keyboard.press('Escape');
        await what.waitFor({ state: 'detached' });
      };
      const open = async (name: string, settled: string, options: Parameters<typeof complaints>[1] = {}) => {
        await page.locator(settled).first().waitFor();
        await look(name, options);
      };

      await button(say.bar.colour).click();
      await open('colour', '.ColourPicker-picker', { frame: true });
      await dialog.getByRole('textbox', { name: say.colour.hex }).fill('#12');
      await page.keyboard.press('Enter');
      await look('colour, not one');
      await closed();
      await button(say.bar.themeNow).click();
      await open('themes', '[role=dialog] [role=radiogroup]');
      await closed();
      await button(say.bar.bell).click();
      await open('inbox', '.EntryRows-list button');
      await page.locator('.EntryRows-list button').first().click();
      await open('an entry of the inbox', '.RichText-richText');
      await closed();
      await button(say.bar.logs).click();
      await page.locator('.LogTable-logTable button').first().click();
      await look('log');
      await closed();
      await button(say.frame.language).click();
      await open('languages', '[role=menu]');
      await closed(page.getByRole('menu'));
      await page.locator('.topbar-userBadge').click();
      await open('the person’s menu', '[role=menu]', { frame: true });
      await page.getByRole('menuitem', { name: say.bar.switcher }).click();
      await page.locator('[role=dialog] select option').nth(1).waitFor({ state: 'attached' });
      await look('switcher');
      await closed();
      await page.locator('main h1:visible').click();
      await page.keyboard.press('?');
      await open('keys', '.KeysDialog-group');
      await closed();
      await button(say.bar.help).click();
      await open('help', '.HelpDrawer-help dl');
      // The bar of the testers covers the end of the drawer.
      await page.locator('.HelpDrawer-foot button').last().press('Enter');
      await open('tour', '.Tour-tour');
      await closed();
      await page.keyboard.press('Control+K');
      await open('finder', '.Finder-list [role=option]');
      await page.keyboard.type('zzzz');
      await open('finder, nothing found', '.Finder-none');
      await closed();
      await page.locator('.FinderField-field input').click();
      await open('finder in the bar', '.FinderField-field [role=option]', { frame: true });
      await page.keyboard.press('Escape');
      await page.locator('.TabStrip-tabs .TabStrip-tabLink').last().click({ button: 'right' });
      await open('menu of a tab', '[role=menu]', { frame: true });
      await closed(page.getByRole('menu'));
      await page.locator('[data-kept-page]:visible .DataTable-table [data-part=actions] button').nth(1).click();
      await open('form', '[role=dialog] form');
      await closed();
      await page.locator('.topbar-userBadge').click();
      await page.getByRole('menuitem', { name: say.frame.signOut }).click();
      await open('question', '[role=alertdialog]');
      await closed(page.getByRole('alertdialog'));
      await page.locator('.TabStrip-tabs > .fui-Button').click();
      await page.getByRole('menuitem', { name: say.tabs.clearCache }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: say.ask.sure, exact: true }).click();
      await open('message', '.Toasts-toast');
      await page.setViewportSize({ width: 390, height: 844 });
      await page.locator('.topbar-userBadge').click();
      await open('the person’s menu on a phone', '[role=menu]', { frame: true });
      await context.close();
      return found;
    }));

  it('in any theme, light and dark', async () => {
    const walk = async (mode: 'light' | 'dark') => {
      const { context, page } = await openWindow({ language: 'zh', mode });
      await visit(page, server.url, '/wel/index');
      for (const [name, settled] of [
        ['/lease/product', '.DataTable-table tbody tr'],
        ['/wel/dashboard', 'main svg'],
      ] as const) {
        await moveTo(page, name);
        await page.locator(settled).filter({ visible: true }).first().waitFor();
      }
      const { found, look } = finder(page, { rules: paintRules, frame: true });
      const opener = page.getByRole('button', { name: /^主题：/ });
      const places = ['home', 'list', 'dashboard'];
      // one look at each theme, in turn and not the same in both modes; all of them in the deep run
      const isDue = (index: number, at: number) =>
        isDeep || at === (index + (mode === 'dark' ? 2 : 0)) % (places.length + 1);
      const show = async (at: number) => {
        await page.keyboard.press(`Alt+${at}`);
        await page.locator('[data-kept-page]:visible h1').first().waitFor();
      };
      for (const [index, { key, name }] of themes.entries()) {
        await opener.click();
        await page.getByRole('radio', { name: name.zh }).first().click();
        if (isDue(index, places.length)) await look(`${key}: themes`);
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await soon(() => opener.getAttribute('aria-label'), `主题：${name.zh}`);
        for (const [at, place] of places.entries()) {
          if (!isDue(index, at)) continue;
          await show(at + 1);
          await look(`${key}: ${place}`);
        }
      }
      await context.close();
      return found;
    };
    const [light, dark] = await Promise.all([walk('light'), walk('dark')]);
    expect({ light, dark }).toEqual({ light: {}, dark: {} });
  });
});
