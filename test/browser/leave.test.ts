/**
 * A leave request as three people see it: started, rejected, sent again, approved by the chosen person, claimed and
 * approved by personnel. The server is killed while it waits for the applicant, and the request goes on.
 */
import { rmSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { complaints } from '../support/axe';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { enter, goByMenu, guarded } from '../support/desk';
import { staffOf } from '../support/staff';

jest.setTimeout(120_000);

let server: RunningServer;
let again: RunningServer | undefined;
let browser: Browser;
const people: Record<'applicant' | 'leader' | 'personnel', Page> = {} as never;
const faults: (() => string[])[] = [];

async function open(account: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
  const page = await context.newPage();
  faults.push(await guarded(page));
  await enter(page, server.url, account);
  return page;
}

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ DEMO: '0' }), launch()]);
  const staff = staffOf(server.url);
  const menus = ['我的事务'];
  await staff.addPerson('lijing', { realName: '李静', menus, roleAlias: 'leader' });
  await staff.addPerson('zhaomin', { realName: '赵敏', menus, roleAlias: 'hr' });
  people.applicant = await open('admin');
  people.leader = await open('lijing');
  people.personnel = await open('zhaomin');
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await again?.stop();
  await server?.stop();
  // the database of the server that was killed may still be ending
  rmSync(server.dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

function shown(page: Page) {
  return page.locator('[data-kept-page]:visible');
}
const lists = { start: '发起事务', claim: '待签收事务', todo: '待办事务', send: '我发起的' };
/** Opens the only request of a list, by the button of its row. */
async function take(page: Page, list: keyof typeof lists, button: string) {
  await goByMenu(page, lists[list]);
  await page.waitForURL(new RegExp(`/work/${list}`));
  const row = shown(page).getByRole('row', { name: '请假流程' });
  await row.getByRole('button', { name: button, exact: true }).click();
}
async function decide(page: Page, comment: string, button: string, said: string) {
  await shown(page).getByLabel('批复意见').fill(comment);
  await shown(page).getByRole('button', { name: button, exact: true }).click();
  await page.getByText(said).first().waitFor();
  await page.waitForURL(/\/work\/todo/);
}
async function markOf(page: Page, id: string): Promise<string | undefined> {
  const names = await shown(page).locator(`[data-element-id="${id}"].djs-element`).getAttribute('class');
  return /FlowDiagram-(\w+)/.exec(names ?? '')?.[1];
}
async function marksOf(page: Page, ...ids: string[]) {
  await shown(page).locator('.djs-element').first().waitFor();
  return Promise.all(ids.map((id) => markOf(page, id)));
}

it('is asked for, rejected, sent again after the server was killed, and approved by two people', async () => {
  const { applicant, leader, personnel } = people;
  await take(applicant, 'start', '发起');
  const form = shown(applicant);
  await form.getByRole('button', { name: '提交' }).waitFor();
  expect(await form.locator('form').evaluate((one) => one.querySelector('input') === document.activeElement)).toBe(
    true,
  );
  await form.getByRole('button', { name: '提交' }).click();
  await form.getByText('请选择审批人').waitFor();
  expect(await complaints(applicant)).toEqual([]);
  await form.getByRole('combobox').fill('李');
  await applicant.getByRole('option', { name: '李静' }).click();
  await form.getByLabel('开始时间').fill('2026-12-01 09:00');
  await form.getByLabel('结束时间').fill('2026-12-06 18:00');
  await form.getByLabel('请假理由').fill('家中有事，需要回去处理。'.repeat(20));
  await form.getByText('共 6 天').waitFor();
  await form.getByRole('button', { name: '提交' }).click();
  await applicant.waitForURL(/\/work\/send/);
  await shown(applicant).getByRole('row', { name: '部门主管审批' }).waitFor();

  await take(leader, 'todo', '办理');
  await shown(leader).getByText('审批中').waitFor();
  // A long reason can be read to its end.
  const beyond = await shown(leader)
    .getByText('家中有事')
    .evaluate((one) => one.getBoundingClientRect().right - innerWidth);
  expect(beyond).toBeLessThan(0);
  expect(await marksOf(leader, 'start', 'f_submit', 'leader', 'adjust')).toEqual([
    'done',
    'line',
    'running',
    undefined,
  ]);
  await shown(leader).getByRole('button', { name: '驳回', exact: true }).click();
  await shown(leader).getByText('驳回时请填写批复意见').waitFor();
  await leader.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA'); // it has the focus
  expect(await complaints(leader)).toEqual([]);
  await decide(leader, '请写明原因', '驳回', '已驳回');

  process.kill(server.pid, 'SIGKILL');
  await server.exited;
  again = await startServer({ DEMO: '0', DATA_DIR: server.dataDir, PORT: new URL(server.url).port });

  await take(applicant, 'todo', '办理');
  await shown(applicant).getByText('待调整').waitFor();
  await shown(applicant).getByText('请写明原因').waitFor();
  await shown(applicant).getByLabel('请假理由').fill('陪同家人就医');
  await decide(applicant, '已补充', '重新提交', '办理成功');

  await leader.reload(); // its list was being read when the server ended
  await take(leader, 'todo', '办理');
  await shown(leader).getByText('陪同家人就医').waitFor();
  await decide(leader, '同意', '同意', '办理成功');

  await take(personnel, 'claim', '签收');
  await personnel.getByText('签收成功').waitFor();
  await take(personnel, 'todo', '办理');
  expect(await marksOf(personnel, 'leader', 'adjust', 'hr', 'approved')).toEqual([
    'done',
    'done',
    'running',
    undefined,
  ]);
  await decide(personnel, '同意', '同意', '办理成功');

  await take(applicant, 'send', '详情');
  await shown(applicant).getByText('已通过').waitFor();
  expect(await marksOf(applicant, 'hr', 'f_hrPassed', 'approved')).toEqual(['done', 'line', 'done']);
  const history = await shown(applicant).locator('ol li strong').allTextContents();
  expect(history).toEqual([
    '提交申请',
    '部门主管审批 · 驳回',
    '是否同意',
    '调整申请 · 同意',
    '是否重新提交',
    '部门主管审批 · 同意',
    '是否同意',
    '是否超过三天',
    '人事复核 · 同意',
    '复核结果',
    '审批通过',
  ]);
  expect(await complaints(applicant)).toEqual([]);
  expect(faults.flatMap((found) => found())).toEqual([]);
});
