import { longText, refs, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';

/** What a tenant may have: a set of menus, each with its buttons. */
export const tenantPackage = defineModule({
  name: 'tenantPackage',
  title: ['产品包', 'Tenant package'],
  path: '/blade-system/tenant-package',
  scope: 'platform',
  // A package is a set of hundreds of menus, whose names are not unique.
  without: ['import'],
  chosen: { by: 'list', title: 'packageName' },
  menu: { under: 'system', icon: 'box', title: ['租户产品包', 'Tenant packages'], path: 'package' },
  fields: {
    packageName: text('产品包名称', 'Package name', { required: true, search: 'like', maxLength: 50 }),
    menuId: refs('menu')('菜单', 'Menus', { required: true, inTable: false, maxLength: 20_000, offer: 'forTenants' }),
    remark: longText('备注', 'Remark', { maxLength: 255 }),
  },
});
export type TenantPackage = RecordOf<typeof tenantPackage>;
