import { choice, integer, longText, ref, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';

export const dept = defineModule({
  name: 'dept',
  title: ['部门', 'Department'],
  path: '/blade-system/dept',
  acrossTenants: true,
  chosen: { by: 'tree', title: 'deptName', note: 'fullName' },
  menu: { under: 'system', icon: 'organization', title: ['部门管理', 'Departments'] },
  tree: { parent: 'parentId', title: 'deptName' },
  fields: {
    deptName: text('部门名称', 'Department name', { required: true, search: 'like', maxLength: 45 }),
    fullName: text('部门全称', 'Full name', { required: true, search: 'like', maxLength: 45 }),
    parentId: ref('dept')('上级部门', 'Parent department', { inTable: false, initial: '0' }),
    deptCategory: choice(
      '部门类型',
      'Type',
      { 1: ['公司', 'Company'], 2: ['部门', 'Department'], 3: ['小组', 'Team'] },
      { initial: 2 },
    ),
    sort: integer('排序', 'Sort order', { required: true, initial: 1, min: 0 }),
    remark: longText('备注', 'Remark', { inTable: false, maxLength: 255 }),
  },
});
export type Dept = RecordOf<typeof dept>;
