/**
 * Every call that clients of the family make: how each is asked, and what its callers read of the answer. A `page` has
 * `records` and `total`; a `tree` and a `list` are arrays; a `record` is an object; `words` are entries with `dictKey` and
 * `dictValue`; a `grant` is sets of menus, data scopes and API scopes; `written` is a write that answers with success;
 * `link` has the address of a file; `session` and `captcha` have no envelope; `diagram` has `xml` and `flow`; `zip` is a
 * file; `refused` is a call that clients know and that is always refused with a reason.
 */
export type Reads =
  | 'page'
  | 'tree'
  | 'list'
  | 'record'
  | 'words'
  | 'grant'
  | 'written'
  | 'link'
  | 'session'
  | 'captcha'
  | 'diagram'
  | 'zip'
  | 'refused';
export interface FamilyCall {
  method: 'GET' | 'POST';
  /** Below /api; those of jobs are served without it as well. */
  path: string;
  reads: Reads;
  /** Of the token call: the kind of sign-in. */
  grant?: string;
  /** Parameters in the address that the call is made with. */
  query?: readonly string[];
  /** A whole record, settings, or the names of what is in it. */
  body?: 'record' | 'settings' | readonly string[];
}

export const administrationCalls: readonly FamilyCall[] = [
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

const pageQuery = ['current', 'size'];
function page(path: string, call = 'list'): FamilyCall {
  return { method: 'GET', path: `${path}/${call}`, reads: 'page', query: pageQuery };
}
function detail(path: string): FamilyCall {
  return { method: 'GET', path: `${path}/detail`, reads: 'record', query: ['id'] };
}
function remove(path: string, reads: Reads = 'written'): FamilyCall {
  return { method: 'POST', path: `${path}/remove`, reads, query: ['ids'] };
}
function submit(path: string, call = 'submit', reads: Reads = 'written'): FamilyCall {
  return { method: 'POST', path: `${path}/${call}`, reads, body: 'record' };
}
function entity(path: string): FamilyCall[] {
  return [page(path), detail(path), remove(path), submit(path)];
}
/** A call with parameters in its address. */
function get(path: string, reads: Reads, ...query: string[]): FamilyCall {
  return { method: 'GET', path, reads, query };
}
function post(path: string, reads: Reads, ...query: string[]): FamilyCall {
  return { method: 'POST', path, reads, query };
}
function token(grant: string, ...query: string[]): FamilyCall {
  return { ...post('/blade-auth/oauth/token', 'session', 'tenantId', ...query), grant };
}
const [contract, plan, info, place] = [
  '/blade-fascContract/fascContract',
  '/blade-paymentPlan/paymentPlan',
  '/blade-job/job-info',
  '/blade-job/job-server',
];

/** Sign-in, the line of business, work at the desk, files, messages, logs, jobs, workflow and the tools of developers. */
export const businessCalls: readonly FamilyCall[] = [
  token('password', 'username', 'password', 'grant_type', 'scope', 'type'),
  token('captcha', 'username', 'password', 'grant_type', 'scope', 'type'),
  token('social', 'source', 'code', 'state', 'grant_type', 'scope'),
  token('authorization_code', 'code', 'redirect_uri', 'grant_type', 'scope'),
  token('refresh_token', 'refresh_token', 'grant_type', 'scope'),
  token('sms_code', 'phone', 'code'),
  get('/blade-auth/oauth/captcha', 'captcha'),
  get('/blade-auth/oauth/logout', 'written'),
  post('/blade-auth/oauth/logout', 'written'),
  get('/blade-auth/oauth/user-info', 'record'),
  get('/blade-auth/oauth/clear-cache', 'written'),
  ...entity('/blade-desk/notice'),
  ...entity('/blade-resource/sms'),
  post('/blade-resource/sms/enable', 'written', 'id'),
  post('/blade-resource/sms/endpoint/send-message', 'written', 'code', 'phones', 'params'),
  ...entity('/blade-resource/oss'),
  post('/blade-resource/oss/enable', 'written', 'id'),
  post('/blade-resource/oss/endpoint/put-file', 'link'),
  ...entity('/blade-resource/attach'),
  ...entity('/blade-customer/customer'),
  page('/blade-order/order', 'page'),
  ...[detail, remove].map((call) => call('/blade-order/order')),
  submit('/blade-order/order'),
  submit('/blade-order/order', 'update'),
  post('/blade-order/order/update-businessStatus', 'written', 'id', 'businessStatus'),
  post(`${contract}/makeContract`, 'written', 'orderId', 'type'),
  ...entity(contract),
  page(plan, 'page'),
  detail(plan),
  remove(plan, 'refused'),
  submit(plan, 'submit', 'refused'),
  submit(plan, 'update'),
  post(`${plan}/updateBat`, 'written', 'ids'),
  page('/blade-product/product', 'page'),
  ...[detail, remove].map((call) => call('/blade-product/product')),
  submit('/blade-product/product'),
  submit('/blade-product/product', 'update'),
  ...entity('/blade-picture/picture'),
  post('/blade-picture/picture/upload-images', 'link', 'type'),
  post('/blade-loanInformation/loanInformation/upload-images-with-ocr', 'link', 'type'),
  ...entity(info),
  post(`${info}/change`, 'written', 'id', 'enable'),
  post(`${info}/run`, 'written', 'id'),
  post(`${info}/sync`, 'written'),
  ...entity(place),
  post(`${place}/sync`, 'written'),
  get(`${place}/select`, 'list'),
  ...['start', 'claim', 'todo', 'send', 'done'].map((name) => page('/blade-flow/work', `${name}-list`)),
  post('/blade-flow/work/claim-task', 'written', 'taskId'),
  submit('/blade-flow/work', 'complete-task'),
  ...entity('/blade-flow/model'),
  post('/blade-flow/model/deploy', 'written', 'modelId', 'category', 'tenantIds'),
  page('/blade-flow/manager'),
  post('/blade-flow/manager/change-state', 'written', 'processId', 'state'),
  post('/blade-flow/manager/deploy-upload', 'written'),
  post('/blade-flow/manager/delete-deployment', 'written', 'deploymentIds'),
  page('/blade-flow/follow'),
  post('/blade-flow/follow/delete-process-instance', 'written', 'processInstanceId', 'deleteReason'),
  get('/blade-flow/process/model-view', 'diagram', 'processInstanceId', 'processDefinitionId'),
  get('/blade-flow/process/history-flow-list', 'list', 'processInstanceId'),
  submit('/blade-desk/process/leave', 'start-process'),
  get('/blade-desk/process/leave/detail', 'record', 'businessId'),
  ...entity('/blade-develop/code'),
  post('/blade-develop/code/gen-code', 'zip', 'ids', 'system'),
  post('/blade-develop/code/copy', 'written', 'id'),
  ...entity('/blade-develop/model'),
  get('/blade-develop/model/table-list', 'list', 'datasourceId'),
  get('/blade-develop/model/table-info', 'record', 'modelId', 'tableName', 'datasourceId'),
  get('/blade-develop/model/model-prototype', 'list', 'modelId'),
  post('/blade-develop/model-prototype/submit-list', 'written'),
  get('/blade-develop/model-prototype/select', 'list', 'modelId'),
  ...entity('/blade-develop/datasource'),
  page('/blade-report/report/rest'),
  remove('/blade-report/report/rest'),
  ...['usual', 'api', 'error'].flatMap((log) => [page(`/blade-log/${log}`), detail(`/blade-log/${log}`)]),
];

export const familyCalls: readonly FamilyCall[] = [...administrationCalls, ...businessCalls];

export function nameOf({ method, path, grant }: Pick<FamilyCall, 'method' | 'path' | 'grant'>): string {
  return `${method} ${path}${grant ? ` (${grant})` : ''}`;
}
