/** Whom the next step of an order waits for, as a person is told who may not take it. */

import { order } from '../../../../contract/modules/lease/order';
import { user } from '../../../../contract/modules/system/user';
import { allBut, boundPerson } from '../../../support/scopes';
import { type Client, leaseOf, ok, type Server, startServer } from '../../../support/server';

let server: Server;
let clerk: Client;
let id: string;
beforeAll(async () => {
  server = await startServer();
  await server.addUser({ account: 'clerk', permissions: ['order'] });
  clerk = await server.as('clerk');
  ({ id } = await leaseOf(server).order());
});
afterAll(() => server.close());

const told = async (who: Client) => ok(await who.get('/blade-order/order/next-people', { id }));
const employ = (account: string) => server.addUser({ account, permissions: ['order', 'order_status'] });

it('names administrators only where no one else may', async () => {
  const [{ name }] = await server.sql(
    `select real_name as name from sys_user where account = 'admin' and tenant_id = '000000'`,
  );
  expect(await told(clerk)).toBe(name);
  await employ('second');
  expect(await told(clerk)).toBe('second');
  expect(await told(await server.as('second'))).toBe('');
});

it('leaves out those who do not see the order or have left, and names five', async () => {
  await boundPerson(server, ['order', 'order_status'], [{ scopeClass: 'order', scopeType: 2 }]);
  const { userId } = await employ('gone');
  await server.sql('update sys_user set status = 2 where id = $1', [userId]);
  expect(await told(clerk)).toBe('second');
  for (const account of ['third', 'fourth', 'fifth', 'sixth']) await employ(account);
  expect(await told(clerk)).toBe('second、third、fourth、fifth、sixth');
  await employ('seventh');
  expect(await told(clerk)).toBe('second、third、fourth、fifth、sixth等');
});

it('tells nothing to those from whom the state of the order or the names of people are hidden', async () => {
  for (const [scopeClass, scopeField] of [
    ['order', allBut(order.fields, 'businessStatus')],
    ['user', allBut(user.fields, 'realName')],
  ] as const) {
    const bound = await boundPerson(server, ['order'], [{ scopeClass, scopeType: 1, scopeField }]);
    expect([scopeClass, await told(bound)]).toEqual([scopeClass, '']);
  }
});

it('is silent of an order that the person does not see', async () => {
  const bound = await boundPerson(server, ['order'], [{ scopeClass: 'order', scopeType: 2 }]);
  const answer = await bound.get('/blade-order/order/next-people', { id });
  expect([answer.status, answer.body.reason]).toEqual([403, 'notYours']);
});
