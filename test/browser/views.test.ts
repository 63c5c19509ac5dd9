import type { Browser, BrowserContext, Page } from 'playwright-core';
import { order } from '../../contract/modules/lease/order';
import { complaints } from '../support/axe';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { enter, guarded, menuLink } from '../support/desk';
import { soon } from '../support/soon';

/** A list that a person shapes, a view of it that a colleague opens, and a link that opens the same list. */

jest.setTimeout(120_000);

/** A call as the person signed in on the page; answers its data. */
function call(page: Page, method: 'GET' | 'POST', path: string, body?: unknown) {
  return page.evaluate(
    async ([how, address, sent]) => {
      const token = decodeURIComponent(/accessToken=([^;]+)/.exec(document.cookie)?.[1] ?? '').replaceAll('"', '');
      const answer = await fetch(`/api${address}`, {
        method: how as string,
        headers: { 'blade-auth': `bearer ${token}`, ...(sent ? { 'content-type': 'application/json' } : {}) },
        ...(sent ? { body: JSON.stringify(sent) } : {}),
      });
      const { code, data, msg } = await answer.json();
      if (code !== 200) throw new Error(`${address}: ${msg}`);
      return data;
    },
    [method, path, body] as const,
  );
}

describe('a list that people shape', () => {
  const account = 'lin.yumo';
  const ownPassword = 'Of-my-own-2026';
  let server: RunningServer;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let faults: () => string[];
  let word = '';

  const newPage = async (within: BrowserContext) => {
    const opened = await within.newPage();
    return opened;
  };
  const newContext = () => browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
  const heads = (on: Page) =>
    on.locator('[data-kept-page]:visible thead th').evaluateAll((all) => all.map(({ textContent }) => textContent));
  const rows = (on: Page) =>
    on
      .locator('[data-kept-page]:visible tr[data-row]')
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.row));
  const pill = (on: Page, name: RegExp) => on.getByRole('group', { name: '已存视图' }).getByRole('button', { name });
  const inForce = (on: Page) => on.getByRole('button', { name: /^履约中/ });
  const searchOf = (on: Page) => new URL(on.url()).searchParams;

  beforeAll(async () => {
    server = await startServer({ DEMO: '1' });
    browser = await launch();
    context = await newContext();
    page = await newPage(context);
    faults = await guarded(page);
    await enter(page, server.url);
    // A data scope of the colleague hides the amount.
    const scopes = await call(page, 'GET', '/blade-system/data-scope/list?size=100');
    const scope = scopes.records.find(({ resourceCode }: { resourceCode: string }) => resourceCode === 'order_own');
    const scopeField = Object.keys(order.fields)
      .filter((name) => name !== 'totalAmount')
      .join(',');
    await call(page, 'POST', '/blade-system/data-scope/submit', { ...scope, scopeField });
    const people = await call(page, 'GET', `/blade-system/user/page?account=${account}`);
    const made = await call(page, 'POST', '/blade-system/user/reset-password', { userIds: people.records[0].id });
    word = made[0].oneTimeWord;
  }, BUILD_LIMIT_MS);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    expect(faults?.()).toEqual([]);
  });

  it('keeps its columns, and shares them with its conditions as a view', async () => {
    await page.goto(`${server.url}/lease/order`);
    await page.locator('tr[data-row]').first().waitFor();
    await page.getByRole('button', { name: '列设置' }).click();
    const panel = page.getByRole('dialog', { name: '列设置' });
    await panel.getByRole('checkbox', { name: '到期日' }).check();
    await panel.getByRole('checkbox', { name: '产品名称' }).uncheck();
    await soon(() => panel.getByRole('checkbox', { name: '合同编号', exact: true }).isDisabled(), true);
    await panel.getByRole('button', { name: '固定总金额(元)' }).click();
    await panel.getByRole('checkbox', { name: '到期日' }).focus();
    for (let step = 0; step < 3; step++) await page.keyboard.press('Alt+ArrowUp');
    await panel.getByText(/到期日已移至第 \d+ 列/).waitFor({ state: 'attached' });
    const width = panel.getByRole('spinbutton', { name: '年化利率的列宽（像素）' });
    await width.fill('150');
    await page.keyboard.press('ArrowUp');
    await soon(() => width.inputValue(), '160');
    expect(await complaints(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const shaped = await heads(page);
    expect(shaped.slice(1, 3)).toEqual(['合同编号', '总金额(元)']);
    expect(shaped.includes('产品名称')).toBe(false);
    expect(shaped.indexOf('到期日')).toBe(shaped.length - 5);

    const head = page.getByRole('columnheader', { name: '客户名称' });
    const widthOf = async () => (await head.boundingBox())!.width;
    const before = await widthOf();
    const box = (await head.boundingBox())!;
    await page.mouse.move(box.x + box.width - 3, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width + 57, box.y + 10, { steps: 4 });
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/list-view/shape'));
    await page.mouse.up();
    expect(Math.round((await widthOf()) - before)).toBe(60);
    expect((await saved).status()).toBe(200);
    await page.reload();
    await page.getByRole('columnheader', { name: '到期日' }).waitFor();
    expect(await heads(page)).toEqual(shaped);

    await inForce(page).click();
    await page.waitForURL(/view=active/);
    await page.getByRole('columnheader', { name: '起租日期' }).getByRole('button').click();
    await page.waitForURL(/descs=interestDate/);
    await page.getByRole('button', { name: '存为视图' }).click();
    const form = page.getByRole('dialog', { name: '存为视图' });
    await form.getByLabel('视图名称').fill('在租到期');
    await form.getByRole('radio', { name: '可查看此列表的所有人' }).check();
    expect(await complaints(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await form.waitFor({ state: 'detached' });
    await page.waitForURL(/\?view=\d+$/);
    await soon(() => pill(page, /在租到期/).getAttribute('aria-pressed'), 'true');
    await pill(page, /在租到期\s*\d+/).waitFor();
  });

  it('opens as a link: the same view for a colleague without the hidden column, the same conditions for anyone', async () => {
    const view = page.url();
    const theirs = await newContext();
    const other = await newPage(theirs);
    await other.goto(`${server.url}/login`);
    await other.locator('input[name=username]').fill(account);
    await other.locator('input[name=password]').fill(word);
    await other.keyboard.press('Enter');
    const form = other
      .getByRole('alertdialog', { name: '修改一次性密码' })
      .or(other.getByRole('dialog', { name: '修改一次性密码' }));
    await form.locator('input[name=oldPassword]').fill(word);
    for (const name of ['newPassword', 'newPassword1']) await form.locator(`input[name=${name}]`).fill(ownPassword);
    await form.getByRole('button', { name: '修改密码' }).click();
    await form.waitFor({ state: 'detached' });
    await menuLink(other, '订单管理'); // the menus of the role have arrived
    await other.goto(view);
    await pill(other, /在租到期/).waitFor();
    await other.getByRole('columnheader', { name: '到期日' }).waitFor();
    const shown = await heads(other);
    expect([shown.includes('总金额(元)'), shown.includes('产品名称'), shown[1]]).toEqual([false, false, '合同编号']);
    await soon(() => pill(other, /在租到期/).getAttribute('aria-pressed'), 'true');
    await soon(() => inForce(other).getAttribute('aria-pressed'), 'true');

    const name = await page
      .locator('tr[data-row] [data-part=name], tr[data-row] td:nth-child(4)')
      .first()
      .textContent();
    await page.getByRole('search').getByLabel('客户名称').fill(name!.slice(0, 2));
    await page.getByRole('button', { name: '搜索', exact: true }).click();
    await page.waitForURL(/customerName=/);
    expect([...searchOf(page).keys()].sort()).toEqual(['businessStatus', 'customerName', 'descs']);
    await page.locator('[data-table-scroller][aria-busy=false]:visible').waitFor();
    const found = await rows(page);
    const copy = await newPage(context);
    await copy.goto(page.url());
    await copy.locator('tr[data-row]').first().waitFor();
    expect(await rows(copy)).toEqual(found);
    await soon(() => copy.getByRole('search').getByLabel('客户名称').inputValue(), name!.slice(0, 2));
  });
});
