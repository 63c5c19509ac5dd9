import { choice, dateTime, integer, longText, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';

export const post = defineModule({
  name: 'post',
  title: ['岗位', 'Position'],
  path: '/blade-system/post',
  acrossTenants: true,
  chosen: { by: 'list', title: 'postName', note: 'postCode' },
  menu: { under: 'system', icon: 'contact-card', title: ['岗位管理', 'Positions'] },
  fields: {
    postName: text('岗位名称', 'Position name', { required: true, search: 'like' }),
    postCode: text('岗位编号', 'Position code', { required: true, search: 'like', maxLength: 12 }),
    category: choice(
      '岗位类型',
      'Type',
      { 1: ['高层', 'Senior'], 2: ['中层', 'Middle'], 3: ['基层', 'Junior'], 4: ['其他', 'Other'] },
      { required: true, search: 'equal' },
    ),
    sort: integer('岗位排序', 'Sort order', { required: true, initial: 1, min: 0 }),
    remark: longText('岗位描述', 'Description', { inTable: false, maxLength: 255 }),
    updateTime: dateTime('更新时间', 'Updated at'),
  },
  sortable: ['sort'],
});
export type Post = RecordOf<typeof post>;
