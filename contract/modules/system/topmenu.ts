import { integer, refs, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';

/** An entry of the first menu level, with its own set of menus. */
export const topmenu = defineModule({
  name: 'topmenu',
  title: ['顶部菜单', 'Top menu'],
  path: '/blade-system/topmenu',
  scope: 'platform',
  chosen: { by: 'list', title: 'name', note: 'code' },
  menu: { under: 'system', icon: 'table', title: ['顶部菜单', 'Top menus'] },
  fields: {
    name: text('菜单名', 'Name', { required: true, search: 'like', maxLength: 255 }),
    nameEn: text('英文名称', 'English name', { maxLength: 255, initial: '' }),
    code: text('菜单编号', 'Code', { required: true, search: 'like', maxLength: 255 }),
    source: text('菜单图标', 'Icon', { required: true, maxLength: 255 }),
    path: text('菜单路由', 'Path', { maxLength: 255, initial: '' }),
    sort: integer('菜单排序', 'Sort order', { required: true, initial: 1, min: 0 }),
    /** Written by the action alone, which has a permission of its own. */
    menuIds: refs('menu')('菜单', 'Menus', {
      derived: true,
      inTable: false,
      inForm: false,
      maxLength: 20_000,
      offer: 'pages',
      whenRemoved: 'keep',
    }),
  },
  actions: { setting: ['菜单配置', 'Configure menus'] },
  sortable: ['sort'],
});
export type TopMenu = RecordOf<typeof topmenu>;
