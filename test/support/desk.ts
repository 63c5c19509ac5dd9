import type { Browser, BrowserContext, Locator, Page, Route } from 'playwright-core';
import { menus } from '../../contract/wire/menus';
import type { ConsoleSettings } from '../../contract/wire/settings';
import { settingsPlace } from '../../contract/wire/settingsPlace';

/** The password that `startServer` gives the administrator. */
export const password = 'Lease-desk-2026';
/** The public client's name and secret. */
export const basic = `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`;

/**
 * Where testers work a window begins anew when it learns of it, and what was typed until then is gone: waits for the
 * page that stays.
 */
async function settled(page: Page, url: string) {
  const { testerMode } = await (await page.request.get(`${url}/config.json`)).json();
  if (testerMode) await page.locator('.StudioBar-bar').waitFor();
}

async function fillIn(page: Page, account: string) {
  await page.locator('input[name=username]').fill(account);
  await page.locator('input[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.locator('.frame-shell').waitFor();
}

/** Signs a person in, by default the administrator, and waits for the frame. */
export async function enter(page: Page, url: string, account = 'admin'): Promise<void> {
  await page.goto(`${url}/login`);
  await settled(page, url);
  await fillIn(page, account);
}

const sessionEntry = 'leasedesk-session';
/** What a window kept of a person who signed in, by browser, server and account. */
const signedIn = new WeakMap<Browser, Map<string, Awaited<ReturnType<typeof kept>>>>();
async function kept(page: Page) {
  const { cookies } = await page.context().storageState();
  return { cookies, session: await page.evaluate((name) => localStorage.getItem(name) ?? '', sessionEntry) };
}

/**
 * Opens a page of the console for a person, by default the administrator, where signing in is not the subject: by the
 * form the first time, and after that with what the browser has kept, like a window of the same person.
 */
export async function visit(page: Page, url: string, path: string, account = 'admin'): Promise<void> {
  const browser = page.context().browser()!;
  const known = signedIn.get(browser) ?? new Map();
  signedIn.set(browser, known);
  const who = `${url} ${account}`;
  const earlier = known.get(who);
  if (earlier) {
    await page.context().addCookies(earlier.cookies);
    await page.goto(`${url}/config.json`); // a document of the server that is not the console
    await page.evaluate(([name, text]) => localStorage.setItem(name, text), [sessionEntry, earlier.session] as const);
  }
  await page.goto(url + path);
  await settled(page, url);
  const frame = page.locator('.frame-shell');
  await frame.or(page.locator('input[name=username]')).first().waitFor();
  if (!(await frame.isVisible())) await fillIn(page, account); // also where that session has ended
  if (!earlier) known.set(who, await kept(page));
}

/**
 * Goes to another page inside of the window, as by the browser's own buttons: the console is not loaded anew. Resolves
 * when the page that was in front has made room for the other.
 */
export async function moveTo(page: Page, path: string): Promise<void> {
  const left = await page.evaluateHandle((place) => {
    if (location.pathname + location.search === place) return null;
    const front = [...document.querySelectorAll('[data-kept-page]')].find((one) => one.checkVisibility());
    history.pushState(null, '', place);
    dispatchEvent(new PopStateEvent('popstate'));
    return front;
  }, path);
  await page.waitForFunction(
    (before) =>
      [...document.querySelectorAll('[data-kept-page]')].some((one) => one !== before && one.checkVisibility()),
    left,
    { polling: 50 },
  );
  await left.dispose();
}

/** Goes to a page by the sidebar, whose groups are open one at a time. */
export async function goByMenu(page: Page, name: string, menu = '主菜单'): Promise<void> {
  await (await menuLink(page, name, menu)).click();
}

/** Headings of the shipped menus, by the names of what stands below them. */
const headings = new Map(
  menus.flatMap((heading) =>
    (heading.children ?? []).flatMap((page) =>
      [page, ...(page.children ?? [])].flatMap(({ name, nameEn }) => [
        [name, heading.name] as const,
        [nameEn, heading.nameEn] as const,
      ]),
    ),
  ),
);

/** The link of that name in the sidebar, whose group is opened if it is closed. */
export async function menuLink(page: Page, name: string, menu = '主菜单'): Promise<Locator> {
  const nav = page.getByRole('navigation', { name: menu });
  await nav.locator('a').nth(1).or(nav.locator('button')).first().waitFor({ state: 'attached' });
  // By its label: the number of what waits is part of the link's name.
  const link = nav
    .locator('a')
    .filter({ has: page.getByText(name, { exact: true }) })
    .first();
  const closed = () => nav.locator('button[aria-controls][aria-expanded=false]');
  const known = headings.get(name);
  const titles = (await closed().evaluateAll((all: HTMLElement[]) => all.map(({ title }) => title))).sort(
    (a, b) => Number(b === known) - Number(a === known),
  );
  for (const title of titles) {
    if (await link.isVisible()) break;
    const turn = nav.locator(`button[aria-controls][title="${title}"]`);
    if (!(await turn.isVisible())) break; // the strip has no titles
    await turn.click();
    await nav.locator(`button[aria-controls][title="${title}"][aria-expanded=true]`).waitFor();
  }
  return link;
}

/** Where the sidebar leads, the home page first, by name; the groups of its menus are opened one after the other. */
export async function menuPaths(page: Page, menu = '主菜单'): Promise<Map<string, string>> {
  const nav = page.getByRole('navigation', { name: menu });
  const titles = nav.locator('button[aria-controls]');
  await nav.locator('a').nth(1).or(titles).first().waitFor();
  const paths = new Map<string, string>();
  const read = async () => {
    const links = await nav
      .locator('a')
      .evaluateAll((all: HTMLElement[]) => all.map(({ title, dataset }) => [title, dataset.path ?? ''] as const));
    for (const [name, path] of links) paths.set(name, path);
  };
  await read();
  for (const title of await titles.all()) {
    if ((await title.getAttribute('aria-expanded')) === 'true') continue;
    await title.click();
    await read();
  }
  return paths;
}

/** Collects what must not happen on a page: faults of ours, what the content security policy forbids, and strange scripts. */
export async function guarded(page: Page): Promise<() => string[]> {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`));
  await page.exposeFunction('reportFault', (text: string) => void faults.push(text));
  await page.addInitScript(() => {
    const report = (text: string) => (window as unknown as { reportFault(text: string): void }).reportFault(text);
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      report(`policy: ${violatedDirective} ${blockedURI} ${sample}`),
    );
    // A strange script announces itself by setting this.
    Object.defineProperty(window, '__xss', { set: (value) => report(`strange script: ${value}`) });
  });
  return () => faults;
}

/** Gives the person other menus than the server does, whether they come with another answer or are asked for. */
export async function alterMenus(page: Page, change: (menus: any[]) => any[]): Promise<void> {
  const altered = (alter: (body: any) => unknown) => async (route: Route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: alter(await answer.json()) });
  };
  await page.route(
    '**/blade-system/menu/routes*',
    altered((body) => ({ ...body, data: change(body.data) })),
  );
  const beside = (answer: any) =>
    answer?.rights ? { ...answer, rights: { ...answer.rights, menus: change(answer.rights.menus) } } : answer;
  await page.route('**/blade-auth/oauth/token*', altered(beside));
  await page.route(
    '**/blade-auth/oauth/user-info*',
    altered((body) => ({ ...body, data: beside(body.data) })),
  );
}

/** Lets the console start with other settings than those of its server. */
export async function tellSettings(page: Page, change: () => Partial<ConsoleSettings>): Promise<void> {
  await page.route(
    ({ pathname }) => !/\/(api|assets)\//.test(pathname),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const answer = await route.fetch();
      const [before = '', told = '{}', after = ''] = (await answer.text()).split(placeOfSettings);
      const settings = { ...JSON.parse(told), ...change() };
      return route.fulfill({ response: answer, body: `${before}${settingsPlace(JSON.stringify(settings))}${after}` });
    },
  );
}
const placeOfSettings = new RegExp(settingsPlace('\f').replace('\f', '([^<]*)'));

/** As with a server that has no stream of events: a page whose stream is open never has an idle network. */
export async function withoutEvents(windows: Page | BrowserContext): Promise<void> {
  await windows.route('**/blade-desk/push', (route) => route.fulfill({ status: 404, body: '{}' }));
}
