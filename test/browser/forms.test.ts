/** Fields by key and by finger: dates, the first tap, search conditions, and pages as narrow as a phone. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { businessDate } from '../../contract/domain/calendar';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { visit as openAs, withoutEvents } from '../support/desk';
import { soon } from '../support/soon';

jest.setTimeout(120_000);

let server: RunningServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = await startServer({ DEMO: '1' });
  browser = await launch();
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});
afterEach(() => page?.context().close());

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
async function visit(path: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    locale: 'zh-CN',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  page = await context.newPage();
  await withoutEvents(page);
  await openAs(page, server.url, path);
}
async function rows() {
  await page.locator('[data-kept-page]:visible tbody tr').first().waitFor();
}
function box(selector: string) {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);
}

describe('a date field', () => {
  /** A zone in which it is another day than the business date. */
  const hour = new Date(Date.now() + 8 * 3_600_000).getUTCHours();
  const timezoneId = hour < 18 ? 'Pacific/Honolulu' : 'Pacific/Kiritimati';
  const focused = () =>
    page.evaluate(() => ({
      label: document.activeElement?.querySelector('button')?.getAttribute('aria-label') ?? '',
      name: document.activeElement?.getAttribute('name') ?? '',
    }));
  const until = async (isSo: (now: Awaited<ReturnType<typeof focused>>) => boolean) => {
    let now = await focused();
    for (let turn = 0; turn < 60 && !isSo(now); turn++) {
      await page.waitForTimeout(50);
      now = await focused();
    }
    expect([now, isSo(now)]).toEqual([now, true]);
  };
  const isDay = (date: string) => {
    const [day, year] = [`${Number(date.slice(8))}, `, `, ${date.slice(0, 4)}`];
    return ({ label }: { label: string }) => label.startsWith(day) && label.endsWith(year);
  };

  it('opens its calendar by key at the business date or the chosen day, and gets the focus back', async () => {
    await visit('/system/user', { timezoneId });
    await rows();
    await page.getByRole('button', { name: '新增' }).first().click();
    const field = page.locator('input[name=birthday]');
    const today = businessDate(Date.now());
    await field.focus();
    await page.keyboard.press('Alt+ArrowDown');
    await until(isDay(today));
    await page.keyboard.press('Escape');
    await until(({ name }) => name === 'birthday');
    await soon(() => page.getByRole('grid').count(), 0);
    await field.fill('1990-05-15');
    await page.keyboard.press('Alt+ArrowDown');
    await until(isDay('1990-05-15'));
    await page.keyboard.press('ArrowRight');
    await until(isDay('1990-05-16'));
    await page.keyboard.press('Enter');
    await until(({ name }) => name === 'birthday');
    await soon(() => field.inputValue(), '1990-05-16');
  });
});

describe('a number field', () => {
  async function openProduct() {
    await visit('/lease/product');
    await rows();
    await page.getByRole('button', { name: '新增' }).first().click();
    const field = (name: string) => page.locator(`input[name=${name}]`);
    await field('amountPer').waitFor();
    return { amount: field('amountPer'), rate: field('yearRate'), name: field('productName') };
  }
  async function put(text: string) {
    await page.evaluate((copied) => {
      const input = document.activeElement as HTMLInputElement;
      input.select();
      document.execCommand('insertText', false, copied);
    }, text);
  }

  it('reads what is pasted as a file would, and says which comma it cannot read', async () => {
    const { amount, rate, name } = await openProduct();
    const left = async (field: typeof amount, text: string) => {
      await field.focus();
      await put(text);
      await name.focus();
      return field.inputValue();
    };
    expect(await left(amount, '￥10,000.5元')).toBe('10,000.50');
    expect(await left(amount, '12,5')).toBe('12,5');
    await page.getByText('每份金额中的逗号无法识别').waitFor();
    expect(await left(amount, '１２．５')).toBe('12.50');
    expect(await left(rate, '\u202d7.2%')).toBe('7.2');
    expect(await left(rate, '7,2')).toBe('7,2');
    await page.getByText('租金折算年化利率中的逗号无法识别').waitFor();
  });

  it('takes separators as they are typed, and an edit within those that it shows', async () => {
    const { amount, name } = await openProduct();
    await amount.fill('');
    await page.keyboard.type('1,234,567.5');
    await soon(() => amount.inputValue(), '1,234,567.5');
    await name.focus();
    await soon(() => amount.inputValue(), '1,234,567.50');
    await amount.focus();
    await page.keyboard.press('Home');
    await page.keyboard.type('9');
    await soon(() => amount.inputValue(), '91234567.50');
    await name.focus();
    await soon(() => amount.inputValue(), '91,234,567.50');
    await amount.focus();
    await page.keyboard.press('End');
    for (const _ of '567.50') await page.keyboard.press('Backspace');
    await name.focus();
    await soon(() => amount.inputValue(), '91,234.00');
    await amount.focus();
    await put('9,1');
    await name.focus();
    await soon(() => amount.inputValue(), '9,1');
  });
});

describe('a tap', () => {
  it('reaches a tree field although the field before it gets a message then', async () => {
    await visit('/system/user', phone);
    await rows();
    await page.getByRole('button', { name: '新增' }).first().tap();
    const name = page.locator('#form-realName');
    await name.focus();
    await page.getByRole('combobox', { name: '所属部门' }).tap();
    await page.getByRole('tree').waitFor();
    expect(await page.locator('#form-realName-note').textContent()).not.toBe('');
  });
});

describe('the audit trail', () => {
  it('marks a date that is none, and does not ask without it', async () => {
    await visit('/monitor/audit');
    await rows();
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes('/blade-log/audit/list')) asked += 1;
    });
    const from = page.getByRole('textbox', { name: '开始日期' });
    await from.fill('2026-13-40');
    expect(await from.getAttribute('aria-invalid')).toBeNull(); // it is still being typed
    await page.keyboard.press('Enter');
    await page.getByText('时间不是有效日期').waitFor();
    expect([await from.getAttribute('aria-invalid'), asked]).toEqual(['true', 0]);
    await from.fill('2026-01-01');
    await page.keyboard.press('Enter');
    await rows();
    await page.waitForLoadState('networkidle');
    expect([await page.getByText('时间不是有效日期').count(), asked]).toEqual([0, 1]);
  });

  it('names the system in the language of the page', async () => {
    await visit(`/monitor/audit?userName=${encodeURIComponent('系统')}`, { locale: 'en-US' });
    await rows();
    const actors = await page.locator('[data-kept-page]:visible tbody tr td:nth-child(2)').allInnerTexts();
    expect([...new Set(actors)]).toEqual(['System']);
  });
});

describe('in English', () => {
  it('labels and heads keep to one line, and the tools of an order to its end', async () => {
    await visit('/system/user', { locale: 'en-US' });
    await rows();
    const heights = await page
      .locator('.listing-searchField > label')
      .evaluateAll((all) => all.map((one) => one.clientHeight));
    expect(Math.max(...heights)).toBeLessThan(24);
    await page.setViewportSize({ width: 760, height: 900 });
    await page.goto(`${server.url}/lease/order?businessStatus=6`);
    await rows();
    await page
      .getByText(/^HT\d+$/)
      .first()
      .click();
    const [head, end] = ['.record-recordHead', '.record-recordEnd'];
    await page.locator(end).waitFor();
    expect((await box(end)).right).toBeCloseTo((await box(head)).right, 0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.locator('.PlanTable-table th').first().waitFor();
    const cut = await page
      .locator('.PlanTable-table th')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
    expect(cut).toEqual([]);
  });
});

describe('on a phone', () => {
  it('search controls have one height, the switches of a tree stay together, and its lines begin together', async () => {
    await visit('/authority/role', { ...phone, locale: 'en-US' });
    await rows();
    const heights = await page
      .locator('.listing-searchField .fui-Input, .listing-searchButtons > button:visible')
      .evaluateAll((all) => [
        ...new Set(all.filter((one) => one.clientHeight > 0).map((one) => one.getBoundingClientRect().height)),
      ]);
    expect(heights).toHaveLength(1);
    const switches = await Promise.all(
      ['Expand all', 'Collapse all'].map((name) =>
        page.getByRole('button', { name }).evaluate((one) => one.getBoundingClientRect().top),
      ),
    );
    expect(switches[0]).toBe(switches[1]);
    const begins = await page
      .locator('tbody tr')
      .first()
      .evaluate((row) =>
        ['name', 'code'].map((part) => {
          const range = document.createRange();
          range.selectNodeContents(row.querySelector(`[data-part=${part}]`)!);
          return Math.round(range.getBoundingClientRect().left);
        }),
      );
    expect(begins[0]).toBe(begins[1]);
  });

  it('the commands of the order form are in sight, without keys that a phone does not have', async () => {
    for (const locale of ['zh-CN', 'en-US']) {
      await page?.context().close();
      await visit('/lease/order/new', { ...phone, locale });
      await page.locator('.PageTitle-end > button').first().waitFor();
      const rights = await page
        .locator('.PageTitle-end > button')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
      expect([rights.length, Math.max(...rights) <= 390]).toEqual([3, true]);
      await soon(() => page.locator('.PageTitle-end kbd:visible').count(), 0);
    }
  });

  it('the tab strip is scrolled by finger', async () => {
    await visit('/lease/order', phone);
    for (const path of ['customer', 'product', 'plan', 'contract']) {
      await rows();
      await page.goto(`${server.url}/lease/${path}`);
    }
    await rows();
    const list = page.locator('nav.TabStrip-tabs ul');
    const at = () => list.evaluate(({ scrollLeft }) => scrollLeft);
    const before = await at();
    expect(before).toBeGreaterThan(60);
    const { x, y } = (await list.boundingBox())!;
    const devtools = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', dx = 0) =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: x + 120 + dx, y: y + 16 }],
      });
    await touch('touchStart');
    for (let dx = 10; dx <= 100; dx += 10) await touch('touchMove', dx);
    await touch('touchEnd');
    await page.waitForTimeout(300);
    expect(await at()).toBeLessThan(before - 30);
  });

  it('a search for menus without results says so in little room', async () => {
    await visit('/wel/index', { locale: 'en-US' });
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('zzzz');
    const none = page.getByRole('option', { name: 'No matches' });
    await none.waitFor();
    expect(await none.evaluate((one) => getComputedStyle(one, '::after').display)).toBe('none');
    expect((await box('[role=dialog]')).height).toBeLessThan(320);
  });
});
