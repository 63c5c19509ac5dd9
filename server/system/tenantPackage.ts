import { tenantPackage } from '../../contract/modules/system/tenantPackage';
import { defineServerModule } from '../engine/serverModule';
import { id, list, shape, text } from '../kernel/schemas';

export default defineServerModule(tenantPackage, {
  table: 'sys_tenant_package',
  columns: { menuId: 'menu_ids' },
  unique: [['packageName']],
  inUse: { tenant: 'tenant.packageInUse' },

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
