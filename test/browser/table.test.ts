import type { Browser, Page } from 'playwright-core';
import { BUILD_LIMIT_MS, launch } from '../support/browser';
import { type LonePage, lonePage } from '../support/lonePage';
import { soon } from '../support/soon';

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
    await soon(() => page.locator('table').getAttribute('aria-rowcount'), '10001');
    await soon(() => page.locator('[data-row="line-5"]').getAttribute('aria-rowindex'), '7');
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
    await soon(() => page.locator('output').textContent(), 'line-0');
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
    await soon(() => page.locator('tr[tabindex="0"]').count(), 1);
  });

  it('picks a run of rows beyond what was drawn', async () => {
    await open('rows=10000');
    await page.locator('tr[data-row]').first().focus();
    for (let step = 0; step < 45; step++) await page.keyboard.press('Shift+ArrowDown');
    await scrollTo(0);
    expect(await page.locator('tr[aria-selected="true"]').count()).toBeGreaterThan(15);
    const picked = await page.evaluate(() =>
      [...document.querySelectorAll('tr[data-row]')].slice(0, 15).map((it) => it.ariaSelected),
    );
    expect(picked).toEqual(Array(15).fill('true'));
    await page.getByRole('checkbox', { name: 'Pick Customer 3', exact: true }).waitFor();
  });

  it('cuts what has no room, in a pinned column too, and says it whole in a tooltip', async () => {
    await open('rows=60');
    const cells = page.locator('[data-row="line-2"] td');
    for (const cell of [cells.nth(1), cells.nth(2)]) {
      const name = 'A name that is much longer than its column is wide, whatever the screen '.repeat(4);
      await cell.evaluate((it, long) => {
        it.textContent = long;
      }, name);
      const [shown, row] = await cell.evaluate((it) => [it.getBoundingClientRect(), it.parentElement!.offsetHeight]);
      expect(row).toBe(36);
      const beyond = await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.textContent, {
        x: shown.right + 4,
        y: shown.top + 18,
      });
      expect(beyond).not.toBe(name);
      await cell.hover();
      await soon(() => cell.getAttribute('title'), name);
    }
    await cells.nth(3).hover();
    expect(await cells.nth(3).getAttribute('title')).toBeNull();
  });

  it('shows whole columns beside the pinned ones, however little it is scrolled', async () => {
    await open('rows=60', { width: 800, height: 600 });
    const scroller = page.locator('[data-table-scroller]');
    const at = () => scroller.evaluate(({ scrollLeft }) => scrollLeft);
    /** px by which the pinned columns at the left cover another one. */
    const covered = () =>
      page.evaluate(() => {
        const boxes = [...document.querySelectorAll<HTMLElement>('thead th')].map((head) => ({
          isPinned: head.dataset.pin !== undefined,
          ...head.getBoundingClientRect().toJSON(),
        }));
        const end = Math.max(...boxes.filter(({ isPinned, x }) => isPinned && x < 300).map(({ right }) => right));
        const cut = boxes.find(({ isPinned, left, right }) => !isPinned && left < end - 1 && right > end + 1);
        return cut ? Math.round(end - cut.left) : 0;
      });
    const rests = async () => {
      let before = -1;
      for (let turn = 0; turn < 40 && before !== (await at()); turn++) {
        before = await at();
        await page.waitForTimeout(150);
      }
      return { at: await at(), covered: await covered() };
    };
    const { x, y } = (await scroller.boundingBox())!;
    await page.mouse.move(x + 400, y + 200);
    const seen = [0];
    for (const nudge of [8, 8, 30, -8]) {
      await page.mouse.wheel(nudge, 0);
      const rest = await rests();
      expect(rest.covered).toBe(0);
      expect(Math.sign(rest.at - seen.at(-1)!)).toBe(Math.sign(nudge));
      seen.push(rest.at);
    }
    expect(seen[4]).toBe(seen[2]);
    await page.locator('tr[data-row]').first().focus();
    await page.keyboard.press('ArrowRight');
    expect((await rests()).at).toBeGreaterThan(seen[4]!);
  });

  it('leaves pinned cells where they are while rows go by, and lets them stick at rest and sideways', async () => {
    await open('rows=200', { width: 1100, height: 900 });
    /** How the pinned cells of a row in sight are placed, and where, once this much has been scrolled. */
    const moved = (down: number, sideways: number) =>
      page.evaluate(
        async ([y, x]) => {
          const scroller = document.querySelector('[data-table-scroller]')!;
          scroller.scrollBy({ top: y!, left: x!, behavior: 'instant' });
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
          const { left, top } = scroller.getBoundingClientRect();
          const row = document.elementFromPoint(left + 60, top + 300)!.closest('tr')!;
          const cells = [...row.querySelectorAll<HTMLElement>('td[data-pin]')];
          const boxes = cells.map((cell) => cell.getBoundingClientRect());
          return {
            placed: [...new Set(cells.map((cell) => getComputedStyle(cell).position))],
            where: boxes.map((box) => [Math.round(box.left - left), Math.round(box.right - left)]),
          };
        },
        [down, sideways],
      );
    const atRest = async () => {
      const at = () => page.locator('[data-table-scroller]').evaluate(({ scrollLeft }) => scrollLeft);
      for (let before = -1; before !== (await at()); await page.waitForTimeout(150)) before = await at();
      await page.locator('[data-table-scroller]:not([data-passing])').waitFor();
      return moved(0, 0);
    };
    const { where } = await atRest();
    expect(where.length).toBeGreaterThan(1);
    for (const sideways of [0, 200, 5000]) {
      expect(await moved(0, sideways)).toEqual({ placed: ['sticky'], where });
      await atRest();
      expect(await moved(72, 0)).toEqual({ placed: ['relative'], where });
      expect(await moved(-36, 0)).toEqual({ placed: ['relative'], where });
      expect(await moved(36, sideways === 0 ? 20 : -20)).toEqual({ placed: ['sticky'], where });
      await atRest();
      expect(await moved(36, 0)).toEqual({ placed: ['relative'], where });
      expect(await atRest()).toEqual({ placed: ['sticky'], where });
    }
  });

  it('is scrolled by the focus to a cell below the pinned columns, and by none in these', async () => {
    await open('rows=60', { width: 800, height: 600 });
    const at = () => page.locator('[data-table-scroller]').evaluate(({ scrollLeft }) => scrollLeft);
    const row = page.locator('[data-row="line-2"]');
    await row.locator('[aria-haspopup="menu"]').focus();
    expect(await at()).toBe(0);
    for (const nth of [7, 3]) {
      const cell = row.locator('td').nth(nth);
      await cell.evaluate((it) => {
        it.innerHTML = '<button>Open</button>';
      });
      await cell.locator('button').focus();
      await page.waitForTimeout(300);
      const isSeen = await cell.locator('button').evaluate((it) => {
        const { left, right, top } = it.getBoundingClientRect();
        return [left + 1, right - 1].every((x) => document.elementFromPoint(x, top + 8) === it);
      });
      expect([nth, isSeen]).toEqual([nth, true]);
    }
  });

  it('opens the menu of a row that came by scrolling', async () => {
    await open('rows=10000');
    await scrollTo(3000 * 36);
    await page.locator('[data-row="line-3005"] [aria-haspopup="menu"]').click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await soon(() => page.locator('output').textContent(), 'line-3005');
  });
});
