/** Every list and every form of the menu at common widths: what a person must read is whole, what they type has room. */
import type { Browser, Page } from 'playwright-core';
import { textIn } from '../../contract/domain/text';
import { allModules } from '../../contract/modules';
import { order } from '../../contract/modules/lease/order';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { enter, menuPaths, moveTo } from '../support/desk';

jest.setTimeout(300_000);

let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  server = await startServer({ DEMO: '1' });
  browser = await launch();
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** A window in a language whose lists show a hundred rows, so that the longest values are among them. */
async function openWindow(language: 'zh' | 'en') {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
  const listSizes = Object.fromEntries(allModules.map(({ name }) => [name, 100]));
  const stored = { language, listSizes };
  const texts = Object.entries(stored).map(([name, value]) => [name, JSON.stringify(value)]);
  const content = JSON.stringify({ ...Object.fromEntries(texts), _persist: '{"version":1,"rehydrated":true}' });
  await context.addInitScript(
    (item) => localStorage.getItem('leasedesk-preferences') ?? localStorage.setItem('leasedesk-preferences', item),
    JSON.stringify({ dataType: 'string', content, datetime: 1 }),
  );
  const page = await context.newPage();
  await enter(page, server.url);
  return page;
}

/** Resolves when the page in front has its answers and has been drawn with them. */
async function settled(page: Page) {
  const front = page.locator('[data-kept-page]:visible');
  await front.locator('h1, .PageTitle-head').first().waitFor();
  await page.locator('.topbar-progress:not([data-running])').waitFor({ state: 'attached' });
  await front.locator('.fui-Skeleton, [aria-busy=true] > table').first().waitFor({ state: 'detached' });
}

/**
 * Of the tables in front: amounts, dates, numbers and states that are not whole, headings that are not, and columns that
 * end below a pinned one or beyond the edge.
 */
function cutIn(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
    const amount = /^[+−-]?[\d,]+(\.\d+)?%?$/;
    const date = /^\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?$/;
    const number = /^(?=.*\d)[A-Za-z0-9*-]{2,20}$/;
    const found = new Set<string>();
    const isSeen = (one: Element) => one.checkVisibility();
    const isCut = (cell: Element) =>
      [cell, ...cell.querySelectorAll('*:not(.text-unseen)')].some(
        ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth,
      );
    const front = [...document.querySelectorAll('[data-kept-page]')].find(isSeen);
    for (const table of front?.querySelectorAll('table.cells-cells') ?? []) {
      if (!isSeen(table)) continue;
      const heads = [...table.querySelectorAll('thead th')];
      const scroller = table.closest('[data-table-scroller]');
      for (const head of heads)
        if (head.textContent && isSeen(head) && isCut(head)) found.add(`heading ${head.textContent}`);
      for (const row of table.querySelectorAll('tbody tr'))
        for (const [at, cell] of [...row.children].entries()) {
          const said = cell.textContent?.trim() ?? '';
          const isWhole =
            cell.querySelector('.status-chip') !== null || [amount, date, number].some((kind) => kind.test(said));
          if (isWhole && isSeen(cell) && isCut(cell)) found.add(`${heads[at]?.textContent}: ${said}`);
        }
      if (!scroller) continue;
      const edges = heads.filter((head) => (head as HTMLElement).dataset.pin === 'right');
      const end = Math.min(
        scroller.getBoundingClientRect().left + scroller.clientWidth,
        ...edges.map((head) => head.getBoundingClientRect().left),
      );
      for (const head of heads) {
        const { left, right } = head.getBoundingClientRect();
        if (!(head as HTMLElement).dataset.pin && left < end - 1 && right > end + 1)
          found.add(`column ${head.textContent} ends ${Math.round(right - end)} px out of sight`);
      }
    }
    return [...found];
  });
}

/** Inputs of the search form in front, or of the dialog above it, that have too little room. */
function narrowIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const front = [...document.querySelectorAll('[role=dialog], [data-kept-page]')].filter((one) =>
      one.checkVisibility(),
    );
    const within = front.find((one) => one.getAttribute('role') === 'dialog') ?? front[0];
    const inputs = within?.querySelectorAll(
      'form input:not([type=checkbox], [type=radio], [type=file], [type=hidden]), form select, form textarea',
    );
    const found: string[] = [];
    for (const input of inputs ?? []) {
      if (!input.checkVisibility() || input.closest('.text-unseen')) continue;
      const range = input.closest('[data-range]');
      const box = range ?? (input.matches('textarea, select') ? input : input.parentElement!);
      const { width } = box.getBoundingClientRect();
      const label = (input as HTMLInputElement).labels?.[0]?.textContent ?? input.getAttribute('aria-label');
      if (width < (range ? 280 : 160)) found.push(`${label}: ${Math.round(width)} px`);
    }
    return [...new Set(found)];
  });
}

/** Labels of the search form in front that do not end below each other, of the columns in which its fields stand. */
function raggedIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const front = [...document.querySelectorAll('[data-kept-page]')].find((one) => one.checkVisibility());
    const boxes = [...(front?.querySelectorAll('search form label') ?? [])]
      .filter((label) => label.checkVisibility() && getComputedStyle(label).position !== 'absolute')
      .map((label) => label.getBoundingClientRect());
    const lines = new Map<number, number>();
    for (const { top, height } of boxes) {
      const line = Math.round((top + height / 2) / 8);
      lines.set(line, (lines.get(line) ?? 0) + 1);
    }
    const columns = Math.max(0, ...lines.values());
    const ends = [...new Set(boxes.map(({ right }) => Math.round(right)))];
    return ends.length > columns ? [`labels end at ${ends.join(', ')} in ${columns} columns`] : [];
  });
}

/** A title of the page in front that needs a second line beside its views. */
function brokenTitleIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const front = [...document.querySelectorAll('[data-kept-page]')].find((one) => one.checkVisibility());
    const head = front?.querySelector('.PageTitle-head');
    return head && head.clientHeight > 44 ? [`the title is ${head.clientHeight} px high`] : [];
  });
}

describe.each(['zh', 'en'] as const)('in %s', (language) => {
  let page: Page;
  let paths: string[];
  beforeAll(async () => {
    page = await openWindow(language);
    paths = [...(await menuPaths(page, language === 'zh' ? '主菜单' : 'Main menu')).values()];
    expect(paths.length).toBeGreaterThan(50);
  });
  afterAll(() => page?.context().close());

  it('no list cuts an amount, a date, a state, a number or its title, and no search form an input or the line of its labels', async () => {
    const found: Record<string, string[]> = {};
    for (const path of paths) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await moveTo(page, path);
      await settled(page);
      for (const width of [1440, 1280, 992]) {
        await page.setViewportSize({ width, height: 900 });
        const here = width === 992 ? await narrowIn(page) : [...(await cutIn(page)), ...(await brokenTitleIn(page))];
        here.push(...(await raggedIn(page)));
        if (here.length > 0) found[`${path} at ${width}`] = here;
      }
    }
    expect(found).toEqual({});
  });

  it('no dialog in which a record is added cuts an input', async () => {
    const found: Record<string, string[]> = {};
    await page.setViewportSize({ width: 992, height: 900 });
    let opened = 0;
    for (const path of paths) {
      await moveTo(page, path);
      await settled(page);
      const add = page
        .locator('[data-kept-page]:visible [role=toolbar]')
        .getByRole('button', { name: language === 'zh' ? '新增' : 'Add', exact: true })
        .first();
      if ((await add.count()) === 0 || (await add.getAttribute('aria-disabled')) === 'true') continue;
      await add.click();
      const dialog = page.getByRole('dialog');
      // Some records are added on a page of their own.
      const leads = await Promise.race([
        dialog.waitFor().then(() => true),
        page.waitForURL((url) => !url.pathname.endsWith(path)).then(() => false),
      ]);
      const here = await narrowIn(page);
      if (here.length > 0) found[path] = here;
      if (!leads) continue;
      opened += 1;
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    expect(found).toEqual({});
    expect(opened).toBeGreaterThan(20);
  });

  it.each([1440, 1280])('the form of an order shows the whole plan at %d px', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await moveTo(page, '/lease/order/new');
    const front = page.locator('[data-kept-page]:visible');
    await front.locator('form input').first().waitFor();
    if ((await front.locator('table tbody tr').count()) === 0) {
      await front.getByRole('combobox', { name: textIn(order.fields.productId.label, language) }).fill('设备');
      await page.getByRole('option', { name: /设备通/ }).click();
      await front
        .getByRole('textbox', { name: textIn(order.fields.totalAmount.label, language) })
        .first()
        .fill('12000000');
    }
    await front.locator('table tbody tr').first().waitFor();
    expect(await cutIn(page)).toEqual([]);
    expect(await narrowIn(page)).toEqual([]);
    const table = front.locator('table').first();
    const beyond = await table.evaluate((one) => one.parentElement!.scrollWidth - one.parentElement!.clientWidth);
    expect(beyond).toBe(0);
  });
});
