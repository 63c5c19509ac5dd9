import { choice, flag, integer, longText, ref, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';

export const menu = defineModule({
  name: 'menu',
  title: ['菜单', 'Menu'],
  path: '/blade-system/menu',
  scope: 'platform',
  chosen: { by: 'tree', title: 'name', note: 'code', offers: ['pages', 'forTenants'] },
  menu: { under: 'system', icon: 'line-horizontal-3', title: ['菜单管理', 'Menus'] },
  tree: { parent: 'parentId', title: 'name' },
  fields: {
    name: text('菜单名称', 'Name', { required: true, search: 'like', maxLength: 255 }),
    nameEn: text('英文名称', 'English name', { maxLength: 255, initial: '' }),
    code: text('菜单编号', 'Code', { required: true, search: 'like', maxLength: 255 }),
    parentId: ref('menu')('上级菜单', 'Parent menu', { inTable: false, initial: '0', offer: 'pages' }),
    path: text('路由地址', 'Path', { maxLength: 255, initial: '' }),
    source: text('菜单图标', 'Icon', { maxLength: 255, initial: '' }),
    category: choice(
      '菜单类型',
      'Type',
      { 1: ['菜单', 'Menu'], 2: ['按钮', 'Button'] },
      { required: true, initial: 1 },
    ),
    alias: text('菜单别名', 'Alias', { required: true, maxLength: 255, initial: 'menu', inTable: false }),
    action: choice(
      '按钮功能',
      'Button position',
      { 0: ['无', 'None'], 1: ['工具栏', 'Toolbar'], 2: ['操作栏', 'Row actions'], 3: ['工具操作栏', 'Both'] },
      { initial: 0, inTable: false },
    ),
    sort: integer('菜单排序', 'Sort order', { required: true, initial: 1, min: 0 }),
    isOpen: choice(
      '新窗口',
      'Open in new window',
      { 1: ['否', 'No'], 2: ['是', 'Yes'] },
      { initial: 1, inTable: false },
    ),
    keepAlive: choice(
      '缓存页面',
      'Keep page state',
      { 1: ['是', 'Yes'], 0: ['否', 'No'] },
      { initial: 1, inTable: false },
    ),
    isPlatform: flag('仅平台可用', 'Platform only', { inTable: false }),
    remark: longText('菜单备注', 'Remark', { maxLength: 255, inTable: false, initial: '' }),
  },
});
export type Menu = RecordOf<typeof menu>;
