/** The dashboard of a tenant that pays and collects: tiles in whole rows, two sides, charts by mouse and keyboard. */
import type { Browser, Locator, Page } from 'playwright-core';
import { cents, sum } from '../../contract/domain/money';
import { complaints } from '../support/axe';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { guarded, visit } from '../support/desk';

jest.setTimeout(90_000);

let server: RunningServer;
let browser: Browser;
let page: Page;
let faults: () => string[];
let plot: Locator;

beforeAll(async () => {
  server = await startServer({ DEMO: '1' });
  browser = await launch();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
  page = await context.newPage();
  faults = await guarded(page);
  await visit(page, server.url, '/wel/dashboard');
  plot = page.locator('ul.CashChart-plot');
  await plot.waitFor();
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** The places of elements, by the line that they begin in. */
async function linesOf(parts: Locator) {
  const boxes = await parts.evaluateAll((found) => found.map((one) => one.getBoundingClientRect().toJSON()));
  const lines = new Map<number, { left: number; right: number; bottom: number }[]>();
  for (const { top, left, right, bottom } of boxes)
    lines.set(Math.round(top), [...(lines.get(Math.round(top)) ?? []), { left, right, bottom }]);
  return [...lines.values()];
}

it.each([992, 1280, 1440])('has no place left empty at %i px', async (width) => {
  await page.setViewportSize({ width, height: 900 });
  const [tiles, cards] = [
    await linesOf(page.locator('.home-tiles > *')),
    await linesOf(page.locator('main section[class*=card-padded]')),
  ];
  for (const lines of [tiles, cards])
    for (const line of lines) {
      const ends = {
        left: Math.min(...line.map(({ left }) => left)),
        right: Math.max(...line.map(({ right }) => right)),
      };
      const first = lines[0]!;
      expect(Math.abs(ends.left - first[0]!.left)).toBeLessThan(2);
      expect(Math.abs(ends.right - first.at(-1)!.right)).toBeLessThan(2);
      expect(new Set(line.map(({ bottom }) => Math.round(bottom))).size).toBe(1);
    }
  expect(tiles.every((line) => line.length > 1)).toBe(true);
});

it.each([992, 1440, 1760])('fills the rows of tiles at home at %i px', async (width) => {
  const home = await page.context().newPage();
  await home.setViewportSize({ width, height: 900 });
  await visit(home, server.url, '/wel/index');
  const tiles = home.locator('.home-tiles > *');
  await tiles.nth(5).waitFor();
  const lines = await linesOf(tiles);
  expect(lines.map((line) => line.length)).toEqual(width < 1680 ? [3, 3] : [6]);
  expect(new Set(lines.map((line) => Math.round(line.at(-1)!.right))).size).toBe(1);
  await home.close();
});

it('opens the list of each direction from a tile', async () => {
  const overdue = page.getByRole('region', { name: '逾期(元)' });
  const links = await overdue.getByRole('link').evaluateAll((found) => found.map((one) => one.getAttribute('href')));
  expect(links.map((href) => new URLSearchParams(href!.split('?')[1]).get('direction')).sort()).toEqual(['1', '2']);
});

it('tells the figures of a month to the mouse and to the keyboard', async () => {
  const tip = page.getByRole('tooltip');
  await plot.locator('li').nth(3).hover();
  await tip.waitFor();
  expect(await tip.textContent()).toMatch(/^20\d\d-\d\d月租[\d,.]+本金[\d,.]+合计[\d,.]+$/);
  await page.mouse.move(0, 0);
  await tip.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '表格', exact: true }).focus();
  await page.keyboard.press('Tab');
  await tip.waitFor();
  await page.keyboard.press('Escape');
  await tip.waitFor({ state: 'detached' });
});

it('shows the same figures as a table, of either direction', async () => {
  const totals: string[] = [];
  for (const direction of ['应付', '应收']) {
    await page.getByRole('button', { name: direction, exact: true }).click();
    const names = await plot.locator('li').allInnerTexts();
    expect(names).toHaveLength(12);
    await page.getByRole('button', { name: '表格', exact: true }).click();
    const cells = await page
      .getByRole('region', { name: `按月现金流 · ${direction} · 表格` })
      .locator('tbody tr')
      .allInnerTexts();
    expect(cells).toHaveLength(12);
    const amounts = cells.map((row) =>
      row
        .trim()
        .split(/\s+/)
        .map((one) => one.replaceAll(',', '')),
    );
    for (const [, rent, principal, total] of amounts) expect(cents(total!)).toBe(cents(sum([rent!, principal!])));
    totals.push(sum(amounts.map(([, , , total]) => total!)));
    expect(await complaints(page)).toEqual([]);
    await page.getByRole('button', { name: '图表', exact: true }).click();
  }
  expect(totals[0]).not.toBe(totals[1]);
  expect(await complaints(page)).toEqual([]);
  expect(faults()).toEqual([]);
});
