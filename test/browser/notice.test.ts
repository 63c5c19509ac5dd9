/** A notice with a pasted picture: written, published, read in another person's window without a reload, withdrawn. */
import type { Browser } from 'playwright-core';
import { complaints } from '../support/axe';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { enter, guarded } from '../support/desk';
import { png } from '../support/png';
import { staffOf } from '../support/staff';

jest.setTimeout(90_000);

let server: RunningServer;
let browser: Browser;

async function windowOf(locale = 'zh-CN') {
  const context = await browser.newContext({ locale, viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  return { page, faults: await guarded(page) };
}
beforeAll(async () => {
  server = await startServer({ DEMO: '0' });
  browser = await launch();
  await staffOf(server.url).addPerson('li', { realName: '李静', menus: [] });
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

it('is written with a pasted picture, published, pushed, read and withdrawn', async () => {
  const [author, reader] = [await windowOf(), await windowOf()];
  await enter(author.page, server.url);
  const stream = () => reader.page.waitForResponse((answer) => answer.url().endsWith('/blade-desk/push'));
  const listening = stream();
  await enter(reader.page, server.url, 'li');
  expect((await listening).status()).toBe(200);
  const reloads: string[] = [];
  reader.page.on('framenavigated', (frame) => reloads.push(frame.url()));
  await reader.page.getByRole('button', { name: '通知', exact: true }).waitFor(); // nothing is unread

  const { page } = author;
  await page.goto(`${server.url}/desk/notice`);
  await page.getByRole('button', { name: '新增' }).first().click();
  const form = page.getByRole('dialog', { name: '新增通知公告' });
  await form.getByLabel('通知标题').fill('春节放假安排');
  const text = form.getByRole('textbox', { name: '通知内容' });
  await text.click();
  await page.keyboard.type('放假七天，详见附图。');
  await page.locator('.ProseMirror').evaluate((element, base64) => {
    const data = new DataTransfer();
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    data.items.add(new File([bytes], '附图.png', { type: 'image/png' }));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, png().toString('base64'));
  await form.locator('.ProseMirror img[alt="附图.png"]').waitFor();
  expect(await complaints(page)).toEqual([]);
  await form.getByRole('button', { name: '保存' }).click();
  const row = page.getByRole('row', { name: /春节放假安排/ }).filter({ visible: true });
  await row.getByText('草稿').waitFor();
  const act = async (action: string) => {
    const button = row.getByRole('button', { name: action, exact: true });
    if (await button.isVisible()) await button.click();
    else {
      await row.getByRole('button', { name: /更多操作/ }).click();
      await page.getByRole('menuitem', { name: action }).click();
    }
    await page.getByRole('alertdialog').getByRole('button', { name: action, exact: true }).click();
  };
  await act('发布');
  await row.getByText('已发布').waitFor();

  // pushed: the badge is asked for every minute otherwise
  const bell = reader.page.getByRole('button', { name: /通知，1 条未读/ });
  await bell.waitFor({ timeout: 20_000 });
  await bell.click();
  await reader.page.getByRole('button', { name: /春节放假安排/ }).click();
  const entry = reader.page.getByRole('article', { name: '春节放假安排' });
  await entry.getByText('放假七天，详见附图。').waitFor();
  const isShown = () =>
    entry.locator('img').evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      return image.naturalWidth > 0;
    });
  await expect(isShown()).resolves.toBe(true);
  await reader.page.getByRole('link', { name: '在页面中查看' }).click();
  await reader.page.getByRole('heading', { name: '我的消息' }).waitFor();
  const pane = reader.page.getByRole('article', { name: '春节放假安排' }).filter({ visible: true });
  await pane.getByText('放假七天，详见附图。').waitFor();
  expect(await complaints(reader.page)).toEqual([]);
  const listeningAgain = stream(); // what is withdrawn before it would be seen a minute later
  await reader.page.goto(`${server.url}/desk/inbox`);
  await listeningAgain;
  await reader.page.getByRole('button', { name: /春节放假安排/ }).waitFor();
  reloads.length = 0;

  await act('撤回');
  await row.getByText('已撤回').waitFor();
  await reader.page.getByRole('button', { name: /春节放假安排/ }).waitFor({ state: 'detached', timeout: 20_000 });
  expect(reloads).toEqual([]);
  expect([author.faults(), reader.faults()]).toEqual([[], []]);
});
