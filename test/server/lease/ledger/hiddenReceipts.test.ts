/** What a data scope of receipts hides is in no figure, list, paper or sentence, also where orders and instalments are seen. */
import { businessUrl } from '../../../../contract/wire/reports/business';
import { sideOf } from '../../../support/payments';
import { boundPerson } from '../../../support/scopes';
import { type Client, leaseOf, ok, type Server, startServer } from '../../../support/server';

let server: Server;
let bound: Client & { userId: string };
let customerId: string;
let receiptNo: string;
const serialNo = 'SN-HIDDEN-7';
const rights = ['paymentPlan', 'order', 'customer', 'customer_statement', 'receipt', 'receipt_book', 'figures'];

beforeAll(async () => {
  server = await startServer();
  const lease = leaseOf(server);
  customerId = (await lease.customer()).id;
  const { rows } = await lease.started({ customerId, interestDate: '2026-08-17' }, { direction: 2 });
  const valueDate = server.clock.text().slice(0, 10);
  const movement = {
    direction: 1,
    valueDate,
    amount: rows[0].amountPayable,
    partyName: '李雷',
    partyAccount: '',
    serialNo,
  };
  ok(
    await server.admin.post('/blade-receipt/receipt/book', {
      body: { ...movement, lines: [{ planId: rows[0].id, amount: rows[0].amountPayable }] },
    }),
  );
  const booked = await server.sql<{ no: string }>('select receipt_no as no from lease_receipt where serial_no = $1', [
    serialNo,
  ]);
  receiptNo = booked[0]!.no;
  bound = await boundPerson(server, rights, [{ scopeClass: 'receipt', scopeType: 2 }]);
}, 120_000);
afterAll(() => server.close());

const report = async (client: Client, name: string) => {
  const [table] = ok(await client.get(businessUrl('report'), { report: name, direction: 2 })).tables;
  return table;
};

it('by no figure or list of what was booked', async () => {
  const [all, seen] = [await report(server.admin, 'bookingList'), await report(bound, 'bookingList')];
  expect(all.rows.map((row: { receiptNo: string }) => row.receiptNo)).toEqual([receiptNo]);
  expect([seen.total, seen.totals.received]).toEqual([0, '0.00']);
  expect(Number((await report(server.admin, 'cashFlow')).totals.received)).toBeGreaterThan(0);
  const flow = await report(bound, 'cashFlow');
  expect([flow.totals.received, flow.totals.late]).toEqual(['0.00', '0.00']);
  // What is open of the plan is not told by receipts.
  expect(flow.totals.open).toBe((await report(server.admin, 'cashFlow')).totals.open);
  const paid = async (client: Client) => (await sideOf(client, 2)).paidAmount;
  expect([Number(await paid(server.admin)) > 0, await paid(bound)]).toEqual([true, '0.00']);
});

it('by no statement of the customer', async () => {
  const query = { id: customerId, from: '2026-08-01', to: '2026-11-20' };
  expect((await server.admin.get('/blade-customer/customer/statement', query)).status).toBe(200);
  expect((await bound.get('/blade-customer/customer/statement', query)).body.reason).toBe('paper.partlySeen');
});

it('by no sentence', async () => {
  const body = { direction: 1, valueDate: '2026-11-20', amount: '1.00', partyName: '某', partyAccount: '', serialNo };
  const ask = (client: Client) => client.post('/blade-receipt/receipt/book', { body });
  expect((await ask(server.admin)).body).toMatchObject({
    reason: 'receipt.serialTaken',
    msg: expect.stringContaining(receiptNo),
  });
  const { reason, msg } = (await ask(bound)).body;
  expect([reason, msg.includes(receiptNo)]).toEqual(['receipt.serialTaken', false]);
});
