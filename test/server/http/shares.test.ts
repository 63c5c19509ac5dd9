/** What one person may take of the server while others work. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ok, type Server, startServer } from '../../support/server';

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
afterEach(() => jest.restoreAllMocks());

it('a person has a third of the connections to the database, and the others wait', async () => {
  const { db } = server.deps;
  const { withTenant } = db;
  let [now, most] = [0, 0];
  jest.spyOn(db, 'withTenant').mockImplementation(async (...work: Parameters<typeof withTenant>) => {
    most = Math.max(most, ++now);
    try {
      return (await withTenant(...work)) as never;
    } finally {
      now--;
    }
  });
  const ask = () => server.admin.get('/blade-customer/customer/list', {});
  const answers = await Promise.all(Array.from({ length: 20 }, ask));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(most).toBe(4);
});

it('the history of a tenant is verified once for all who ask meanwhile', async () => {
  const body = { deptName: '一部', fullName: '第一部', parentId: '0', sort: 1 };
  ok(await server.admin.post('/blade-system/dept/submit', { body }));
  const isSigned = jest.spyOn(server.deps.secrets, 'isSigned');
  const held = server.sql('begin; lock table audit_head in access exclusive mode; select pg_sleep(1.5); commit');
  await sleep(200);
  const answers = await Promise.all(Array.from({ length: 12 }, () => server.admin.get('/blade-log/audit/verify')));
  await held;
  for (const { status, body } of answers) expect([status, body.data.isWhole]).toEqual([200, true]);
  expect(isSigned.mock.calls.filter(([purpose]) => purpose === 'audit-head')).toHaveLength(1);
});
