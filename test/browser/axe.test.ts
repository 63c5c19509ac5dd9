import type { Browser, Page } from 'playwright-core';
import { complaints } from '../support/axe';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { isDeep } from '../support/depth';
import { moveTo } from '../support/desk';

/** Every page as axe-core sees it, filled with the demo portfolio: English on dark, and in the deep run Chinese on light,
 *  in which axeShell.test.ts judges most of the frame. */

const password = 'Lease-desk-2026';
const lists = ['order', 'plan', 'contract', 'picture', 'product', 'customer'];
/** Stages of an order whose pages differ most: a draft, signing, running. */
const stages = [0, 4, 6];
jest.setTimeout(180_000);

interface Listed {
  id: string;
  businessStatus?: number;
  loanUrl?: string | null;
}

/** Loads an address and waits for its content once its answers have arrived. */
async function load(page: Page, url: string, settled: string) {
  await page.goto(url);
  await page.locator(settled).first().waitFor();
}
/** Moves on in the console, and waits for the content of the page in front. */
async function open(page: Page, path: string, settled: string) {
  await moveTo(page, path);
  await page.locator(`[data-kept-page]:visible ${settled}`).first().waitFor();
}

/** The records of a list, asked for with the token of the person who is signed in on the page. */
function records(page: Page, path: string): Promise<Listed[]> {
  return page.evaluate(async (address) => {
    const token = decodeURIComponent(/accessToken=([^;]+)/.exec(document.cookie)?.[1] ?? '').replaceAll('"', '');
    const answer = await fetch(address, { headers: { 'blade-auth': `bearer ${token}` } });
    return (await answer.json()).data.records;
  }, path);
}

/** Walks through all pages, and answers what was found on which. */
async function walk(browser: Browser, url: string, isEnglishOnDark: boolean) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
  const page = await context.newPage();
  const found: Record<string, string[]> = {};
  const look = async (name: string, options: Parameters<typeof complaints>[1] = {}) => {
    const said = await complaints(page, options);
    if (said.length > 0) found[name] = said;
  };

  await load(page, `${url}/login`, '.login .is-main');
  // A click on the picture that the server draws first is not taken.
  await page.waitForFunction(() => !document.getElementById('root')?.dataset.drawn);
  if (isEnglishOnDark) await page.getByRole('button', { name: 'English' }).click();
  await look('login');
  await page.locator('input[name=username]').fill('admin');
  await page.locator('input[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.locator('.home-lines a').first().waitFor();
  if (isEnglishOnDark) await page.getByRole('button', { name: 'Switch to dark' }).click();
  await look('welcome', { frame: true });

  /** The menu of the first row that has one. */
  const lookIntoMenu = async (name: string) => {
    await page.locator('.DataTable-table tbody [aria-haspopup=menu] >> visible=true').first().click();
    await page.getByRole('menuitem').first().waitFor();
    await look(`${name}: menu of a row`, { isCovered: true });
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
  };
  for (const list of lists) {
    await open(page, `/lease/${list}`, '.DataTable-table tbody tr');
    await look(list);
    if (list !== 'plan') await lookIntoMenu(list); // whose rows have two actions at the most
  }
  await page
    .locator('[data-kept-page]:visible .DataTable-table [data-part=actions]')
    .getByRole('button', { name: /^(编辑|Edit)$/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await look('form in a dialog', { isCovered: true });

  await open(page, '/lease/order/new', '.PageTitle-head');
  await look('new order');
  await open(page, '/lease/payments', '.DataTable-table tbody tr');
  await look('payments');

  const orders = await records(page, '/api/blade-order/order/page?current=1&size=200');
  for (const stage of stages) {
    const order = orders.find(({ businessStatus }) => businessStatus === stage);
    await open(page, `/lease/order/detail/${order?.id}`, '.record-recordHead');
    await look(`order in stage ${stage}`);
  }

  const contracts = await records(page, '/api/blade-fascContract/fascContract/list?current=1&size=200');
  await page.setViewportSize({ width: 390, height: 844 });
  await load(page, contracts.find(({ loanUrl }) => loanUrl)?.loanUrl ?? '', '.sign-title');
  await look('signing page');
  await load(page, `${url}/lease/order`, '.DataTable-table tbody tr');
  await look('orders on a phone', { frame: true });
  await lookIntoMenu('orders on a phone');
  await open(page, '/work/done', '.messages-empty');
  await look('an empty list on a phone');
  await context.close();
  return found;
}

describe('axe-core', () => {
  let server: RunningServer;
  let browser: Browser;

  beforeAll(async () => {
    // In test mode the contract list contains the link of a signing page.
    server = await startServer({ ADMIN_PASSWORD: password, DEMO: '1', PHONE_TEST_MODE: '1' });
    browser = await launch();
  }, BUILD_LIMIT_MS);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  it.each(isDeep ? ['English on dark', 'Chinese on light'] : ['English on dark'])(
    'finds no problem on any page, %s',
    async (appearance) => {
      expect(await walk(browser, server.url, appearance === 'English on dark')).toEqual({});
    },
  );
});
