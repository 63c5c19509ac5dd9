/** The tester's studio in front of the real product: recording makes a tape, and playing one only shows it. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { md5 } from 'js-md5';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { isStep, parseTape, printTape, stepsOf, type Tape } from '../../src/tape/tape';
import { complaints } from '../support/axe';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { goByMenu, tellSettings } from '../support/desk';
import { soon } from '../support/soon';
import { replayed } from '../support/tapes';

jest.setTimeout(180_000);
const password = 'Lease-desk-2026';

let server: RunningServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
/** Addresses that the page asked for. */
let requests: string[];
const faults: string[] = [];

beforeAll(async () => {
  server = await startServer({ ADMIN_PASSWORD: password, DEMO: '1', TESTER_MODE: '1' });
  browser = await launch();
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});
beforeEach(async () => {
  context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  requests = [];
  faults.length = 0;
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
});
afterEach(() => context.close());

function bar() {
  return page.locator('.studio');
}
function tool(name: string) {
  return bar().getByRole('button', { name, exact: true });
}
function shown() {
  return page.locator('[data-kept-page]:visible');
}
function rows() {
  return shown().locator('.DataTable-table tbody tr');
}
function form() {
  return page.getByRole('dialog', { name: '新增产品' });
}
function calls() {
  return requests.filter((path) => path.startsWith('/api/'));
}

async function begin() {
  await page.goto(`${server.url}/login`);
  await page.locator('.StudioBar-bar').waitFor();
}
async function signIn() {
  await page.locator('input[name=username]').fill('admin');
  await page.locator('input[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.locator('.frame-shell').waitFor();
}
async function openProducts() {
  await goByMenu(page, '产品目录');
  await page.waitForURL('**/lease/product');
  await rows().first().waitFor();
}
/** Presses a button that saves, and answers the saved text. */
async function saved(press: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  expect(download.suggestedFilename()).toMatch(/^leasedesk-\d{8}-\d{6}\.json$/);
  return readFileSync(await download.path(), 'utf8');
}
function asFile(text: string) {
  return { name: 'one.json', mimeType: 'application/json', buffer: Buffer.from(text) };
}
async function openTape(text: string) {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), tool('打开录像…').click()]);
  await chooser.setFiles(asFile(text));
}
async function goTo(step: number) {
  await page.getByRole('slider', { name: '当前步骤' }).fill(String(step));
  await page
    .locator('.StudioBar-player [data-count]')
    .getByText(new RegExp(`^${step} / `))
    .waitFor();
}
/** Number of the first step of that kind, or of the step that led to it. */
function stepOf(tape: Tape, isIt: (entry: Tape['story'][number]) => boolean): number {
  const at = tape.story.findIndex(isIt);
  expect(at).toBeGreaterThan(0);
  return tape.story.slice(0, at + 1).findLast(isStep)!.step;
}

it('is in no window but those of testers, and nothing of it is loaded there', async () => {
  let testerMode = false;
  await tellSettings(page, () => ({ testerMode }));
  const studios = () => requests.filter((path) => path.includes('studio'));
  await page.goto(`${server.url}/login`);
  await signIn();
  expect([studios(), await bar().count()]).toEqual([[], 0]);
  expect(await page.evaluate(() => 'lease' in window)).toBe(false);

  // the setting changes, and changes back
  testerMode = true;
  await page.reload();
  await page.locator('.StudioBar-bar').waitFor();
  expect(studios()).not.toEqual([]);
  testerMode = false;
  await page.reload();
  await page.waitForFunction(() => sessionStorage.getItem('leasedesk-tester') === null);
  await page.locator('.frame-shell').waitFor();
  await page.locator('.studio').waitFor({ state: 'detached' });
});

it('records a session that is replayed in Node, and shows it on the real screens', async () => {
  const tokens: string[] = [];
  page.on('response', async (response) => {
    if (!response.url().includes('/oauth/token')) return;
    const { access_token, refresh_token } = await response.json();
    tokens.push(access_token, refresh_token);
  });
  await begin();
  await tool('录制').click();
  await tool('停止').waitFor();
  await signIn();
  await openProducts();
  await shown().getByRole('textbox', { name: '产品名称' }).fill('租');
  await shown().getByRole('button', { name: '搜索' }).click();
  await rows().first().waitFor();
  await shown().getByRole('button', { name: '新增', exact: true }).click();
  const fill = (name: string, value: string) => form().getByRole('textbox', { name }).fill(value);
  await fill('产品名称', '录像租');
  await fill('产品编号', 'TAPE1');
  await fill('产品期限', '90');
  await fill('租金折算年化利率', '4.5');
  await form().getByText('按月').click();
  await form().getByRole('button', { name: '保存' }).click();
  await form().waitFor({ state: 'detached' });
  await rows().getByText('录像租').waitFor();
  await tool('停止').click();
  await bar().getByRole('textbox', { name: '看到了什么（一句话）' }).fill('新增产品后列表里有它');
  const text = await saved(() => tool('保存').click());

  // nothing secret is on it
  expect(tokens).toHaveLength(2);
  for (const secret of [password, md5(password), ...tokens]) {
    expect(secret.length).toBeGreaterThan(8);
    expect(text.includes(secret)).toBe(false);
  }
  const tape = parseTape(text);
  expect(tape.note).toBe('新增产品后列表里有它');
  expect(tape.isCut).toBeUndefined();
  expect(await replayed(tape)).toEqual({ changes: [], ends: tape.ends });

  // the page goes on, and is left in a state of its own
  await shown().getByRole('textbox', { name: '产品名称' }).fill('稳');
  const address = page.url();
  const left = await shown().textContent();
  await openTape(text);
  await page.locator('.StudioBar-player').waitFor();
  expect(await complaints(page, { rules: ['wcag2a', 'wcag2aa', 'wcag22aa'] })).toEqual([]);
  const before = calls().length;

  const adds = stepOf(tape, (entry) => 'do' in entry && entry.do === 'product/add');
  const lists = stepOf(tape, (entry) => 'put' in entry && entry.put === 'product/listed');
  expect(lists).toBeLessThan(adds);
  await goTo(adds);
  await form().waitFor();
  await goTo(lists);
  await form().waitFor({ state: 'detached' });
  await rows().first().waitFor();
  expect(await page.locator('.StudioBar-player [data-address]').textContent()).toContain('/lease/product');
  // pressing buttons of a replay has no effect
  await shown().getByRole('button', { name: '新增', exact: true }).click({ force: true });
  await shown().getByRole('textbox', { name: '产品名称' }).click({ force: true });
  await page.keyboard.type('n?');
  expect([await page.getByRole('dialog').count(), await shown().getByRole('textbox').first().inputValue()]).toEqual([
    0,
    '',
  ]);
  await page.keyboard.press('Home');
  await page
    .locator('.StudioBar-player [data-count]')
    .getByText(/^0 \/ /)
    .waitFor();
  await page.keyboard.press('ArrowRight');
  await page
    .locator('.StudioBar-player [data-count]')
    .getByText(/^1 \/ /)
    .waitFor();
  const current = page.locator('.StudioBar-player [data-steps] button[aria-current]');
  await current.focus();
  await page.keyboard.press('ArrowDown');
  await page
    .locator('.StudioBar-player [data-count]')
    .getByText(/^2 \/ /)
    .waitFor();
  await soon(() => current.evaluate((row) => row === document.activeElement), true);
  await tool('最快').click();
  await tool('播放（空格）').click();
  await page.locator('.StudioBar-verdict').getByText('与录制时完全一致').waitFor();
  await soon(() => rows().getByText('录像租').count(), 1);
  expect(await complaints(page)).toEqual([]);
  expect(
    calls()
      .slice(before)
      .filter((path) => !path.endsWith('/inbox/unread')),
  ).toEqual([]);

  await page.keyboard.press('Escape');
  await page.locator('.StudioBar-bar').waitFor();
  await rows().first().waitFor();
  expect([page.url(), await shown().textContent()]).toEqual([address, left]);
  await soon(() => shown().getByRole('textbox', { name: '产品名称' }).inputValue(), '稳');
  await shown().getByRole('button', { name: '搜索' }).click();
  await rows().getByText('录像租').waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

it('shows where a replay differs from its tape, in the language of the tape', async () => {
  await begin();
  await signIn();
  await page.getByRole('heading', { level: 1 }).waitFor();
  const tape = parseTape(await saved(() => tool('保存最近').click()));
  const spoke = tape.story.find((entry) => 'put' in entry && entry.put.endsWith('/menusReceived'));
  (spoke as { with: unknown[] }).with = [];
  await page.goto(`${server.url}/lease/product`);
  await rows().first().waitFor();
  await page.getByRole('button', { name: '切换语言' }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), tool('Open tape…').click()]);
  await chooser.setFiles(asFile(printTape(tape)));
  await page.locator('.StudioBar-player').waitFor();
  await page.keyboard.press('End');
  await page.locator('.StudioBar-verdict').getByText('Not as recorded').waitFor();
  expect(await page.locator('.StudioBar-verdict').textContent()).toContain('menu/menusReceived');
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-CN');
  await tool('Leave (Esc)').click();
  await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
});

it('is worked by keyboard from inside a dialog, and the page does not notice', async () => {
  await begin();
  await signIn();
  await openProducts();
  await shown().getByRole('button', { name: '新增', exact: true }).click();
  const name = form().getByRole('textbox', { name: '产品名称' });
  await name.focus();
  await page.keyboard.press('Alt+T');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('录制');
  await page.waitForTimeout(300); // a dialog takes the focus back after a while
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('保存最近');
  await page.keyboard.press('Alt+T');
  expect(await name.evaluate((input) => input === document.activeElement)).toBe(true);
  // the field lost the focus to the bar: it must not be reported as empty yet
  await soon(() => form().getByRole('alert').count(), 0);
  await soon(() => form().locator('[aria-invalid=true]').count(), 0);

  // and it covers nothing
  const top = (await page.locator('.StudioBar-bar').boundingBox())!.y;
  for (const part of [form(), page.locator('.frame-shell')]) {
    const box = (await part.boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(top);
  }
  await tool('收起').click();
  await tool('测试录制').click();
  expect(await complaints(page)).toEqual([]);
});

it('asks before it begins anew over unsaved input, and says what is no tape', async () => {
  await begin();
  await signIn();
  await page.goto(`${server.url}/lease/order`);
  await shown().getByRole('button', { name: '新增', exact: true }).click();
  await shown().locator('textarea').first().fill('没有保存');
  await page.locator('.TabStrip-tabDirty').waitFor();
  await tool('录制').click();
  await bar().getByText('页面上还有没保存的内容').waitFor();
  expect(await complaints(page)).toEqual([]);
  await tool('取消').click();
  await soon(() => shown().locator('textarea').first().inputValue(), '没有保存');
  await openTape('{"tape": 99}');
  await bar().getByText('这不是录像文件').waitFor();
  await tool('录制').click();
  // the browser does not ask a second time
  let asked = 0;
  page.on('dialog', (dialog) => {
    asked += 1;
    void dialog.accept();
  });
  await tool('重新开始').click();
  await tool('停止').waitFor();
  expect(asked).toBe(0);
});

it('offers to send what led to an uncaught error with the log', async () => {
  await begin();
  await signIn();
  await page.goto(`${server.url}/test/index`);
  await page
    .getByRole('button', { name: /拒绝|Promise|异步/ })
    .first()
    .click();
  await bar().getByRole('alert').waitFor();
  const sent = page.waitForRequest((request) => request.url().includes('/oauth/logout') && request.method() === 'POST');
  await tool('附上录像并上报').click();
  await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click();
  const entries = (await sent).postDataJSON() as { tape?: string }[];
  await bar().getByText('已附上录像并上报').waitFor();
  const tape = parseTape(gunzipSync(Buffer.from(entries.at(-1)!.tape!, 'base64')).toString('utf8'));
  expect(stepsOf(tape).some((step) => 'do' in step && step.do.startsWith('log/failed'))).toBe(true);
  expect((await replayed(tape)).changes).toEqual([]);
});
