/** Papers for customers: what they print is what the ledger says, their numbers stay, and each has its permission. */
import { capitals, cents, formatMoney, sum, yuan } from '../../../contract/domain/money';
import { textOf } from '../../support/pdfText';
import { reverseReceipt } from '../../support/reports/business';
import { type Client, leaseOf, ok, type Server, startServer } from '../../support/server';

const english = { 'accept-language': 'en' };
let server: Server;
let lease: ReturnType<typeof leaseOf>;
let checker: Client;
let customerId: string;
const orders: { order: { id: string; contractCode: string }; rows: { id: string; amountPayable: string }[] }[] = [];

beforeAll(async () => {
  server = await startServer({ now: '2026-10-05 09:00:00' });
  lease = leaseOf(server);
  await server.addUser({ account: 'checker', permissions: ['receipt', 'receipt_reverse', 'order', 'paymentPlan'] });
  checker = await server.as('checker');
  ({ id: customerId } = await lease.customer({ realName: '李雷', tel: '13800138000' }));
  // 100.00, 150.00 and 200.00 of rent a month; three orders of one customer who pays.
  for (const [at, totalAmount] of ['20000', '30000', '40000'].entries()) {
    const goods = await lease.product({ productName: `租${at}`, deadline: 180, yearRate: '6', direction: 2 });
    orders.push(
      await lease.started({ customerId, productId: goods.id, totalAmount, interestDate: `2026-0${4 + at}-10` }),
    );
  }
});
afterAll(() => server.close());

async function book(amount: string, valueDate: string, orderId?: string): Promise<string> {
  const body = { direction: 1, valueDate, amount, customerId, partyName: '李雷', rest: 'prepaid', orderIds: orderId };
  return ok(await server.admin.post('/blade-receipt/receipt/book', { body })).receiptId;
}
async function paper(path: string, query: Record<string, string>, headers: Record<string, string> = {}) {
  const answer = await server.admin.get(path, query, headers);
  return { ...answer, text: answer.status === 200 ? textOf(answer.raw) : '' };
}
const statement = (query: object = {}, headers = {}) =>
  paper(
    '/blade-customer/customer/statement',
    { id: customerId, from: '2026-07-01', to: '2026-09-30', ...query },
    headers,
  );
/** Amounts of the lines of a text that follow a word, up to the next date. */
function amountsAfter(text: string, word: string): string[] {
  const [, after = ''] = text.split(word);
  return after.match(/-?[\d,]+\.\d\d/g) ?? [];
}

it('states what fell due and what was paid of three orders, to the balance that the ledger has', async () => {
  await book('250.00', '2026-06-20');
  await book('700.00', '2026-08-15');
  const wrong = await book('55.00', '2026-09-01');
  ok(await reverseReceipt(checker, wrong));
  const { text, headers } = await statement();
  expect(headers['content-type']).toBe('application/pdf');
  const [totals] = await server.sql(
    `select sum(case when payment_date < '2026-07-01' then amount_payable else 0 end)::text as before,
            sum(case when payment_date between '2026-07-01' and '2026-09-30' then amount_payable else 0 end)::text as due
     from lease_payment_plan`,
  );
  const entries = await server.sql(
    `select sum(case when value_date < '2026-07-01' then amount else 0 end)::text as before,
            sum(case when value_date >= '2026-07-01' then amount else 0 end)::text as paid from lease_payment_txn where account = 1`,
  );
  const opening = yuan(cents(String(totals!.before)) - cents(String(entries[0]!.before)));
  const closing = yuan(cents(opening) + cents(String(totals!.due)) - cents(String(entries[0]!.paid)));
  expect(amountsAfter(text, '期初余额')[0]).toBe(formatMoney(opening));
  expect(amountsAfter(text, '期末余额').slice(0, 3)).toEqual(
    [String(totals!.due), String(entries[0]!.paid), closing].map(formatMoney),
  );
  for (const part of [...orders.map(({ order }) => order.contractCode), '2026-07-10', '2026-09-30'])
    expect(text).toContain(part);
  expect(text).toContain('冲正SK');
  // The running balance is the opening balance and every line after it.
  const lines = text
    .split('期末余额')[0]!
    .split('期初余额')[1]!
    .match(/-?[\d,]+\.\d\d/g)!;
  expect(lines.at(-1)).toBe(formatMoney(closing));
  expect((await statement({}, english)).text).toMatch(/Openingbalance.*Closingbalance/s);
});

it('keeps its number while nothing changes, and is marked when it is printed again', async () => {
  const query = { from: '2026-05-01', to: '2026-05-31' };
  const [first, again] = [(await statement(query)).text, (await statement(query)).text];
  const number = (text: string) => /DZ\d{14}/.exec(text)?.[0];
  expect(first).not.toContain('补打');
  expect(again).toContain('补打（第2次）');
  expect(number(again)).toBe(number(first));
  await book('10.00', '2026-05-20');
  const changed = (await statement(query)).text;
  expect(number(changed)).not.toBe(number(first));
  const numbers = await server.sql('select paper_no from lease_paper');
  expect(new Set(numbers.map(({ paper_no }) => paper_no)).size).toBe(numbers.length);
});

it('is refused for days that no statement has, and where a person does not see all orders', async () => {
  expect((await statement({ from: '2026-10-01' })).body).toMatchObject({ reason: 'paper.period' });
  expect((await statement({ to: '2026-10-06' })).body).toMatchObject({ reason: 'paper.future' });
  expect(
    (await checker.get('/blade-customer/customer/statement', { id: customerId, from: '2026-07-01', to: '2026-09-30' }))
      .status,
  ).toBe(403);
});

it('is a receipt with the amount in capitals and what it was for; a reversed one says so', async () => {
  const id = await book('333.30', '2026-10-02', orders[2]!.order.id);
  const receiptPaper = (headers = {}) => paper('/blade-receipt/receipt/paper', { id }, headers);
  const { text } = await receiptPaper();
  expect(text).toContain('收据');
  for (const part of ['李雷', '333.30', capitals('333.30'), orders[2]!.order.contractCode, '2026-10-02'])
    expect(text).toContain(part);
  const uses = text
    .split('款项用途')[1]!
    .split('合计')[0]!
    .match(/[\d,]+\.\d\d/g)!;
  expect(sum(uses.map((one) => one.replaceAll(',', '')))).toBe('333.30');
  expect(text).not.toContain('已冲正');
  ok(await reverseReceipt(checker, id));
  const reversed = (await receiptPaper()).text;
  expect(reversed).toContain('已冲正');
  expect(reversed).toContain('补打（第2次）');
  expect(reversed).toContain('入账有误');
  expect((await receiptPaper(english)).text).toContain('Reversed');
  expect((await checker.get('/blade-receipt/receipt/paper', { id })).status).toBe(403);
});

it('certifies a settled order alone, until a payment of it is taken back', async () => {
  const { order, rows } = await lease.started({ totalAmount: '10000' }, { deadline: 60, direction: 2 });
  const certificate = (headers = {}) => paper('/blade-order/order/certificate', { id: order.id }, headers);
  expect((await certificate()).body).toMatchObject({ success: false, reason: 'paper.notSettled' });
  const query = { ids: rows.map(({ id }: { id: string }) => id).join(), reason: '提前付款' };
  ok(await server.admin.post(`${lease.paths.plan}/updateBat`, { query }));
  const { text } = await certificate();
  expect(text).toContain('结清证明');
  const paid = sum(rows.map(({ amountPayable }: { amountPayable: string }) => amountPayable));
  for (const part of [order.contractCode, '2026-10-05', formatMoney(paid), '不再有未付款项'])
    expect(text).toContain(part);
  expect((await certificate(english)).text).toContain('Certificateofsettlement');
  const [{ receipt_id }] = (await server.sql('select receipt_id::text from lease_payment_txn where plan_id = $1', [
    rows.at(-1)!.id,
  ])) as [{ receipt_id: string }];
  ok(await reverseReceipt(checker, receipt_id));
  expect((await certificate()).body).toMatchObject({ reason: 'paper.notSettled' });
});
