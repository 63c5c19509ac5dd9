/** From a session in the bar to a page that is sent on and to tests that run, all of it made by the product. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Download, Page } from 'playwright-core';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { goByMenu, password } from '../support/desk';

jest.setTimeout(300_000);
const root = join(__dirname, '../..');
let server: RunningServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = await startServer({ DEMO: '1', TESTER_MODE: '1' });
  browser = await launch();
  page = await (
    await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  ).newPage();
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

function tool(name: string) {
  return page.locator('.studio').getByRole('button', { name, exact: true });
}
async function textOf(download: Download) {
  return readFileSync(await download.path(), 'utf8');
}

it('a recorded session becomes one page, a test that replays it, and a script that does it again', async () => {
  await page.goto(`${server.url}/login`);
  await tool('录制').click();
  await tool('停止').waitFor();
  await page.locator('input[name=username]').fill('admin');
  await page.locator('input[name=password]').fill('wrong-word-2026');
  await page.keyboard.press('Enter');
  await page.getByText('用户名或密码错误').first().waitFor();
  await page.locator('input[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.locator('.frame-shell').waitFor();
  await goByMenu(page, '产品目录');
  const shown = page.locator('[data-kept-page]:visible');
  await shown.locator('tbody tr').first().waitFor();
  await shown.getByRole('textbox', { name: '产品名称' }).fill('租');
  await shown.getByRole('button', { name: '搜索' }).click();
  await page.waitForTimeout(500);
  await tool('停止').click();
  await page.locator('.studio input').fill('搜索产品');
  const [saved] = await Promise.all([page.waitForEvent('download'), tool('保存').click()]);
  const tape = await textOf(saved);
  expect(tape).not.toContain(password);
  expect(tape).not.toContain('wrong-word-2026');
  expect(JSON.parse(tape).gestures.length).toBeGreaterThan(4);

  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), tool('打开录像…').click()]);
  await chooser.setFiles({ name: 'search.json', mimeType: 'application/json', buffer: Buffer.from(tape) });
  const [made] = await Promise.all([page.waitForEvent('download'), tool('保存为网页').click()]);
  expect(made.suggestedFilename()).toBe('search.html');
  const html = await textOf(made);
  expect(html).not.toContain(password);
  expect(html).not.toMatch(/eyJ[\w-]{10}/);
  console.log(
    `tape ${Math.round(tape.length / 1000)} KB, page ${Math.round(html.length / 1000)} KB, packed ${Math.round(gzipSync(html).length / 1000)} KB`,
  );
  expect(html.length).toBeLessThan(3_000_000);

  const files: Download[] = [];
  page.on('download', (one) => files.push(one));
  await tool('做成测试').click();
  await page.locator('.studio').getByText('search.test.ts search.mjs').waitFor();
  const [first, second] = await Promise.all(files.map(textOf));

  // The page needs nothing but itself.
  const folder = mkdtempSync(join(tmpdir(), 'leasedesk-page-'));
  const alone = await (await browser.newContext({ offline: true })).newPage();
  writeFileSync(join(folder, 'search.html'), html);
  await alone.goto(`file://${join(folder, 'search.html')}`);
  await alone.locator('nav button').last().click();
  await alone.frameLocator('iframe').getByRole('textbox', { name: '产品名称' }).waitFor();
  expect(await alone.frameLocator('iframe').getByRole('textbox', { name: '产品名称' }).inputValue()).toBe('租');
  // A field has the border that it has on the page, and what is not in the file leaves no broken picture.
  const input = alone.frameLocator('iframe').getByRole('textbox', { name: '产品名称' });
  expect(await input.evaluate((one) => getComputedStyle(one.parentElement!).borderTopWidth)).toBe('1px');
  const pictures = await alone.locator('iframe').evaluate(() => document.getElementById('tape')!.textContent!);
  expect(pictures.match(/\\u003cimg [^>]*src=\\"(?!data:)[^>]*>/g)).toBeNull();
  const calls = await alone.locator('#calls tr').allInnerTexts();
  // It is walked by keyboard as one list, and a picture is as wide as the window was.
  await alone.goto('about:blank'); // else it is the same page, at another place
  await alone.goto(`file://${join(folder, 'search.html')}#99999`);
  const entries = () => alone.evaluate(() => history.length);
  const [steps, before] = [await alone.locator('nav button').count(), await entries()];
  expect(await alone.locator('nav button[tabindex="0"]').count()).toBe(1);
  await alone.locator('nav button[tabindex="0"]').focus();
  for (const [key, at] of [
    ['ArrowDown', 1],
    ['ArrowRight', 2],
    ['ArrowUp', 1],
    ['End', steps - 1],
    ['ArrowDown', steps - 1],
    ['Home', 0],
  ] as const) {
    await alone.keyboard.press(key);
    const focused = alone.locator('nav button:focus');
    expect([key, await focused.getAttribute('aria-current'), await focused.textContent()]).toEqual([
      key,
      'step',
      await alone.locator('nav button').nth(at).textContent(),
    ]);
  }
  expect(await entries()).toBe(before);
  expect(
    await alone
      .frameLocator('iframe')
      .locator('html')
      .evaluate((html) => html.clientWidth),
  ).toBe(1440);
  expect(calls.some((line) => /GET \/blade-product\/product\/page\s+200\s+\d+ ms/.test(line))).toBe(true);

  // Both tests run as they were written.
  const place = mkdtempSync(join(root, 'test/src/tape/made-'));
  const name = `made-${Date.now()}`;
  try {
    writeFileSync(join(root, 'test/tapes', `${name}.json`), tape);
    const text = first!.replace("'../../support/tapes'", "'../../../support/tapes'").replace('"search"', `"${name}"`);
    writeFileSync(join(place, 'search.test.ts'), text);
    const jest = ['node_modules/jest/bin/jest.js', '--selectProjects', 'unit', '--ci', place];
    execFileSync(process.execPath, jest, { cwd: root, stdio: 'pipe' });
    const script = join(place, 'search.mjs');
    writeFileSync(script, second!);
    const env = { ...process.env, BASE_URL: server.url, SECRET: password };
    expect(execFileSync(process.execPath, [script], { cwd: root, env, encoding: 'utf8' })).toContain('ok');
  } finally {
    rmSync(place, { recursive: true, force: true });
    rmSync(join(root, 'test/tapes', `${name}.json`), { force: true });
    rmSync(folder, { recursive: true, force: true });
  }
});
