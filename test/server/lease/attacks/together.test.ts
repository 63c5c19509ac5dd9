/** Two people at once: money moves once, whatever they do with it. */
import { sum } from '../../../../contract/domain/money';
import { deedsAtOnce, openBooks } from '../../../support/approvals';
import { workbook } from '../../../support/bankFiles';
import { ledgerFaults } from '../../../support/ledgerFaults';
import { type Answer, type Client, leaseOf, ok, type Server, startServer } from '../../../support/server';

let server: Server;
let lease: ReturnType<typeof leaseOf>;
let people: Client[];
beforeAll(async () => {
  server = await startServer({ now: '2025-04-10 23:30:00' });
  await deedsAtOnce(server);
  lease = leaseOf(server);
  const permissions = ['order', 'paymentPlan', 'paymentPlan_pay', 'customer', 'receipt', 'order_terminate'];
  const money = ['receipt_book', 'receipt_claim', 'receipt_refund', 'receipt_reverse', 'order_restructure'];
  const files = ['payBatch', 'payBatch_make', 'payBatch_send', 'payBatch_cancel', 'payBatch_answer'];
  for (const account of ['one', 'two'])
    await server.addUser({ account, permissions: [...permissions, ...money, ...files] });
  people = [await server.as('one'), await server.as('two')];
}, 120_000);
afterAll(() => server.close());

const receipts = '/blade-receipt/receipt';
const today = '2025-04-10';
interface Row {
  id: string;
  amountPayable: string;
  paidAmount: string;
}
async function running(goods: object = {}) {
  const { order, rows } = await lease.started({ interestDate: '2025-01-01' }, goods);
  return { id: order.id as string, customerId: order.customerId as string, rows: rows as Row[] };
}
/** Both do it at the same moment; answers who was let. None may fail by a fault of the program. */
async function both(work: (who: Client, at: number) => Promise<Answer>): Promise<Answer[]> {
  const answers = await Promise.all(people.map(work));
  for (const { status, body } of answers)
    expect([status < 500, body.reason ?? '']).toEqual([true, expect.not.stringMatching('bug')]);
  return answers.filter(({ body }) => body.success);
}
function book(who: Client, body: object) {
  return who.post(`${receipts}/book`, { body: { direction: 2, valueDate: today, remark: '提前', ...body } });
}
async function version(id: string, path = receipts) {
  return String(ok(await server.admin.get(`${path}/detail`, { id })).version);
}
afterEach(async () => {
  expect(await ledgerFaults(server, today)).toEqual([]);
});

it('books one transfer of a bank once', async () => {
  const { rows } = await running();
  const lines = (at: number) => [{ planId: rows[at]!.id, amount: '50.00' }];
  const let_ = await both((who, at) =>
    book(who, { amount: '50.00', serialNo: 'S-1', bankName: '工行', lines: lines(at) }),
  );
  expect(let_).toHaveLength(1);
});

it('pays, claims, uses, refunds and reverses once', async () => {
  const { id, customerId, rows } = await running();
  const lines = [{ planId: rows[0]!.id, amount: '50.00' }];
  expect(await both((who) => book(who, { amount: '50.00', lines }))).toHaveLength(1);

  const { receiptId } = ok(await book(server.admin, { amount: '50.00' }));
  expect(await both((who) => who.post(`${receipts}/claim`, { body: { id: receiptId, orderIds: id } }))).toHaveLength(1);
  const reversal = { ids: receiptId, version: await version(receiptId), reason: '错' };
  expect(await both((who) => who.post(`${receipts}/reverse`, { body: reversal }))).toHaveLength(1);

  ok(await book(server.admin, { amount: '130.00', customerId, rest: 'prepaid' }));
  const refund = { customerId, direction: 2, amount: '20.00', valueDate: today, reason: '退' };
  expect(await both((who) => who.post(`${receipts}/refund`, { body: refund }))).toHaveLength(1);
  const use = {
    customerId,
    direction: 2,
    amount: '10.00',
    lines: [{ planId: rows[3]!.id, amount: '10.00' }],
    reason: '提前',
  };
  const [used] = await both((who) => who.post(`${receipts}/use-balance`, { body: use }));
  expect(await both((who) => who.post(`${receipts}/use-balance`, { body: use }))).toHaveLength(0);
  const back = { transferNo: ok(used!).transferNo, reason: '错' };
  // The one who used it does not take it back.
  expect(await both((who) => who.post(`${receipts}/reverse-use`, { body: back }))).toHaveLength(1);
});

it('quotes an exit by what is booked, whichever was first', async () => {
  const { id, rows } = await running();
  const { total } = ok(await server.admin.get(`${lease.paths.order}/exit-quote`, { id, exitDate: today }));
  const asked = { id, version: await version(id, lease.paths.order), exitDate: today, amount: total, reason: '提前' };
  const let_ = await both((who, at) =>
    at === 0
      ? who.post(`${lease.paths.order}/exit`, { body: asked })
      : book(who, { amount: '50.00', lines: [{ planId: rows[0]!.id, amount: '50.00' }] }),
  );
  expect(let_).toHaveLength(1);
});

it('freezes or sends an instalment, never both', async () => {
  const { id, rows } = await running();
  const { total } = ok(await server.admin.get(`${lease.paths.order}/exit-quote`, { id, exitDate: today }));
  const asked = { id, version: await version(id, lease.paths.order), exitDate: today, amount: total, reason: '提前' };
  const let_ = await both((who, at) =>
    at === 0
      ? who.post(`${lease.paths.order}/exit`, { body: asked })
      : who.post('/blade-bank/batch/make', { body: { ids: rows[0]!.id, layout: 2, reason: '客户要求' } }),
  );
  expect(let_).toHaveLength(1);
});

it('takes two results for one payment, and pays it once', async () => {
  const { rows } = await running();
  const ids = rows.slice(0, 2).map(({ id }) => id);
  const batch = ok(await people[0]!.post('/blade-bank/batch/make', { body: { ids, layout: 2, reason: '客户要求' } }));
  const send = { ids: batch.id, version: await version(batch.id, '/blade-bank/batch') };
  ok(await people[0]!.post('/blade-bank/batch/send', { body: send }));
  const items = ok(await people[0]!.get('/blade-bank/batch/items', { id: batch.id })) as Record<
    'reference' | 'account' | 'payeeName',
    string
  >[];
  const head = ['业务参考号', '收款账号', '收款户名', '处理状态', '备注'];
  const files = await Promise.all(
    people.map((_, at) =>
      workbook([
        head,
        ...items.map(({ reference, account, payeeName }) => [reference, account, payeeName, '成功', String(at)]),
      ]),
    ),
  );
  const answers = await both((who, at) =>
    who.upload('/blade-bank/batch/answer', files[at]!, { name: `${at}.xlsx`, query: { id: batch.id } }),
  );
  expect(answers.map((answer) => ok(answer).paid).sort()).toEqual([0, 2]);
  const paid = await server.sql('select amount from lease_payment_txn where plan_id = any($1)', [ids]);
  expect(sum(paid.map(({ amount }) => amount))).toBe('100.00');
});

it('waits for a lock no longer than others do: balances and instalments are taken in any order', async () => {
  const { customerId, rows } = await running({ direction: 2 });
  const received = (who: Client, body: object) => book(who, { direction: 1, ...body });
  for (let round = 0; round < 5; round++) {
    ok(await received(server.admin, { amount: '20.00', customerId, rest: 'prepaid' }));
    const planId = rows[round + 3]!.id;
    const made = ok(await received(server.admin, { amount: '10.00', lines: [{ planId, amount: '10.00' }] }));
    const reversal = { ids: made.receiptId, version: await version(made.receiptId), reason: '错' };
    await both((who, at) =>
      at === 0
        ? who.post(`${receipts}/use-balance`, {
            body: { customerId, direction: 1, amount: '20.00', lines: [{ planId, amount: '20.00' }] },
          })
        : who.post(`${receipts}/reverse`, { body: reversal }),
    );
  }
});

it('books for the day of Shanghai half an hour before midnight', async () => {
  const { rows } = await running();
  const lines = [{ planId: rows[0]!.id, amount: '1.00' }];
  expect((await book(server.admin, { valueDate: '2025-04-11', amount: '1.00', lines })).body.reason).toBe(
    'receipt.future',
  );
  ok(await book(server.admin, { amount: '1.00', lines }));
  ok(await server.admin.post(`${receipts}/close`, { body: { closedUntil: '2025-04-09', reason: '关账' } }));
  expect(
    (await server.admin.post(`${receipts}/close`, { body: { closedUntil: today, reason: '关账' } })).body.reason,
  ).toBe('receipt.closeFuture');
  expect((await book(server.admin, { valueDate: '2025-04-09', amount: '1.00', lines })).body.reason).toBe(
    'receipt.closed',
  );
  await openBooks(server);
});
