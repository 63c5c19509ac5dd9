/** A working day without a mouse: whatever gets the focus is visible, and whatever closes returns the focus. */
import type { Browser, Page } from 'playwright-core';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { guarded } from '../support/desk';
import { soon } from '../support/soon';

jest.setTimeout(180_000);

interface Reached {
  /** As a screen reader would say it. */
  name: string;
  /** CSS path of two steps, for the failure message. */
  at: string;
  /** Why it is not visible; '' when it is. */
  unseen: string;
}

/** Runs in the page: what has the focus, and whether that can be seen. */
function look(): Reached {
  const element = document.activeElement as HTMLElement;
  const step = (one: Element | null) =>
    one ? one.tagName.toLowerCase() + [...one.classList].map((it) => `.${it}`).join('') : '';
  const at = `${step(element.parentElement)} > ${step(element)}`;
  const labels = (element as HTMLInputElement).labels;
  if (element === document.body) return { name: '', at, unseen: 'nothing has the focus' };
  const name = (element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent ?? '').trim();
  const answer = (unseen: string) => ({ name, at, unseen });
  // The page as a whole: focus moves on to its first control.
  if (element.matches('[data-kept-page]')) return answer('');

  // A tick or a radio button may be drawn by its label.
  const drawn = element.matches('[type="radio"], [type="checkbox"]') ? (element.closest('label') ?? element) : element;
  const { left, top, width, height } = drawn.getBoundingClientRect();
  if (width < 2 || height < 2) return answer('it has no size');
  const [x, y] = [left + width / 2, top + height / 2];
  if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return answer(`it lies outside of the window, at ${x} ${y}`);
  const above = document.elementFromPoint(x, y);
  if (!above || !(drawn.contains(above) || above.contains(drawn))) return answer(`${step(above)} covers it`);

  const accent = getComputedStyle(element).getPropertyValue('--colorCompoundBrandStroke');
  const probe = document.createElement('i');
  probe.style.color = accent;
  document.body.append(probe);
  const accentColour = getComputedStyle(probe).color;
  probe.remove();
  const isRinged = (one: Element): boolean =>
    [undefined, '::after', '::before'].some((part) => {
      const style = getComputedStyle(one, part);
      if (part && style.content === 'none') return false;
      const isOutlined = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2;
      return isOutlined || (part !== undefined && Number.parseFloat(style.borderTopWidth) >= 2);
    });
  const field = element.closest('.login .input');
  const isFieldLit = field !== null && getComputedStyle(field).borderBottomColor === accentColour;
  // Fluent draws a line below the field that has the focus: as wide as the field, and of no width otherwise.
  const control = element.closest('.fui-Input, .fui-Combobox, .fui-Select, .fui-Textarea, .fui-SearchBox');
  const line = control && getComputedStyle(control, '::after');
  const isLined = line?.borderBottomColor === accentColour && new DOMMatrix(line.transform).a > 0.9;
  // The finder's field draws the same line as a shadow until the library's is here.
  const plain = element.closest('.FinderField-light');
  const isPlainLit = plain !== null && getComputedStyle(plain).boxShadow !== 'none';
  const isRowLit =
    element.tagName === 'TR' && [...element.children].every((cell) => getComputedStyle(cell).boxShadow !== 'none');
  const around = [element, element.parentElement, element.parentElement?.parentElement].filter((one) => one != null);
  return answer(isFieldLit || isPlainLit || isLined || isRowLit || around.some(isRinged) ? '' : 'nothing marks it');
}

describe('by keyboard alone', () => {
  let server: RunningServer;
  let browser: Browser;
  let page: Page;
  let faults: () => string[];
  beforeAll(async () => {
    server = await startServer({ DEMO: '1' });
    browser = await launch();
    page = await (
      await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
    ).newPage();
    faults = await guarded(page);
  }, BUILD_LIMIT_MS);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const focused = () => page.evaluate(look);
  /** The focused element, once it is visible; the component library moves the focus a moment later. */
  const reached = async (wanted?: string | RegExp): Promise<string> => {
    let now = await focused();
    const isIt = () => now.unseen === '' && (wanted === undefined || now.name.match(wanted) !== null);
    for (let turn = 0; turn < 40 && !isIt(); turn++) {
      await page.waitForTimeout(50);
      now = await focused();
    }
    expect({ ...now, isIt: isIt() }).toEqual({ ...now, unseen: '', isIt: true });
    return now.name;
  };
  /** Goes on with Tab, or back with Shift+Tab, until something of this name has the focus; all on the way must be seen. */
  const tabTo = async (wanted: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
    const passed: Reached[] = [];
    for (let turn = 0; turn < 100; turn++) {
      await press(key);
      const now = await focused();
      // Past the last control the browser's own come, and then the first one again.
      if (now.at.endsWith('> body') || now.at.startsWith('html > ')) continue;
      passed.push(now);
      if (now.unseen !== '' || now.name.match(wanted)) break;
    }
    expect(passed.filter(({ unseen }) => unseen !== '')).toEqual([]);
    expect(passed.at(-1)?.name).toMatch(wanted);
  };
  /** Goes on with arrows within what is one stop. */
  const along = async (wanted: string | RegExp, key: 'ArrowRight' | 'ArrowLeft' = 'ArrowRight') => {
    for (let turn = 0; turn < 20 && !(await focused()).name.match(wanted); turn++) {
      await press(key);
      await reached();
    }
    await reached(wanted);
  };
  /** Goes to a part of the frame from what precedes or follows it. */
  const toPart = async (part: '.topbar-topbar' | '.TabStrip-tabs') => {
    const isThere = () => page.evaluate((it) => document.activeElement?.closest(it) !== null, part);
    const key = (await focused()).name === 'Skip to main content' ? 'Tab' : 'Shift+Tab';
    for (let turn = 0; turn < 40 && !(await isThere()); turn++) await press(key);
    await reached();
  };
  const dialog = () => page.locator('[role=dialog], [role=alertdialog]');
  const isOpen = () => dialog().waitFor();
  const isClosed = () => dialog().waitFor({ state: 'detached' });
  const heading = (name: string | RegExp) =>
    page.locator('[data-kept-page]:visible h1', { hasText: name }).first().waitFor();
  const rows = () => page.locator('[data-kept-page]:visible tbody tr').first().waitFor();

  it('signs in', async () => {
    await page.goto(`${server.url}/login`);
    await page.waitForFunction(() => !document.getElementById('root')?.dataset.drawn);
    await reached('账号');
    await press('Enter');
    await page.locator('.login .problem').first().waitFor();
    await reached('账号'); // marked as wrong, and still as the one that is typed into
    await page.keyboard.type('admin');
    await tabTo(/^密码$/);
    await page.keyboard.type('Lease-desk-2026');
    await tabTo('显示密码');
    await press('Space');
    await soon(() => page.locator('input[name=password]').getAttribute('type'), 'text');
    await reached('隐藏密码');
    await tabTo(/^密码$/, 'Shift+Tab');
    await press('Enter');
    await page.waitForURL('**/wel/index');
    await page.locator('[data-kept-page]:visible .home-lines a').first().waitFor();
  });

  it('skips what stands before the page', async () => {
    await tabTo('跳到主要内容');
    await press('Enter');
    await page.waitForFunction(() => document.activeElement?.matches('[data-kept-page]'));
    await press('Tab');
    await reached();
    expect(await page.evaluate(() => document.activeElement?.closest('[data-kept-page]') !== null)).toBe(true);
  });

  it('walks back over the tabs and the bar to the menu, and opens a list from it', async () => {
    await tabTo('首页', 'Shift+Tab'); // the tab
    await press('Shift+Tab');
    await reached('首页'); // of the bar
    await press('ArrowRight', 'ArrowRight');
    await reached();
    await press('Home');
    await reached('收起菜单');
    await press('Shift+Tab');
    await reached('首页'); // of the sidebar, which is one stop as well
    await press('z'); // by the sound of its name
    await reached('租赁业务');
    await press('ArrowRight', 'ArrowRight');
    await reached('客户管理'); // the first page of the group
    await press('ArrowLeft');
    await reached('租赁业务');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-expanded'))).toBe('true');
    await press('d');
    await reached('订单管理');
    await press('Enter');
    await heading('订单管理');
    await rows();
    await reached('订单管理'); // the next page is one arrow away
    await press('n'); // a letter is a name here, also where none begins with it
    await reached('订单管理');
    await soon(() => dialog().count(), 0);
    expect(new URL(page.url()).pathname).toBe('/lease/order');
  });

  it('has twelve stops on the way to the first row at most', async () => {
    await page.reload();
    await rows();
    const stops: string[] = [];
    const isRow = () => page.evaluate(() => document.activeElement?.tagName === 'TR');
    while (stops.length < 200 && !(await isRow())) {
      await press('Tab');
      stops.push((await focused()).name);
    }
    expect(stops.length <= 12 ? [] : stops).toEqual([]);
  });

  it('searches, walks the rows, and opens a record', async () => {
    await press('/');
    expect(await page.evaluate(() => document.activeElement?.closest('.listing-searchPanel') !== null)).toBe(true);
    await reached();
    await page.keyboard.type('/n');
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('/n');
    await press('Control+A', 'Delete', 'Enter');
    await rows();
    await tabTo(/^选择全部|^全选|选择本页/);
    for (let turn = 0; turn < 20; turn++) {
      await press('Tab');
      await reached();
      if (await page.evaluate(() => document.activeElement?.tagName === 'TR')) break;
    }
    const place = () => page.evaluate(() => (document.activeElement as HTMLTableRowElement).sectionRowIndex);
    expect(await place()).toBe(0);
    await press('j', 'J', 'ArrowDown');
    expect(await place()).toBe(3);
    await press('k', 'ArrowUp');
    expect(await place()).toBe(1);
    await reached();
    await press('Space');
    await soon(() => page.locator('[data-kept-page]:visible tbody tr').nth(1).getAttribute('aria-selected'), 'true');
    await press('Space', 'Enter');
    await page.waitForURL('**/lease/order/detail/**');
    await page.locator('.record-recordHead').waitFor();
    await reached();
    await press('Tab');
    await reached();
    expect(await page.evaluate(() => document.activeElement?.closest('[data-kept-page]') !== null)).toBe(true);
  });

  it('goes along the tabs, shows one by its number, and asks what can be done to it', async () => {
    await toPart('.TabStrip-tabs'); // the tab shown
    await press('End');
    await reached('标签页操作');
    await press('ArrowLeft');
    const record = await reached();
    await press('ArrowLeft');
    await reached('订单管理');
    await press('Enter');
    await heading('订单管理');
    await reached('订单管理');
    await press('Alt+1');
    await page.waitForURL('**/wel/index');
    await press('Alt+3');
    await page.waitForURL('**/lease/order/detail/**');
    await press('Alt+2');
    await page.waitForURL('**/lease/order');
    await reached('订单管理');
    await press('Shift+F10');
    await page.getByRole('menu').waitFor();
    await reached('刷新');
    await press('ArrowDown');
    await reached('固定');
    await press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await reached('订单管理');
    await press('Shift+F10');
    await page.getByRole('menu').waitFor();
    await reached('刷新');
    await press('End');
    await page.keyboard.down('Enter'); // clearing the cache asks first
    await isOpen();
    await reached('确定');
    await page.keyboard.down('Enter'); // still held
    await page.keyboard.up('Enter');
    await reached('确定');
    await press('Escape');
    await isClosed();
    await reached('订单管理');
    await press('Alt+3');
    await page.waitForURL('**/lease/order/detail/**');
    await press('Alt+w');
    await page.waitForURL('**/lease/order');
    expect(await page.locator('.TabStrip-tabName').allTextContents()).not.toContain(record);
    await reached();
  });

  it('finds a page by its name', async () => {
    await press('Control+K');
    await isOpen();
    await reached('搜索菜单');
    await press('Escape');
    await isClosed();
    await reached('订单管理');
    await press('Control+K');
    await isOpen();
    await page.keyboard.type('c');
    await press('ArrowDown', 'ArrowUp');
    await page.keyboard.type('pml');
    await press('Enter');
    await page.waitForURL('**/lease/product');
    await isClosed();
    await heading('产品目录');
    await reached();
  });

  it('opens and closes a form, and is back where it began', async () => {
    await rows();
    await tabTo(/^新增/);
    await press('Enter');
    await isOpen();
    await reached('产品名称');
    await press('Tab', 'Tab');
    await reached();
    await press('Escape');
    await isClosed();
    await reached(/^新增/);
    await press('n');
    await isOpen();
    await press('Escape');
    await isClosed();
    await reached(/^新增/);
  });

  it('switches theme and language', async () => {
    await toPart('.topbar-topbar');
    await along(/^主题：/);
    await press('Enter');
    await isOpen();
    for (let turn = 0; turn < 10; turn++) {
      if (await page.evaluate(() => (document.activeElement as HTMLInputElement).type === 'radio')) break;
      await press('Tab');
      await reached();
    }
    await press('ArrowDown');
    await reached(/纯白/);
    await press('ArrowUp', 'ArrowUp'); // ends joined
    await reached(/商务/);
    await press('Escape');
    await isClosed();
    await reached('主题：商务');
    await along('切换语言');
    await press('Enter');
    await page.getByRole('menu').waitFor();
    await reached('中文');
    await press('ArrowDown');
    await reached('English');
    await press('Enter');
    await page.locator('html[lang=en]').waitFor();
    await reached('Language');
  });

  it('locks the screen and opens it', async () => {
    await along('Lock screen', 'ArrowLeft');
    await press('Enter');
    await isOpen();
    await reached('Lock password');
    await press('Escape');
    await isClosed();
    await reached('Lock screen');
    await press('Enter');
    await isOpen();
    await reached('Lock password');
    await page.keyboard.type('sesame');
    await press('Enter');
    await page.waitForURL('**/lock');
    await reached('Lock password');
    await page.keyboard.type('sesam');
    await press('Enter');
    await page.locator('.LockPage-shaken').waitFor();
    await reached('Lock password');
    await press('Control+A');
    await page.keyboard.type('sesame');
    await press('Enter');
    await page.waitForURL('**/lease/product');
    await rows();
  });

  it('lists its keys', async () => {
    await press('Tab'); // the screen is a new one, and begins at its beginning
    const before = await reached('Skip to main content');
    await press('?');
    await isOpen();
    await reached();
    await press('Escape');
    await isClosed();
    expect(await reached()).toBe(before);
  });

  it('signs out after a question', async () => {
    await toPart('.topbar-topbar');
    await along(/^管理员/, 'ArrowLeft'); // ends joined
    await press('Enter');
    await page.getByRole('menu').waitFor();
    await reached('Dashboard');
    await press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await reached(/^管理员/);
    await press('Enter');
    await page.getByRole('menu').waitFor();
    await press('End');
    await reached('Sign out');
    await press('Enter');
    await page.getByRole('alertdialog').waitFor();
    await reached('OK');
    await press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await reached(/^管理员/);
    await press('Enter');
    await page.getByRole('menu').waitFor();
    await press('End', 'Enter');
    await page.getByRole('alertdialog').waitFor();
    await reached('OK');
    await press('Enter');
    await page.waitForURL('**/login');
    await reached('Account');
    expect(faults()).toEqual([]);
  });
});
