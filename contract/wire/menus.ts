/** The menu tree an installation starts with. The sidebar, the routes and the permission codes all come from these rows. */

import { customer } from '../modules/lease/customer';
import { fascContract } from '../modules/lease/fascContract';
import { order } from '../modules/lease/order';
import { paymentPlan } from '../modules/lease/paymentPlan';
import { picture } from '../modules/lease/picture';
import { product } from '../modules/lease/product';
import { apiScope } from '../modules/system/apiScope';
import { auditLog } from '../modules/system/auditLog';
import { client } from '../modules/system/client';
import { dataScope } from '../modules/system/dataScope';
import { dept } from '../modules/system/dept';
import { dict, dictbiz } from '../modules/system/dictionary';
import { menu } from '../modules/system/menu';
import { online } from '../modules/system/online';
import { param } from '../modules/system/param';
import { post } from '../modules/system/post';
import { region } from '../modules/system/region';
import { role } from '../modules/system/role';
import { tenant } from '../modules/system/tenant';
import { tenantPackage } from '../modules/system/tenantPackage';
import { topmenu } from '../modules/system/topmenu';
import { user } from '../modules/system/user';
import type { Module } from '../schema/module';

export interface Menu {
  code: string;
  name: string;
  /** A field of our own: clients of the family know one language and ignore it. */
  nameEn: string;
  path: string;
  /** Icon name of the console's sprite. */
  source: string;
  /** Menus of a page of this product: which module guards it. */
  module?: Module;
  /** Of the platform's own administration, though no module says so. */
  isPlatform?: true;
  children?: Menu[];
}

const page = (module: object, path: string, source: string, title?: readonly [string, string]): Menu => ({
  code: (module as Module).name,
  name: title?.[0] ?? (module as Module).title[0],
  nameEn: title?.[1] ?? (module as Module).title[1],
  path,
  source,
  module: module as Module,
});

export const menus: Menu[] = [
  {
    code: 'lease',
    name: '租赁业务',
    nameEn: 'Leasing',
    path: '/lease',
    source: 'apps',
    children: [
      page(customer, '/lease/customer', 'people', ['客户管理', 'Customers']),
      page(order, '/lease/order', 'document', ['订单管理', 'Orders']),
      page(picture, '/lease/picture', 'image', ['订单图片', 'Order documents']),
      page(fascContract, '/lease/contract', 'signature', ['合同签约', 'Contracts']),
      page(paymentPlan, '/lease/plan', 'payment', ['付款计划', 'Payment schedule']),
      {
        code: 'payments',
        name: '付款工作台',
        nameEn: 'Payment workbench',
        path: '/lease/payments',
        source: 'calendar-ltr',
      },
      page(product, '/lease/product', 'box', ['产品目录', 'Products']),
    ],
  },
  {
    code: 'monitor',
    name: '系统监控',
    nameEn: 'Monitoring',
    path: '/monitor',
    source: 'data-trending',
    children: [
      page(auditLog, '/monitor/audit', 'history', ['操作审计', 'Audit trail']),
      page(online, '/monitor/online', 'people-team', ['在线用户', 'Active sessions']),
    ],
  },
  {
    code: 'base',
    name: '基础配置',
    nameEn: 'Master data',
    path: '/base',
    source: 'layer',
    children: [page(region, '/base/region', 'globe', ['行政区划', 'Regions'])],
  },
  {
    code: 'authority',
    name: '权限管理',
    nameEn: 'Access control',
    path: '/authority',
    source: 'shield',
    children: [
      page(role, '/authority/role', 'person-key', ['角色管理', 'Roles']),
      page(dataScope, '/authority/datascope', 'filter', ['数据权限', 'Data scopes']),
      page(apiScope, '/authority/apiscope', 'link', ['接口权限', 'API scopes']),
      {
        code: 'why',
        name: '权限诊断',
        nameEn: 'Access check',
        path: '/authority/why',
        source: 'question',
      },
    ],
  },
  {
    code: 'system',
    name: '系统管理',
    nameEn: 'System',
    path: '/system',
    source: 'settings',
    children: [
      page(user, '/system/user', 'people-settings', ['用户管理', 'Users']),
      page(dept, '/system/dept', 'organization', ['部门管理', 'Departments']),
      page(post, '/system/post', 'contact-card', ['岗位管理', 'Positions']),
      page(dict, '/system/dict', 'book', ['系统字典', 'System dictionaries']),
      page(dictbiz, '/system/dictbiz', 'tag', ['业务字典', 'Business dictionaries']),
      page(menu, '/system/menu', 'line-horizontal-3', ['菜单管理', 'Menus']),
      page(param, '/system/param', 'wrench', ['参数管理', 'Parameters']),
      page(topmenu, '/system/topmenu', 'table', ['顶部菜单', 'Top menus']),
      page(tenant, '/system/tenant', 'building', ['租户管理', 'Tenants']),
      page(tenantPackage, '/system/package', 'box', ['租户产品包', 'Tenant packages']),
      page(client, '/system/client', 'phone', ['应用管理', 'Client apps']),
    ],
  },
];

/** Ids under which these menus and buttons are known to all products of the family. */
export const familyIds: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    // Numbers as the family writes them, less what they have in common.
    '1123598815738': {
      monitor: '675210',
      authority: '675307',
      role: '675308',
      role_add: '675241',
      role_edit: '675242',
      role_delete: '675243',
      role_view: '675244',
      data_scope: '675309',
      api_scope: '675311',
      system: '675203',
      user: '675204',
      user_add: '675223',
      user_edit: '675224',
      user_delete: '675225',
      user_role: '675226',
      user_reset: '675227',
      user_view: '675228',
      dept: '675205',
      dept_add: '675229',
      dept_edit: '675230',
      dept_delete: '675231',
      dept_view: '675232',
      dict: '675206',
      dict_add: '675233',
      dict_edit: '675234',
      dict_delete: '675235',
      dict_view: '675236',
      menu: '675207',
      menu_add: '675237',
      menu_edit: '675238',
      menu_delete: '675239',
      menu_view: '675240',
      param: '675209',
      param_add: '675245',
      param_edit: '675246',
      param_delete: '675247',
      param_view: '675248',
      topmenu: '675208',
      topmenu_add: '675313',
      topmenu_edit: '675314',
      topmenu_delete: '675315',
      topmenu_view: '675316',
      topmenu_setting: '675317',
      tenant: '675256',
      tenant_add: '675257',
      tenant_edit: '675258',
      tenant_delete: '675259',
      tenant_view: '675260',
      client: '675261',
      client_add: '675262',
      client_edit: '675263',
      client_delete: '675264',
      client_view: '675265',
    },
    '1164733399668': {
      base: '962201',
      region: '962202',
      region_add: '962203',
      region_delete: '962204',
    },
    '1164733389668': {
      post: '962251',
      post_add: '962252',
      post_edit: '962253',
      post_delete: '962254',
      post_view: '962255',
    },
    '1164733379658': { dictbiz: '963251' },
  }).flatMap(([start, ends]) => Object.entries(ends).map(([code, end]) => [code, start + end])),
);

export interface Button {
  code: string;
  name: string;
  nameEn: string;
  alias: string;
  /** 1 toolbar, 2 row, 3 both. */
  action: 1 | 2 | 3;
}

/** The buttons of a module's page: the four of every table screen, and its own. */
export const buttonsOf = (module: Module): Button[] => {
  const usual: (Button & { verb: 'add' | 'update' | 'detail' | 'remove' })[] = [
    { verb: 'add', code: `${module.name}_add`, name: '新增', nameEn: 'Add', alias: 'add', action: 1 },
    { verb: 'update', code: `${module.name}_edit`, name: '修改', nameEn: 'Edit', alias: 'edit', action: 2 },
    { verb: 'detail', code: `${module.name}_view`, name: '查看', nameEn: 'View', alias: 'view', action: 2 },
    { verb: 'remove', code: `${module.name}_delete`, name: '删除', nameEn: 'Delete', alias: 'delete', action: 3 },
  ];
  return [
    ...usual
      .filter(({ verb }) => module.offers(verb) && !module.refuses?.includes(verb))
      .map(({ verb: _, ...button }) => button),
    ...Object.entries(module.actions ?? {}).map(
      ([name, [zh, en]]): Button => ({ code: `${module.name}_${name}`, name: zh, nameEn: en, alias: name, action: 2 }),
    ),
  ];
};

const flat = (items: Menu[]): Menu[] => items.flatMap((item) => [item, ...flat(item.children ?? [])]);
/** Codes of the menus and buttons that the product itself has pages and calls for. */
export const builtInCodes: ReadonlySet<string> = new Set(
  flat(menus).flatMap(({ code, module }) => [code, ...(module ? buttonsOf(module).map((button) => button.code) : [])]),
);

/** Modules with a page of their own, by name: those whose records have a history. */
export const pagedModules: Readonly<Record<string, Module>> = Object.fromEntries(
  menus.flatMap(({ children = [] }) => children.flatMap(({ module }) => (module ? [[module.name, module]] : []))),
);
