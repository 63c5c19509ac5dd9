/** Finance staff import a bank's statement, book what is clear, and pay by a file: with the real server. */
import type { Browser, Page } from 'playwright-core';
import { complaints } from '../support/axe';
import { icbcCsv, workbook } from '../support/bankFiles';
import { BUILD_LIMIT_MS, launch, type RunningServer, startServer } from '../support/browser';
import { type Caller, callerOf } from '../support/caller';
import { enter, guarded } from '../support/desk';

jest.setTimeout(90_000);

let server: RunningServer;
let browser: Browser;
let caller: Caller;
let page: Page;
let faults: () => string[];
beforeAll(async () => {
  server = await startServer();
  browser = await launch();
  caller = await callerOf(server.url);
  const context = await browser.newContext({
    locale: 'zh-CN',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  page.setDefaultTimeout(20_000);
  faults = await guarded(page);
  await enter(page, server.url);
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

interface Row {
  id: string;
  orderId: string;
  contractCode: string;
  customerName: string;
  openAmount: string;
  businessStatus: number;
  isFrozen: number;
}
/** The oldest unpaid instalments of running orders, one of each order. */
async function due(): Promise<Row[]> {
  const query = { payStatus: 0, size: 200, ascs: 'paymentDate' };
  const { records } = (await caller.get('/blade-paymentPlan/paymentPlan/page', query)).body.data;
  const seen = new Set<string>();
  return (records as Row[]).filter(({ orderId, businessStatus, isFrozen }) => {
    const isFirst = businessStatus === 6 && isFrozen !== 1 && !seen.has(orderId);
    seen.add(orderId);
    return isFirst;
  });
}
function shown() {
  return page.locator('[data-kept-page]:visible');
}
async function choose(button: string, name: string, bytes: Buffer): Promise<void> {
  const dialog = page.waitForEvent('filechooser');
  await shown().getByRole('button', { name: button }).press('Enter');
  await (await dialog).setFiles({ name, mimeType: 'application/octet-stream', buffer: bytes });
}

it('imports a statement, says why each line matches, and books what is clear', async () => {
  const [one, two] = await due();
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const lines = [
    ...[one!, two!].map(({ openAmount, contractCode, customerName }, at) => ({
      day: today,
      amount: `-${openAmount}`,
      name: customerName,
      purpose: `付租金 ${contractCode}`,
      serial: `B${at}`,
    })),
    { day: today, amount: '-7.77', name: '银行', purpose: '手续费', serial: 'B9' },
  ];
  const file = icbcCsv({ account: '1001234567890123456', opening: '10000000.00', lines });
  await page.goto(`${server.url}/lease/statement`);
  await choose('导入流水', '对账单.csv', file);
  await shown()
    .getByRole('heading', { level: 1, name: /工商银行/ })
    .waitFor();
  await shown().getByText(`用途中有合同编号 ${one!.contractCode}`).waitFor();
  expect(await complaints(page)).toEqual([]);
  await shown().getByRole('button', { name: '确认全部明确匹配（2）' }).press('Enter');
  await shown().getByRole('button', { name: '已处理 2' }).press('Enter');
  expect(
    await shown()
      .getByRole('link', { name: /^FK\d+/ })
      .count(),
  ).toBe(2);

  // A fee needs no booking, but a reason.
  await shown().getByRole('button', { name: '待认领 1' }).press('Enter');
  await shown().getByLabel('选择第 5 行').check();
  await shown().getByRole('button', { name: '忽略', exact: true }).press('Enter');
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await dialog.getByRole('textbox').fill('银行手续费');
  await dialog.getByRole('button', { name: '忽略' }).press('Enter');
  await shown().getByRole('button', { name: '已处理 3' }).waitFor();
  expect(faults()).toEqual([]);
});

it('makes a payment file in the workbench, sends it, downloads it and takes the answer', async () => {
  const [row] = await due();
  await page.goto(`${server.url}/lease/payments?ids=${row!.id}`);
  await shown()
    .getByRole('row', { name: new RegExp(row!.contractCode) })
    .getByRole('checkbox')
    .check();
  await shown().getByRole('button', { name: '生成付款文件' }).press('Enter');
  await page.getByRole('button', { name: '招商银行' }).press('Enter');
  await shown().getByRole('heading', { level: 1, name: /^FF/ }).waitFor();
  await shown().getByRole('button', { name: '提交' }).press('Enter');
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: '提交' }).press('Enter');
  const download = page.waitForEvent('download');
  await shown().getByRole('button', { name: '导出 CSV' }).press('Enter');
  const text = await (await download).createReadStream().then(async (stream) => {
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part as Buffer);
    return Buffer.concat(parts).toString();
  });
  const reference = /FF\d+/.exec(text)![0];
  expect(text).toContain(row!.openAmount);
  expect(await complaints(page)).toEqual([]);
  const result = await workbook([
    ['业务参考号', '状态', '失败原因'],
    [reference, '失败', '账号已销户'],
  ]);
  await choose('导入回盘结果', '回盘.xlsx', result);
  await shown().getByText('失败：账号已销户').waitFor();
  expect(faults()).toEqual([]);
});
