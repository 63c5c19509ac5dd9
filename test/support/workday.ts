/** Members of staff of the demo portfolio, each at a window of their own, with the rights of their shipped roles. */
import type { Browser, Locator, Page } from 'playwright-core';
import { launch, type RunningServer, startServer } from './browser';
import { type Caller, callerOf } from './caller';
import { enter, goByMenu, guarded } from './desk';
import type { Answer } from './server';
import { staffOf } from './staff';

export interface Workday {
  server: RunningServer;
  browser: Browser;
  /** Calls of the administrator, past any page. */
  admin: Caller;
  /** A window of a person of the demo portfolio, signed in. */
  open(account: string): Promise<Page>;
  /** What went wrong on any of the windows. */
  faults(): string[];
  end(): Promise<void>;
}

/** The data of an answer; throws where it is a refusal. */
export function dataOf({ status, body }: Answer) {
  if (body.success !== true) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body.data;
}

/** Starts a server with the demo portfolio and a browser. `held`: numbers of deeds that another person decides on. */
export async function startWorkday(
  accounts: readonly string[],
  { held = [], env = {} }: { held?: readonly number[]; env?: Record<string, string> } = {},
): Promise<Workday> {
  const [server, browser] = await Promise.all([startServer({ DEMO: '1', ...env }), launch()]);
  const staff = staffOf(server.url);
  for (const account of accounts) await staff.admit(account);
  const admin = await callerOf(server.url);
  const { records } = dataOf(await admin.get('/blade-flow/approval-rule/list', { size: 50 }));
  for (const rule of records)
    if (held.includes(rule.act))
      dataOf(await admin.post('/blade-flow/approval-rule/update', { body: { ...rule, isOn: 1 } }));
  const seen: (() => string[])[] = [];

  return {
    server,
    browser,
    admin,
    async open(account) {
      const context = await browser.newContext({
        locale: 'zh-CN',
        timezoneId: 'Asia/Shanghai',
        viewport: { width: 1440, height: 900 },
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      seen.push(await guarded(page));
      await enter(page, server.url, account);
      return page;
    },
    faults: () => seen.flatMap((found) => found()),
    async end() {
      await browser.close();
      await server.stop();
    },
  };
}

/** The page in front; those of other tabs stay in the document, hidden. */
export function shown(page: Page): Locator {
  return page.locator('[data-kept-page]:visible');
}

/** Goes to a page of the main menu. */
export async function choose(page: Page, name: string): Promise<void> {
  await goByMenu(page, name);
  await shown(page).getByRole('heading', { level: 1 }).first().waitFor();
}

/** Waits for what is said about a deed. */
export async function told(page: Page, text: string | RegExp): Promise<void> {
  await page.getByRole('status').getByText(text).first().waitFor();
}

/** Claims the first task that waits for one of several people, and opens it. */
export async function claimFirst(page: Page): Promise<void> {
  // Read anew: a kept list still shows what was claimed before until its rows arrive.
  await page.goto(new URL('/work/claim', page.url()).href);
  await shown(page).getByRole('button', { name: '签收', exact: true }).first().click();
  await told(page, '签收成功');
  await page.goto(new URL('/work/todo', page.url()).href);
  await shown(page).getByRole('button', { name: '办理', exact: true }).first().click();
  await shown(page).getByLabel('批复意见').waitFor();
}

/** Decides on the task that is open, with a comment. */
export async function decide(page: Page, button: '同意' | '驳回', comment: string): Promise<void> {
  await shown(page).getByLabel('批复意见').fill(comment);
  await shown(page).getByRole('button', { name: button, exact: true }).click();
  await page.waitForURL(/\/work\/todo/);
}
