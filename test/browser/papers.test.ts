/** Papers are read, compared with their picture, corrected and accepted: with the real server and its recognition. */
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { complaints } from '../support/axe';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { enter, guarded } from '../support/desk';
import { soon } from '../support/soon';

jest.setTimeout(90_000);

let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  server = await startServer();
  browser = await launch();
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function windowOf(): Promise<{ page: Page; faults: () => string[] }> {
  const context = await browser.newContext({
    locale: 'zh-CN',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  return { page, faults: await guarded(page) };
}

/** Chooses and reads one fixture on the desk, by keyboard alone. */
async function read(page: Page, type: string, name: string): Promise<void> {
  const shown = page.locator('[data-kept-page]:visible');
  await shown.getByLabel('资料类型').selectOption({ label: type });
  const dialog = page.waitForEvent('filechooser');
  await shown.getByRole('button', { name: '选择文件' }).press('Enter');
  await (await dialog).setFiles(join(__dirname, '../fixtures/papers', name));
  await shown.getByRole('button', { name: '开始识别' }).press('Enter');
}
const focusedName = (page: Page, name: string) =>
  page.waitForFunction((wanted) => (document.activeElement as HTMLInputElement | null)?.name === wanted, name);

it('reads an ID card, which is compared, corrected and accepted as a new customer', async () => {
  const { page, faults } = await windowOf();
  await enter(page, server.url);
  await page.goto(`${server.url}/lease/papers`);
  const shown = page.locator('[data-kept-page]:visible');
  await shown.getByRole('button', { name: '识别证件/票据' }).click();
  await read(page, '身份证人像面', 'idPortrait1.clean.png');

  // The place of the field that has the focus is lit, and a click on a place goes to its field.
  const number = shown.getByRole('textbox', { name: '公民身份号码' });
  await number.focus();
  await shown.locator('[data-box=idNo][data-lit]').waitFor();
  await soon(() => number.inputValue(), '330106198507164212');
  await shown.locator('[data-box=name]').click();
  await focusedName(page, 'name');
  await page.mouse.move(0, 0);
  await shown.locator('[data-box=name][data-lit]').waitFor();
  await soon(() => shown.locator('[data-box][data-lit]').count(), 1);

  // Neither a wrong number nor what was read with little confidence is accepted.
  await number.fill('330106198507164213');
  await shown.getByRole('radio', { name: '新建客户' }).check({ force: true });
  await shown.getByRole('textbox', { name: '联系电话' }).fill('13800138000');
  await page.keyboard.press('Control+Enter');
  await shown.getByText('请先与原图核对，再采用').first().waitFor();
  await shown.getByText('公民身份号码校验位不正确，请核对').waitFor();
  expect(await complaints(page)).toEqual([]);
  await page.getByRole('button', { name: '切换到深色' }).click();
  expect(await complaints(page)).toEqual([]);

  // Enter says that a field is right and goes to the next one that is to be looked at, at last to the button.
  await shown
    .getByRole('button', { name: /处待核对$/ })
    .last()
    .press('Enter');
  const doubtful = await shown.locator('[data-attention=doubtful]').count();
  expect(doubtful).toBeGreaterThan(0);
  for (let at = 0; at < doubtful; at++) await page.keyboard.press('Enter');
  await focusedName(page, 'idNo');
  await page.keyboard.press('Enter');
  await focusedName(page, 'idNo'); // it is still wrong, and the only one
  await page.keyboard.press('Control+A');
  await page.keyboard.type('330106198507164212');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.hasAttribute('data-accept'));
  await page.keyboard.press('Enter');
  await shown.getByRole('table', { name: '采用结果' }).waitFor();
  await shown.getByRole('link', { name: '张建国' }).click();
  await shown.getByRole('heading', { level: 1, name: '张建国' }).waitFor();
  await shown.getByText('138****8000').waitFor();
  expect(faults()).toEqual([]);
});
