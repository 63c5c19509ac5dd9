/**
 * Who may call which address. Calls that every module has follow from its declaration; a call that is written by hand
 * has no entry here until it is given one.
 */
import { allModules, pointersTo } from '../../contract/modules';
import { isAction, type Module } from '../../contract/schema/module';
import { foretelling } from '../../contract/wire/foretold';

/** No session; a clerk who holds the menu of customers alone; a tenant's administrator; the platform's owner. */
export const principals = ['nobody', 'clerkA', 'adminA', 'root'] as const;
/** Sent to the sign-in, refused, or allowed. */
export type Reach = 401 | 403 | 'in';

const accesses = {
  open: ['in', 'in', 'in', 'in'],
  signedIn: [401, 'in', 'in', 'in'],
  /** Open to the clerk's one menu. */
  clerk: [401, 'in', 'in', 'in'],
  /** Open to those it was granted to; a tenant's administrator holds all of the package. */
  granted: [401, 403, 'in', 'in'],
  /** Not in the package that the tenant has in the test. */
  beyondPackage: [401, 403, 403, 'in'],
  /** The platform's own administration. */
  platform: [401, 403, 403, 'in'],
} as const satisfies Record<string, readonly Reach[]>;

type Access = keyof typeof accesses;

/** A module of the tenant that the package of the test leaves out, and the one that the clerk holds. */
const [outside, clerks] = ['online', 'customer'];
/** Menus of the package that the tenant has in the test. */
export const packageMenus: string[] = [
  ...allModules.flatMap(({ name, menu, scope }) => (menu && scope !== 'platform' && name !== outside ? [name] : [])),
  'why',
  'figures',
];

function writing({ name, scope }: Module): Access {
  return scope === 'platform' ? 'platform' : name === outside ? 'beyondPackage' : 'granted';
}
function reading(module: Module): Access {
  return module.name === clerks ? 'clerk' : writing(module);
}
/** The widest access of all modules that may choose from it. */
function choosing(module: Module): Access {
  const found = [module, ...pointersTo(module).map((pointer) => pointer.module)].map(reading);
  return (['clerk', 'granted', 'beyondPackage', 'platform'] as const).find((door) => found.includes(door))!;
}

/** The accesses of the calls that follow from a declaration. */
function accessesOf(module: Module): Record<string, Access> {
  const { tree } = module;
  const entries: Record<string, Access> = {};
  const put = (method: 'GET' | 'POST', call: string, door: Access) => {
    entries[`${method} ${module.url(call)}`] = door;
    if (method === 'POST' && module.url(call).endsWith('/submit'))
      entries[`${method} ${module.url(call)} of one that is there`] = door;
  };
  if (module.offers('list')) put('GET', 'list', reading(module));
  if (module.offers('detail')) put('GET', 'detail', reading(module));
  if (module.offers('detail') && !module.keepsNoHistory) put('GET', 'history', reading(module));
  for (const verb of ['add', 'update', 'remove'] as const) {
    if (module.offers(verb)) put('POST', verb, writing(module));
    if (module.mayWait?.includes(verb)) entries[`POST ${foretelling(module.url(verb))}`] = writing(module);
  }
  if (module.offers('export')) put('GET', 'export', writing(module));
  if (module.offers('import')) {
    put('GET', 'import-template', writing(module));
    put('POST', 'import', writing(module));
  }
  if (module.views) put('GET', 'views', reading(module));
  if (module.alike) put('POST', 'alike', writing(module));
  if (module.chosen) put('GET', 'choices', choosing(module));
  if (tree) {
    const named = module.scope === 'platform' ? 'platform' : 'signedIn';
    if (!tree.isPaged) put('GET', 'tree', named);
    put('GET', 'lazy-list', reading(module));
    put('GET', 'lazy-tree', tree.isPaged ? 'signedIn' : named);
  }
  for (const [name, action] of Object.entries(module.actions)) if (isAction(action)) put('POST', name, writing(module));
  return entries;
}

/** Below /api; the steps outside of it as they are. */
/** Whether there is a register of that code is told to every session of its tenant; test/server/develop/live.test.ts has
 *  the rights of one that is there. */
const ofRegisters: Record<string, Access> = Object.fromEntries(
  [
    ...['list', 'lazy-list', 'lazy-tree', 'tree', 'detail', 'declaration', 'history', 'choices', 'export'],
    ...['import-template'],
  ]
    .map((call) => `GET /blade-register/:code/${call}`)
    .concat(
      ['submit', 'submit of one that is there', 'remove', 'import'].map((call) => `POST /blade-register/:code/${call}`),
    )
    .map((call): [string, Access] => [call, 'signedIn']),
);

const named: Readonly<Record<string, Access>> = {
  ...Object.assign({}, ...allModules.map(accessesOf)),
  ...ofRegisters,
  'GET /blade-log/audit/choices': 'granted',
  'GET /blade-auth/oauth/captcha': 'open',
  'GET /blade-auth/oauth/clear-cache': 'signedIn',
  'POST /blade-auth/oauth/lock': 'signedIn',
  'GET /blade-auth/oauth/logout': 'signedIn',
  'POST /blade-auth/oauth/logout': 'signedIn',
  'GET /blade-auth/oauth/render/:source': 'open',
  'POST /blade-auth/oauth/sms/send-validate': 'open',
  'POST /blade-auth/oauth/token': 'open',
  'POST /blade-auth/oauth/unlock': 'signedIn',
  'GET /blade-auth/oauth/user-info': 'signedIn',
  'GET /blade-desk/dashboard': 'signedIn',
  'GET /blade-desk/inbox/detail': 'signedIn',
  'GET /blade-desk/inbox/page': 'signedIn',
  'POST /blade-desk/inbox/read': 'signedIn',
  'POST /blade-desk/inbox/read-all': 'signedIn',
  'GET /blade-desk/inbox/unread': 'signedIn',
  'GET /blade-desk/list-view/counts': 'signedIn',
  'GET /blade-desk/list-view/list': 'signedIn',
  'POST /blade-desk/list-view/remove': 'signedIn',
  'POST /blade-desk/list-view/shape': 'signedIn',
  'POST /blade-desk/list-view/submit': 'signedIn',
  'POST /blade-desk/list-view/submit of one that is there': 'signedIn',
  'GET /blade-desk/note/people': 'granted',
  'GET /blade-desk/push': 'signedIn',
  'POST /blade-desk/search': 'signedIn',
  'GET /blade-customer/customer/overview': 'clerk',
  'GET /blade-customer/customer/statement': 'granted',
  'GET /blade-desk/process/leave/detail': 'granted',
  'POST /blade-desk/process/leave/start-process': 'granted',
  'POST /blade-flow/follow/delete-process-instance': 'granted',
  'GET /blade-flow/follow/open-tasks': 'granted',
  'POST /blade-flow/follow/transfer-task': 'granted',
  'GET /blade-flow/approval-rule/processes': 'granted',
  'GET /blade-flow/approval-rule/unguarded': 'granted',
  'POST /blade-flow/manager/change-state': 'granted',
  'POST /blade-flow/manager/delete-deployment': 'granted',
  'POST /blade-flow/manager/deploy-upload': 'granted',
  'GET /blade-flow/model/actions': 'granted',
  'POST /blade-flow/model/check': 'granted',
  'POST /blade-flow/model/deploy': 'granted',
  'GET /blade-flow/model/versions': 'granted',
  'GET /blade-flow/process/history-flow-list': 'granted',
  'GET /blade-flow/process/instance-detail': 'granted',
  'GET /blade-flow/process/model-view': 'granted',
  'POST /blade-flow/work/add-signer': 'granted',
  'POST /blade-flow/work/claim-task': 'granted',
  'POST /blade-flow/work/complete-task': 'granted',
  'GET /blade-flow/work/counts': 'granted',
  'POST /blade-flow/work/delegate-task': 'granted',
  'GET /blade-flow/work/people': 'granted',
  'POST /blade-flow/work/release-task': 'granted',
  'POST /blade-flow/work/remind': 'granted',
  'POST /blade-flow/work/start': 'granted',
  'GET /blade-flow/work/start-form': 'granted',
  'GET /blade-flow/work/task-detail': 'granted',
  'POST /blade-flow/work/withdraw': 'granted',
  'GET /blade-desk/transfer/download': 'signedIn',
  'GET /blade-desk/transfer/list': 'signedIn',
  'POST /blade-desk/transfer/again': 'signedIn',
  'POST /blade-desk/transfer/begin': 'signedIn',
  'POST /blade-desk/transfer/cancel': 'signedIn',
  'POST /blade-desk/transfer/remove': 'signedIn',
  'POST /blade-desk/tour/seen': 'signedIn',
  'GET /blade-desk/waiting': 'signedIn',
  'POST /blade-develop/code/copy': 'granted',
  'POST /blade-develop/code/gen-code': 'granted',
  'GET /blade-develop/code/preview': 'granted',
  'GET /blade-develop/datasource/columns': 'platform',
  'POST /blade-develop/datasource/query': 'platform',
  'GET /blade-develop/datasource/select': 'platform',
  'GET /blade-develop/datasource/tables': 'platform',
  'GET /blade-develop/model/model-prototype': 'granted',
  'GET /blade-develop/model/table-info': 'granted',
  'GET /blade-develop/model/table-list': 'granted',
  'GET /blade-develop/model-prototype/select': 'granted',
  'POST /blade-develop/model-prototype/submit-list': 'granted',
  'GET /docs': 'signedIn',
  'GET /docs/json': 'signedIn',
  'POST /blade-fascContract/fascContract/counter': 'granted',
  'GET /blade-fascContract/fascContract/link-way': 'granted',
  'GET /blade-fascContract/template/preview': 'granted',
  'POST /blade-fascContract/fascContract/makeContract': 'granted',
  'POST /blade-fascContract/fascContract/callback': 'open',
  'POST /blade-fascContract/fascContract/urge': 'granted',
  'POST /blade-fascContract/fascContract/submit': 'granted',
  'POST /blade-fascContract/fascContract/submit of one that is there': 'granted',
  'GET /blade-fascContract/fascContract/verify': 'granted',
  'POST /blade-fascContract/fascContract/verify-file': 'granted',
  'GET /blade-log/audit/records': 'granted',
  'GET /blade-log/audit/verify': 'granted',
  'GET /blade-log/error/tape': 'granted',
  'GET /blade-order/order/preview': 'granted',
  'GET /blade-order/order/summary': 'granted',
  'POST /blade-order/order/update-businessStatus': 'granted',
  'GET /blade-order/order/voucher': 'granted',
  'POST /blade-order/order/confirm-voucher': 'granted',
  'POST /blade-order/order/change-account': 'granted',
  'POST /blade-order/order/refund': 'granted',
  'GET /blade-order/order/certificate': 'granted',
  'GET /blade-order/order/next-people': 'granted',
  'GET /blade-order/order/exit-quote': 'granted',
  'POST /blade-order/order/exit': 'granted',
  'POST /blade-order/order/exit-withdraw': 'granted',
  'GET /blade-order/order/restructure-preview': 'granted',
  'POST /blade-order/order/restructure': 'granted',
  'POST /blade-order/order/restructure-withdraw': 'granted',
  'GET /blade-paymentPlan/paymentPlan/calendar': 'granted',
  'GET /blade-paymentPlan/paymentPlan/overview': 'granted',
  'POST /blade-paymentPlan/paymentPlan/updateBat': 'granted',
  'POST /blade-paymentPlan/paymentPlan/waive': 'granted',
  'GET /blade-bank/batch/file': 'granted',
  'GET /blade-bank/batch/items': 'granted',
  'GET /blade-bank/statement/lines': 'granted',
  'POST /blade-bank/batch/answer': 'granted',
  'POST /blade-bank/batch/make': 'granted',
  'POST /blade-bank/statement/assign': 'granted',
  'POST /blade-bank/statement/confirm': 'granted',
  'POST /blade-bank/statement/ignore': 'granted',
  'POST /blade-bank/statement/rematch': 'granted',
  'POST /blade-bank/statement/undo': 'granted',
  'POST /blade-bank/statement/upload': 'granted',
  'GET /blade-portfolio/import/compare': 'granted',
  'GET /blade-portfolio/import/differences': 'granted',
  'GET /blade-portfolio/import/faults': 'granted',
  'GET /blade-portfolio/import/faults-file': 'granted',
  'GET /blade-portfolio/import/reconciliation': 'granted',
  'GET /blade-portfolio/import/template': 'granted',
  'POST /blade-portfolio/import/decide': 'granted',
  'POST /blade-portfolio/import/post': 'granted',
  'POST /blade-portfolio/import/upload': 'granted',
  'GET /blade-receipt/receipt/balances': 'granted',
  'GET /blade-receipt/receipt/books': 'granted',
  'GET /blade-receipt/receipt/entries': 'granted',
  'GET /blade-receipt/receipt/order-balance': 'granted',
  'GET /blade-receipt/receipt/paper': 'granted',
  'POST /blade-receipt/receipt/book': 'granted',
  'POST /blade-receipt/receipt/claim': 'granted',
  'POST /blade-receipt/receipt/close': 'granted',
  'POST /blade-receipt/receipt/refund': 'granted',
  'POST /blade-receipt/receipt/reverse-use': 'granted',
  'POST /blade-receipt/receipt/use-balance': 'granted',
  'POST /blade-receipt/receipt/use-deposit': 'granted',
  'GET /blade-collection/collection/collectors': 'granted',
  'GET /blade-collection/collection/queue': 'granted',
  'GET /blade-collection/collection/standing': 'granted',
  'POST /blade-collection/collection/assign': 'granted',
  'POST /blade-collection/collection/record': 'granted',
  'POST /blade-picture/picture/upload-images': 'granted',
  'POST /blade-loanInformation/loanInformation/accept': 'granted',
  'GET /blade-loanInformation/loanInformation/reading': 'granted',
  'POST /blade-loanInformation/loanInformation/upload-images-with-ocr': 'granted',
  'GET /blade-resource/attach/file/:tenantId/:id': 'open',
  'GET /blade-resource/attach/download': 'granted',
  'GET /blade-resource/attach/uploads/status': 'granted',
  'GET /blade-resource/attach/uses': 'granted',
  'POST /blade-resource/attach/uploads': 'granted',
  'POST /blade-resource/attach/uploads/abort': 'granted',
  'POST /blade-resource/attach/uploads/complete': 'granted',
  'POST /blade-resource/attach/uploads/part': 'granted',
  'POST /blade-resource/oss/endpoint/put-file': 'signedIn',
  'POST /blade-resource/sms/endpoint/send-message': 'granted',
  'POST /blade-job/job-info/change': 'granted',
  'GET /blade-job/job-log/output': 'granted',
  'GET /blade-job/job-server/select': 'granted',
  'GET /blade-report/figures/file': 'granted',
  'GET /blade-report/figures/report': 'granted',
  'GET /blade-report/report/rest/file': 'granted',
  'GET /blade-report/report/rest/preview': 'granted',
  'GET /blade-report/report/rest/sent': 'granted',
  'GET /blade-system/api-scope/routes': 'granted',
  'GET /blade-system/dept/select': 'signedIn',
  'GET /blade-system/dict-biz/child-list': 'granted',
  'GET /blade-system/dict-biz/dictionary': 'signedIn',
  'GET /blade-system/dict-biz/parent-list': 'granted',
  'GET /blade-system/dict/child-list': 'platform',
  'GET /blade-system/dict/dictionary': 'signedIn',
  'GET /blade-system/dict/parent-list': 'platform',
  'GET /blade-system/menu/buttons': 'signedIn',
  'GET /blade-system/menu/grant-top-tree': 'platform',
  'GET /blade-system/menu/grant-tree': 'granted',
  'GET /blade-system/menu/lazy-menu-list': 'platform',
  'GET /blade-system/menu/menu-list': 'platform',
  'GET /blade-system/menu/role-tree-keys': 'granted',
  'GET /blade-system/menu/routes': 'signedIn',
  'GET /blade-system/menu/whose': 'signedIn',
  'GET /blade-system/menu/top-menu': 'signedIn',
  'GET /blade-system/menu/top-tree-keys': 'platform',
  'POST /blade-system/online/end': 'beyondPackage',
  'GET /blade-system/post/select': 'signedIn',
  'GET /blade-system/region/line': 'signedIn',
  'GET /blade-system/region/select': 'signedIn',
  'POST /blade-system/role/grant': 'granted',
  'GET /blade-system/role/exclusions': 'granted',
  'GET /blade-system/role/givable': 'granted',
  'POST /blade-system/role/preview': 'granted',
  'GET /blade-system/role/select': 'signedIn',
  'GET /blade-system/role/tree-by-id': 'signedIn',
  'GET /blade-system/tenant-package/select': 'platform',
  'POST /blade-system/tenant/datasource': 'platform',
  'GET /blade-system/tenant/info': 'open',
  'GET /blade-system/tenant/package-detail': 'platform',
  'POST /blade-system/tenant/package-setting': 'platform',
  'GET /blade-system/tenant/select': 'signedIn',
  'POST /blade-system/tenant/setting': 'platform',
  'POST /blade-system/topmenu/grant': 'platform',
  'POST /blade-system/user/audit-pass': 'granted',
  'POST /blade-system/user/audit-refuse': 'granted',
  'POST /blade-system/user/change-status': 'granted',
  'POST /blade-system/user/end-recording': 'granted',
  'POST /blade-system/user/grant': 'granted',
  'GET /blade-system/user/info': 'signedIn',
  'GET /blade-system/user/platform-detail': 'granted',
  'POST /blade-system/user/phone-code': 'signedIn',
  'POST /blade-system/user/register-guest': 'signedIn',
  'POST /blade-system/user/reset-password': 'granted',
  'POST /blade-system/user/update-info': 'signedIn',
  'POST /blade-system/user/update-password': 'signedIn',
  'POST /blade-system/user/update-platform': 'granted',
  'GET /blade-system/why': 'granted',
  'GET /config.json': 'open',
  'GET /health/live': 'open',
  'GET /health/ready': 'open',
  'POST /lease-sign/code': 'open',
  'POST /lease-sign/elsewhere': 'open',
  'POST /lease-sign/identify': 'open',
  'POST /lease-sign/read': 'open',
  'POST /lease-sign/refuse': 'open',
  'POST /lease-sign/sign': 'open',
  'GET /lease-sign/summary': 'open',
  'GET /ureport/preview': 'open',
};

/** Operations that can be asked beforehand whether others have to approve: who may ask is who may do them. */
const foretold = [
  'POST /blade-bank/batch/send',
  'POST /blade-bank/statement/assign',
  'POST /blade-bank/statement/confirm',
  'POST /blade-bank/statement/ignore',
  'POST /blade-fascContract/template/release',
  'POST /blade-order/order/change-account',
  'POST /blade-order/order/confirm-voucher',
  'POST /blade-order/order/exit',
  'POST /blade-order/order/refund',
  'POST /blade-order/order/restructure',
  'POST /blade-order/order/update-businessStatus',
  'POST /blade-paymentPlan/paymentPlan/updateBat',
  'POST /blade-paymentPlan/paymentPlan/waive',
  'POST /blade-portfolio/import/post',
  'POST /blade-receipt/receipt/book',
  'POST /blade-receipt/receipt/claim',
  'POST /blade-receipt/receipt/close',
  'POST /blade-receipt/receipt/refund',
  'POST /blade-receipt/receipt/reverse',
];

export const matrix: Readonly<Record<string, Access>> = {
  ...named,
  ...Object.fromEntries(foretold.map((name) => [foretelling(name), named[name]!])),
};

export function accessOf(name: string): readonly Reach[] {
  return accesses[matrix[name] ?? 'open'];
}
