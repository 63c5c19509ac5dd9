import type { Browser, Page } from 'playwright-core';
import { complaints as axeComplaints } from '../support/axe';
import { BUILD_LIMIT_MS, launch } from '../support/browser';
import { type LonePage, lonePage } from '../support/lonePage';
import { soon } from '../support/soon';

/** A tree of any size draws its visible rows only, and is used like any other: by pointer, by keyboard, by screen
 *  reader. */

jest.setTimeout(60_000);
/** As the stylesheet has them. */
const PITCH_PX = 29;
const PADDING_PX = 6;
/** Below the upper edge of a tree. */
const FIRST_LOOK_PX = 8;

describe('a tree', () => {
  let lone: LonePage;
  let browser: Browser;
  let page: Page;
  const errors: string[] = [];

  beforeAll(async () => {
    lone = await lonePage('longTree.tsx');
    browser = await launch();
    page = await browser.newPage();
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  }, BUILD_LIMIT_MS);
  afterAll(async () => {
    await browser?.close();
    lone?.remove();
  });

  const open = async (search: string, viewport = { width: 1440, height: 900 }) => {
    await page.setViewportSize(viewport);
    await page.goto(`${lone.url}?${search}`);
  };
  const openTree = async (search: string, viewport?: { width: number; height: number }) => {
    await open(search, viewport);
    await page.locator('[data-row]').first().waitFor();
  };
  afterEach(() => {
    expect(errors.splice(0)).toEqual([]);
  });

  const row = (id: string) => page.locator(`[data-row="${id}"]`);
  const drawn = () => page.locator('[data-row]').count();
  const openAll = () => page.getByRole('button', { name: 'Open all' }).click();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** The active row of the focused element, if it is visible. */
  const active = () =>
    page.evaluate(() => {
      const id = document.activeElement?.getAttribute('aria-activedescendant');
      const element = id ? document.getElementById(id) : null;
      const view = element?.closest('.Tree-tree')?.getBoundingClientRect();
      const edges = element?.getBoundingClientRect();
      if (!element || !view || !edges) return null;
      const isInView = edges.top >= view.top - 1 && edges.bottom <= view.bottom + 1;
      return isInView ? element.dataset.row : `${element.dataset.row} out of view`;
    });
  /** Ids of the visible rows, sampled every 4 px. */
  const inView = () =>
    page.evaluate((start) => {
      const { top, bottom, left } = document.querySelector('.Tree-tree')!.getBoundingClientRect();
      const seen: (string | undefined)[] = [];
      for (let y = top + start; y < bottom - 2; y += 4) {
        const id = document.elementFromPoint(left + 200, y)?.closest<HTMLElement>('.Tree-row')?.dataset.row;
        if (id !== seen.at(-1)) seen.push(id);
      }
      return seen;
    }, FIRST_LOOK_PX);
  const scrollTo = (top: number) =>
    page.evaluate(async (to) => {
      document.querySelector('.Tree-tree')!.scrollTop = to;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }, top);
  /** Ids of the rows that are drawn again by what `act` does. */
  const drawnAgain = async (act: () => Promise<unknown>) => {
    await page.evaluate(() => window.drawings.clear());
    await act();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    return page.evaluate(() => [...window.drawings.keys()].sort());
  };

  describe('of five thousand nodes', () => {
    it.each([211, 5000, 20_000])('draws no more than can be seen, be they %i', async (count) => {
      await openTree(`nodes=${count}&ticks`);
      expect(await drawn()).toBe(11);
      await openAll();
      await row('page-0').waitFor();
      expect(await drawn()).toBeLessThan(60);
      const { height } = (await page.locator('.Tree-lines').boundingBox())!;
      expect(height).toBe(count * PITCH_PX);
      await scrollTo(count * PITCH_PX);
      expect(await drawn()).toBeLessThan(60);
    });

    it('has no hole in it, wherever it is scrolled to', async () => {
      await openTree('nodes=5000');
      await openAll();
      const order = await page.evaluate(async () => {
        // every row that comes by, in its order
        const tree = document.querySelector('.Tree-tree')!;
        const ids: string[] = [];
        for (let to = 0; to < tree.scrollHeight; to += 400) {
          tree.scrollTop = to;
          // The rows are drawn in the frame after the one that hears of the scrolling.
          for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
          for (const element of document.querySelectorAll<HTMLElement>('[data-row]'))
            ids[Number(element.style.getPropertyValue('--line'))] = element.dataset.row!;
        }
        return ids;
      });
      expect(order.filter(Boolean)).toHaveLength(5000);
      for (const top of [0, 29, 100, 2500 * 29 + 11, 4400 * 29, 1_000_000]) {
        await scrollTo(top);
        const seen = await inView();
        const reached = await page.locator('.Tree-tree').evaluate(({ scrollTop }) => scrollTop);
        const first = Math.floor((reached + FIRST_LOOK_PX - PADDING_PX) / PITCH_PX);
        expect(seen).toEqual(order.slice(first, first + seen.length));
        expect(seen.length).toBeGreaterThan(25);
        expect(await drawn()).toBeLessThan(60);
      }
    });

    it('draws again only the rows that a tick has changed', async () => {
      await openTree('nodes=5000&ticks');
      await openAll();
      await row('button-0').waitFor();
      const again = await drawnAgain(() => row('button-0').locator('.tick-tick').click());
      // itself, what stands above it, and the row that the keys were at before
      expect(again).toEqual(['all', 'area-0', 'button-0', 'page-0']);
      await soon(() => row('button-0').getAttribute('aria-checked'), 'true');
      await soon(() => row('page-0').getAttribute('aria-checked'), 'mixed');
      expect(await row('page-0').textContent()).toMatch(/1 \/ 24/);
      await soon(() => row('button-200').getAttribute('aria-checked'), 'false');

      expect(await drawnAgain(() => press('ArrowDown'))).toEqual(['button-0', 'button-200']);
      expect(await drawnAgain(() => press('ArrowDown'))).toEqual(['button-200', 'button-400']);
    });

    it('ticks the root with everything below it, but for what cannot be ticked', async () => {
      await openTree('nodes=5000&ticks');
      await page.getByText('已选 0 / 5000').waitFor();
      await row('area-9').click({ force: true });
      await row('area-8').locator('.tick-tick').click();
      await page.getByText(/已选 5\d\d \/ 5000/).waitFor();
      await soon(() => row('all').getAttribute('aria-checked'), 'mixed');
      await row('all').locator('.tick-tick').click();
      await page.getByText('已选 5000 / 5000').waitFor();
      await soon(() => row('area-0').getAttribute('aria-checked'), 'true');
      // a press on a node that cannot be ticked itself expanded it instead, and explained why
      await soon(() => row('area-9').getAttribute('aria-expanded'), 'true');
      await soon(() => row('area-9').getAttribute('title'), 'Not yours');
      await row('area-9').locator('.tick-tick').click({ force: true });
      await page.getByText('已选 5000 / 5000').waitFor();
      await row('all').locator('.tick-tick').click();
      await page.getByText('已选 0 / 5000').waitFor();
    });

    it('is sought through by part of a title or a code', async () => {
      await openTree('nodes=5000&ticks');
      const field = page.getByRole('searchbox');
      await field.fill('CODE_77');
      await row('button-77').waitFor();
      expect(await drawn()).toBeLessThan(60);
      await page.getByText('11 found').waitFor();
      await field.fill('按钮 4788');
      await row('button-4788').waitFor();
      expect(await page.locator('[data-row]').evaluateAll((all) => all.map((it) => it.ariaPosInSet))).toEqual(
        Array(4).fill('1'),
      );
      await soon(() => row('button-4788').getAttribute('aria-setsize'), '1');
      await press('ArrowDown'); // out of the field
      expect(await active()).toBe('button-4788');
      await press('Space');
      await soon(() => row('button-4788').getAttribute('aria-checked'), 'true');
      await field.focus();
      await field.fill('nowhere');
      await page.locator('.Tree-empty').waitFor();
      await press('Escape');
      await soon(() => field.inputValue(), '');
      expect(await drawn()).toBe(11);
    });

    it('is walked through by keyboard, to either end', async () => {
      await openTree('nodes=5000');
      await page.getByRole('tree').focus();
      expect(await active()).toBe('all');
      await press('ArrowRight', 'ArrowRight'); // down to the first area, and open it
      expect(await active()).toBe('area-0');
      await soon(() => row('area-0').getAttribute('aria-expanded'), 'true');
      await press('ArrowRight');
      expect(await active()).toBe('page-0');
      await press('ArrowLeft');
      expect(await active()).toBe('area-0');
      await press('ArrowLeft');
      await soon(() => row('area-0').getAttribute('aria-expanded'), 'false');
      await press('*');
      expect(await drawn()).toBeLessThan(60);
      await press('End');
      expect(await active()).toBe('page-199');
      await press('PageUp', 'PageDown', 'ArrowUp');
      expect(await active()).toBe('page-189');
      await press('Home', 'End', 'ArrowRight', 'ArrowRight', 'Enter');
      await soon(() => page.locator('output').textContent(), 'button-199');
      await soon(() => row('button-199').getAttribute('aria-selected'), 'true');
      await press('Home');
      expect(await active()).toBe('all');
      await soon(() => page.locator('[data-active]').count(), 1);
    });

    it('goes to what begins with the letters typed, in either script', async () => {
      await openTree('nodes=5000');
      await page.getByRole('tree').focus();
      await press('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
      expect(await active()).toBe('page-0');
      await press('a');
      expect(await active()).toBe('button-0'); // 按钮
      await press('r', 'e', 'a', 'Space');
      expect(await active()).toBe('area-1');
      // a space chooses, and is no letter
      await soon(() => page.locator('output').textContent(), 'area-1');
      await press('x');
      expect(await active()).toBe('area-1');
    });

    it('keeps the row that the keys are at while it is scrolled out of sight', async () => {
      await openTree('nodes=5000');
      await openAll();
      await row('page-0').click();
      await scrollTo(100_000);
      expect(await active()).toBe('page-0 out of view');
      expect(await drawn()).toBeLessThan(60);
      await press('ArrowDown');
      expect(await active()).toBe('button-0');
    });

    it('says what it is to a screen reader', async () => {
      await openTree('nodes=5000&ticks');
      const tree = page.getByRole('tree', { name: 'Rights' });
      await soon(() => tree.getAttribute('aria-multiselectable'), 'true');
      await soon(() => tree.getAttribute('tabindex'), '0');
      const item = page.getByRole('treeitem', { name: 'Area 3', exact: false });
      const aria = await item.evaluate((it) => [it.ariaLevel, it.ariaSetSize, it.ariaPosInSet, it.ariaExpanded]);
      expect(aria).toEqual(['2', '10', '4', 'false']);
    });
  });

  it('asks for children that are not here yet, and shows that they are awaited', async () => {
    await openTree('lazy');
    await row('north').locator('.Tree-twisty').click();
    await row('north').getByRole('progressbar', { includeHidden: true }).waitFor();
    await soon(() => row('north').getAttribute('aria-busy'), 'true');
    // the keys walk on meanwhile
    await press('ArrowDown');
    expect(await active()).toBe('south');
    await press('ArrowUp');
    await page.getByRole('button', { name: 'Answer' }).click();
    await row('north-2').waitFor();
    expect(await row('north').getAttribute('aria-busy')).toBeNull();
    // loaded once: after closing and opening again they are there
    await row('north').locator('.Tree-twisty').click();
    await row('north').locator('.Tree-twisty').click();
    await row('north-2').waitFor();
    await soon(() => page.locator('[aria-busy]').count(), 0);
  });

  describe('that drops from a field', () => {
    const values = async () => JSON.parse((await page.locator('output').textContent())!);
    const field = (label: string) => page.getByRole('combobox', { name: label });
    const openFields = async (more = '') => {
      await open(`fields${more}`);
      await field('所属部门').waitFor();
    };

    it('stands above everything, at its field, and is not cut by the dialog', async () => {
      await open('fields&short', { width: 1000, height: 420 });
      await field('负责片区').click();
      const popup = page.locator('.TreeInput-popup');
      await popup.waitFor();
      // what is in the middle of its last row is the row, and not what lies behind
      const isOnTop = async () =>
        page.evaluate(() => {
          const popup = document.querySelector('.TreeInput-popup')!.getBoundingClientRect();
          return [popup.top + 12, popup.bottom - 12].every(
            (y) => !!document.elementFromPoint(popup.left + 80, y)?.closest('.TreeInput-popup'),
          );
        });
      expect(await isOnTop()).toBe(true);
      const distance = async () => {
        const [list, box] = [(await popup.boundingBox())!, (await field('负责片区').boundingBox())!];
        return list.y > box.y ? list.y - (box.y + box.height) : box.y - (list.y + list.height);
      };
      expect(await distance()).toBeLessThan(12);
      // it follows its field
      await page.locator('.Dialog-body').evaluate((body) => body.scrollBy(0, 30));
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      expect(Math.abs(await distance())).toBeLessThan(12);
      expect(await isOnTop()).toBe(true);
      const box = (await popup.boundingBox())!;
      expect(box.y).toBeGreaterThanOrEqual(0);
      expect(box.y + box.height).toBeLessThanOrEqual(420);
    });

    it('gives one node, found by typing or by walking', async () => {
      await openFields();
      await field('所属部门').click();
      expect(await active()).toBe('hz');
      await soon(() => row('hz').getAttribute('aria-selected'), 'true');
      await page.keyboard.type('上海');
      expect(await active()).toBe('sh');
      await press('Enter');
      expect((await values()).one).toBe('sh');
      await soon(() => field('所属部门').inputValue(), '上海业务部');
      await soon(() => page.locator('.TreeInput-popup').count(), 0);

      await press('ArrowDown');
      expect(await active()).toBe('sh');
      await press('ArrowDown', 'ArrowRight', 'ArrowRight', 'Enter');
      expect((await values()).one).toBe('team-0');
      await page.getByRole('button', { name: 'Clear' }).click();
      expect((await values()).one).toBe('');
    });

    it('does not give what cannot be chosen', async () => {
      await openFields();
      await field('所属部门').click();
      await row('closed').click({ force: true });
      await press('End', 'Enter');
      expect(await active()).toBe('closed');
      expect((await values()).one).toBe('hz');
      await press('Escape');
      await field('可见部门').click();
      await row('closed').click({ force: true });
      expect((await values()).some).toEqual(['hz', 'east']);
    });

    it('closes before the dialog does, and with the focus', async () => {
      await openFields();
      await field('所属部门').click();
      await press('Escape');
      await soon(() => page.locator('.TreeInput-popup').count(), 0);
      await soon(() => page.getByRole('dialog').count(), 1);
      await press('ArrowDown');
      await page.locator('.TreeInput-popup').waitFor();
      await press('Tab');
      await soon(() => page.locator('.TreeInput-popup').count(), 0);
      await field('所属部门').click();
      await page.getByRole('heading', { name: '用户' }).click();
      await soon(() => page.locator('.TreeInput-popup').count(), 0);
      await field('所属部门').focus();
      await press('Escape');
      await page.getByText('Closed').waitFor();
    });

    it('gives several nodes, each for itself', async () => {
      await openFields();
      await field('可见部门').click();
      await soon(() => row('group').getAttribute('aria-checked'), 'false');
      await row('group').click();
      expect((await values()).some).toEqual(['hz', 'east', 'group']);
      await page.keyboard.type('上海');
      await press('Enter');
      expect((await values()).some).toEqual(['hz', 'east', 'group', 'sh']);
      await page.locator('.TreeInput-popup').waitFor();
      // what was typed is selected: the next letters replace it
      await page.keyboard.type('T7');
      expect(await active()).toBe('team-7');
      await press('Enter', 'Backspace', 'Backspace', 'Backspace');
      expect((await values()).some).toEqual(['hz', 'east', 'group']);
      await page.getByRole('button', { name: 'Remove 杭州业务部' }).click();
      expect((await values()).some).toEqual(['east', 'group']);
    });

    it('gives whole branches', async () => {
      await openFields();
      await field('负责片区').click();
      await row('east').click();
      expect((await values()).whole).toEqual(['hz', 'sh', 'east']);
      await soon(() => row('group').getAttribute('aria-checked'), 'mixed');
      await page.getByRole('button', { name: 'Remove 华东分公司' }).last().click();
      expect((await values()).whole).toEqual([]);
    });

    it('does not drop from one that is off', async () => {
      await openFields();
      await field('只读').click();
      await press('ArrowDown', 'Backspace');
      await field('停用').click({ force: true });
      await soon(() => page.locator('.TreeInput-popup').count(), 0);
      await page.getByText('外部部门').first().waitFor();
    });
  });

  describe.each(['light', 'dark'])('in %s colours', (mode) => {
    const settled = () =>
      page.waitForFunction(() => document.getAnimations().every((it) => it.playState !== 'running'));

    type Case = [name: string, search: string, act: () => Promise<unknown>, width?: number];
    it.each<Case>([
      ['to choose from', 'nodes=5000', () => row('area-1').click()],
      ['to tick', 'nodes=5000&ticks', () => row('area-1').locator('.tick-tick').click()],
      ['sought through', 'nodes=5000&ticks', () => page.getByRole('searchbox').fill('code_77')],
      ['without rows', 'nodes=5000&ticks', () => page.getByRole('searchbox').fill('nowhere')],
      ['of rights', 'grant', async () => undefined],
      ['closed in a field', 'fields', async () => undefined],
      ['open in a field', 'fields', () => page.getByRole('combobox', { name: '可见部门' }).click()],
      [
        'sought through in a field',
        'fields',
        () => page.getByRole('combobox', { name: '所属部门' }).pressSequentially('业务'),
      ],
      ['on a phone', 'fields', () => page.getByRole('combobox', { name: '可见部门' }).click(), 390],
    ])('has nothing for axe to complain of: %s', async (_, search, act, width = 1440) => {
      await open(`${search}&mode=${mode}`, { width, height: 900 });
      await page.locator('.Tree-row, .TreeInput-whole').first().waitFor();
      await act();
      await settled();
      expect(await axeComplaints(page)).toEqual([]);
    });
  });
});
