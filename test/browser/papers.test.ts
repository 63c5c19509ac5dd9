/** Papers are read, compared with their picture, corrected and accepted: with the real server and its recognition. */
import type { Browser, Page } from 'playwright-core';
import { complaints } from '../support/axe';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { enter, guarded } from '../support/desk';

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

/** The portrait side of an ID card, as a picture that a page has drawn. */
async function idCard(): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 860, height: 540 } });
  const line = (top: number, name: string, value: string) => `<p style="top:${top}px"><b>${name}</b>${value}</p>`;
  await page.setContent(`
    <style>
      body { margin: 0; background: #eef4fb; font: 30px 'Noto Sans CJK SC'; }
      p { position: absolute; left: 60px; margin: 0; color: #111; } b { margin-right: 24px; color: #2b6cb0; font-weight: 400; }
    </style>
    ${line(60, '姓名', '张伟明')}${line(125, '性别', '女')}<p style="top:125px;left:280px"><b>民族</b>汉</p>
    ${line(190, '出生', '1949 年 12 月 31 日')}${line(260, '住址', '北京市朝阳区建国路')}
    ${line(440, '公民身份号码', '11010519491231002X')}`);
  const bytes = await page.screenshot();
  await page.close();
  return bytes;
}

async function windowOf(): Promise<{ page: Page; faults: () => string[] }> {
  const context = await browser.newContext({
    locale: 'zh-CN',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  return { page, faults: await guarded(page) };
}

it('reads an ID card, which is compared, corrected and accepted as a new customer by keyboard', async () => {
  const [{ page, faults }, buffer] = [await windowOf(), await idCard()];
  await enter(page, server.url);
  await page.goto(`${server.url}/lease/loanInformation`);
  const shown = page.locator('[data-kept-page]:visible');
  await shown.getByRole('button', { name: '识别证件/票据' }).click();
  await shown.getByLabel('资料类型').selectOption({ label: '身份证人像面' });
  const dialog = page.waitForEvent('filechooser');
  await shown.getByRole('button', { name: '选择文件' }).press('Enter');
  await (await dialog).setFiles({ name: '身份证.png', mimeType: 'image/png', buffer });
  await shown.getByRole('button', { name: '开始识别' }).press('Enter');

  // The place of the field that has the focus is lit, and a click on a place goes to its field.
  const number = shown.getByLabel('公民身份号码', { exact: true });
  await number.waitFor();
  await number.focus();
  await shown.locator('[data-box=idNo][data-lit]').waitFor();
  await shown.locator('[data-box=name]').click();
  const name = shown.getByLabel('姓名', { exact: true });
  expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await shown.locator('[data-box][data-lit]').getAttribute('data-box')).toBe('name');
  expect(await number.inputValue()).toBe('11010519491231002X');

  // A wrong number is not accepted, whatever else is right.
  await name.fill('张伟明');
  await shown.getByLabel('性别', { exact: true }).fill('女');
  await shown.getByLabel('民族', { exact: true }).fill('汉');
  await shown.getByLabel('出生', { exact: true }).fill('1949-12-31');
  await shown.getByLabel('住址', { exact: true }).fill('北京市朝阳区建国路 8 号');
  await number.fill('110105194912310021');
  await shown.getByRole('radio', { name: '新建客户' }).check();
  const phone = shown.getByLabel('联系电话', { exact: true });
  await phone.fill('13800138000');
  await page.keyboard.press('Control+Enter');
  await shown.getByText('公民身份号码校验位不正确，请核对').waitFor();
  await page.waitForFunction(() => (document.activeElement as HTMLInputElement | null)?.name === 'idNo');
  expect(await complaints(page)).toEqual([]);

  await page.keyboard.press('Control+A');
  await page.keyboard.type('11010519491231002X');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.hasAttribute('data-accept'));
  await page.keyboard.press('Enter');
  await shown.getByText('已采用，并新建客户').or(page.getByText('已采用，并新建客户')).first().waitFor();
  await shown.getByRole('table', { name: '采用结果' }).waitFor();
  await page.getByRole('button', { name: /深色/ }).first().click();
  expect(await complaints(page)).toEqual([]);
  await shown.getByRole('link', { name: '张伟明' }).click();
  await shown.getByRole('heading', { level: 1, name: '张伟明' }).waitFor();
  await shown.getByText('110***************').or(shown.getByText(/1002X/)).first().waitFor();
  expect(faults()).toEqual([]);
});
