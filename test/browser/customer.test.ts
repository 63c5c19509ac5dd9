/** A customer's page: figures, and a note that a mentioned colleague reads in a window of their own. */
import type { Browser, Page } from 'playwright-core';
import { md5 } from '../../server/auth/oneTimePassword';
import { complaints } from '../support/axe';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { enter, guarded } from '../support/desk';

jest.setTimeout(90_000);

const basic = `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`;
const account = 'lin.yumo';
const password = 'Of-my-own-2026';

let server: RunningServer;
let browser: Browser;

async function call(method: 'GET' | 'POST', path: string, query: Record<string, string>, token?: string) {
  const parameters = new URLSearchParams(query).toString();
  const answer = await fetch(`${server.url}/api${path}${method === 'GET' ? `?${parameters}` : ''}`, {
    method,
    headers: {
      authorization: basic,
      ...(token ? { 'blade-auth': `bearer ${token}` } : {}),
      ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(method === 'POST' ? { body: parameters } : {}),
  });
  const answered = await answer.json();
  if (answer.status !== 200) throw new Error(`${path} answered ${JSON.stringify(answered)}`);
  return answered;
}
async function tokenOf(username: string, word: string): Promise<string> {
  const query = { username, password: md5(word), grant_type: 'password' };
  return (await call('POST', '/blade-auth/oauth/token', query)).access_token;
}
/** The colleague gets a password of their own. */
async function admit(): Promise<void> {
  const token = await tokenOf('admin', 'Lease-desk-2026');
  const { data } = await call('GET', '/blade-system/user/page', { account }, token);
  const made = await call('POST', '/blade-system/user/reset-password', { userIds: data.records[0].id }, token);
  const [{ oneTimeWord }] = made.data;
  const change = { oldPassword: md5(oneTimeWord), newPassword: md5(password), newPassword1: md5(password) };
  await call('POST', '/blade-system/user/update-password', change, await tokenOf(account, oneTimeWord));
}

async function windowOf(): Promise<{ page: Page; faults: () => string[] }> {
  const context = await browser.newContext({
    locale: 'zh-CN',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  return { page, faults: await guarded(page) };
}

beforeAll(async () => {
  server = await startServer({ DEMO: '1' });
  browser = await launch();
  await admit();
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

it('shows what a customer owes, and a note reaches the colleague whom it mentions', async () => {
  const [writer, reader] = [await windowOf(), await windowOf()];
  const { page } = writer;
  await enter(page, server.url);
  await reader.page.goto(`${server.url}/login`);
  await reader.page.locator('input[name=username]').fill(account);
  await reader.page.locator('input[name=password]').fill(password);
  await reader.page.keyboard.press('Enter');
  await reader.page.locator('.frame-shell').waitFor();
  const listening = reader.page.waitForResponse((answer) => answer.url().endsWith('/blade-desk/push'));
  await reader.page.goto(`${server.url}/desk/inbox`);
  await listening;

  await page.goto(`${server.url}/lease/order`);
  const link = page.locator('[data-kept-page]:visible tr[data-row] a[href^="/lease/customer/detail/"]').first();
  const name = (await link.textContent()) ?? '';
  await link.click();
  const shown = page.locator('[data-kept-page]:visible');
  await shown.getByRole('heading', { level: 1, name }).waitFor();
  for (const label of ['在租本金(元)', '待付余额(元)', '已付金额(元)', '逾期金额(元)'])
    await shown.getByText(label, { exact: true }).waitFor();
  await shown.getByRole('table', { name: '订单' }).getByRole('link').first().waitFor();
  await shown.getByRole('tab', { name: /^合同与影像/ }).click();
  await shown.getByRole('tabpanel', { name: '合同与影像' }).waitFor();

  const text = shown.getByRole('textbox', { name: '写备注' });
  await text.click();
  await page.keyboard.type('请周五前联系客户 @林');
  await page.getByRole('option', { name: '林予墨', selected: true }).waitFor();
  expect(await complaints(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.keyboard.type('谢谢');
  await page.keyboard.press('Control+Enter');
  const note = shown.getByRole('list', { name: '备注' }).getByRole('listitem').first();
  await note.getByText('请周五前联系客户 @林予墨 谢谢').waitFor();
  expect(await note.locator('b').textContent()).toBe('@林予墨');
  expect(await text.inputValue()).toBe('');

  const entry = reader.page.getByRole('button', { name: new RegExp(`在备注中提到了您：客户 ${name}`) });
  await entry.click();
  const article = reader.page.getByRole('article', { name: /在备注中提到了您/ }).filter({ visible: true });
  await article.getByText('请周五前联系客户 @林予墨 谢谢').waitFor();
  await article.getByRole('link').click();
  const theirs = reader.page.locator('[data-kept-page]:visible');
  await theirs.getByRole('heading', { level: 1, name }).waitFor();
  const read = theirs.getByRole('list', { name: '备注' });
  await read.getByText('请周五前联系客户 @林予墨 谢谢').waitFor();
  expect(await read.getByRole('button').count()).toBe(0); // only its writer changes it
  expect(await complaints(reader.page)).toEqual([]);
  expect([writer.faults(), reader.faults()]).toEqual([[], []]);
});
