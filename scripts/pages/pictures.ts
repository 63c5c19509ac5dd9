/**
 * `npm run pictures` takes the pictures of the README from the running product with its demo portfolio, in both
 * languages, light and dark, and writes the day into the captions.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { active } from '../../contract/domain/lifecycle/orderStates';
import { launch, startServer } from '../../test/support/browser';
import { enter, moveTo } from '../../test/support/desk';

const root = join(__dirname, '../..');
const folder = join(root, 'docs/screens');
const mostBytes = 120_000;

/** The first order of those that are being repaid, asked for with the token of the person on the page. */
function runningOrder(page: Page): Promise<string> {
  return page.evaluate(async (status) => {
    const token = decodeURIComponent(/accessToken=([^;]+)/.exec(document.cookie)?.[1] ?? '').replaceAll('"', '');
    const address = `/api/blade-order/order/page?current=1&size=1&ascs=interestDate&businessStatus=${status}`;
    const answer = await fetch(address, { headers: { 'blade-auth': `bearer ${token}` } });
    return (await answer.json()).data.records[0].id;
  }, active);
}

/** Less sharp only as far as the limit asks for. */
async function pictureOf(page: Page): Promise<Buffer> {
  const tools = await page.context().newCDPSession(page);
  for (const quality of [90, 80, 70, 60, 50]) {
    const { data } = await tools.send('Page.captureScreenshot', { format: 'webp', quality });
    const picture = Buffer.from(data, 'base64');
    if (picture.length <= mostBytes) return picture;
  }
  throw new Error(`${page.url()} does not fit into ${mostBytes} bytes`);
}

async function take(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const [server, browser] = await Promise.all([startServer({ DEMO: '1' }), launch()]);
  for (const [language, locale, dark] of [
    ['zh', 'zh-CN', '切换到深色'],
    ['en', 'en-GB', 'Switch to dark'],
  ] as const) {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, locale })).newPage();
    await enter(page, server.url);
    await page.locator('.home-lines a').first().waitFor();
    const order = await runningOrder(page);
    for (const mode of ['light', 'dark']) {
      if (mode === 'dark') await page.getByRole('button', { name: dark }).click();
      for (const [name, path, settled] of [
        ['home', '/wel/index', '.home-lines a'],
        ['order', `/lease/order/detail/${order}`, '.record-recordHead'],
        ['payments', '/lease/payments', '.DataTable-table tbody tr'],
      ] as const) {
        await moveTo(page, path);
        await page.locator(`[data-kept-page]:visible ${settled}`).first().waitFor();
        await page.mouse.move(720, 899);
        await page.waitForTimeout(1_500); // what slides in has come to rest
        const picture = await pictureOf(page);
        writeFileSync(join(folder, `${name}.${language}.${mode}.webp`), picture);
        console.log(`${name}.${language}.${mode}.webp ${picture.length}`);
      }
    }
    await page.context().close();
  }
  const day = new Date().toISOString().slice(0, 10);
  for (const file of ['README.md', 'README.zh-CN.md']) {
    const text = readFileSync(join(root, file), 'utf8');
    writeFileSync(join(root, file), text.replace(/(Taken on |截图日期：)\d{4}-\d\d-\d\d/g, `$1${day}`));
  }
  await browser.close();
  await server.stop();
}

void take();
