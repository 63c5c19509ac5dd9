/** The menu tree an installation starts with. The sidebar, the routes and the permission codes all come from these rows. */

import type { Module } from './kit';
import { customer } from './modules/customer';
import { fascContract } from './modules/fascContract';
import { order } from './modules/order';
import { paymentPlan } from './modules/paymentPlan';
import { picture } from './modules/picture';
import { product } from './modules/product';

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
  children?: Menu[];
}

const page = (module: Module, path: string, source: string, title?: readonly [string, string]): Menu => ({
  code: module.name,
  name: title?.[0] ?? module.title[0],
  nameEn: title?.[1] ?? module.title[1],
  path,
  source,
  module,
});

export const menus: Menu[] = [
  {
    code: 'lease',
    name: '租赁业务',
    nameEn: 'Leasing',
    path: '/lease',
    source: 'apps',
    children: [
      page(customer as Module, '/lease/customer', 'people', ['客户管理', 'Customers']),
      page(order as Module, '/lease/order', 'document', ['订单管理', 'Orders']),
      page(picture as Module, '/lease/picture', 'image', ['订单图片', 'Order pictures']),
      page(fascContract as Module, '/lease/contract', 'signature', ['合同签约', 'Contracts']),
      page(paymentPlan as Module, '/lease/plan', 'payment', ['付款计划', 'Payment plan']),
      {
        code: 'payments',
        name: '付款工作台',
        nameEn: 'Payment workbench',
        path: '/lease/payments',
        source: 'calendar-ltr',
      },
      page(product as Module, '/lease/product', 'box', ['产品目录', 'Products']),
    ],
  },
];

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
    ...usual.filter(({ verb }) => module.offers(verb)).map(({ verb: _, ...button }) => button),
    ...Object.entries(module.actions ?? {}).map(
      ([name, [zh, en]]): Button => ({ code: `${module.name}_${name}`, name: zh, nameEn: en, alias: name, action: 2 }),
    ),
  ];
};
