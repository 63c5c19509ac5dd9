/** Signing in from a cold start: the page is there before the program is. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launch, type RunningServer, startServer } from '../support/browser';
import { callerOf } from '../support/caller';
import { soon } from '../support/soon';

const password = 'Lease-desk-2026';
let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  server = await startServer({ ADMIN_PASSWORD: password, PHONE_TEST_MODE: '1' });
  browser = await launch();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

declare global {
  interface Window {
    /** Layout shifts and complaints of the security policy since the page began. */
    noted: { shifts: number[]; violations: string[] };
  }
}

interface Visit {
  context: BrowserContext;
  page: Page;
  /** Lets the scripts through. */
  release(): void;
  /** What the browser complained about. */
  complaints: string[];
}

/** A window whose scripts are held back until `release`. */
async function visit({
  look,
  isHeld = true,
}: {
  look?: Record<string, string>;
  isHeld?: boolean;
} = {}): Promise<Visit> {
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
  await context.addInitScript(() => {
    window.noted = { shifts: [], violations: [] };
    addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
      window.noted.violations.push(violatedDirective),
    );
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.noted.shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  if (look) {
    const content = JSON.stringify({ ...look, _persist: '{"version":1,"rehydrated":true}' });
    await context.addInitScript(
      (kept) => localStorage.setItem('leasedesk-preferences', kept),
      JSON.stringify({ dataType: 'string', content, datetime: 1 }),
    );
  }
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (line) => ['error', 'warning'].includes(line.type()) && complaints.push(line.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  let release: () => void = () => undefined;
  const gate = new Promise<void>((open) => {
    release = open;
  });
  if (isHeld)
    await page.route('**/*.js', async (route) => {
      await gate;
      await route.continue();
    });
  return { context, page, release, complaints };
}
function open({ page }: Visit, path = '/login') {
  return page.goto(server.url + path, { waitUntil: 'commit' });
}
/** The program has hydrated the drawn form. */
function isAlive({ page }: Visit) {
  return page.waitForFunction(() => !document.getElementById('root')?.dataset.drawn);
}
const account = 'input[name=username]';
const secret = 'input[name=password]';

describe.each([
  ['zh', undefined, '登录', 'light'],
  ['en', { language: '"en"', mode: '"dark"' }, 'Sign in', 'dark'],
])('before its scripts have come, the sign-in page in %s', (language, look, title, mode) => {
  it('takes input, and nothing of it is lost or moved when they come', async () => {
    const one = await visit({ ...(look ? { look } : {}) });
    const { page, context, release, complaints } = one;
    await open(one);
    await page.waitForSelector(account);
    await page.keyboard.type('adm'); // the account has the focus by itself
    await soon(() => page.locator('h1').textContent(), title);
    await soon(() => page.locator('html').getAttribute('data-mode'), mode);
    await page.fill(secret, 'secret');
    await page.focus(secret);
    await page.evaluate((name) => {
      const input = document.querySelector<HTMLInputElement>(name)!;
      input.setSelectionRange(2, 2);
      Object.assign(input, { isTheSame: true });
    }, secret);
    release();
    await isAlive(one);
    await page.waitForLoadState('networkidle');
    await page.keyboard.type('X');
    const held = await page.evaluate((name) => {
      const input = document.querySelector<HTMLInputElement>(name)!;
      return {
        value: input.value,
        isTheSame: 'isTheSame' in input,
        ...window.noted,
        lang: document.documentElement.lang,
      };
    }, secret);
    expect(held).toEqual({
      value: 'seXcret',
      isTheSame: true,
      shifts: [],
      violations: [],
      lang: language === 'zh' ? 'zh-CN' : 'en',
    });
    expect(await page.inputValue(account)).toBe('adm');
    await soon(() => page.locator('h1').textContent(), title);
    // a form that does not match the drawn one is replaced by React, and recorded in the error log
    expect(await page.evaluate(() => localStorage.getItem('leasedesk-log') ?? '')).not.toContain('message');
    expect(complaints).toEqual([]);
    await context.close();
  }, 60_000);
});

it('submits what was pressed before the scripts loaded, and puts nothing into the address', async () => {
  const one = await visit();
  const { page, context, release } = one;
  await open(one);
  await page.fill(account, 'admin');
  await page.fill(secret, password);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.waitForTimeout(200);
  expect(page.url()).toBe(`${server.url}/login`);
  await soon(() => page.locator('[type=submit]').getAttribute('aria-busy'), 'true');
  release();
  await page.waitForURL('**/wel/index');
  await page.getByText('租赁业务').first().waitFor();
  expect(await page.evaluate(() => window.noted.violations)).toEqual([]);
  await context.close();
}, 60_000);

it('learns which other ways there are when its scripts come, and moves no field for them', async () => {
  const one = await visit();
  const { page, context, release } = one;
  await open(one);
  const top = async () => (await page.locator(account).boundingBox())?.y;
  const before = await top();
  await soon(() => page.locator('label', { hasText: '手机登录' }).count(), 0);
  release();
  await page.locator('label', { hasText: '手机登录' }).waitFor();
  expect(await top()).toBe(before);
  await page.locator('label', { hasText: '手机登录' }).click();
  await page.locator('input[name=phone]').waitFor();
  await soon(() => page.locator('[value=phone]').isChecked(), true);
  await context.close();
}, 60_000);

it('lets a person who never had a password set one, after a code to their phone', async () => {
  const admin = await callerOf(server.url);
  const { body: roles } = await admin.get('/blade-system/role/tree');
  const { body: depts } = await admin.get('/blade-system/dept/tree');
  const person = { account: 'newcomer', realName: '周新', name: '周新', phone: '13800138077' };
  const place = { roleId: roles.data[0].id, deptId: depts.data[0].id };
  const added = await admin.post('/blade-system/user/submit', { body: { ...person, ...place } });
  expect(added.status).toBe(200);
  const one = await visit({ isHeld: false });
  const { page, context } = one;
  await open(one);
  await page.locator('label', { hasText: '手机登录' }).click();
  await page.fill('input[name=phone]', person.phone);
  await page.locator('button.plain', { hasText: '验证码' }).click();
  const told = await page.locator('p.is-warning', { hasText: /\d{6}/ }).textContent();
  await page.fill('input[name=smsCode]', /\d{6}/.exec(told ?? '')![0]);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog', { name: '设置登录密码' });
  await dialog.waitFor();
  await soon(() => dialog.locator('input').count(), 2);
  await soon(() => dialog.getByText('当前密码').count(), 0);
  for (const name of ['newPassword', 'newPassword1']) await dialog.locator(`input[name=${name}]`).fill('My-own-2026');
  await dialog.getByRole('button', { name: '设置密码' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.locator('.frame-shell').waitFor();
  expect(
    (await callerOf(server.url, person.account, 'My-own-2026').then((own) => own.get('/blade-system/user/info')))
      .status,
  ).toBe(200);
  await context.close();
}, 60_000);

it('shows no form to a signed-in person, at any address', async () => {
  const one = await visit({ isHeld: false });
  const { page, context } = one;
  await open(one);
  await page.fill(account, 'admin');
  await page.fill(secret, password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/wel/index');
  await page.getByText('租赁业务').first().waitFor();
  const hadForm = () => page.evaluate(() => (window as unknown as { hadForm: boolean }).hadForm);
  await context.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('#root form')) Object.assign(window, { hadForm: true });
    }).observe(document, { childList: true, subtree: true });
  });
  for (const path of ['/wel/index', '/', '/login']) {
    await page.goto(server.url + path);
    await page.getByText('租赁业务').first().waitFor();
    expect([path, await hadForm()]).toEqual([path, undefined]);
  }
  await context.close();
}, 60_000);

it('asks once however often it is pressed, says the refusal once, keeps the form and goes nowhere', async () => {
  const one = await visit({ isHeld: false });
  const { page, context } = one;
  await open(one);
  await isAlive(one);
  let asked = 0;
  await page.route('**/oauth/token*', async (route) => {
    asked++;
    await new Promise((pass) => setTimeout(pass, 300));
    await route.continue();
  });
  await page.fill(account, 'nobody');
  await page.fill(secret, 'wrong-password');
  const said = await page.evaluate(async () => {
    const button = document.querySelector<HTMLButtonElement>('[type=submit]')!;
    for (let press = 0; press < 5; press++) button.click();
    await new Promise(requestAnimationFrame);
    return button.textContent;
  });
  expect(said).toBe('登录中');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('用户名或密码错误').waitFor();
  expect(asked).toBe(1);
  await soon(() => page.getByText('用户名或密码错误').count(), 1);
  expect([await page.inputValue(account), await page.inputValue(secret)]).toEqual(['nobody', '']);
  await soon(() => page.locator(`${secret}:focus`).count(), 1);
  expect(page.url()).toBe(`${server.url}/login`);
  expect(await page.evaluate(() => document.cookie)).not.toContain('accessToken');
  await context.close();
}, 60_000);
