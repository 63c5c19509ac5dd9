import { sql } from 'kysely';
import { tenantPackage } from '../../contract/modules/system/tenantPackage';
import { defineServerModule } from '../engine/serverModule';
import { refuse } from '../kernel/errors';
import { id, list, shape, text } from '../kernel/schemas';

export default defineServerModule(tenantPackage, {
  table: 'sys_tenant_package',
  columns: { menuId: 'menu_ids' },
  unique: [['packageName']],

  async saving({ menuId }, { trx }) {
    const wanted = [...new Set(String(menuId).split(','))];
    const { rows } = await sql<{ id: string }>`
      select id from sys_menu where is_deleted = 0 and is_platform = 0 and id = any(${wanted}::bigint[])`.execute(trx);
    if (rows.length < wanted.length) refuse('badParameter', { name: 'menuId' });
    return undefined;
  },

  async removing(doomed, { trx }) {
    const { rows } = await sql`
      select 1 from tenant where is_deleted = 0 and package_id = any(${doomed.map(({ id }) => id)}::bigint[]) limit 1`.execute(
      trx,
    );
    if (rows.length > 0) refuse('tenant.packageInUse');
  },

  calls: [
    {
      method: 'GET',
      path: tenantPackage.url('select'),
      title: ['可选产品包', 'Packages to choose from'],
      answer: list(shape({ id: id(), packageName: text() })),
      permission: ['tenantPackage', 'tenant'],
      handle: async (cx) =>
        (await cx.rows(tenantPackage).every({})).map(({ id, packageName }) => ({ id, packageName })),
    },
  ],
});
