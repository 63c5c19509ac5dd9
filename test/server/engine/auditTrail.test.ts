/** The audit trail as the console lists it: changes and their records, within the person's data scopes. */
import { type Client, leaseOf, ok, password, type Server, startServer } from '../../support/server';

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

describe('of records that a data scope may hide', () => {
  const rights = [
    ...['customer', 'product', 'order', 'picture', 'fascContract', 'paymentPlan'],
    ...['customer_add', 'product_add', 'order_add', 'order_edit', 'order_delete', 'order_status', 'order_start'],
    ...['picture_add', 'picture_delete', 'auditLog'],
  ];
  let made = 0;
  const person = async (account: string) => {
    const { roleId, userId } = await server.addUser({ account, permissions: rights, tenantId: tenant.tenantId });
    return { roleId, userId, client: await server.as(account, tenant.tenantId) };
  };
  /** A person's traces in the trail: an order with a plan and a picture, and one that was removed with its own. */
  const leave = async (client: Client) => {
    const lease = leaseOf(server, client);
    const { order } = await lease.started();
    const slip = await lease.upload();
    const body = { orderId: order.id, picType: 6, imageIndex: 0, path: slip.link };
    ok(await client.post('/blade-picture/picture/submit', { body }));
    const { customerId, productId } = order;
    const gone = await lease.order({ customerId, productId });
    ok(await client.post('/blade-order/order/remove', { query: { ids: gone.id } }));
    return { order: order.id as string, gone: gone.id as string, code: order.contractCode as string };
  };
  const bind = async (roleId: string, scopeClass: string, body: object) => {
    const [menuId] = await server.menuIds(scopeClass);
    const kept = { menuId, scopeName: '域', resourceCode: `t${++made}`, scopeClass, scopeField: '*' };
    const { id } = ok(await server.admin.post('/blade-system/data-scope/submit', { body: { ...kept, ...body } }));
    await server.sql('insert into sys_role_scope select $1, $2, 1, $3', [tenant.tenantId, roleId, id]);
  };
  const entries = async (client: Client, query: Record<string, string> = {}) => {
    const page = ok(await client.get('/blade-log/audit/list', { size: 500, ...query }));
    expect(page.records).toHaveLength(page.total);
    return page.records as { entity: string; entityId: string; aboutId: string | null }[];
  };
  const own = 2;
  let seller: Awaited<ReturnType<typeof person>>;
  let mine: Awaited<ReturnType<typeof leave>>;
  let theirs: Awaited<ReturnType<typeof leave>>;
  beforeAll(async () => {
    const colleague = await person('colleague');
    seller = await person('seller');
    theirs = await leave(colleague.client);
    mine = await leave(seller.client);
  });

  it('lists, counts and finds entries of those alone that are seen', async () => {
    const of = (id: string) => entries(seller.client, { entityId: id });
    expect((await of(theirs.order)).length).toBeGreaterThan(12);
    await bind(seller.roleId, 'order', { scopeType: own });
    expect(await of(theirs.order)).toEqual([]);
    expect(await of(theirs.gone)).toEqual([]);
    expect((await of(mine.order)).map(({ entity }) => entity)).toEqual(
      expect.arrayContaining(['order', 'paymentPlan', 'picture']),
    );
    expect((await of(mine.gone)).length).toBe(2); // removed, and still one's own

    const all = await entries(seller.client);
    const told = all.flatMap(({ entityId, aboutId }) => [entityId, aboutId]);
    expect(told).toEqual(expect.arrayContaining([mine.order, mine.gone]));
    expect(told).not.toContain(theirs.order);
    expect(told).not.toContain(theirs.gone);
    // Entries about records without a scope are still shown.
    expect(all.map(({ entity }) => entity)).toEqual(expect.arrayContaining(['customer', 'product']));

    const found = async (name: string) =>
      ok(await seller.client.get('/blade-log/audit/records', { name })).records.map(({ id }: { id: string }) => id);
    expect(await found(mine.code)).toContain(mine.order);
    expect(await found(theirs.code)).toEqual([]);
    expect(await found('')).not.toContain(theirs.order);
  });

  it('finds a removed record by its name only where it was seen', async () => {
    const lease = leaseOf(server, tenant.client);
    const { id } = await lease.customer({ realName: '高山流', idNo: '' });
    ok(await tenant.client.post('/blade-customer/customer/remove', { query: { ids: id } }));
    const found = async () => ok(await seller.client.get('/blade-log/audit/records', { name: '高山流' })).records;
    expect(await found()).toMatchObject([{ id }]);
    await bind(seller.roleId, 'customer', { scopeType: own });
    expect(await found()).toEqual([]);
    expect(await entries(seller.client, { entityId: id })).toEqual([]);
  });

  it('shows sign-ins like the people they are of, and those without a person to people without such a scope', async () => {
    const count = async () => (await entries(seller.client, { entity: 'signIn' })).length;
    await server.signIn('colleague', password, tenant.tenantId);
    const nobody = { username: 'nobody', password: 'x', grant_type: 'password' };
    expect((await server.token(nobody, { 'tenant-id': tenant.tenantId })).status).toBe(400);
    expect(await count()).toBeGreaterThan(0);
    await bind(seller.roleId, 'user', { scopeType: own });
    expect(await count()).toBe(0);
    expect(await entries(seller.client, { entity: 'user' })).toEqual([]);
  });

  it('is still verified as a whole', async () => {
    const [{ count }] = await server.sql(
      'select count(*)::int as count from audit_log where tenant_id = $1 and seq is not null',
      [tenant.tenantId],
    );
    expect(ok(await seller.client.get('/blade-log/audit/verify'))).toMatchObject({ isWhole: true, rows: count });
  });

  it('a history on the page of an order shows what the scopes of its parts show', async () => {
    const history = async () =>
      ok(await seller.client.get('/blade-order/order/history', { id: mine.order })) as {
        entity: string;
        changes: { field: string }[];
      }[];
    const fieldsOf = async (entity: string) =>
      (await history())
        .filter((entry) => entry.entity === entity)
        .flatMap(({ changes }) => changes.map(({ field }) => field));
    const slip = await leaseOf(server, tenant.client).upload();
    const body = { orderId: mine.order, picType: 6, imageIndex: 1, path: slip.link };
    const { id } = ok(await tenant.client.post('/blade-picture/picture/submit', { body }));
    const ids = async () => (await history()).map((entry) => (entry as unknown as { entityId: string }).entityId);
    expect(await ids()).toContain(id);
    expect(await fieldsOf('paymentPlan')).toEqual(expect.arrayContaining(['rent', 'principal', 'amountPayable']));

    await bind(seller.roleId, 'picture', { scopeType: own });
    await bind(seller.roleId, 'paymentPlan', { scopeType: 1, scopeField: 'contractCode,currentPeriods,payStatus' });
    expect(await ids()).not.toContain(id);
    expect([...new Set(await fieldsOf('paymentPlan'))].sort()).toEqual(['currentPeriods', 'payStatus']);
  });
});
