import { choice, longText, ref, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';

/** `scopeType`: whose rows are visible. */
export const scopeTypes = { all: 1, own: 2, dept: 3, deptTree: 4, custom: 5 } as const;

/** Which rows of a module, and which of their fields, the roles it is granted to see. */
export const dataScope = defineModule({
  name: 'data_scope',
  title: ['数据权限', 'Data scope'],
  path: '/blade-system/data-scope',
  scope: 'platform',
  chosen: { by: 'list', title: 'scopeName', note: 'resourceCode' },
  menu: { under: 'authority', icon: 'filter', title: ['数据权限', 'Data scopes'], path: 'datascope' },
  fields: {
    menuId: ref('menu')('菜单', 'Menu', { required: true, inTable: false, search: 'equal' }),
    menuName: text('菜单', 'Menu', { derived: true, inForm: false }),
    scopeName: text('权限名称', 'Name', { required: true, search: 'like', maxLength: 255 }),
    resourceCode: text('权限编号', 'Code', { required: true, search: 'like', maxLength: 255 }),
    /** Name of the module whose rows it is about. */
    scopeClass: text('权限对象', 'Module', { required: true, maxLength: 255 }),
    scopeType: choice(
      '规则类型',
      'Rule type',
      {
        [scopeTypes.all]: ['全部可见', 'All data'],
        [scopeTypes.own]: ['本人可见', 'Own data'],
        [scopeTypes.dept]: ['所在机构可见', 'Own departments'],
        [scopeTypes.deptTree]: ['所在机构及子级可见', 'Own departments and subdepartments'],
        [scopeTypes.custom]: ['自定义', 'Custom'],
      },
      { required: true, initial: scopeTypes.own },
    ),
    /** Field that names the owner: a person for own rows, a department for those of departments. */
    scopeColumn: text('权限字段', 'Field', { maxLength: 255, inTable: false }),
    /** `*`, or the fields that are shown, comma-joined. */
    scopeField: text('可见字段', 'Visible fields', { required: true, initial: '*', maxLength: 2000, inTable: false }),
    /** A rule as in scopeRule.ts, for custom ones. */
    scopeValue: longText('规则值', 'Rule value', { maxLength: 4000, inTable: false }),
    remark: longText('备注', 'Remark', { maxLength: 255, inTable: false }),
  },
});
export type DataScope = RecordOf<typeof dataScope>;
