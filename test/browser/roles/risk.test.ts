/** A day of the risk officer: approvals with what they are about, and the collection desk. */
import type { Page } from 'playwright-core';
import { approvalActs } from '../../../contract/domain/approvals';
import { addDays } from '../../../contract/domain/calendar';
import { BUILD_LIMIT_MS } from '../../support/browser';
import { callerOf } from '../../support/caller';
import { goByMenu } from '../../support/desk';
import { claimFirst, dataOf, decide, shown, startWorkday, told, type Workday } from '../../support/workday';

jest.setTimeout(90_000);

let day: Workday;
let page: Page;
beforeAll(async () => {
  const held = [approvalActs.orderSubmit.number];
  day = await startWorkday(['lin.yumo', 'xu.qingyue', 'he.qingye'], { held });
  page = await day.open('he.qingye');
}, BUILD_LIMIT_MS);
afterAll(async () => {
  await day?.end();
});

/** Orders that a clerk asks to submit, and that the head of sales has agreed to. */
async function asked(amounts: readonly string[]): Promise<{ id: string; customerName: string }[]> {
  const clerk = await callerOf(day.server.url, 'lin.yumo');
  const lead = await callerOf(day.server.url, 'xu.qingyue');
  const { records } = dataOf(await clerk.get('/blade-product/product/page', { size: 1, status: 1 }));
  const made: { id: string; customerName: string }[] = [];
  for (const [at, totalAmount] of amounts.entries()) {
    const body = { realName: `待审客户${at + 1}`, tel: `1390000100${at}`, idType: 1, idNo: '11010519491231002X' };
    const customer = dataOf(await clerk.post('/blade-customer/customer/submit', { body }));
    const bank = { tel: body.tel, bankCardCode: '6222021234567890128', bankName: '工商银行' };
    const goods = { customerId: customer.id, productId: records[0].id, totalAmount };
    const order = dataOf(await clerk.post('/blade-order/order/submit', { body: { ...goods, ...bank } }));
    const query = { id: order.id, businessStatus: 1 };
    dataOf(await clerk.post('/blade-order/order/update-businessStatus', { query }));
    made.push({ id: order.id, customerName: body.realName });
  }
  const { records: tasks } = dataOf(await lead.get('/blade-flow/work/claim-list', { size: 50 }));
  expect(tasks).toHaveLength(amounts.length);
  for (const { taskId } of tasks) {
    dataOf(await lead.post('/blade-flow/work/claim-task', { query: { taskId } }));
    const body = { taskId, flag: 'ok', comment: '客户资质良好' };
    dataOf(await lead.post('/blade-flow/work/complete-task', { body }));
  }
  return made;
}
async function statusOf(id: string): Promise<number> {
  return dataOf(await day.admin.get('/blade-order/order/detail', { id })).businessStatus;
}

it('turns one order down with a reason and agrees to another', async () => {
  const orders = await asked(['200000', '300000']);
  const said = [
    ['驳回', '负债过高'],
    ['同意', '同意放款'],
  ] as const;
  const decided: { id: string }[] = [];
  for (const [button, comment] of said) {
    await claimFirst(page);
    // Whose order it is, and what it is before and would be after.
    await shown(page).getByText('待完善 → 待打款').waitFor();
    const names = orders.map(({ customerName }) => shown(page).getByText(customerName, { exact: true }));
    const at = (await names[0]!.count()) > 0 ? 0 : 1;
    await names[at]!.first().waitFor();
    decided.push(orders[at]!);
    await decide(page, button, comment);
  }
  const [bad, good] = decided;
  expect([await statusOf(good!.id), await statusOf(bad!.id)]).toEqual([1, 0]);
  const { records } = dataOf(await day.admin.get('/blade-flow/approval/list', { entityId: bad!.id }));
  expect(records).toMatchObject([{ state: 3, comment: expect.stringContaining('负债过高') }]);
});

it('works off a case of the collection desk: a call, then a promise that takes it off the list', async () => {
  await goByMenu(page, '催收台');
  const desk = shown(page);
  const row = desk.locator('tbody tr[data-row]').first();
  const code = (await row
    .getByText(/^HT\d+/)
    .first()
    .textContent())!;
  const form = page.getByRole('dialog', { name: /^登记催收/ });

  await row.getByRole('button', { name: '登记', exact: true }).click();
  await form.getByRole('button', { name: '保存' }).click();
  await form.getByText('请输入内容').waitFor();
  await form.getByLabel('内容').fill('已联系财务，周五前答复');
  await form.getByRole('button', { name: '保存' }).click();
  await told(page, '已登记');
  await row.getByText(/^电话 /).waitFor();

  const { records } = dataOf(await day.admin.get('/blade-collection/collection/queue', { part: 'all', size: 50 }));
  const { orderId, amount } = records.find(({ contractCode }: { contractCode: string }) => contractCode === code);
  const { today } = dataOf(await day.admin.get('/blade-collection/collection/standing'));
  await row.getByRole('button', { name: '登记', exact: true }).click();
  await form.getByLabel('方式').selectOption({ label: '承诺付款' });
  await form.getByLabel('承诺日期').fill(addDays(today, 3));
  await form.getByLabel('承诺金额').fill(amount);
  await form.getByRole('button', { name: '保存' }).click();
  await told(page, '已登记');
  await desk.locator('tbody tr[data-row]').getByText(code).waitFor({ state: 'detached' });
  await desk.getByRole('button', { name: /^已承诺/ }).click();
  await desk.locator('tbody tr[data-row]').getByText(code).waitFor();

  const { records: said } = dataOf(await day.admin.get('/blade-collection/collection/list', { orderId, size: 10 }));
  expect(said).toHaveLength(2);
  expect(said).toEqual(
    expect.arrayContaining([expect.objectContaining({ promiseAmount: amount, promiseDate: addDays(today, 3) })]),
  );
  expect(day.faults()).toEqual([]);
});
