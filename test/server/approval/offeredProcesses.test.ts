/** The processes that a rule may name are told without reading their diagrams each time. */
import { takesAtMost } from '../../support/growth';
import { ok, platform, type Server, startServer } from '../../support/server';

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

it('large diagrams of many processes cost each answer nothing', async () => {
  const offered = async () => ok(await server.admin.get('/blade-flow/approval-rule/processes')) as unknown[];
  const before = (await offered()).length;
  // Spaces behind the root change nothing in a diagram but its length.
  await server.sql(
    `insert into flow_definition (id, tenant_id, key, name, category, version, deployment_id, deployment_time, xml, create_time, update_time)
     select d.id + 1000000 + n, d.tenant_id, d.key || n, d.name || n, d.category, 1, d.deployment_id, d.deployment_time, d.xml || repeat(' ', 1000000), d.create_time, d.update_time
     from flow_definition d, generate_series(1, 60) n where d.tenant_id = $1 and d.key = 'second_person'`,
    [platform],
  );
  expect(await offered()).toHaveLength(before + 60);
  const tasks = async () => ok(await server.admin.get('/blade-flow/approval-rule/list', { size: 100 }));
  await server.sql(`delete from approval_rule where tenant_id = $1`, [platform]);
  await takesAtMost(3, tasks, offered);
});
