/** A form that is refused: the first wrong field has the focus, in sight, and what is missing carried its mark before. */
import type { Browser, Page } from 'playwright-core';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { menuPaths, moveTo, visit } from '../support/desk';

jest.setTimeout(240_000);

let server: RunningServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = await startServer({ DEMO: '1' });
  browser = await launch();
  // Lower than most forms are long.
  page = await (await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 600 } })).newPage();
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

interface Refusal {
  /** Name of the first wrong field. */
  first: string;
  /** Why the focus is not where it belongs; '' when it is. */
  fault: string;
  /** Wrong without a mark, and empty with a mark but not wrong. */
  unmarked: string[];
  unasked: string[];
}

/** Runs in the page: where the focus is after a refusal, and how marks and problems agree. */
function look(): Refusal | null {
  const isDrawn = (one: Element) => one.checkVisibility();
  const dialog = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1);
  const root = dialog ?? [...document.querySelectorAll('[data-kept-page], .login')].find(isDrawn);
  const wrong = [...(root?.querySelectorAll('[aria-invalid="true"]') ?? [])].filter(isDrawn);
  const [first] = wrong;
  if (!root || !first) return null;
  const active = document.activeElement as HTMLElement;
  const { left, top, width, height } = active.getBoundingClientRect();
  const above = document.elementFromPoint(left + width / 2, top + Math.min(height, 20) / 2);
  const isSeen =
    above !== null && (active.contains(above) || active.closest('.fields-field')?.contains(above) === true);
  const fields = [...root.querySelectorAll('.fields-field')].filter(isDrawn).map((field) => ({
    name: field.querySelector('label')?.textContent?.replace('*', '') ?? '',
    isMarked: field.querySelector('.fields-required') !== null,
    isWrong: field.matches('[aria-invalid="true"]') || field.querySelector('[aria-invalid="true"]') !== null,
    isEmpty: [...field.querySelectorAll<HTMLInputElement>('input, textarea, select')].every((control) =>
      ['checkbox', 'radio'].includes(control.type) ? !control.checked : control.value === '',
    ),
  }));
  return {
    first: (first.getAttribute('name') ?? first.id) || first.tagName,
    fault: !first.contains(active)
      ? `${active.tagName} ${active.id || active.getAttribute('name')} has the focus`
      : isSeen
        ? ''
        : 'it is out of sight',
    unmarked: fields.filter(({ isWrong, isMarked }) => isWrong && !isMarked).map(({ name }) => name),
    unasked: fields.filter(({ isWrong, isMarked, isEmpty }) => isMarked && isEmpty && !isWrong).map(({ name }) => name),
  };
}

/** What a refusal shows, once focus and marks have settled; null when nothing is wrong. */
async function refusal(): Promise<Refusal | null> {
  let now = await page.evaluate(look);
  const isSettled = () => now?.fault === '' && now.unmarked.length === 0 && now.unasked.length === 0;
  for (let turn = 0; turn < 20 && !isSettled(); turn++) {
    await page.waitForTimeout(50);
    now = await page.evaluate(look);
  }
  return now;
}
const good = { fault: '', unmarked: [], unasked: [] };
function dialog() {
  return page.locator('[role=dialog], [role=alertdialog]');
}
async function closeAll() {
  for (let turn = 0; turn < 4 && (await dialog().count()) > 0; turn++) {
    const question = page.getByRole('alertdialog').getByRole('button').last();
    if (await question.isVisible()) await question.click();
    else await page.keyboard.press('Escape');
    await page.waitForTimeout(200);
  }
}

describe('a form that is sent empty', () => {
  it('is the one of sign-in', async () => {
    await page.goto(`${server.url}/login`);
    await page.waitForFunction(() => !document.getElementById('root')?.dataset.drawn);
    await page.locator('.login button[type=submit]').click();
    expect(await refusal()).toMatchObject({ first: 'username', fault: '' });
    await page.locator('input[name=username]').fill('admin');
    await page.locator('.login button[type=submit]').click();
    expect(await refusal()).toMatchObject({ first: 'password', fault: '' });
  });

  it('is that of any module', async () => {
    await visit(page, server.url, '/wel/index');
    const paths = (await menuPaths(page)).values();
    const found: Record<string, Refusal | null> = {};
    for (const path of paths) {
      await moveTo(page, path);
      const shown = page.locator('[data-kept-page]:visible');
      await shown.locator('h1, h2, tbody, [data-empty]').first().waitFor();
      const add = shown.getByRole('button', { name: '新增', exact: true }).first();
      if (!(await add.isVisible()) || (await add.getAttribute('aria-disabled')) === 'true') continue;
      await add.click();
      const send = dialog().locator('button[type=submit]').last();
      await send.waitFor({ timeout: 4000 }).catch(() => undefined);
      if (!(await send.isVisible())) {
        await closeAll();
        continue;
      }
      await send.click();
      found[path] = await refusal();
      await closeAll();
    }
    const bad = Object.entries(found).filter(([, one]) => one && (one.fault || one.unmarked[0] || one.unasked[0]));
    expect(Object.fromEntries(bad)).toEqual({});
    expect(Object.values(found).filter(Boolean).length).toBeGreaterThan(20);
  });

  it('is that of an order', async () => {
    await moveTo(page, '/lease/order/new');
    const shown = page.locator('[data-kept-page]:visible');
    await shown.getByRole('button', { name: /^提交/ }).click();
    expect(await refusal()).toMatchObject(good);
  });

  it('is that of the own password, and of the screen lock', async () => {
    await moveTo(page, '/info/index');
    await page.getByRole('tab', { name: /密码/ }).click();
    const send = page.locator('[data-kept-page]:visible button[type=submit]').last();
    await send.click();
    expect(await refusal()).toMatchObject({ first: 'oldPassword', ...good });
    await page.getByRole('button', { name: '锁屏' }).click();
    await dialog().locator('button[type=submit]').click();
    expect(await refusal()).toMatchObject({ first: 'lock-password', ...good });
    await closeAll();
  });
});

it('an order without its bank goes to that field, by the button and by the key', async () => {
  await visit(page, server.url, '/lease/order?businessStatus=0');
  const shown = page.locator('[data-kept-page]:visible');
  await shown.locator('tbody tr[data-row]').first().getByText('编辑').click();
  const bank = shown.locator('[name=bankName]');
  await bank.waitFor();
  await bank.fill('');
  await shown.getByRole('button', { name: /^提交/ }).click();
  expect(await refusal()).toMatchObject({ fault: '' });
  expect(await bank.evaluate((field) => field === document.activeElement)).toBe(true);
  await shown.getByLabel('客户名称').focus();
  await page.keyboard.press('Control+Enter');
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
  expect(await bank.evaluate((field) => field === document.activeElement)).toBe(true);
});
