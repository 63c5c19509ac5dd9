/** A request to confirm a voucher names the other orders of its slip: who does not see them all does not see it. */
import { type Client, leaseOf, ok, type Server, startServer } from '../../../support/server';
import { decidingRights } from '../../../support/workflow';

let server: Server;
let lease: ReturnType<typeof leaseOf>;
let clerk: Client;
let reader: Client & { userId: string };

beforeAll(async () => {
  server = await startServer();
  lease = leaseOf(server);
  const rights = ['order', 'order_edit', 'order_voucher', 'approval', ...decidingRights];
  for (const account of ['clerk', 'second']) await server.addUser({ account, permissions: rights });
  clerk = await server.as('clerk');
  const { userId, roleId } = await server.addUser({ account: 'reader', permissions: ['order', 'approval'] });
  const [menuId] = await server.menuIds('order');
  const scope = { scopeName: '本人订单', resourceCode: 'own', scopeClass: 'order', scopeType: 2, scopeField: '*' };
  const { id } = ok(await server.admin.post('/blade-system/data-scope/submit', { body: { menuId, ...scope } }));
  await server.sql('insert into sys_role_scope select $1, $2, 1, $3', ['000000', roleId, id]);
  reader = { ...(await server.as('reader')), userId };
});
afterAll(() => server.close());

async function inReview(totalAmount: string): Promise<string> {
  const { id } = await lease.order({ totalAmount });
  ok(await lease.move(id, 1));
  await lease.voucher(id);
  await server.sql('update lease_order set create_user = $2 where id = $1', [id, reader.userId]);
  return id;
}
const confirm = (id: string, serial: string) =>
  clerk.post('/blade-order/order/confirm-voucher', {
    body: { id, amount: '600000.00', date: '2026-11-20', payer: '李雷', serial, reason: '一笔付两单' },
  });
const seen = async (who: Client, entityId: string) =>
  ok(await who.get('/blade-flow/approval/list', { entityId, size: 20 })).records.length;
const hide = (id: string) => server.sql('update lease_order set create_user = null where id = $1', [id]);

it('hides from a person to whom one of them is hidden', async () => {
  const [first, again] = [await inReview('600000'), await inReview('600000')];
  ok(await confirm(first, 'S-1'));
  await server.sql(`update lease_order set voucher_serial = 'S-1' where id = $1`, [first]);
  ok(await confirm(again, 'S-1'));
  expect([await seen(reader, first), await seen(reader, again)]).toEqual([1, 1]);
  await hide(first);
  expect([await seen(reader, again), await seen(clerk, again), await seen(server.admin, again)]).toEqual([0, 1, 1]);
});

it('that was asked for when requests did not say whom they name is for those who see everything', async () => {
  const id = await inReview('600000');
  ok(await confirm(id, 'S-9'));
  expect(await seen(reader, id)).toBe(1);
  await server.sql(`update approval set input = input - 'names' where entity_id = $1`, [id]);
  expect([await seen(reader, id), await seen(clerk, id), await seen(server.admin, id)]).toEqual([0, 1, 1]);
});
