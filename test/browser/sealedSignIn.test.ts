/** Where passwords are sent as SM2 alone: signing in and unlocking the screen. */
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { sm2 } from 'sm-crypto-v2';
import { md5 } from '../../server/auth/password/oneTimePassword';
import { launch, type RunningServer, startServer } from '../support/browser';

const password = 'Lease-desk-2026';
let server: RunningServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
/** Bodies and addresses of everything that was sent. */
const sent: { url: string; body: string }[] = [];
beforeAll(async () => {
  server = await startServer({ ADMIN_PASSWORD: password, PASSWORD_CIPHER: 'sm2' });
  browser = await launch();
  context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  page.on('request', (request: Request) => sent.push({ url: request.url(), body: request.postData() ?? '' }));
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const tokenPath = '/api/blade-auth/oauth/token';
async function type(word: string) {
  await page.goto(`${server.url}/login`);
  await page.locator('input[name=username]').click();
  await page.keyboard.type('admin');
  await page.locator('input[name=password]').click();
  await page.keyboard.type(word);
  await page.keyboard.press('Enter');
}
function posted(path: string) {
  return sent.filter(({ url }) => url.endsWith(path)).at(-1)!.body;
}

it('a person signs in by typing, and neither the password nor its md5 leaves the browser', async () => {
  await type('not the word');
  await page.getByText('用户名或密码错误').waitFor();
  await type(password);
  await page.waitForURL('**/wel/index');
  await page.getByText('租赁业务').first().waitFor();
  expect(new URLSearchParams(posted(tokenPath)).get('password')).toMatch(/^04[0-9a-f]{200,}$/);
  const traffic = JSON.stringify(sent);
  for (const secret of [password, encodeURIComponent(password), md5(password)]) expect(traffic).not.toContain(secret);
}, 60_000);

it('the locked screen opens by the account’s password', async () => {
  await page.getByRole('button', { name: '锁屏' }).click();
  await page.locator('input[name=lock-password]').fill('sesame');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/lock');
  await page.getByRole('button', { name: '用登录密码解锁' }).click();
  const field = page.locator('[data-standing] input');
  await field.click();
  await page.keyboard.type('sesame');
  await page.keyboard.press('Enter');
  await page.locator('.LockPage-shaken').waitFor();
  await field.fill('');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/wel/index');
  expect(posted('/oauth/unlock')).toMatch(/04[0-9a-f]{200,}/);
  expect(JSON.stringify(sent)).not.toContain(md5(password));
}, 60_000);

it('a known browser may sign in although strangers have guessed too often', async () => {
  const [cookie] = (await context.cookies(server.url + tokenPath)).filter(({ name }) => /leasedesk-browser/.test(name));
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/blade-auth/oauth' });
  expect(await page.evaluate(() => document.cookie)).not.toContain('leasedesk-browser');
  const { sm2PublicKey } = await (await fetch(`${server.url}/config.json`)).json();
  const reasons: string[] = [];
  for (let i = 0; i < 6; i++) {
    const body = new URLSearchParams({
      grant_type: 'password',
      username: 'admin',
      password: sm2.doEncrypt(`guess ${i}`, sm2PublicKey, 0),
    });
    const headers = { authorization: `Basic ${Buffer.from('saber:saber_secret').toString('base64')}` };
    reasons.push((await (await fetch(server.url + tokenPath, { method: 'POST', body, headers })).json()).reason);
  }
  expect(reasons).toEqual([...Array(5).fill('auth.badCredentials'), 'auth.locked']);
  await context.clearCookies({ name: /saber|token/i });
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await type(password);
  await page.waitForURL('**/wel/index');
  const stranger = await browser.newContext({ locale: 'zh-CN' });
  const other = await stranger.newPage();
  await other.goto(`${server.url}/login`);
  // What the server draws first takes no input yet.
  await other.waitForFunction(() => !document.getElementById('root')?.dataset.drawn);
  await other.fill('input[name=username]', 'admin');
  await other.fill('input[name=password]', password);
  await other.keyboard.press('Enter');
  await other.getByText('用户登录失败次数过多').waitFor();
}, 90_000);
