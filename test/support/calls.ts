/**
 * Calls of administration that clients of the family make: how each is asked, and what its callers read of the answer.
 * A `page` has `records` and `total`; a `tree` and a `list` are arrays; a `record` is an object; `words` are entries with
 * `dictKey` and `dictValue`; a `grant` is sets of menus, data scopes and API scopes; `written` is a write that answers
 * with success.
 */
export interface FamilyCall {
  method: 'GET' | 'POST';
  /** Below /api. */
  path: string;
  reads: 'page' | 'tree' | 'list' | 'record' | 'words' | 'grant' | 'written';
  /** Parameters in the address that the call is made with. */
  query?: readonly string[];
  /** A whole record, settings, or the names of what is in it. */
  body?: 'record' | 'settings' | readonly string[];
}

export const familyCalls: readonly FamilyCall[] = [
  // menu
  { method: 'GET', path: '/blade-system/menu/routes', reads: 'tree', query: ['topMenuId'] },
  { method: 'GET', path: '/blade-system/menu/top-menu', reads: 'list' },
  { method: 'GET', path: '/blade-system/menu/buttons', reads: 'tree' },
  { method: 'GET', path: '/blade-system/menu/list', reads: 'tree' },
  { method: 'GET', path: '/blade-system/menu/lazy-list', reads: 'tree', query: ['parentId'] },
  { method: 'GET', path: '/blade-system/menu/lazy-menu-list', reads: 'tree', query: ['parentId'] },
  { method: 'GET', path: '/blade-system/menu/menu-list', reads: 'tree' },
  { method: 'GET', path: '/blade-system/menu/tree', reads: 'tree', query: ['tenantId'] },
  { method: 'GET', path: '/blade-system/menu/detail', reads: 'record', query: ['id'] },
  { method: 'POST', path: '/blade-system/menu/remove', reads: 'written', query: ['ids'] },
  { method: 'POST', path: '/blade-system/menu/submit', reads: 'written', body: 'record' },
  { method: 'GET', path: '/blade-system/menu/grant-tree', reads: 'grant' },
  { method: 'GET', path: '/blade-system/menu/role-tree-keys', reads: 'grant', query: ['roleIds'] },
  { method: 'GET', path: '/blade-system/menu/grant-top-tree', reads: 'grant' },
  { method: 'GET', path: '/blade-system/menu/top-tree-keys', reads: 'grant', query: ['topMenuIds'] },
  // topmenu
  { method: 'GET', path: '/blade-system/topmenu/list', reads: 'page', query: ['current', 'size'] },
  { method: 'GET', path: '/blade-system/topmenu/detail', reads: 'record', query: ['id'] },
  { method: 'POST', path: '/blade-system/topmenu/remove', reads: 'written', query: ['ids'] },
  { method: 'POST', path: '/blade-system/topmenu/submit', reads: 'written', body: 'record' },
  { method: 'POST', path: '/blade-system/topmenu/grant', reads: 'written', body: ['topMenuIds', 'menuIds'] },
  // user
  { method: 'GET', path: '/blade-system/user/page', reads: 'page', query: ['current', 'size', 'deptId'] },
  { method: 'GET', path: '/blade-system/user/detail', reads: 'record', query: ['id'] },
  { method: 'GET', path: '/blade-system/user/platform-detail', reads: 'record', query: ['id'] },
  { method: 'GET', path: '/blade-system/user/info', reads: 'record' },
  { method: 'POST', path: '/blade-system/user/remove', reads: 'written', query: ['ids'] },
  { method: 'POST', path: '/blade-system/user/submit', reads: 'written', body: 'record' },
  { method: 'POST', path: '/blade-system/user/update', reads: 'written', body: 'record' },
  {
    method: 'POST',
    path: '/blade-system/user/update-platform',
    reads: 'written',
    query: ['userId', 'userType', 'userExt'],
  },
  { method: 'POST', path: '/blade-system/user/reset-password', reads: 'written', query: ['userIds'] },
  {
    method: 'POST',
    path: '/blade-system/user/update-password',
    reads: 'written',
    query: ['oldPassword', 'newPassword', 'newPassword1'],
  },
  { method: 'POST', path: '/blade-system/user/update-info', reads: 'written', body: 'record' },
  { method: 'POST', path: '/blade-system/user/grant', reads: 'written', query: ['userIds', 'roleIds'] },
  { method: 'POST', path: '/blade-system/user/unlock', reads: 'written', query: ['userIds'] },
  {
    method: 'POST',
    path: '/blade-system/user/register-guest',
    reads: 'written',
    query: ['tenantId', 'name', 'account', 'password', 'oauthId'],
  },
  // dept
  { method: 'GET', path: '/blade-system/dept/list', reads: 'tree' },
  { method: 'GET', path: '/blade-system/dept/lazy-list', reads: 'tree', query: ['parentId'] },
  { method: 'GET', path: '/blade-system/dept/detail', reads: 'record', query: ['id'] },
  { method: 'GET', path: '/blade-system/dept/tree', reads: 'tree', query: ['tenantId'] },
  { method: 'GET', path: '/blade-system/dept/lazy-tree', reads: 'tree', query: ['parentId'] },
  { method: 'GET', path: '/blade-system/dept/select', reads: 'list', query: ['userId'] },
  { method: 'POST', path: '/blade-system/dept/remove', reads: 'written', query: ['ids'] },
  { method: 'POST', path: '/blade-system/dept/submit', reads: 'written', body: 'record' },
  // role
  { method: 'GET', path: '/blade-system/role/list', reads: 'tree' },
  { method: 'POST', path: '/blade-system/role/remove', reads: 'written', query: ['ids'] },
  { method: 'POST', path: '/blade-system/role/submit', reads: 'written', body: 'record' },
  {
    method: 'POST',
    path: '/blade-system/role/grant',
    reads: 'written',
    body: ['roleIds', 'menuIds', 'dataScopeIds', 'apiScopeIds'],
  },
  { method: 'GET', path: '/blade-system/role/tree', reads: 'tree', query: ['tenantId'] },
  { method: 'GET', path: '/blade-system/role/tree-by-id', reads: 'tree', query: ['roleId'] },
  { method: 'GET', path: '/blade-system/role/select', reads: 'list', query: ['userId'] },
  // post
  { method: 'GET', path: '/blade-system/post/list', reads: 'page', query: ['current', 'size'] },
  { method: 'GET', path: '/blade-system/post/detail', reads: 'record', query: ['id'] },
  { method: 'POST', path: '/blade-system/post/remove', reads: 'written', query: ['ids'] },
  { method: 'POST', path: '/blade-system/post/submit', reads: 'written', body: 'record' },
  { method: 'GET', path: '/blade-system/post/select', reads: 'list', query: ['tenantId'] },
  // region
  { method: 'GET', path: '/blade-system/region/list', reads: 'page' },
  { method: 'GET', path: '/blade-system/region/lazy-tree', reads: 'tree', query: ['parentCode'] },
  { method: 'GET', path: '/blade-system/region/detail', reads: 'record', query: ['code'] },
  { method: 'POST', path: '/blade-system/region/remove', reads: 'written', query: ['id'] },
  { method: 'POST', path: '/blade-system/region/submit', reads: 'written', body: 'record' },
  // tenant
  { method: 'GET', path: '/blade-system/tenant/list', reads: 'page', query: ['current', 'size'] },
  { method: 'GET', path: '/blade-system/tenant/detail', reads: 'record', query: ['id'] },
  { method: 'POST', path: '/blade-system/tenant/remove', reads: 'written', query: ['ids'] },
  { method: 'POST', path: '/blade-system/tenant/submit', reads: 'written', body: 'record' },
  { method: 'GET', path: '/blade-system/tenant/info', reads: 'record', query: ['domain'] },
  { method: 'GET', path: '/blade-system/tenant/package-detail', reads: 'record', query: ['tenantId'] },
  { method: 'POST', path: '/blade-system/tenant/setting', reads: 'written', query: ['ids'], body: 'settings' },
  { method: 'POST', path: '/blade-system/tenant/datasource', reads: 'written', query: ['tenantId', 'datasourceId'] },
  { method: 'POST', path: '/blade-system/tenant/package-setting', reads: 'written', query: ['tenantId', 'packageId'] },
  // tenant-package
  { method: 'GET', path: '/blade-system/tenant-package/list', reads: 'page', query: ['current', 'size'] },
  { method: 'GET', path: '/blade-system/tenant-package/detail', reads: 'record', query: ['id'] },
  { method: 'POST', path: '/blade-system/tenant-package/remove', reads: 'written', query: ['ids'] },
  { method: 'POST', path: '/blade-system/tenant-package/submit', reads: 'written', body: 'record' },
  // dict
  { method: 'GET', path: '/blade-system/dict/list', reads: 'tree' },
  { method: 'GET', path: '/blade-system/dict/parent-list', reads: 'page', query: ['current', 'size'] },
  { method: 'GET', path: '/blade-system/dict/child-list', reads: 'page', query: ['current', 'size', 'parentId'] },
  { method: 'GET', path: '/blade-system/dict/detail', reads: 'record', query: ['id'] },
  { method: 'GET', path: '/blade-system/dict/tree', reads: 'tree', query: ['code'] },
  { method: 'GET', path: '/blade-system/dict/dictionary', reads: 'words', query: ['code'] },
  { method: 'POST', path: '/blade-system/dict/remove', reads: 'written', query: ['ids'] },
  { method: 'POST', path: '/blade-system/dict/submit', reads: 'written', body: 'record' },
  // dict-biz
  { method: 'GET', path: '/blade-system/dict-biz/list', reads: 'tree' },
  { method: 'GET', path: '/blade-system/dict-biz/parent-list', reads: 'page', query: ['current', 'size'] },
  { method: 'GET', path: '/blade-system/dict-biz/child-list', reads: 'page', query: ['current', 'size', 'parentId'] },
  { method: 'GET', path: '/blade-system/dict-biz/detail', reads: 'record', query: ['id'] },
  { method: 'GET', path: '/blade-system/dict-biz/tree', reads: 'tree', query: ['code'] },
  { method: 'GET', path: '/blade-system/dict-biz/dictionary', reads: 'words', query: ['code'] },
  { method: 'POST', path: '/blade-system/dict-biz/remove', reads: 'written', query: ['ids'] },
  { method: 'POST', path: '/blade-system/dict-biz/submit', reads: 'written', body: 'record' },
  // param
  { method: 'GET', path: '/blade-system/param/list', reads: 'page', query: ['current', 'size'] },
  { method: 'GET', path: '/blade-system/param/detail', reads: 'record', query: ['id'] },
  { method: 'POST', path: '/blade-system/param/remove', reads: 'written', query: ['ids'] },
  { method: 'POST', path: '/blade-system/param/submit', reads: 'written', body: 'record' },
  // data-scope
  { method: 'GET', path: '/blade-system/data-scope/list', reads: 'page', query: ['current', 'size'] },
  { method: 'GET', path: '/blade-system/data-scope/detail', reads: 'record', query: ['id'] },
  { method: 'POST', path: '/blade-system/data-scope/remove', reads: 'written', query: ['ids'] },
  { method: 'POST', path: '/blade-system/data-scope/submit', reads: 'written', body: 'record' },
  // api-scope
  { method: 'GET', path: '/blade-system/api-scope/list', reads: 'page', query: ['current', 'size'] },
  { method: 'GET', path: '/blade-system/api-scope/detail', reads: 'record', query: ['id'] },
  { method: 'POST', path: '/blade-system/api-scope/remove', reads: 'written', query: ['ids'] },
  { method: 'POST', path: '/blade-system/api-scope/submit', reads: 'written', body: 'record' },
  // client
  { method: 'GET', path: '/blade-system/client/list', reads: 'page', query: ['current', 'size'] },
  { method: 'GET', path: '/blade-system/client/detail', reads: 'record', query: ['id'] },
  { method: 'POST', path: '/blade-system/client/remove', reads: 'written', query: ['ids'] },
  { method: 'POST', path: '/blade-system/client/submit', reads: 'written', body: 'record' },
];
