/** What a person reads before they ask for something that others decide on, and what those others read. */
import { decidingRight } from '../../../contract/domain/approvals';
import { businessDate } from '../../../contract/domain/calendar';
import { foretelling } from '../../../contract/wire/foretold';
import { ruleOff } from '../../support/approvals';
import { leaseOf, ok, type Server, startServer } from '../../support/server';
import { addWorker, type Worker, workPermissions } from '../../support/workflow';

let server: Server;
let maker: Worker;
let second: Worker;
beforeAll(async () => {
  server = await startServer();
  const clerk = [
    ...['customer', 'customer_add', 'product', 'product_add', 'order', 'order_add', 'order_edit'],
    ...[
      'order_status',
      'order_cancel',
      'order_voucher',
      'picture',
      'picture_add',
      'receipt',
      'receipt_book',
      'approval',
    ],
  ];
  maker = await addWorker(server, 'maker', { permissions: [...workPermissions, ...clerk] });
  const deciding = (['orderVoucher', 'orderCancel', 'receiptBook'] as const).map(decidingRight);
  second = await addWorker(server, 'second', { permissions: [...workPermissions, ...clerk, ...deciding] });
});
afterAll(() => server.close());

const statusUrl = '/blade-order/order/update-businessStatus';
async function rule(act: number, change: object) {
  const { records } = ok(await server.admin.get('/blade-flow/approval-rule/list', { size: 50 }));
  const row = records.find((one: { act: number }) => one.act === act);
  ok(await server.admin.post('/blade-flow/approval-rule/update', { body: { ...row, ...change } }));
}
function booking(customerId: string, amount: string) {
  const valueDate = businessDate(server.deps.now());
  return { direction: 1, valueDate, amount, customerId, rest: 'prepaid', remark: '柜台收款' };
}

it('says why a move of an order would wait, and who may decide, and does nothing', async () => {
  await rule(4, { isOn: 1, fromAmount: null });
  const lease = leaseOf(server, maker);
  const { id } = await lease.order();
  const query = { id, businessStatus: 11, reason: '不要了' };
  const told = await maker.post(foretelling(statusUrl), { query });
  expect(told.body).toMatchObject({ code: 200, data: { act: 4 } });
  expect(told.body.heldAct).toBeUndefined();
  expect(told.body.data.text).toBe(
    '提交后由他人审批，通过后自动执行。审批规则“取消订单”：每次操作均须审批。可审批：second。',
  );
  expect(await server.sql('select business_status as status from lease_order where id = $1', [id])).toEqual([
    { status: 0 },
  ]);
  expect(await server.sql('select 1 from approval')).toEqual([]);
  ok(await maker.post(statusUrl, { query }));
  const [request] = await server.sql('select process_instance_id as at from approval');
  const { given } = ok(await second.get('/blade-flow/process/instance-detail', { processInstanceId: request.at }));
  expect(given.values).toMatchObject({
    maker: 'maker',
    deciders: 'second',
    change0: '审批规则“取消订单”：每次操作均须审批',
  });
  await ruleOff(server, 4);
});

it('answers nothing where it would be done at once, and refuses what would be refused', async () => {
  const lease = leaseOf(server, maker);
  const { id } = await lease.order();
  const ask = (query: object) => maker.post(foretelling(statusUrl), { query: { id, ...query } });
  expect((await ask({ businessStatus: 11, reason: '不要了' })).body).toMatchObject({ code: 200, data: {} });
  expect((await ask({ businessStatus: 6 })).body).toMatchObject({ success: false });
  expect(await server.sql('select business_status as status from lease_order where id = $1', [id])).toEqual([
    { status: 0 },
  ]);
});

it('counts what the person has booked today', async () => {
  const { id } = await leaseOf(server, maker).customer();
  const url = '/blade-receipt/receipt/book';
  const ask = (amount: string) => maker.post(foretelling(url), { body: booking(id, amount) });
  expect((await ask('300000.00')).body).toMatchObject({ code: 200, data: {} });
  ok(await maker.post(url, { body: booking(id, '300000.00') }));
  expect(ok(await ask('250000.00')).text).toContain(
    '连同您今日已办理或待审批的共 550,000.00 元，达到审批规则“登记大额收付款”的 500,000.00 元',
  );
});

it('is refused to those who may not do it themselves', async () => {
  const other = await addWorker(server, 'reader', { permissions: ['order'] });
  const told = await other.post(foretelling(statusUrl), { query: { id: '1', businessStatus: 11 } });
  expect(told.body).toMatchObject({ success: false });
});
