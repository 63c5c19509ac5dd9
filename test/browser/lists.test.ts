/** The list screens of the requirement documents: test/fixtures/lists.md against the pages, and their sizes, messages and defaults. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { moduleNamed } from '../../contract/modules';
import { headingOf } from '../../contract/schema/columns';
import { fieldOfColumn } from '../../src/features/crud/list/shape';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { enter, guarded } from '../support/desk';
import { soon } from '../support/soon';

jest.setTimeout(120_000);

/** The rows of the tables in test/fixtures/lists.md that begin with a heading of this name. */
function tableOf(heading: string): string[][] {
  const lines = readFileSync(join(__dirname, '../fixtures/lists.md'), 'utf8').split('\n');
  const from = lines.findIndex((line) => line.startsWith(`| ${heading} `));
  const cellsOf = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const end = lines.findIndex((line, at) => at > from && !line.startsWith('|'));
  return lines.slice(from + 2, end === -1 ? undefined : end).map(cellsOf);
}
function namesIn(cell = ''): string[] {
  return cell.split(' ').filter(Boolean);
}
const [lists, forms, sizes] = [tableOf('list'), tableOf('form'), tableOf('part')];
const pageOf = Object.fromEntries(lists.map(([name, path]) => [name, path]));

let server: RunningServer;
let browser: Browser;
let page: Page;
let faults: () => string[];
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ DEMO: '1', TESTER_MODE: '1' }), launch()]);
  const viewport = { width: 1920, height: 1000 };
  page = await (await browser.newContext({ viewport, locale: 'zh-CN', reducedMotion: 'reduce' })).newPage();
  faults = await guarded(page);
  await enter(page, server.url);
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  expect(faults?.()).toEqual([]);
});

function shown() {
  return page.locator('[data-kept-page]:visible');
}
function dialog() {
  return page.getByRole('dialog').last();
}
async function open(path: string): Promise<void> {
  await page.goto(server.url + path);
  await shown().locator('thead th').first().waitFor();
}
/** The headings of fields, or those in brackets behind them. */
function headingsOf(name: string, columns: readonly string[]): string[] {
  return columns.map((column) => {
    const [, field = '', own] = /^(\w+)(?:\((.+)\))?$/.exec(column) ?? [];
    return own ?? headingOf(fieldOfColumn(moduleNamed(name)!, field), 'zh');
  });
}
/** As it is laid out: a dialog that is still opening is drawn smaller. */
function widthOf(selector: string): Promise<number> {
  return page
    .locator(selector)
    .first()
    .evaluate((found) => (found as HTMLElement).offsetWidth);
}
/** The value of a field as the form shows it. */
async function valueShown(name: string): Promise<string> {
  const chosen = dialog().locator(`input[type=radio][name="${name}"]:checked`);
  if (await chosen.count())
    return chosen.evaluate((found) => (found as HTMLInputElement).labels![0]!.textContent!.trim());
  return dialog()
    .locator(`#form-${name}`)
    .evaluate((found) =>
      found instanceof HTMLSelectElement ? (found.selectedOptions[0]?.text ?? '') : (found as HTMLInputElement).value,
    );
}

describe('every list', () => {
  it.each(lists.map((row) => [row[0]!, row] as const))('%s has its columns', async (name, row) => {
    const [, path = '', columns, offered, none = ''] = row;
    await open(path);
    const heads = (await shown().locator('table').first().locator('thead th').allInnerTexts()).map((text) =>
      text.trim(),
    );
    const wanted = headingsOf(name, namesIn(columns));
    expect(heads.filter((head) => wanted.includes(head))).toEqual(wanted);
    expect(none.split('; ').every((one) => one === '' || /^[\w, ]+: \S/.test(one))).toBe(true);
    if (!offered) return;
    await shown().getByRole('button', { name: '列设置' }).click();
    const panel = page.getByRole('dialog', { name: '列设置' });
    await panel.waitFor();
    const items = (await panel.locator('li').allInnerTexts()).map((text) => text.trim());
    expect(headingsOf(name, namesIn(offered)).filter((head) => !items.includes(head))).toEqual([]);
  });

  it('begins with 10 rows, says what was done and asks before it removes', async () => {
    await open(pageOf.param!);
    const size = shown().getByLabel('10 条/页');
    await size.waitFor();
    await soon(
      () => size.locator('option').allTextContents(),
      [10, 30, 50, 100, 200].map((n) => `${n} 条/页`),
    );
    const toast = (text: string) => page.getByText(text, { exact: true }).waitFor();
    await shown().getByRole('button', { name: /^新增/ }).first().click();
    for (const name of ['paramName', 'paramKey', 'paramValue']) await page.locator(`#form-${name}`).fill('列表测试');
    await dialog().getByRole('button', { name: '保存' }).click();
    await toast('新增成功');
    const row = shown().getByRole('row').filter({ hasText: '列表测试' });
    await row.getByRole('button', { name: '编辑' }).click();
    await page.locator('#form-paramValue').fill('2');
    await dialog().getByRole('button', { name: '保存' }).click();
    await toast('更新成功');
    await row.getByRole('checkbox').check();
    await shown().getByRole('button', { name: /^删除/ }).first().click();
    const question = page.getByRole('alertdialog', { name: '提示' });
    await question.getByText('确定将选择数据删除?').waitFor();
    await question.getByRole('button', { name: /^删除/ }).click();
    await toast('删除成功');
    await shown().getByLabel('参数名称', { exact: true }).fill('没有这样的参数');
    await page.keyboard.press('Enter');
    await shown().getByText('没有符合').or(shown().getByText('暂无数据')).first().waitFor();
  });
});

describe('every form', () => {
  it.each(forms.map((row) => [row[0]!, row] as const))('%s says what it lacks', async (name, row) => {
    const [, width, required = '', defaults = ''] = row;
    await open(pageOf[name]!);
    await shown().getByRole('button', { name: /^新增/ }).first().click();
    await dialog().locator('form').waitFor();
    for (const part of await dialog().locator('details:not([open]) > summary').all()) await part.click();
    expect(await widthOf('[role=dialog]')).toBe(Number(width));
    for (const one of defaults.split(' · ').filter(Boolean)) {
      const [, field = '', value] = /^(\w+) (.*)$/.exec(one) ?? [];
      expect([field, await valueShown(field)]).toEqual([field, value]);
    }
    const wanted = required.split(' · ').map((one) => one.split(' ') as [string, string]);
    for (const [field] of wanted) {
      const input = page.locator(`input#form-${field}:not([readonly], [type=radio])`);
      if (await input.count()) await input.fill('');
    }
    await dialog().getByRole('button', { name: '保存' }).click();
    for (const [, message] of wanted) await dialog().getByText(message, { exact: true }).first().waitFor();
  });
});

/** px of the column in which a label stands. */
function labelWidth(text: string, within = page.locator('body')): Promise<number> {
  const label = within.locator('label').filter({ hasText: text }).first();
  return label.evaluate((found) => Number.parseFloat(getComputedStyle(found.parentElement!).gridTemplateColumns));
}
async function diagram(): Promise<void> {
  await page.goto(`${server.url}/test/index`);
  await page.getByLabel('流程定义（BPMN XML）').waitFor();
}
async function errorLog(column: number): Promise<number> {
  await page.goto(`${server.url}/wel/index`);
  await page.evaluate(() =>
    dispatchEvent(new ErrorEvent('error', { message: 'x', error: new Error('x'), filename: 'a.js', lineno: 1 })),
  );
  await page.getByRole('button', { name: /^本地日志/ }).click();
  return widthOf(`.LogTable-logTable thead th:nth-of-type(${column})`);
}
it.each(['param', 'dict'])('the list of %s asks when a record was made once its search is unfolded', async (name) => {
  await open(pageOf[name]!);
  const form = shown().locator('search form').first();
  await form.getByRole('button', { name: '搜索' }).waitFor();
  await soon(() => form.locator('[data-range]').count(), 0);
  await form.getByRole('button', { name: '展开' }).click();
  await form.locator('[data-range] input').first().fill('2999-01-01');
  const asked = page.waitForResponse((answer) => answer.url().includes('createTime_dategt='), { timeout: 10_000 });
  await form.getByRole('button', { name: '搜索' }).click();
  expect((await asked).status()).toBe(200);
  await shown()
    .getByText(/没有符合|暂无数据/)
    .first()
    .waitFor();
  await form.getByRole('button', { name: '清空' }).click();
  await form.getByRole('button', { name: '收起' }).click();
});

it('the error log of the browser calls an uncaught fault a bug', async () => {
  await errorLog(1);
  await soon(() => page.locator('.LogTable-logTable tbody td:nth-of-type(2)').first().textContent(), 'bug');
  await dialog().getByRole('button', { name: '关闭' }).click();
});

/** Measures of the table of sizes, by the name of its row. */
const measures: Record<string, () => Promise<number>> = {
  async 'labels of the form of an order'() {
    await page.goto(`${server.url}/lease/order/new`);
    await page.locator('label').filter({ hasText: '总金额' }).first().waitFor();
    return labelWidth('总金额');
  },
  async 'labels of the form of a job'() {
    await open(pageOf.jobinfo!);
    await shown().getByRole('button', { name: /^新增/ }).first().click();
    await dialog().locator('form').waitFor();
    return labelWidth('任务名称', dialog());
  },
  async 'row buttons of jobs'() {
    await open(pageOf.jobinfo!);
    return widthOf('[data-kept-page]:not([hidden]) thead th:last-child');
  },
  async 'dialog of a process diagram'() {
    await diagram();
    await page.getByLabel('流程实例编号').fill('1');
    await page.getByRole('button', { name: '打开流程图' }).click();
    await dialog().waitFor();
    return Math.round(((await widthOf('[role=dialog]')) / 1920) * 100);
  },
  async 'a process diagram on a page'() {
    await diagram();
    await page.getByRole('button', { name: '填入示例' }).last().click();
    const box = await page.locator('.FlowViewer-pane').first().boundingBox();
    return Math.round((box!.height / 1000) * 100);
  },
  'error log: type': () => errorLog(1),
  'error log: address': () => errorLog(2),
  'error log: time': () => errorLog(4),
};

describe('every size', () => {
  it.each(sizes.map(([part, size]) => [part!, Number.parseInt(size!, 10)] as const))('%s', async (part, size) => {
    expect(await measures[part]!()).toBe(size);
  });
});
