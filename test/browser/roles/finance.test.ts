/** A day of the finance officer, a colleague and the risk officer who approves: a bank statement, a payment file, a receipt taken back. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { approvalActs } from '../../../contract/domain/approvals';
import { add, formatMoney } from '../../../contract/domain/money';
import { readSheet } from '../../../server/kernel/sheets/readSheet';
import { icbcCsv, workbook } from '../../support/bankFiles';
import { BUILD_LIMIT_MS } from '../../support/browser';
import { choose, claimFirst, dataOf, decide, shown, startWorkday, told, type Workday } from '../../support/workday';

jest.setTimeout(90_000);

let day: Workday;
let officer: Page;
let colleague: Page;
let risk: Page;
beforeAll(async () => {
  const held = [approvalActs.payBatchSend.number];
  day = await startWorkday(['gu.xizhou', 'luo.weian', 'he.qingye'], { held });
  officer = await day.open('gu.xizhou');
  colleague = await day.open('luo.weian');
  risk = await day.open('he.qingye');
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await day?.end();
});

interface Due {
  id: string;
  orderId: string;
  contractCode: string;
  customerName: string;
  openAmount: string;
  direction: number;
  lateOpen: string;
  paidAmount: string;
  payStatus: number;
}

it('reads at home which of the coming instalments are received, and which are paid', async () => {
  await choose(officer, '首页');
  const coming = officer.getByRole('list', { name: '近 7 日到期' });
  for (const word of ['待收', '待付']) await coming.getByText(`${word} · `).first().waitFor();
});
const planPath = '/blade-paymentPlan/paymentPlan';
async function due(direction: number): Promise<Due[]> {
  const query = { payStatus: 0, direction, size: 100, ascs: 'paymentDate' };
  return dataOf(await day.admin.get(`${planPath}/page`, query)).records;
}
async function row(id: string): Promise<Due> {
  return dataOf(await day.admin.get(`${planPath}/detail`, { id }));
}
async function today(): Promise<string> {
  return dataOf(await day.admin.get('/blade-collection/collection/standing')).today;
}
async function upload(page: Page, button: string, file: { name: string; buffer: Buffer }) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    shown(page).getByRole('button', { name: button }).first().click(),
  ]);
  await chooser.setFiles({ ...file, mimeType: 'application/octet-stream' });
}

let receiptNo: string;
let statement: string;
let paid: Due;
it('books a statement of the bank: what is clear at once, the rest by hand', async () => {
  // Nothing else is owed with it: what comes in pays late charges first.
  paid = (await due(2)).find(({ lateOpen, paidAmount }) => lateOpen === '0.00' && paidAmount === '0.00')!;
  const valueDate = await today();
  const lines = [
    { day: valueDate, amount: paid.openAmount, name: paid.customerName, purpose: paid.contractCode, serial: 'R1' },
    { day: valueDate, amount: '77.77', name: '未知单位', purpose: '往来款', serial: 'R2' },
  ];
  await choose(officer, '银行流水');
  const buffer = icbcCsv({ account: '1001234567890123456', opening: '1000.00', lines });
  await upload(officer, '导入流水', { name: '对账单.csv', buffer });
  await officer.waitForURL('**/lease/statement/detail/*');
  statement = new URL(officer.url()).pathname;
  const page = shown(officer);
  const line = page.getByRole('row', { name: paid.customerName });
  // Why it fits can be read whole.
  const why = line.getByText(/合同编号/);
  await why.waitFor();
  const room = await why.evaluate(
    (it) => it.getBoundingClientRect().bottom - it.closest('tr')!.getBoundingClientRect().bottom,
  );
  expect(room).toBeLessThanOrEqual(0);
  await officer.setViewportSize({ width: 1680, height: 900 });
  await officer.waitForTimeout(300);
  expect(await why.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await line.getByRole('checkbox').check();
  await page.getByRole('button', { name: '确认所选（1）' }).click();
  const question = officer.getByRole('alertdialog', { name: '确认入账？' });
  await question.getByText(`1 笔流水入账，合计 ${formatMoney(paid.openAmount)} 元`).waitFor();
  await question.getByRole('button', { name: '确认入账' }).click();
  await told(officer, '已入账 1 笔');
  receiptNo = (await line.getByRole('link', { name: /^SK/ }).textContent())!;

  const strange = page.getByRole('row', { name: '未知单位' });
  await strange.getByRole('checkbox').check();
  await page.getByRole('button', { name: '登记为待认领' }).click();
  await question.getByText(/^待认领 [\d,.]+$/).waitFor();
  await question.getByRole('button', { name: '确认入账' }).click();
  await strange.getByRole('link', { name: /^SK/ }).waitFor();
  expect(await row(paid.id)).toMatchObject({ payStatus: 1, openAmount: '0.00' });
});

it('cannot take back what it booked; the colleague does, and the instalment is due again', async () => {
  const reverse = async (page: Page) => {
    await choose(page, '收付款流水');
    await shown(page).getByRole('row', { name: receiptNo }).getByRole('button', { name: '冲正', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: `冲正 ${receiptNo}` });
    const opened = question.getByRole('table', { name: '恢复待付的期次' });
    await opened.getByRole('row', { name: paid.contractCode }).getByText(formatMoney(paid.openAmount)).last().waitFor();
    await opened.getByRole('row', { name: '恢复待付合计' }).getByText(formatMoney(paid.openAmount)).last().waitFor();
    await question.getByRole('textbox').fill('入错合同');
    await question.getByRole('button', { name: '冲正', exact: true }).click();
    return question;
  };
  await reverse(officer);
  await officer.getByText('不能冲正自己登记的收付款').first().waitFor();
  expect(await row(paid.id)).toMatchObject({ payStatus: 1 });
  await officer.keyboard.press('Escape');
  await reverse(colleague);
  await told(colleague, '已冲正');
  expect(await row(paid.id)).toMatchObject({ payStatus: 0, openAmount: paid.openAmount });
});

it('undoes a line of the bank after reading what that comes to', async () => {
  await colleague.goto(`${day.server.url}${statement}`);
  const page = shown(colleague);
  await page.getByRole('button', { name: /^已处理/ }).click();
  const strange = page.getByRole('row', { name: '未知单位' });
  await strange.getByRole('checkbox').check();
  await page.getByRole('button', { name: '撤销', exact: true }).click();
  const question = colleague.getByRole('alertdialog', { name: /^撤销流水处理/ });
  await question.getByText('1 笔，合计 77.77').waitFor();
  await question.getByText('未入账至任何期次').waitFor();
  await question.getByText('待认领变动').waitFor();
  await question.getByRole('textbox').fill('对方重复汇款');
  await question.getByRole('button', { name: '撤销处理' }).click();
  await told(colleague, '流水已恢复为待处理');
  await strange.waitFor({ state: 'detached' });
});

it('pays by a file: drafted, agreed to by the risk officer, downloaded, and answered by the bank', async () => {
  const [first] = await due(1);
  await officer.goto(`${day.server.url}/lease/payments?orderId=${first!.orderId}`);
  const bench = shown(officer);
  await bench.getByRole('checkbox').nth(1).check();
  await bench.getByRole('button', { name: '生成代付文件' }).click();
  await officer.getByRole('alertdialog').getByRole('button', { name: '招商银行' }).click();
  await officer.waitForURL('**/lease/payfile/detail/*');
  const path = new URL(officer.url()).pathname;
  const id = path.slice(path.lastIndexOf('/') + 1);
  await shown(officer).getByRole('button', { name: '提交', exact: true }).click();
  await officer.getByRole('alertdialog').getByRole('button', { name: '提交' }).click();
  await told(officer, '已提交审批');

  await claimFirst(risk);
  await decide(risk, '同意', '金额与计划一致');
  await colleague.goto(day.server.url + path);
  const [download] = await Promise.all([
    colleague.waitForEvent('download'),
    shown(colleague).getByRole('button', { name: '导出 CSV' }).click(),
  ]);
  const sheet = await readSheet(await readFile(await download.path()));
  const cells = [sheet.head, ...sheet.rows].map((one) => one.cells.map((cell) => cell?.text ?? ''));
  const [head, payment] = cells;
  const cell = (name: string) => payment![head!.indexOf(name)]!;
  const [reference, account, payee, amount] = ['业务参考号', '收款人账号', '收款人名称', '付款金额'].map(cell) as [
    string,
    string,
    string,
    string,
  ];
  const result = await workbook([
    ['业务参考号', '收款人账号', '收款人名称', '付款金额', '处理状态', '失败原因', '银行流水号', '交易日期'],
    [reference, account, payee, amount, '交易成功', '', 'BK1', (await today()).replaceAll('-', '')],
  ]);
  await upload(colleague, '导入回盘结果', { name: '回盘.xlsx', buffer: result });
  const question = colleague.getByRole('alertdialog', { name: /^导入回盘结果/ });
  await question.getByText(`1 笔，${formatMoney(first!.openAmount)} 元`).waitFor();
  const booked = question.getByRole('row', { name: '入账合计' });
  await booked.getByText(formatMoney(first!.openAmount)).waitFor();
  await question.getByRole('button', { name: '确认导入' }).click();
  await told(colleague, '已导入回盘结果');
  await shown(colleague).getByRole('link', { name: /^FK/ }).waitFor();
  const [item] = dataOf(await day.admin.get('/blade-bank/batch/items', { id }));
  expect(item).toMatchObject({
    amount: first!.openAmount,
    orderId: first!.orderId,
    receiptNo: expect.stringMatching(/^FK/),
  });
  expect(add(amount, '0')).toBe(first!.openAmount);
  expect(day.faults()).toEqual([]);
});
