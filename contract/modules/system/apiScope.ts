import { choice, longText, ref, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';

/**
 * A call that is open only to the roles it is granted to. A call that no scope names is decided by menus and buttons
 * alone.
 */
export const apiScope = defineModule({
  name: 'api_scope',
  title: ['接口权限', 'API scope'],
  path: '/blade-system/api-scope',
  scope: 'platform',
  chosen: { by: 'list', title: 'scopeName', note: 'resourceCode' },
  menu: { under: 'authority', icon: 'link', title: ['接口权限', 'API scopes'], path: 'apiscope' },
  fields: {
    menuId: ref('menu')('菜单', 'Menu', { required: true, inTable: false, search: 'equal' }),
    menuName: text('菜单', 'Menu', { derived: true, inForm: false }),
    scopeName: text('权限名称', 'Name', { required: true, search: 'like', maxLength: 255 }),
    resourceCode: text('权限编号', 'Code', { required: true, search: 'like', maxLength: 255 }),
    method: choice('请求方式', 'Method', { 1: ['GET', 'GET'], 2: ['POST', 'POST'] }, { required: true, initial: 1 }),
    /** Template of a call, as the server knows it: `/blade-order/order/page`. */
    scopePath: text('权限路径', 'Path', { required: true, maxLength: 255 }),
    scopeType: choice(
      '接口类型',
      'Type',
      { 1: ['系统接口', 'System API'], 2: ['业务接口', 'Business API'] },
      { required: true, initial: 2 },
    ),
    remark: longText('备注', 'Remark', { maxLength: 255, inTable: false }),
  },
});
export type ApiScope = RecordOf<typeof apiScope>;
