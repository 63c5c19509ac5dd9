import { rolePath } from '../../domain/paths';
import { flag, integer, money, ref, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';

export const role = defineModule({
  name: 'role',
  title: ['角色', 'Role'],
  path: rolePath,
  acrossTenants: true,
  chosen: { by: 'tree', title: 'roleName', note: 'roleAlias', offers: ['givable'] },
  menu: { under: 'authority', icon: 'person-key', title: ['角色管理', 'Roles'] },
  tree: { parent: 'parentId', title: 'roleName' },
  fields: {
    roleName: text('角色名称', 'Role name', { required: true, search: 'like', maxLength: 45 }),
    roleAlias: text('角色别名', 'Alias', { required: true, search: 'like', maxLength: 45 }),
    parentId: ref('role')('上级角色', 'Parent role', { inTable: false, initial: '0' }),
    waiverLimit: money('减免逾期费限额', 'Late charge waiver limit', { inTable: false, min: 0, max: 100_000_000_000 }),
    ignoreLimit: money('忽略流水限额', 'Ignored bank line limit', { inTable: false, min: 0, max: 100_000_000_000 }),
    sort: integer('角色排序', 'Sort order', { required: true, initial: 1, min: 0 }),
    /** The role of the tenant's administrators: it always holds all that the package allows, and cannot be granted
     *  anything. */
    isAdmin: flag('租户管理员', 'Tenant administrators', { derived: true, inForm: false, inTable: false }),
    userCount: integer('用户数', 'Users', { derived: true, inForm: false }),
  },
  actions: { grant: ['权限设置', 'Grant permissions'] },
});
export type Role = RecordOf<typeof role>;
