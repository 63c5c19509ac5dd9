/** Who holds a menu or button is asked from two sides: which menus a role holds, and which roles hold a menu. */
import { sql } from 'kysely';
import { heldMenus, holdingRoles } from '../../../server/engine/rights/heldMenus';
import type { Trx } from '../../../server/kernel/database';
import { platform, type Server, startServer } from '../../support/server';

let server: Server;
beforeAll(async () => {
  server = await startServer({ hasDemo: true });
});
afterAll(() => server.close());

const inTenant = <T>(tenantId: string, work: (trx: Trx) => Promise<T>) =>
  server.deps.db.withTenant(tenantId, '2026-11-20', work);

/** By role and menu, once from each side. */
async function bothSides(tenantId: string) {
  return inTenant(tenantId, async (trx) => {
    const { rows: roles } = await sql<{ id: string }>`
      select id from sys_role where tenant_id = ${tenantId} and is_deleted = 0`.execute(trx);
    const fromRoles: string[] = [];
    for (const { id } of roles) {
      const { rows } = await sql<{ code: string }>`
        select held.code from ${heldMenus(tenantId, sql`array[${id}]::bigint[]`)} held`.execute(trx);
      fromRoles.push(...rows.map(({ code }) => `${id} ${code}`));
    }
    const { rows: menus } = await sql<{ code: string }>`select distinct code from sys_menu`.execute(trx);
    const fromMenus: string[] = [];
    for (const { code } of menus) {
      const { rows } = await sql<{ ids: string[] }>`select ${holdingRoles(tenantId, [code])} as ids`.execute(trx);
      fromMenus.push(...rows[0]!.ids.map((id) => `${id} ${code}`));
    }
    return { fromRoles: fromRoles.sort(), fromMenus: fromMenus.sort() };
  });
}

it('is told alike of the roles of the platform, of those who administer it, of removed roles and removed buttons', async () => {
  await server.addUser({ account: 'one.button', permissions: ['order_view'] });
  const removed = await server.addUser({ account: 'of.removed', permissions: ['order', 'customer'] });
  await server.sql('update sys_role set is_deleted = 1 where id = $1', [removed.roleId]);
  await server.addUser({ account: 'removed.button', permissions: ['customer_add'] });
  await server.sql(`update sys_menu set is_deleted = 1 where code = 'customer_add'`);
  const { fromRoles, fromMenus } = await bothSides(platform);
  expect(fromMenus).toEqual(fromRoles);
  expect(new Set(fromRoles.map((pair) => pair.split(' ')[0])).size).toBeGreaterThan(5);
});

it('is told alike of the roles of a tenant whose package leaves out most', async () => {
  await server.addTenant('100001');
  await server.sql(
    `with kept as (insert into sys_tenant_package (id, package_name, menu_ids)
       select 1, 'few', array_agg(id) from sys_menu where code in ('customer', 'order') returning id)
     update tenant set package_id = kept.id from kept where tenant_id = '100001'`,
  );
  await server.addUser({
    account: 'few',
    tenantId: '100001',
    permissions: ['order_view', 'customer', 'product', 'tenant'],
  });
  await server.addUser({ account: 'chief', tenantId: '100001' });
  await server.sql(`update sys_role set is_admin = true where tenant_id = '100001' and role_alias = 'role of chief'`);
  const { fromRoles, fromMenus } = await bothSides('100001');
  expect(fromMenus).toEqual(fromRoles);
  expect(fromRoles.length).toBeGreaterThan(10);
});

interface Step {
  'Relation Name'?: string;
  'Actual Loops': number;
  Plans?: Step[];
}

it('is looked up once for a statement, however many people it asks about', async () => {
  const { rows } = await inTenant(platform, (trx) =>
    sql<{ 'QUERY PLAN': { Plan: Step }[] }>`explain (analyze, format json)
      select u.id from sys_user u, generate_series(1, 100) n
      where u.tenant_id = ${platform} and u.role_ids && ${holdingRoles(platform, ['order'])}`.execute(trx),
  );
  const loops = new Map<string, number>();
  const walk = (step: Step): void => {
    const table = step['Relation Name'];
    if (table) loops.set(table, Math.max(loops.get(table) ?? 0, step['Actual Loops']));
    for (const part of step.Plans ?? []) walk(part);
  };
  walk(rows[0]!['QUERY PLAN'][0]!.Plan);
  expect([loops.get('sys_menu'), loops.get('sys_role_menu'), loops.get('sys_role')]).toEqual([1, 1, 1]);
});
