/** A customer's page: figures, and a note that a mentioned colleague reads in a window of their own. */
import type { Browser, Page } from 'playwright-core';
import { complaints } from '../support/axe';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { enter, guarded } from '../support/desk';
import { soon } from '../support/soon';
import { staffOf } from '../support/staff';

jest.setTimeout(90_000);

const account = 'lin.yumo';

let server: RunningServer;
let browser: Browser;

async function windowOf(): Promise<{ page: Page; faults: () => string[] }> {
  const context = await browser.newContext({
    locale: 'zh-CN',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  return { page, faults: await guarded(page) };
}

beforeAll(async () => {
  server = await startServer({ DEMO: '1' });
  browser = await launch();
  await staffOf(server.url).admit(account);
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

it('shows what a customer owes, and a note reaches the colleague whom it mentions', async () => {
  const [writer, reader] = [await windowOf(), await windowOf()];
  const { page } = writer;
  await enter(page, server.url);
  await enter(reader.page, server.url, account);
  const listening = reader.page.waitForResponse((answer) => answer.url().endsWith('/blade-desk/push'));
  await reader.page.goto(`${server.url}/desk/inbox`);
  await listening;

  await page.goto(`${server.url}/lease/order`);
  const link = page.locator('[data-kept-page]:visible tr[data-row] a[href^="/lease/customer/detail/"]').first();
  const name = (await link.textContent()) ?? '';
  await link.click();
  const shown = page.locator('[data-kept-page]:visible');
  await shown.getByRole('heading', { level: 1, name }).waitFor();
  for (const label of [/在租本金\(元\)$/, /^待[付收]余额\(元\)$/, /^已[付收]金额\(元\)$/, /^逾期应[付收]\(元\)$/])
    await shown.getByText(label).first().waitFor();
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
  await soon(() => note.locator('b').textContent(), '@林予墨');
  await soon(() => text.inputValue(), '');

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
