import type { Browser, Page } from 'playwright-core';
import { complaints } from '../support/axe';
import { BUILD_LIMIT_MS, launch } from '../support/browser';
import { type LonePage, lonePage } from '../support/lonePage';
import { soon } from '../support/soon';

/** Branches of a sidebar that is a strip of glyphs. */

jest.setTimeout(60_000);

describe('a strip of glyphs', () => {
  let lone: LonePage;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    lone = await lonePage('navStrip.tsx');
    browser = await launch();
    page = await browser.newPage({ viewport: { width: 1000, height: 500 } });
  }, BUILD_LIMIT_MS);
  afterAll(async () => {
    await browser?.close();
    lone?.remove();
  });

  const branch = (name: string) => page.getByRole('navigation').getByRole('button', { name });
  const beside = (name: string) => page.getByRole('list', { name }).getByRole('link');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('title'));

  it.each(['light', 'dark'])('shows the children of a branch beside it, in %s colours', async (mode) => {
    await page.goto(`${lone.url}?mode=${mode}`);
    await branch('订单管理').click();
    await soon(() => beside('订单管理').allTextContents(), ['订单列表', '影像资料']);
    const [strip, link] = [
      (await page.locator('[data-nav]').boundingBox())!,
      (await beside('订单管理').first().boundingBox())!,
    ];
    expect(strip.width).toBe(48);
    expect(link.x).toBeGreaterThanOrEqual(strip.x + strip.width);
    const isOnTop = () =>
      beside('订单管理')
        .last()
        .evaluate((one) => {
          const { x, y, width, height } = one.getBoundingClientRect();
          return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        });
    expect(await isOnTop()).toBe(true);
    expect(await complaints(page, { frame: true })).toEqual([]);
    await branch('订单管理').click();
    await soon(() => beside('订单管理').count(), 0);
  });

  it('is walked by keys, and closes what stands beside it', async () => {
    await page.goto(`${lone.url}`);
    await branch('付款管理').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('收付工作台');
    await page.keyboard.press('Escape');
    await soon(() => beside('付款管理').count(), 0);
    expect(await focused()).toBe('付款管理');
    await page.keyboard.press('ArrowRight');
    await beside('付款管理').first().waitFor();
    await page.getByRole('button', { name: 'Elsewhere' }).focus();
    await beside('付款管理').first().waitFor({ state: 'detached' });
  });

  it('keeps what it shows within a low window', async () => {
    await page.setViewportSize({ width: 1000, height: 300 });
    await page.goto(`${lone.url}`);
    await branch('权限管理').click();
    const link = (await beside('权限管理').first().boundingBox())!;
    expect(link.y + link.height).toBeLessThanOrEqual(300);
  });
});
