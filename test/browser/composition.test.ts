/** An input method: its keys choose a candidate or cancel one, and the page takes none of them for its own. */
import type { Browser, CDPSession, Page } from 'playwright-core';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { guarded, visit } from '../support/desk';
import { soon } from '../support/soon';

jest.setTimeout(120_000);

let server: RunningServer;
let browser: Browser;
let page: Page;
let wire: CDPSession;
let faults: () => string[];

beforeAll(async () => {
  server = await startServer({ DEMO: '1', TESTER_MODE: '1' });
  browser = await launch();
  page = await (
    await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  ).newPage();
  faults = await guarded(page);
  wire = await page.context().newCDPSession(page);
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});
afterEach(() => expect(faults()).toEqual([]));

/** The system's input method has the key; the page is told so by its code. */
async function press(key: string, modifiers = 0) {
  const facts = { key, code: key, modifiers, windowsVirtualKeyCode: 229 };
  await wire.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...facts });
  await wire.send('Input.dispatchKeyEvent', { type: 'keyUp', ...facts });
}
function compose(text: string) {
  return wire.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
}
/** Composes `text` and presses in it the keys that a page might take for its own. */
async function composeWithKeys(text: string) {
  await press('z');
  await compose(text);
  for (const key of ['ArrowDown', 'ArrowUp', 'Home', 'Enter', 'Escape']) await press(key);
  await press('Enter', 2);
  await wire.send('Input.insertText', { text });
}
/** What pressing might have caused has happened: the page has drawn twice. */
function settled() {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}
const shown = () => page.locator('[data-kept-page]:visible');
const dialog = () => page.locator('[role=dialog], [role=alertdialog]');
const hasFocus = (name: string) => page.evaluate((it) => document.activeElement?.matches(it) ?? false, name);

it('in a search condition it searches nothing and leaves no field', async () => {
  await visit(page, server.url, '/system/user');
  await shown().locator('tbody tr').first().waitFor();
  let searches = 0;
  page.on('request', (request) => request.url().includes(encodeURIComponent('张')) && searches++);
  const field = shown().locator('search input').first();
  await field.focus();
  await composeWithKeys('张');
  await settled();
  expect([await field.inputValue(), searches, await dialog().count()]).toEqual(['张', 0, 0]);
  expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await soon(async () => searches, 1);
});

it('in a form it saves nothing, and Escape leaves its dialog open', async () => {
  await visit(page, server.url, '/system/post');
  await shown().locator('tbody tr').first().waitFor();
  await page.getByRole('button', { name: '新增' }).first().click();
  const field = dialog().locator('input[name=postName]');
  await field.focus();
  await composeWithKeys('经理');
  await settled();
  expect([await field.inputValue(), await dialog().count()]).toEqual(['经理', 1]);
  expect(await dialog().locator('[aria-invalid=true]').count()).toBe(0);
  expect(await hasFocus('input[name=postName]')).toBe(true);
  // A list inside of the dialog opens by its own keys alone.
  const category = dialog().getByRole('combobox').first();
  await category.focus();
  await press('ArrowDown');
  await settled();
  expect(await page.locator('[role=listbox]:visible').count()).toBe(0);
  await page.keyboard.press('Escape');
  await dialog().getByRole('button', { name: '取消' }).or(page.getByRole('alertdialog')).first().waitFor();
});

it('keeps the focus in the field that is mended, while others are wrong, too', async () => {
  await visit(page, server.url, '/system/post');
  await shown().locator('tbody tr').first().waitFor();
  await page.getByRole('button', { name: '新增' }).first().click();
  await dialog().locator('input[name=postName]').waitFor();
  await page.keyboard.press('Control+Enter');
  const first = dialog().locator('[aria-invalid=true]').first();
  await first.waitFor();
  expect(await dialog().locator('[aria-invalid=true]').count()).toBeGreaterThan(1);
  await soon(() => first.evaluate((one) => one === document.activeElement), true);
  const name = await first.getAttribute('name');
  await press('z');
  await compose('经理');
  await wire.send('Input.insertText', { text: '经理' });
  await settled();
  await page.waitForTimeout(300);
  expect(await hasFocus(`[name=${name}]`)).toBe(true);
});

it('in the finder it opens no page, and Escape keeps what was typed', async () => {
  await visit(page, server.url, '/system/post');
  await shown().locator('tbody tr').first().waitFor();
  const address = page.url();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('dialog').getByRole('combobox');
  await field.waitFor();
  await field.focus();
  await composeWithKeys('订单');
  await settled();
  expect([await field.inputValue(), page.url(), await dialog().count()]).toEqual(['订单', address, 1]);
  await page.keyboard.press('Escape');
});

it('in rich text it writes once, and a line begins at the next Enter', async () => {
  await visit(page, server.url, '/test/index');
  const text = page.getByRole('textbox', { name: '富文本编辑器' });
  await text.focus();
  await composeWithKeys('付款模块');
  await page.keyboard.press('Enter');
  await composeWithKeys('周六升级');
  expect(await text.locator('p').allTextContents()).toEqual(['付款模块', '周六升级']);
  expect(await dialog().count()).toBe(0);
});

it('in the name of a part of a diagram it neither ends nor loses the name', async () => {
  await visit(page, server.url, '/flow/model');
  await shown().getByRole('button', { name: '新增' }).click();
  await page.getByRole('dialog').getByLabel('模型名称').fill('输入法');
  await page.getByRole('dialog').getByLabel('模型标识').fill('composition');
  await page.keyboard.press('Control+Enter');
  await shown().getByRole('row', { name: '输入法' }).getByText('输入法').click();
  const drawing = shown().getByRole('application', { name: '流程画布' });
  await shown().locator('.djs-palette').waitFor();
  const { x, y } = (await drawing.boundingBox())!;
  await shown().getByLabel('开始事件').click();
  for (const at of [180, 200]) await page.mouse.move(x + at, y + 300);
  await page.mouse.down();
  await page.mouse.up();
  await shown().locator('.djs-context-pad.open [data-action="append.append-task"]').click();
  const name = shown().locator('.djs-direct-editing-content');
  await name.waitFor();
  await composeWithKeys('审批');
  expect(await name.textContent()).toBe('审批');
  await page.keyboard.press('Enter');
  await name.waitFor({ state: 'hidden' });
  await shown().locator('.djs-element', { hasText: '审批' }).first().waitFor();
});
