/** The views of orders count what they list, and tell a person only what their list shows. */

import { businessDate } from '../../../../contract/domain/calendar';
import { awaitingContract, voucherReview } from '../../../../contract/domain/lifecycle/orderStates';
import { order } from '../../../../contract/modules/lease/order';
import { filtersOf } from '../../../../contract/schema/conditions';
import type { Module } from '../../../../contract/schema/module';
import { allBut, type BindingScope, boundPerson } from '../../../support/scopes';
import { type Client, leaseOf, ok, type Server, startServer } from '../../../support/server';

const path = '/blade-order/order';
let server: Server;

beforeAll(async () => {
  server = await startServer();
  const lease = leaseOf(server);
  const ids = [];
  for (let i = 0; i < 6; i++) ids.push((await lease.order()).id);
  const put = (state: number, archived: number, ...chosen: unknown[]) =>
    server.sql('update lease_order set business_status = $1, archived = $2 where id = any($3)', [
      state,
      archived,
      chosen,
    ]);
  await put(voucherReview, 0, ids[0], ids[1]);
  await put(voucherReview, 1, ids[2]);
  await put(awaitingContract, 0, ids[3], ids[4], ids[5]);
});
afterAll(() => server.close());

const hidden: BindingScope = { scopeClass: 'order', scopeType: 1, scopeField: allBut(order.fields, 'businessStatus') };

async function person(permissions: string[], scopes: readonly BindingScope[] = []) {
  return boundPerson(server, ['order', ...permissions], scopes);
}

/** What a list answers to the condition of each view; undefined where it is refused. */
async function listed(who: Client) {
  const totals: Record<string, number | undefined> = {};
  for (const [name, { seek }] of Object.entries(order.views ?? {})) {
    const filters = filtersOf(order as unknown as Module, seek(businessDate(server.deps.now())));
    const { status, body } = await who.get(`${path}/page`, { ...filters });
    totals[name] = status === 200 ? body.data.total : undefined;
  }
  return totals;
}

it.each<[string, string[], BindingScope[], Record<string, number>]>([
  ['who reviews vouchers alone', ['order_voucher'], [], { awaited: 2, all: 5, voucherReview: 2 }],
  ['who makes contracts alone', ['order_contract'], [], { awaited: 3, all: 5 }],
  ['who does both', ['order_voucher', 'order_contract'], [], { awaited: 5 }],
  [
    'who does both and sees own orders alone',
    ['order_voucher', 'order_contract'],
    [{ scopeClass: 'order', scopeType: 2 }],
    { awaited: 0, all: 0 },
  ],
])('a view counts its list for %s', async (_who, permissions, scopes, expected) => {
  const who = await person(permissions, scopes);
  const counts = ok(await who.get(`${path}/views`));
  expect(counts).toMatchObject(expected);
  expect(counts).toEqual(await listed(who));
});

it('a view of what waits is not there for whom nothing waits', async () => {
  const who = await person(['order_add']);
  const counts = ok(await who.get(`${path}/views`));
  expect(counts).not.toHaveProperty('awaited');
  expect(counts).toMatchObject({ all: 5, voucherReview: 2 });
  expect((await listed(who)).awaited).toBe(0);
});

it('views tell nothing of a hidden state, and the list refuses their conditions', async () => {
  const who = await person(['order_voucher', 'order_contract'], [hidden]);
  expect(ok(await who.get(`${path}/views`))).toEqual({ all: 5 });
  expect((await who.get(`${path}/page`, { awaited: '1' })).body.reason).toBe('fieldsHidden');
});

it('another tenant counts its own', async () => {
  expect(ok(await (await server.foundTenant()).client.get(`${path}/views`))).toMatchObject({ all: 0 });
});
