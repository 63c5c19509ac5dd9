/** What was signed is what holds, there is a way out of every state, and money leaves a trace: by the steps of each defect. */
import { md5 } from '../../../../server/auth/password/oneTimePassword';
import { deedsAtOnce } from '../../../support/approvals';
import { textOfPages } from '../../../support/pdfText';
import { png } from '../../../support/png';
import { type Client, leaseOf, ok, password, type Server, startServer } from '../../../support/server';
import { decidingRights } from '../../../support/workflow';

let server: Server;
let admin: Client;
let clerk: Client;
let second: Client;
let lease: ReturnType<typeof leaseOf>;
const card = '6217001234567890122';
const work = ['work_claim', 'work_claim_sign', 'work_todo', 'work_todo_handle', 'approval'];

beforeAll(async () => {
  server = await startServer();
  await deedsAtOnce(server);
  admin = server.admin;
  lease = leaseOf(server);
  const rights = ['order', 'order_edit', 'order_voucher', 'order_cancel', 'order_refund', 'order_start'];
  for (const account of ['clerk', 'second'])
    await server.addUser({
      account,
      permissions: [...rights, ...work, ...decidingRights, 'paymentPlan', 'paymentPlan_edit', 'paymentPlan_pay'],
    });
  [clerk, second] = [await server.as('clerk'), await server.as('second')];
});
afterAll(() => server.close());

const minute = 60_000;
function reason({ body }: { body: { reason?: string } }) {
  return body.reason;
}
async function papersOf(orderId: string) {
  return ok(await admin.get('/blade-fascContract/fascContract/list', { orderId, ascs: 'id' })).records;
}
async function make(orderId: string, query: object = {}) {
  server.clock.advance(2 * minute);
  return admin.post('/blade-fascContract/fascContract/makeContract', { query: { orderId, ...query } });
}
/** The customer signs at the counter. */
async function sign(paper: { id: string }) {
  const entry = { id: paper.id, idNo: '11010519491231002X', password: md5(password) };
  const { ticket } = ok(await admin.post('/blade-fascContract/fascContract/counter', { body: entry }));
  const headers = { 'sign-ticket': ticket };
  const step = async (name: string, body: object = {}) =>
    ok(await server.anybody.post(`/lease-sign/${name}`, { body, headers }));
  const { pass } = await step('identify');
  await step('read', { pass });
  const signature = `data:image/png;base64,${png(200, 80).toString('base64')}`;
  await step('sign', { pass, consent: true, signature });
}
/** Another person agrees with what waits for the record. */
async function agree(entityId: string) {
  const [request] = ok(await second.get('/blade-flow/approval/list', { entityId, size: 20, state: 1 })).records;
  const { records } = ok(await second.get('/blade-flow/work/claim-list', { size: 100 }));
  const { taskId } = records.find((task: { businessId: string }) => task.businessId === request.id);
  ok(await second.post('/blade-flow/work/claim-task', { query: { taskId } }));
  return second.post('/blade-flow/work/complete-task', { body: { taskId, comment: '同意', flag: 'ok' } });
}
async function change(by: Client, id: string, body: object) {
  const { version } = await lease.read(id);
  return by.post('/blade-order/order/change-account', { body: { id, version, reason: '客户申请', ...body } });
}

describe('the account and the start', () => {
  it('of a signed order change by request: no single edit redirects money (D1, D6)', async () => {
    const { id, version } = await lease.signed();
    const edit = (body: object) => clerk.post('/blade-order/order/update', { body: { id, version, ...body } });
    expect(reason(await edit({ bankCardCode: card, bankName: '建设银行' }))).toBe('order.byRequest');
    expect(reason(await edit({ interestDate: '2027-06-30' }))).toBe('order.byRequest');
    expect(reason(await change(clerk, id, { bankCardCode: card, reason: ' ' }))).toBe('order.reasonNeeded');
    expect(reason(await change(clerk, id, { interestDate: '2024-01-31' }))).toBe('order.startOutside');
    expect(reason(await change(clerk, id, { interestDate: '9999-12-31' }))).toBe('order.startOutside');
    const answer = await change(clerk, id, { bankCardCode: card, bankName: '建设银行', interestDate: '2026-12-01' });
    expect(answer.body).toMatchObject({ data: false, heldAct: 6 });
    expect(await lease.read(id)).toMatchObject({ bankCardCode: '6222021234567890128', approvalAct: 6 });
    ok(await agree(id));
    expect(await lease.read(id)).toMatchObject({ bankCardCode: card, interestDate: '2026-12-01', businessStatus: 5 });
    expect((await papersOf(id)).map(({ status }: { status: number }) => status)).toEqual([2, 2]);
  });

  it('of an instalment is that of its order and of all that are unpaid, and paid ones keep theirs (D2)', async () => {
    const { order, rows } = await lease.started();
    ok(await admin.post('/blade-paymentPlan/paymentPlan/updateBat', { query: { ids: rows[0].id, reason: '提前' } }));
    const { id, version } = rows[1];
    const body = { id, version, bankCardCode: card, bankName: '建设银行' };
    const asked = await clerk.post('/blade-paymentPlan/paymentPlan/update', { body });
    expect(asked.body).toMatchObject({ heldAct: 8, data: { bankCardCode: '6222021234567890128' } });
    expect(
      reason(await clerk.post('/blade-paymentPlan/paymentPlan/updateBat', { query: { ids: id, reason: 'x' } })),
    ).toBe('approval.pending');
    ok(await agree(id));
    const cards = (await lease.plan(order.id)).map(({ bankCardCode }: { bankCardCode: string }) => bankCardCode);
    expect(cards).toEqual(['6222021234567890128', ...Array(rows.length - 1).fill(card)]);
    expect((await lease.read(order.id)).bankCardCode).toBe(card);
    const history = ok(await admin.get('/blade-order/order/history', { id: order.id }));
    const changed = history.filter(({ action }: { action: string }) => action === 'changeAccount');
    expect(changed).toHaveLength(rows.length); // the order and its unpaid instalments
  });

  it('of contracts that are out unsigned voids them, and the next ones print the new account in full (D10, D11)', async () => {
    ok(
      await admin.post('/blade-system/tenant/submit', {
        body: {
          ...ok(await admin.get('/blade-system/tenant/list', { tenantId: '000000' })).records[0],
          creditCode: '91310000775785552L',
          contactNumber: '021-61230000',
          address: '上海市浦东新区世纪大道 1 号',
        },
      }),
    );
    const { id, customerId } = await lease.confirmed({ tel: '021-55556666' });
    const [first] = ok(await make(id));
    expect(ok(await change(clerk, id, { bankCardCode: card, bankName: '建设银行' }))).toBe(false);
    ok(await agree(id));
    expect(await lease.read(id)).toMatchObject({ businessStatus: 3, paperState: null, bankCardCode: card });
    expect(await papersOf(id)).toMatchObject([{ status: 0 }, { status: 0 }]);
    const client = ok(await admin.get('/blade-customer/customer/detail', { id: customerId }));
    const rename = (realName: string) =>
      admin.post('/blade-customer/customer/submit', { body: { id: customerId, version: client.version, realName } });
    ok(await rename('李雷雷'));
    await lease.identified(customerId);
    expect((await lease.read(id)).customerName).toBe('李雷雷');
    const [again] = ok(await make(id));
    expect(again.contractNumber).toBe(`${first.contractNumber}-02`);
    const { raw } = await server.anybody.send({ url: again.previewUrl.replace('https://lease.example', '') });
    const text = textOfPages(raw).join('\n');
    for (const printed of ['李雷雷', '11010519491231002X', card, '91310000775785552L', '021-61230000', '世纪大道'])
      expect([printed, text.includes(printed)]).toEqual([printed, true]);
    expect(JSON.stringify(await papersOf(id))).not.toContain('11010519491231002X');
    await sign(again);
    const { version } = ok(await admin.get('/blade-customer/customer/detail', { id: customerId }));
    const late = await admin.post('/blade-customer/customer/submit', {
      body: { id: customerId, version, realName: '韩梅梅' },
    });
    expect(reason(late)).toBe('customer.partySigned');
  });
});

describe('the end of an order before its start', () => {
  it('with one paper signed is the customer’s signature under its termination, and the money is owed (D7, D8)', async () => {
    const { id } = await lease.confirmed({ tel: '021-55556666' });
    const [first] = ok(await make(id));
    await sign(first);
    expect(reason(await lease.move(id, 11, { reason: '客户放弃' }))).toBe('order.annulFirst');
    const [annulment] = ok(await make(id, { type: 4 }));
    expect(reason(await lease.move(id, 11, { reason: '客户放弃' }))).toBe('order.annulWaits');
    const [{ doc }] = await server.sql('select doc from lease_contract where id = $1', [annulment.id]);
    expect(doc).toMatchObject({ isBeforeStart: true, totals: { rent: '0.00', amountPayable: '10000.00' } });
    await sign(annulment);
    expect(await lease.read(id)).toMatchObject({
      businessStatus: 11,
      prqy: 0,
      refundStatus: 1,
      refundDue: '10000.00',
      refundCardCode: '6222021234567890128',
      refundBankName: '工商银行',
    });
    expect((await papersOf(id)).map(({ status }: { status: number }) => status)).toEqual([0, 0, 2]);
    const remove = () => admin.post('/blade-order/order/remove', { query: { ids: id } });
    expect(reason(await remove())).toBe('order.refundOpen');
    const { records } = ok(await admin.get('/blade-order/order/page', { refundStatus: '1' }));
    expect(records.map((row: { id: string }) => row.id)).toContain(id);
    const booked = () =>
      server.sql('select amount from lease_payment_txn where order_id = $1 and account = 4 order by id', [id]);
    expect(await booked()).toEqual([{ amount: '10000.00' }]);
    ok(await clerk.post('/blade-order/order/refund', { body: { id, reason: '工行转账' } }));
    expect(await booked()).toEqual([{ amount: '10000.00' }, { amount: '-10000.00' }]);
    expect(reason(await clerk.post('/blade-order/order/refund', { body: { id } }))).toBe('order.noRefund');
    expect((await lease.read(id)).refundStatus).toBe(2);
    expect(reason(await remove())).toBe('order.hasEntries');
  });

  it('with all papers signed and a customer who does not sign the end takes days, a reason and a second person', async () => {
    const { id } = await lease.signed();
    ok(await make(id, { type: 4 }));
    expect(reason(await lease.move(id, 6))).toBe('order.annulling');
    server.clock.advance(7 * 24 * 60 * minute);
    await server.advance(); // its day has come, and it does not start
    expect((await lease.read(id)).businessStatus).toBe(5);
    const cancel = () => leaseOf(server, clerk).move(id, 11, { reason: '客户失联' });
    expect((await cancel()).body).toMatchObject({ data: false, heldAct: 4 });
    ok(await agree(id));
    expect(await lease.read(id)).toMatchObject({ businessStatus: 11, refundStatus: 1, statusReason: '客户失联' });
  });

  it('a termination that waits does not hold an order in signing (D19)', async () => {
    const { id } = await lease.confirmed({ tel: '021-55556666' });
    const made = ok(await make(id));
    ok(await make(id, { type: 4 }));
    const ids = made.map((paper: { id: string }) => paper.id).join(',');
    ok(await admin.post('/blade-fascContract/fascContract/remove', { query: { ids } }));
    expect((await lease.read(id)).businessStatus).toBe(3);
  });
});

describe('a voucher', () => {
  const confirm = (by: Client, id: string, body: object = {}) =>
    by.post('/blade-order/order/confirm-voucher', { body: { id, ...body } });
  async function inReview(slip = png(31, 17, [++shade, 0, 0])) {
    const { id } = await lease.order();
    ok(await lease.move(id, 1));
    const { link } = await lease.upload(slip);
    ok(
      await admin.post('/blade-picture/picture/submit', {
        body: { orderId: id, picType: 5, imageIndex: 0, path: link },
      }),
    );
    return id;
  }
  let shade = 0;

  it('is confirmed with what came in, by another than who made the order (D14)', async () => {
    const id = await inReview();
    expect(reason(await confirm(admin, id))).toBe('order.voucherOwn');
    const seen = ok(await clerk.get('/blade-order/order/voucher', { id }));
    expect(seen).toMatchObject({
      expected: '10000.00',
      isOwn: false,
      usedBy: [],
      proposed: { amount: '10000.00', payer: '李雷' },
    });
    expect((await server.anybody.send({ url: seen.slips[0].link })).status).toBe(200);
    expect(reason(await confirm(clerk, id, { amount: '9999.99' }))).toBe('order.voucherAmount');
    expect(reason(await confirm(clerk, id, { date: '2099-01-01' }))).toBe('receipt.future');
    const given = { amount: '9999.99', date: '2026-11-19', payer: '李雷', serial: 'S-1', reason: '手续费' };
    const asked = { ...given, version: seen.version, pictureIds: [seen.slips[0].id] };
    expect((await confirm(clerk, id, asked)).body).toMatchObject({ data: false, heldAct: 19 });
    expect(await lease.read(id)).toMatchObject({ businessStatus: 2, totalAmount: '10000.00' });
    ok(await agree(id));
    expect(await lease.read(id)).toMatchObject({
      totalAmount: '9999.99',
      businessStatus: 3,
      pzsfqr: 1,
      voucherAmount: '9999.99',
      voucherDate: '2026-11-19',
      voucherSerial: 'S-1',
      voucherUserName: 'clerk',
      voucherReason: '手续费',
    });
    const { customerId } = await lease.read(id);
    const { records } = ok(await admin.get('/blade-receipt/receipt/page', { customerId }));
    expect(records).toMatchObject([
      { direction: 1, source: 3, amount: '9999.99', valueDate: '2026-11-19', serialNo: 'S-1', partyName: '李雷' },
    ]);
  });

  it('by the call of clients takes the whole amount, today', async () => {
    const id = await inReview();
    ok(await leaseOf(server, clerk).move(id, 3));
    const day = server.clock.text().slice(0, 10);
    expect(await lease.read(id)).toMatchObject({ voucherAmount: '10000.00', voucherDate: day });
  });

  it('whose picture or serial number another order has needs a reason, and names that order (D13)', async () => {
    const slip = png(33, 19, [9, 9, 9]);
    const first = await inReview(slip);
    ok(await confirm(clerk, first, { serial: 'S-2' }));
    const { contractCode } = await lease.read(first);
    const again = await inReview(slip);
    expect((await confirm(clerk, again)).body.msg).toContain(contractCode);
    expect(ok(await clerk.get('/blade-order/order/voucher', { id: again })).usedBy).toEqual([
      { by: 'picture', orderId: first, name: contractCode },
    ]);
    const other = await inReview();
    expect(reason(await confirm(clerk, other, { serial: 'S-2' }))).toBe('order.voucherUsed');
    ok(await confirm(clerk, other, { serial: 'S-2', reason: '一笔付两单' }));
  });

  it('that was sent back does not come forward unchanged', async () => {
    const slip = png(35, 21, [7, 7, 7]);
    const id = await inReview(slip);
    ok(await leaseOf(server, clerk).move(id, 1, { reason: '看不清' }));
    expect(reason(await lease.move(id, 2))).toBe('order.slipRejected');
    const put = async (file: Buffer) =>
      admin.post('/blade-picture/picture/submit', {
        body: { orderId: id, picType: 5, imageIndex: 0, path: (await lease.upload(file)).link },
      });
    expect(reason(await put(slip))).toBe('order.slipRejected');
    ok(await put(png(36, 21, [7, 7, 8])));
    expect((await lease.read(id)).businessStatus).toBe(2);
  });
});

describe('what is typed', () => {
  it.each([
    [{ bankCardCode: 'abc' }, 'invalid'],
    [{ bankCardCode: '12' }, 'invalid'],
    [{ tel: 'x' }, 'invalid'],
    [{ interestDate: '9999-12-31' }, 'order.startOutside'],
    [{ interestDate: '2001-01-01' }, 'order.startOutside'],
  ])('%j is refused (D16, D17)', async (body, refused) => {
    const { customerId, productId } = await lease.order();
    const answer = await admin.post('/blade-order/order/submit', {
      body: { customerId, productId, totalAmount: '10000', ...body },
    });
    expect(reason(answer)).toBe(refused);
  });

  it('a term that is sold in months of thirty days has an instalment for each (D15)', async () => {
    const terms = { deadline: 1800, yearRate: '7.2', getType: 0 };
    const { rows } = await lease.started({ totalAmount: '50000', interestDate: '2026-11-22' }, terms);
    const rents = rows.map(({ rent }: { rent: string }) => rent);
    expect([rents.length, new Set(rents)]).toEqual([60, new Set(['300.00'])]);
  });

  it('an order too small for its instalments is refused (D20)', async () => {
    const { customerId } = await lease.order();
    const { id: productId } = await lease.product({ amountPer: '0.01' });
    const body = { customerId, productId, totalAmount: '0.01' };
    expect(reason(await admin.post('/blade-order/order/submit', { body }))).toBe('order.tooSmall');
  });

  it('no contract is issued to a customer whose identity is not verified (D18)', async () => {
    const { id: customerId } = await lease.customer({ kycStatus: 0 });
    const { id } = await lease.confirmed({ customerId });
    // The order says so beforehand, as long as the same rule would refuse.
    expect((await lease.read(id)).identityLacks).toBe(1);
    expect(reason(await make(id))).toBe('contract.identityNeeded');
    await server.sql('update lease_customer set kyc_status = 1, verified_until = $2 where id = $1', [
      customerId,
      '2000-01-01',
    ]);
    expect((await lease.read(id)).identityLacks).toBe(1);
    await server.sql('update lease_customer set verified_until = null where id = $1', [customerId]);
    expect((await lease.read(id)).identityLacks).toBe(0);
    ok(await make(id));
  });
});

it('the direction changes words alone: the schedule is equal to the cent', async () => {
  const terms = { deadline: 366, yearRate: '5' };
  const of = async (direction: number) => {
    const { order, rows } = await lease.started({ interestDate: '2026-11-22' }, { ...terms, direction });
    expect(order.direction).toBe(direction);
    return rows.map(({ paymentDate, rent, principal, amountPayable, direction: own }: Record<string, unknown>) => {
      expect(own).toBe(direction);
      return [paymentDate, rent, principal, amountPayable];
    });
  };
  expect(await of(2)).toEqual(await of(1));
  const [param] = ok(await admin.get('/blade-system/param/list', { paramKey: 'business.cashDirection' })).records;
  ok(await admin.post('/blade-system/param/submit', { body: { ...param, paramValue: 'COLLECT' } }));
  expect((await lease.product()).direction).toBe(2);
  const { id } = await lease.confirmed({ tel: '021-55556666' });
  const papers = ok(await make(id));
  const { raw } = await server.anybody.send({ url: papers[1].previewUrl.replace('https://lease.example', '') });
  expect(textOfPages(raw).join('\n')).toContain('乙方（承租方）');
});
