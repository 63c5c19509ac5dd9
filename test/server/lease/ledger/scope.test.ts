/** Receipts within the data scope of orders: a person sees those of orders that they see, and may claim the free ones. */
import { type Client, leaseOf, ok, type Server, startServer } from '../../../support/server';

let server: Server;
let lease: ReturnType<typeof leaseOf>;
beforeAll(async () => {
  server = await startServer();
  lease = leaseOf(server);
});
afterAll(() => server.close());

const path = '/blade-receipt/receipt';
const today = '2026-11-20';

it('lists those of visible orders, and unclaimed ones for those who may claim them', async () => {
  const [mine, others] = [await running(), await running()];
  await book({ amount: '10.00', lines: [{ planId: mine.rows[0].id, amount: '10.00' }] });
  await book({ amount: '20.00', lines: [{ planId: others.rows[0].id, amount: '20.00' }] });
  await book({ amount: '30.00' });
  const [reader, claimer] = [await bound('reader', []), await bound('claimer', ['receipt_claim'])];
  expect(await amounts(reader)).toEqual([]);
  expect(await amounts(claimer)).toEqual(['30.00']);
  await server.sql('update lease_order set create_user = $2 where id = $1', [mine.order.id, reader.userId]);
  expect(await amounts(reader)).toEqual(['10.00']);
  expect(await amounts(server.admin)).toEqual(['10.00', '20.00', '30.00']);
});

it('prints no receipt that names an order which the person does not see', async () => {
  const [mine, others] = [await running(), await running()];
  const printer = await bound('printer', ['receipt_print']);
  await server.sql('update lease_order set create_user = $2 where id = $1', [mine.order.id, printer.userId]);
  const line = ({ rows: [row] }: typeof mine) => ({ planId: row.id, amount: '1.00' });
  await book({ amount: '1.00', remark: '一', lines: [line(mine)] });
  await book({ amount: '2.00', remark: '二', lines: [line(mine), line(others)] });
  const paper = async (remark: string) => {
    const [{ id }] = await server.sql('select id from lease_receipt where remark = $1', [remark]);
    return printer.get(`${path}/paper`, { id });
  };
  expect((await paper('一')).status).toBe(200);
  expect((await paper('二')).body.reason).toBe('amountsHidden');
});

async function running() {
  return lease.started({ totalAmount: '20000', interestDate: '2026-08-17' });
}
async function book(body: object) {
  ok(await server.admin.post(`${path}/book`, { body: { direction: 2, valueDate: today, ...body } }));
}
async function amounts(who: Pick<Client, 'get'>): Promise<string[]> {
  const { records } = ok(await who.get(`${path}/page`, { size: 100 }));
  return records.map(({ amount }: { amount: string }) => amount).sort();
}

/** A person who sees the orders that they made. */
async function bound(account: string, rights: string[]) {
  const { userId, roleId } = await server.addUser({ account, permissions: ['order', 'receipt', ...rights] });
  const [menuId] = await server.menuIds('order');
  const body = {
    menuId,
    scopeName: '本人订单',
    resourceCode: account,
    scopeClass: 'order',
    scopeType: 2,
    scopeField: '*',
  };
  const { id } = ok(await server.admin.post('/blade-system/data-scope/submit', { body }));
  await server.sql('insert into sys_role_scope select $1, $2, 1, $3', ['000000', roleId, id]);
  return { ...(await server.as(account)), userId };
}
