import type { RouteObject } from 'react-router-dom';
import type { Label } from '../../../contract/domain/text';
import { redirectPath } from '../../../contract/wire/settings';

/** What a product route says about the pages at its address; react-router passes it through as `handle`. */
export interface RouteHandle {
  /** '' for pages outside the frame that are no feature: sign-in, lock, the way back from a provider. */
  feature: string;
  label: Label | null;
  /** Needs no session. */
  isOpen: boolean;
  isTab: boolean;
  /** Patterns of the address's parameters, where not every text is allowed. */
  params?: Readonly<Record<string, RegExp>>;
}
/** A route of the table. A route with children is not an address itself. */
export type ProductRoute = Omit<RouteObject, 'children' | 'handle' | 'index'> & {
  handle?: RouteHandle;
  children?: ProductRoute[];
};

/** The frame is loaded like a feature, so that the sign-in page does not wait for it. */
export const frameName = 'frame';
export const homePath = '/wel/index';
export const dashboardPath = '/wel/dashboard';
export const profilePath = '/info/index';
export const inboxPath = '/desk/inbox';
export const transferPath = '/desk/transfer';
export const guidePath = '/help';
/** Before the ticket in the address of the customer's signing page. */
export const signPath = '/sign/';
/** The signing page at the counter: its ticket stays in memory. */
export const counterPath = `${signPath}counter`;
/** Prefix of the code of a menu whose page is shown in a frame. The menu names the page; an address from outside never
 *  does. */
export const framePath = '/myiframe/';
export const frameFeature = 'iframe';
/** The feature that shows forms of processes. */
export const processFeature = 'process';
/** Prefix of the forms of processes: `/work/process/leave/form/…`. */
export const processPath = '/work/process/';
/** Leave requests have a form and a summary of their own. */
export const leavePath = `${processPath}leave`;

function at(path: string, handle: RouteHandle, children?: ProductRoute[]): ProductRoute {
  return {
    path: path.replace(/\/$/, ''),
    caseSensitive: true,
    handle,
    ...(children ? { children } : {}),
  };
}
function below(path: string): ProductRoute {
  return { path, caseSensitive: true };
}

function open(feature: string, label: Label | null = null): RouteHandle {
  return {
    feature,
    label,
    isOpen: true,
    isTab: false,
  };
}
function tab(feature: string, zh: string, en: string): RouteHandle {
  return {
    feature,
    label: { zh, en },
    isOpen: false,
    isTab: true,
  };
}

/** The pages of a process, below its own address. */
export const processRoutes: ProductRoute[] = [
  below('form/:processDefinitionId'),
  below('handle/:taskId/:processInstanceId/:businessId'),
  below('detail/:processInstanceId/:businessId'),
];

/**
 * Every address of the product, as react-router reads them. The guard matches it before a page is entered; the screens
 * of each `id` are joined to it in shell/AppRoutes.tsx. Addresses below one with a feature belong to the pages that the
 * feature names itself. All other addresses come from the person's menus, at run time: `*`.
 */
export const productRoutes: ProductRoute[] = [
  { id: 'login', ...at('/login', open('', { zh: '登录', en: 'Sign in' })) },
  { id: 'lock', ...at('/lock', open('', { zh: '锁屏', en: 'Locked' })) },
  // Its ticket is a secret: it stays in the path, where it is masked, and never becomes part of what the page reads.
  { id: 'sign', ...at(`${signPath}:ticket`, { ...open('sign'), params: { ticket: /^[\w.-]+$/ } }) },
  { id: 'redirect', ...at(redirectPath, open(''), [below(':source')]) },
  {
    id: 'frame',
    children: [
      at('/403', open('refusal')),
      at('/404', open('refusal')),
      at('/500', open('refusal')),
      at(homePath, tab('welcome', '首页', 'Home')),
      at(dashboardPath, tab('dashboard', '控制台', 'Dashboard')),
      at(profilePath, tab('profile', '个人信息', 'My profile')),
      at(inboxPath, tab('inbox', '我的消息', 'My messages')),
      at(transferPath, tab('transfer', '我的导出', 'My exports')),
      at(guidePath, tab('guide', '使用指南', 'User guide')),
      at('/test/index', tab('test', '测试', 'Test page')),
      at('/dict-horizontal/index', tab('dictHorizontal', '字典管理（左右）', 'Dictionaries (columns)')),
      at('/dict-vertical/index', tab('dictVertical', '字典管理（上下）', 'Dictionaries (rows)')),
      at(`${processPath}leave`, tab(processFeature, '请假', 'Leave'), processRoutes),
      at(`${processPath}general`, tab(processFeature, '流程', 'Process'), processRoutes),
      // The menu says which page it is and what it is called.
      at(framePath, { feature: frameFeature, label: null, isOpen: false, isTab: true }, [below(':code')]),
      { path: '*' },
    ],
  },
];

/** The position within a feature: the path below its address, and the query. */
export interface Below {
  rest?: string;
  search?: string;
}

/** The address of a chapter of the guide, or of a section of it. */
export function guideAddress({ chapter, section = '' }: { chapter: string; section?: string }): string {
  return `${guidePath}?chapter=${chapter}${section && `&section=${section}`}`;
}

/** The address of a feature's page. `path`: the feature's address for this person. */
export function pageAddress(path: string, { rest = '', search = '' }: Below = {}): string {
  return `${path}${rest && `/${rest}`}${search && `?${search}`}`;
}
