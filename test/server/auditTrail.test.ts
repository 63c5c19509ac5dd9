/** The audit trail as the console lists it: what changed, and to which record it belongs, as far as one may see. */
import { ok, type Server, startServer } from '../support/server';

let server: Server;
let tenant: Awaited<ReturnType<Server['foundTenant']>>;
beforeAll(async () => {
  server = await startServer();
  tenant = await server.foundTenant();
});
afterAll(() => server.close());

it('shows no change of a field that the person’s data scopes hide', async () => {
  const body = { deptName: '北区', fullName: '北方大区', parentId: '0', sort: 1 };
  const { id } = ok(await tenant.client.post('/blade-system/dept/submit', { body }));
  const { roleId } = await server.addUser({ account: 'auditor', permissions: ['auditLog'], tenantId: tenant.tenantId });
  const auditor = await server.as('auditor', tenant.tenantId);
  const fields = async (): Promise<string[]> => {
    const { records } = ok(await auditor.get('/blade-log/audit/list', { entityId: id }));
    return records.flatMap(({ changes }: { changes: { field: string }[] }) => changes.map(({ field }) => field));
  };
  expect(await fields()).toEqual(expect.arrayContaining(['deptName', 'fullName']));

  const [menuId] = await server.menuIds('dept');
  const scope = { menuId, scopeName: '名', resourceCode: 'names', scopeClass: 'dept', scopeType: 1 };
  const scopeField = 'deptName,parentId';
  const saved = ok(await server.admin.post('/blade-system/data-scope/submit', { body: { ...scope, scopeField } }));
  await server.sql('insert into sys_role_scope select $1, $2, 1, $3', [tenant.tenantId, roleId, saved.id]);
  expect(await fields()).toContain('deptName');
  expect(await fields()).not.toContain('fullName');
});

it('names the record that an entry belongs to', async () => {
  const { records } = ok(await server.admin.get('/blade-log/audit/list', { size: 1 }));
  expect(records[0]).toHaveProperty('aboutId');
});
