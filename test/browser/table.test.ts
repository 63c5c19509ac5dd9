import type { Browser, Page } from 'playwright-core';
import { BUILD_LIMIT_MS, launch } from '../support/browser';
import { type LonePage, lonePage } from '../support/lonePage';

/** A long table draws its visible rows only, without any difference to sight, keyboard or screen reader. */

jest.setTimeout(60_000);

describe('a table of ten thousand rows', () => {
  let lone: LonePage;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    lone = await lonePage('longTable.tsx', '#root { height: 100vh; overflow: auto }');
    browser = await launch();
    page = await browser.newPage();
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  }, BUILD_LIMIT_MS);
  afterAll(async () => {
    await browser?.close();
    lone?.remove();
  });

  const open = async (search: string, viewport = { width: 1440, height: 900 }) => {
    await page.setViewportSize(viewport);
    await page.goto(`${lone.url}?${search}`);
    await page.locator('tr[data-row]').first().waitFor();
  };
  afterEach(() => {
    expect(complaints.splice(0)).toEqual([]);
  });

  const drawn = () => page.locator('tr[data-row]').count();
  /** Scrolls whatever scrolls the table to this many px, and lets one frame pass. */
  const scrollTo = (top: number) =>
    page.evaluate(async (to) => {
      const scrollers = [document.querySelector('[data-table-scroller]')!, document.querySelector('#root')!];
      const scroller = scrollers.find((one) => one.scrollHeight > one.clientHeight + 1)!;
      scroller.scrollTop = to;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }, top);
  /** Numbers of the visible rows, top to bottom, sampled every 4 px. */
  const inView = () =>
    page.evaluate(() => {
      const { top, bottom, left } = document.querySelector('[data-table-scroller]')!.getBoundingClientRect();
      const headHeight = document.querySelector('thead')!.offsetHeight;
      const seen: (string | undefined)[] = [];
      for (let y = Math.max(top, 0) + headHeight + 1; y < Math.min(bottom, innerHeight) - 1; y += 4) {
        const row = document.elementFromPoint(left + 60, y)?.closest('tr');
        const name = row?.dataset.row ?? row?.className;
        if (name !== seen.at(-1)) seen.push(name);
      }
      return seen;
    });
  const numbered = (first: number, count: number) => Array.from({ length: count }, (_, at) => `line-${first + at}`);
  const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.row);
  const isInView = async (name: string) => (await inView()).includes(name);

  it('draws no more than can be seen, and says how many there are', async () => {
    await open('rows=10000');
    expect(await drawn()).toBeLessThan(40);
    expect(await page.locator('table').getAttribute('aria-rowcount')).toBe('10001');
    expect(await page.locator('[data-row="line-5"]').getAttribute('aria-rowindex')).toBe('7');
    expect(await page.evaluate(() => document.querySelector('table')!.offsetHeight)).toBe(36 + 10_000 * 36);
  });

  it('shows every row of a short one', async () => {
    await open('rows=60');
    expect(await drawn()).toBe(60);
    expect(await page.locator('table').getAttribute('aria-rowcount')).toBeNull();
  });

  it.each([36, 100, 5000 * 36 + 11, 9000 * 36, 1_000_000])('has no hole in it at %i px', async (top) => {
    await open('rows=10000');
    await scrollTo(top);
    const seen = await inView();
    const first = Math.floor(
      Math.min(
        top,
        10_000 * 36 + 36 - (await page.locator('[data-table-scroller]').evaluate((it) => it.clientHeight)),
      ) / 36,
    );
    expect(seen).toEqual(numbered(first, seen.length));
    expect(seen.length).toBeGreaterThan(15);
    expect(await drawn()).toBeLessThan(40);
  });

  it('has none either while the whole page scrolls, or as the items of a phone', async () => {
    await open('rows=10000&flow');
    expect(await drawn()).toBeLessThan(40);
    await scrollTo(7000 * 36);
    let seen = await inView();
    expect(seen.length).toBeGreaterThan(15);
    expect(seen).toEqual(numbered(Number(seen[0]?.slice(5)), seen.length));

    await open('rows=10000', { width: 390, height: 844 });
    expect(await drawn()).toBeLessThan(24);
    const [table, item] = await page.evaluate(() =>
      ['table', '[data-row]'].map((one) => document.querySelector(one)!.getBoundingClientRect().height),
    );
    expect(Math.round(table! / item! / 10)).toBe(1000);
    await scrollTo(100_000);
    seen = await inView();
    expect(seen.length).toBeGreaterThan(4);
    expect(seen).toEqual(numbered(Number(seen[0]?.slice(5)), seen.length));
    expect(Number(seen[0]?.slice(5))).toBeGreaterThan(500);
  });

  it('is walked through by keyboard, to either end', async () => {
    await open('rows=10000');
    await page.locator('tr[data-row]').first().focus();
    for (let step = 0; step < 60; step++) await page.keyboard.press(step % 2 ? 'j' : 'ArrowDown');
    expect(await focused()).toBe('line-60');
    expect(await isInView('line-60')).toBe(true);
    await page.keyboard.press('End');
    expect(await focused()).toBe('line-9999');
    expect(await isInView('line-9999')).toBe(true);
    await page.keyboard.press('k');
    expect(await focused()).toBe('line-9998');
    await page.keyboard.press('Home');
    expect(await focused()).toBe('line-0');
    expect(await isInView('line-0')).toBe(true);
    await page.keyboard.press('Enter');
    expect(await page.locator('output').textContent()).toBe('line-0');
  });

  it('keeps the row with the focus while it is scrolled out of sight', async () => {
    await open('rows=10000');
    await page.locator('tr[data-row]').nth(3).focus();
    await scrollTo(200_000);
    expect(await isInView('line-3')).toBe(false);
    expect(await focused()).toBe('line-3');
    await page.keyboard.press('j');
    expect(await focused()).toBe('line-4');
    expect(await isInView('line-4')).toBe(true);
    expect(await page.locator('tr[tabindex="0"]').count()).toBe(1);
  });

  it('picks a run of rows beyond what was drawn', async () => {
    await open('rows=10000');
    await page.locator('tr[data-row]').first().focus();
    for (let step = 0; step < 45; step++) await page.keyboard.press('Shift+ArrowDown');
    await scrollTo(0);
    expect(await page.locator('tr.DataTable-isPicked').count()).toBeGreaterThan(15);
    const picked = await page.evaluate(() =>
      [...document.querySelectorAll('tr[data-row]')].slice(0, 15).map((it) => it.className.trim()),
    );
    expect(picked).toEqual(Array(15).fill('DataTable-isPicked'));
    await page.getByRole('checkbox', { name: 'Pick Customer 3', exact: true }).waitFor();
  });

  it('opens the menu of a row that came by scrolling', async () => {
    await open('rows=10000');
    await scrollTo(3000 * 36);
    await page.locator('[data-row="line-3005"] .DataTable-rowMore').click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    expect(await page.locator('output').textContent()).toBe('line-3005');
  });
});
