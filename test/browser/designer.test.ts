/** A process is drawn from nothing, saved, deployed and worked off; files go out and come in. */
import { readFileSync } from 'node:fs';
import { BpmnModdle } from 'bpmn-moddle';
import type { Browser, Page } from 'playwright-core';
import { leasedesk } from '../../contract/domain/bpmn/words';
import { type Part, partsOf, textOf } from '../../src/features/flow/designer/moddle';
import { complaints } from '../support/axe';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { enter, guarded } from '../support/desk';
import { diagram } from '../support/diagrams';
import { soon } from '../support/soon';

jest.setTimeout(120_000);

let server: RunningServer;
let browser: Browser;
let page: Page;
let faults: () => string[];

beforeAll(async () => {
  server = await startServer({ DEMO: '0' });
  browser = await launch();
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  faults = await guarded(page);
  await enter(page, server.url);
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});
afterEach(() => expect(faults()).toEqual([]));

const shown = () => page.locator('[data-kept-page]:visible');
const panel = () => shown().getByRole('region', { name: '属性' });
const pad = (entry: string) => shown().locator(`.djs-context-pad.open [data-action="${entry}"]`).click();
const entryOf = (id: string) => shown().locator(`[data-element-id="${id}"].djs-element`);
const elements = () => panel().getByLabel('元素', { exact: true });
const command = (name: string | RegExp) => shown().getByRole('button', { name }).click();
/** Types the name of the element that was just added; its text field has the focus. */
const typeName = async (name: string) => {
  await shown().locator('.djs-direct-editing-content').waitFor();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
};
const pickPerson = async () => {
  await panel().getByLabel('候选人员').click();
  await page.locator('[role=listbox]:visible [role=option]', { hasText: '管理员' }).click();
  await panel()
    .getByRole('button', { name: /移除 管理员/ })
    .waitFor();
};
const toast = (text: string) => page.getByRole('status').getByText(text).last().waitFor();

/** A call of the server as the person who is signed in. */
async function call(method: 'get' | 'post', path: string, more: { params?: object; data?: object } = {}): Promise<any> {
  const cookie = await page.evaluate(() => /accessToken=([^;]+)/.exec(document.cookie)?.[1] ?? '');
  const headers = { 'Blade-Auth': `bearer ${JSON.parse(decodeURIComponent(cookie))}` };
  const answer = await page.request[method](`${server.url}/api${path}`, { headers, ...(more as object) });
  const body = await answer.json();
  expect([path, body.code, body.msg]).toEqual([path, 200, expect.any(String)]);
  return body.data;
}
/** Claims and completes the one open task of the instance; answers its name. */
async function complete(): Promise<string> {
  const { records } = await call('get', '/blade-flow/work/claim-list');
  expect(records).toHaveLength(1);
  const { taskId, taskName } = records[0];
  await call('post', '/blade-flow/work/claim-task', { params: { taskId } });
  await call('post', '/blade-flow/work/complete-task', { data: { taskId, comment: '同意', flag: 'ok' } });
  return taskName;
}

it('is drawn from nothing with mouse and keyboard, saved and deployed, and runs to its end', async () => {
  await page.goto(`${server.url}/flow/model`);
  await command('新增');
  const form = page.getByRole('dialog');
  await form.getByLabel('模型名称').fill('报销审批');
  await form.getByLabel('模型标识').fill('expense');
  await page.keyboard.press('Control+Enter');
  await shown().getByRole('row', { name: '报销审批' }).getByText('报销审批').click();

  const drawing = shown().getByRole('application', { name: '流程画布' });
  await shown().locator('.djs-palette').waitFor();
  const { x, y } = (await drawing.boundingBox())!;
  await shown().getByLabel('开始事件').click();
  for (const at of [180, 200]) await page.mouse.move(x + at, y + 300);
  await page.mouse.down();
  await page.mouse.up();
  await command('添加字段');
  const field = panel().getByRole('group', { name: '字段 1' });
  await field.getByLabel('显示名称', { exact: true }).fill('天数');
  await field.getByLabel('显示名称（English）').fill('Days');
  await field.getByLabel('变量名').fill('days');
  await field.getByLabel('类型').selectOption({ label: '整数' });

  // All that the package says is said in Chinese.
  const titles = await shown()
    .locator('.djs-palette .entry, .djs-context-pad.open .entry')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.getAttribute('title') ?? ''));
  expect(titles.length).toBeGreaterThan(20);
  expect(titles.filter((title) => !/^\p{Script=Han}/u.test(title))).toEqual([]);

  await pad('append.append-task');
  await typeName('经理审批');
  await pad('replace');
  const menu = shown().locator('.djs-popup');
  await menu.getByText('服务任务').waitFor();
  expect(await menu.locator('.djs-popup-body .entry').allTextContents()).toEqual([
    ...['任务', '服务任务', '人工任务', '子流程'],
  ]);
  await page.keyboard.press('Escape');
  await pickPerson();
  await pad('append.gateway');
  await page.keyboard.press('Escape');
  await panel().getByLabel('标识', { exact: false }).fill('verdict');
  await pad('append.append-task');
  await typeName('总监审批');
  await pickPerson();
  await pad('append.end-event');
  await page.keyboard.press('Escape');
  await panel().getByLabel('标识', { exact: false }).fill('done');

  // Without the mouse: the gateway is chosen in the list, and led to the end.
  await elements().selectOption('verdict');
  await panel().getByLabel('连接到').selectOption('done');
  await soon(() => panel().getByLabel('默认流').locator('option').count(), 3);
  await panel().getByLabel('默认流').selectOption({ index: 2 });
  // An element that is added follows the selected one.
  await elements().selectOption('verdict');
  const lines = shown().locator('.djs-connection');
  const before = await lines.count();
  await command('添加元素');
  await page.getByRole('menuitem', { name: '服务任务', exact: true }).click();
  await lines.nth(before).waitFor();
  await command('撤销');
  await lines.nth(before).waitFor({ state: 'detached' });
  await elements().selectOption('verdict');
  const flows = await elements()
    .locator('option', { hasText: '顺序流' })
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  await elements().selectOption(flows[2]!);
  await panel()
    .getByRole('textbox', { name: '条件' })
    .fill('$' + '{days > 3}');
  await page.keyboard.press('Control+z'); // in a text field: its own
  await panel()
    .getByRole('textbox', { name: '条件' })
    .fill('$' + '{days > 3}');
  expect(await complaints(page)).toEqual([]);

  // Typing is one step of undo, and so is what is done with the keyboard in the drawing.
  await elements().selectOption('done');
  await panel().getByLabel('名称', { exact: true }).pressSequentially('结束');
  await command('撤销');
  await soon(() => panel().getByLabel('名称', { exact: true }).inputValue(), '');
  await drawing.focus();
  await page.keyboard.press('Delete');
  await entryOf('done').first().waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await entryOf('done').first().waitFor();

  await shown().getByText('未保存', { exact: true }).waitFor();
  await page.keyboard.press('Control+s');
  await toast('已保存');
  await shown().getByText('未保存', { exact: true }).waitFor({ state: 'detached' });
  await command('检查');
  await toast('检查通过，可以部署');
  await command('部署');
  const deploying = page.getByRole('dialog', { name: '部署“报销审批”' });
  // What is deployed as leave opens the form of leave, and the dialog says so.
  const leave = deploying.getByText(/用请假表单发起/);
  await deploying.getByLabel('流程分类').selectOption({ label: '请假流程' });
  await leave.waitFor();
  await deploying.getByLabel('流程分类').selectOption({ label: '报销流程' });
  await leave.waitFor({ state: 'detached' });
  await deploying.getByRole('button', { name: '部署' }).click();
  await toast('已部署');

  const { records } = await call('get', '/blade-flow/work/start-list', { params: { size: 50 } });
  const { id } = records.find(({ key }: { key: string }) => key === 'expense');
  await call('post', '/blade-flow/work/start', { data: { processDefinitionId: id, variables: { days: 5 } } });
  expect([await complete(), await complete()]).toEqual(['经理审批', '总监审批']);
  await page.goto(`${server.url}/flow/follow`);
  const row = shown().getByRole('row', { name: '报销审批' });
  await row.getByText('已结束').waitFor();
  await row.getByRole('button', { name: '流程图' }).click();
  await page.locator('[role=dialog] .FlowDiagram-done[data-element-id=done]').waitFor();
  await page.keyboard.press('Escape');
});

it('goes out as a file that bpmn-moddle reads, and comes in with a fault that is shown at its element', async () => {
  const { records } = await call('get', '/blade-flow/model/list', { params: { modelKey: 'expense' } });
  await page.goto(`${server.url}/flow/model/design/${records[0].id}`);
  await shown().locator('.djs-palette').waitFor();
  const arriving = page.waitForEvent('download');
  await command('导出文件');
  const download = await arriving;
  expect(download.suggestedFilename()).toBe('expense.bpmn');
  const written = readFileSync(await download.path(), 'utf8');
  expect(written).toContain('<leasedesk:title language="en" text="Days" field="days" />');
  const { rootElement, warnings } = await new BpmnModdle({ leasedesk }).fromXML(written);
  expect(warnings).toEqual([]);
  const [process] = partsOf(rootElement as unknown as Part, 'rootElements');
  const all = partsOf(process, 'flowElements');
  const task = all.find((one) => textOf(one, 'name') === '经理审批');
  expect(task?.get('flowable:candidateUsers')).toMatch(/^\d+$/);
  expect(all.map(({ $type }) => $type).sort()).toEqual(
    [
      ...['bpmn:EndEvent', 'bpmn:ExclusiveGateway', 'bpmn:StartEvent', 'bpmn:UserTask', 'bpmn:UserTask'],
      ...Array<string>(5).fill('bpmn:SequenceFlow'),
    ].sort(),
  );

  const shapes = ['s', 'script', 'e'].map(
    (id, at) =>
      `<bpmndi:BPMNShape id="${id}_di" bpmnElement="${id}"><dc:Bounds x="${200 + 150 * at}" y="100" width="${at === 1 ? 100 : 36}" height="${at === 1 ? 80 : 36}"/></bpmndi:BPMNShape>`,
  );
  const drawn = diagram('expense', [
    'startEvent s',
    'scriptTask script name="计算" scriptFormat="groovy" | <script>1</script>',
    'endEvent e',
    'sequenceFlow f1 sourceRef="s" targetRef="script"',
    'sequenceFlow f2 sourceRef="script" targetRef="e"',
  ])
    .replace(
      '<definitions',
      '<definitions xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC"',
    )
    .replace(
      '</definitions>',
      `<bpmndi:BPMNDiagram id="d"><bpmndi:BPMNPlane id="p" bpmnElement="expense">${shapes.join('')}</bpmndi:BPMNPlane></bpmndi:BPMNDiagram></definitions>`,
    );
  const choosing = page.waitForEvent('filechooser');
  await command('导入文件');
  await (await choosing).setFiles({ name: 'other.bpmn', mimeType: 'application/xml', buffer: Buffer.from(drawn) });
  await entryOf('script').first().waitFor();
  await command('检查');
  const found = shown().getByRole('list', { name: '不能部署的原因' });
  await found.getByRole('button', { name: '计算 · 脚本任务' }).click();
  await shown().locator('.FlowEditor-fault[data-element-id=script]').waitFor();
  await soon(() => elements().inputValue(), 'script');
  await soon(() => panel().getByLabel('名称', { exact: true }).inputValue(), '计算');
  await panel().getByText('此类型的元素不能运行').waitFor();
  expect(await complaints(page)).toEqual([]);

  // Closing the tab asks about the imported file, which is not saved.
  await page.keyboard.press('Alt+w');
  await page.getByRole('alertdialog').getByRole('button', { name: '取消' }).click();
  // What is still being typed in the drawing is saved too.
  await entryOf('script').first().dblclick();
  await shown().locator('.djs-direct-editing-content').waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('核算');
  await page.keyboard.press('Control+s');
  await toast('已保存');

  await shown().getByText('未保存', { exact: true }).waitFor({ state: 'detached' });
  await soon(() => panel().getByLabel('名称', { exact: true }).inputValue(), '核算');

  // The two versions beside each other: what is new, what is gone.
  await command('历史版本');
  await shown().locator('.FlowDiagram-added[data-element-id=script]').waitFor();
  await shown().locator('.FlowDiagram-removed[data-element-id=verdict]').waitFor();
  expect(await shown().getByRole('listitem').filter({ hasText: '经理审批' }).textContent()).toContain('删除');
  expect(await complaints(page)).toEqual([]);

  // The exported file is deployed as another tool's would be; a drawing of it opens.
  await page.goto(`${server.url}/flow/manager`);
  await command('上传部署');
  const uploading = page.getByRole('dialog', { name: '上传并部署' });
  const choosingMany = page.waitForEvent('filechooser');
  await uploading.getByRole('button', { name: '选择文件' }).click();
  await (await choosingMany).setFiles([await download.path()]);
  await uploading.getByLabel('流程分类').selectOption({ index: 1 });
  await uploading.getByRole('button', { name: '部署' }).click();
  const newest = shown().getByRole('row', { name: 'v2' });
  await newest.getByRole('button', { name: '流程图' }).click();
  await page.locator('[role=dialog] .djs-shape[data-element-id=verdict]').waitFor();
});
