/** Vouchers and entries by hand are counted by person and day, by what came in and not by what was ordered. */
import { approvalActs } from '../../../../contract/domain/approvals';
import { decisionsOn } from '../../../support/decisions';
import { png } from '../../../support/png';
import { type Client, leaseOf, ok, type Server, startServer } from '../../../support/server';

let server: Server;
let risk: Client;
beforeAll(async () => {
  server = await startServer({ hasDemo: true });
  await server.sql('update sys_user set must_change_password = 0');
  risk = await server.as('he.qingye');
}, 120_000);
afterAll(() => server.close());

const { waitsFor } = decisionsOn(() => server);
const orders = '/blade-order/order';
const receipts = '/blade-receipt/receipt';
const { number } = approvalActs.orderVoucher;

let desks = 0;
/** A person who confirms vouchers, and has confirmed none today. */
async function newDesk(): Promise<Client> {
  const account = `desk${++desks}`;
  await server.addUser({
    account,
    permissions: ['order', 'picture', 'order_voucher', 'work_claim', 'work_claim_sign'],
  });
  return server.as(account);
}
/** An order whose voucher waits to be confirmed. `seed`: of its slip. */
async function reviewed(totalAmount: string, seed = ++desks, goods: object = {}): Promise<string> {
  const lease = leaseOf(server);
  const { id } = await lease.order({ totalAmount }, goods);
  ok(await lease.move(id, 1));
  const { link } = await lease.upload(png(31, 17, [seed, 2, 3]));
  const picture = { orderId: id, picType: 5, imageIndex: 0, path: link };
  ok(await server.admin.post('/blade-picture/picture/submit', { body: picture }));
  return id;
}
async function confirm(who: Client, id: string, more: object = {}) {
  const { version, slips } = ok(await who.get(`${orders}/voucher`, { id }));
  const pictureIds = slips.map((slip: { id: string }) => slip.id).join(',');
  return who.post(`${orders}/confirm-voucher`, { body: { id, version: String(version), pictureIds, ...more } });
}
const statusOf = async (id: string) => ok(await server.admin.get(`${orders}/detail`, { id })).businessStatus;
async function changesOf(id: string): Promise<string> {
  const [row] = await server.sql('select changes from approval where entity_id = $1 order by id desc limit 1', [id]);
  return JSON.stringify(row.changes);
}

it('more than the order counts as what came in, which those who decide are told', async () => {
  const desk = await newDesk();
  const id = await reviewed('20000');
  const asked = await confirm(desk, id, { amount: '90000000.00', payer: '某甲', reason: '多付' });
  expect(await statusOf(id)).toBe(2);
  expect(await changesOf(id)).toContain('90,000,000.00 元（订单 20,000.00 元）');
  expect(await changesOf(id)).toContain('某甲');
  await waitsFor(asked, 'orderVoucher', { asked: [desk], decides: risk });
  expect(await statusOf(id)).toBe(3);
});

it('many vouchers of a day are as much as a large one', async () => {
  const desk = await newDesk();
  expect((await confirm(desk, await reviewed('300000'))).body).not.toHaveProperty('heldAct');
  expect((await confirm(desk, await reviewed('200000'))).body.heldAct).toBe(number);
  // What waits counts, too.
  expect((await confirm(await newDesk(), await reviewed('200000'))).body).not.toHaveProperty('heldAct');
});

it('two vouchers at the same moment are no less than two in turn', async () => {
  const desk = await newDesk();
  const both = [await reviewed('300000'), await reviewed('300000')];
  const answers = await Promise.all(both.map((id) => confirm(desk, id)));
  expect(answers.map(({ body }) => body.heldAct ?? null).sort()).toEqual([number, null].sort());
});

it('a slip that another order has as well takes two people, whatever its amount', async () => {
  const desk = await newDesk();
  const [one, other] = [await reviewed('10000', 251), await reviewed('10000', 251)];
  const first = await confirm(desk, one, { reason: '合并打款' });
  expect(first.body.heldAct).toBe(number);
  const { contractCode } = ok(await server.admin.get(`${orders}/detail`, { id: other }));
  expect(await changesOf(one)).toContain(contractCode);
  expect(await statusOf(one)).toBe(2);
});

it('a fen less makes a large voucher no small one, and hides nothing from those who decide', async () => {
  const desk = await newDesk();
  const large = await reviewed('600000');
  const less = { amount: '599999.99', payer: '某乙', reason: '手续费' };
  const asked = await confirm(desk, large, less);
  expect(asked.body.heldAct).toBe(number);
  for (const told of ['600,000.00', '599,999.99', '某乙']) expect(await changesOf(large)).toContain(told);
  await waitsFor(asked, 'orderVoucher', { asked: [desk], decides: risk });
  expect(await statusOf(large)).toBe(3);
  const [one, other] = [await reviewed('10000', 252), await reviewed('10000', 252)];
  const small = await confirm(await newDesk(), one, { amount: '9000.00', payer: '某丙', reason: '合并打款' });
  expect(small.body.heldAct).toBe(approvalActs.voucherBelow.number);
  const { contractCode } = ok(await server.admin.get(`${orders}/detail`, { id: other }));
  for (const told of ['某丙', contractCode]) expect(await changesOf(one)).toContain(told);
  const [{ names }] = await server.sql(
    `select input -> 'names' -> 'order' as names from approval where entity_id = $1`,
    [one],
  );
  expect(names).toEqual([other]);
});

it('two entries by hand at the same moment are counted together', async () => {
  const finance = await server.as('gu.xizhou');
  const body = { direction: 1, valueDate: server.clock.text().slice(0, 10), amount: '300000.00', partyName: '某甲' };
  const answers = await Promise.all([1, 2].map(() => finance.post(`${receipts}/book`, { body })));
  const held = answers.filter((answer) => answer.body.heldAct === approvalActs.receiptBook.number);
  expect(held).toHaveLength(1);
});

it('money that leaves and that no instalment needs takes two people, whatever its amount', async () => {
  const peer = await server.as('luo.weian');
  const { id: customerId } = await leaseOf(server).customer();
  const body = { direction: 2, valueDate: server.clock.text().slice(0, 10), amount: '9.00', customerId };
  for (const rest of ['prepaid', 'unclaimed']) {
    const asked = await peer.post(`${receipts}/book`, { body: { ...body, rest, partyName: '罗维安' } });
    expect([rest, asked.body.heldAct]).toEqual([rest, approvalActs.receiptBook.number]);
  }
});

it('of a lease that the customer pays is what falls due on its first day', async () => {
  const desk = await newDesk();
  const terms = { direction: 2, repayMethod: 3, deadline: 365, yearRate: '8' };
  const of = (goods: object) => reviewed('20000', ++desks, { ...terms, ...goods });
  const view = async (id: string) => ok(await desk.get(`${orders}/voucher`, { id }));
  const id = await of({ feeRate: '1', depositRate: '10' });
  expect(await view(id)).toMatchObject({ expected: '2200.00', proposed: { amount: '2200.00' } });
  // The principal is what the company pays.
  expect((await confirm(desk, id, { amount: '20000.00' })).body.reason).toBe('order.voucherAmount');
  ok(await confirm(desk, id));
  expect(await statusOf(id)).toBe(3);
  const bare = await of({});
  const asked = await view(bare);
  expect([asked.expected, asked.proposed.amount]).toEqual([undefined, '']);
  ok(await confirm(desk, bare, { amount: '500.00' }));
  expect(await statusOf(bare)).toBe(3);
});
