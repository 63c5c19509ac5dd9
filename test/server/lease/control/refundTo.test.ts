/** Money that goes back goes to whom and where others have seen it go. */
import { approvalActs } from '../../../../contract/domain/approvals';
import { decisionsOn } from '../../../support/decisions';
import { type Client, leaseOf, ok, type Server, startServer } from '../../../support/server';

let server: Server;
let finance: Client;
let peer: Client;
let risk: Client;
beforeAll(async () => {
  server = await startServer({ hasDemo: true });
  await server.sql('update sys_user set must_change_password = 0');
  finance = await server.as('gu.xizhou');
  peer = await server.as('luo.weian');
  risk = await server.as('he.qingye');
}, 120_000);
afterAll(() => server.close());

const { waitsFor } = decisionsOn(() => server);
const receipts = '/blade-receipt/receipt';
const orders = '/blade-order/order';

it('a refund names the person that was agreed to, however the customer is called by then', async () => {
  const { id: customerId } = await leaseOf(server).customer({ realName: '甲公司' });
  const movement = { direction: 1, valueDate: server.clock.text().slice(0, 10), amount: '300.00' };
  ok(await finance.post(`${receipts}/book`, { body: { ...movement, customerId, rest: 'prepaid' } }));
  const asked = await finance.post(`${receipts}/refund`, { body: { ...movement, customerId, reason: '多付' } });
  const { version } = ok(await server.admin.get('/blade-customer/customer/detail', { id: customerId }));
  const renamed = { id: customerId, version, realName: '顾西洲' };
  ok(await server.admin.post('/blade-customer/customer/submit', { body: renamed }));
  await waitsFor(asked, 'refund', { asked: [finance, peer], decides: risk });
  const [row] = await server.sql(
    'select party_name as name from lease_receipt where customer_id = $1 and direction = 2',
    [customerId],
  );
  expect(row).toEqual({ name: '甲公司' });
});

it('the account of an order is changed by two people once its money has come in', async () => {
  const { id } = await leaseOf(server).confirmed();
  const change = async (body: object) => {
    const { version } = ok(await server.admin.get(`${orders}/detail`, { id }));
    return server.admin.post(`${orders}/update`, { body: { id, version, ...body } });
  };
  const own = { bankCardCode: '6222021234567890999' };
  const asked = await change(own);
  expect(asked.body.heldAct).toBe(approvalActs.orderAccount.number);
  expect(ok(await server.admin.get(`${orders}/detail`, { id })).bankCardCode).toBe('6222021234567890128');
  await waitsFor(asked, 'orderAccount', { asked: [peer], decides: risk });
  expect(ok(await server.admin.get(`${orders}/detail`, { id }))).toMatchObject(own);
  // Its start is not where money goes.
  const day = server.clock.text().slice(0, 10);
  expect((await change({ interestDate: day })).body).not.toHaveProperty('heldAct');
});
