/** The menu tree an installation starts with. The sidebar, the routes and the permission codes all come from these rows. */

import type { IconName } from '../domain/icons/names';
import type { Label, Text } from '../domain/text';
import { modules } from '../modules';
import { type FirstMenuGroup, firstMenuGroups, secondMenuGroups } from '../schema/menuGroups';
import { actionLabel, isAction, type Module, type Verb } from '../schema/module';
import { apiDocs } from './develop/apiDocs';

export interface Menu {
  code: string;
  name: string;
  /** A field of our own: clients of the family know one language and ignore it. */
  nameEn: string;
  path: string;
  source: IconName;
  /** Of the menu of a page of this product: the module that guards it. */
  module?: Module;
  /** Belongs to the platform's own administration, although no module declares it. */
  isPlatform?: true;
  children?: Menu[];
}

type Page = Menu & { sort: number };
function page(code: string, [name, nameEn]: Text, path: string, source: IconName, sort: number): Page {
  return {
    code,
    name,
    nameEn,
    path,
    source,
    sort,
  };
}

/** The pages of the modules that are declared under this menu; `path` is where they are. */
function pagesUnder(code: string, above: string): Page[] {
  const below = Object.values(modules)
    .flat()
    .filter(({ menu }) => menu?.under === code);
  return below.map((module, index) => {
    const { path = module.name, icon, title = module.title, sort = 10 * (index + 1) } = module.menu!;
    return { ...page(module.name, title, `${above}/${path}`, icon, sort), module };
  });
}

function inOrder(pages: Page[]): Menu[] {
  return [...pages].sort((a, b) => a.sort - b.sort).map(({ sort: _, ...menu }) => menu);
}

/** Pages without a module. */
const ownPages: Readonly<Partial<Record<FirstMenuGroup, readonly Page[]>>> = {
  lease: [
    page('payments', ['收付工作台', 'Payment workbench'], '/lease/payments', 'calendar-ltr', 45),
    page('collectionDesk', ['催收台', 'Collection desk'], '/lease/collectiondesk', 'clipboard-task', 47),
  ],
  reports: [page('figures', ['业务报表', 'Business reports'], '/report/figures', 'data-trending', 5)],
  authority: [page('why', ['权限排查', 'Access check'], '/authority/why', 'question', 1000)],
  tool: [page(apiDocs.code, ['接口文档', 'API reference'], apiDocs.address, 'book', 40)],
};

/** The menus below one of the first level, with their pages. */
function foldersIn(group: FirstMenuGroup): Page[] {
  return Object.entries(secondMenuGroups).flatMap(([code, { in: above, sort, title, icon, path = `/${code}` }]) =>
    above === group ? [{ ...page(code, title, path, icon, sort), children: inOrder(pagesUnder(code, path)) }] : [],
  );
}

export const menus: Menu[] = (Object.keys(firstMenuGroups) as FirstMenuGroup[]).map((code) => {
  const { title, icon, path = `/${code}` } = firstMenuGroups[code];
  const pages = [...pagesUnder(code, path), ...(ownPages[code] ?? []), ...foldersIn(code)];
  const { sort: _, ...menu } = page(code, title, path, icon, 0);
  return { ...menu, children: inOrder(pages) };
});

/** Menus that pages of modules can be put under, by their codes. */
export const menuFolders: readonly Menu[] = menus.flatMap((menu) => [
  menu,
  ...(menu.children ?? []).filter(({ children }) => children),
]);

/** Ids of these menus and buttons in all products of the family. */
export const familyIds: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    // Numbers as the family writes them, less their common prefix.
    '1123598815738': {
      desk: '675201',
      notice: '675202',
      notice_add: '675219',
      notice_edit: '675220',
      notice_delete: '675221',
      notice_view: '675222',
      monitor: '675210',
      log: '675213',
      log_usual: '675214',
      log_usual_view: '675249',
      log_api: '675215',
      log_api_view: '675250',
      log_error: '675216',
      log_error_view: '675251',
      resource: '675298',
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
      tool: '675217',
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
      flow: '675266',
      flow_model: '675267',
      work: '675280',
    },
    '1164733399669': {
      reports: '962301',
      report: '962303',
      job: '962401',
    },
    '1164733399668': {
      base: '962201',
      region: '962202',
      region_add: '962203',
      region_delete: '962204',
      region_import: '962205',
      region_export: '962206',
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

/** The buttons of a module's page: those of every table screen, and its own. */
export function buttonsOf(module: Module): Button[] {
  const usual: (Button & { verb: Verb })[] = [
    { verb: 'add', code: module.permission('add'), name: '新增', nameEn: 'Add', alias: 'add', action: 1 },
    { verb: 'update', code: module.permission('update'), name: '修改', nameEn: 'Edit', alias: 'edit', action: 2 },
    { verb: 'detail', code: `${module.name}_view`, name: '查看', nameEn: 'View', alias: 'view', action: 2 },
    { verb: 'remove', code: `${module.name}_delete`, name: '删除', nameEn: 'Delete', alias: 'delete', action: 3 },
    { verb: 'export', code: `${module.name}_export`, name: '导出', nameEn: 'Export', alias: 'export', action: 1 },
    { verb: 'import', code: `${module.name}_import`, name: '导入', nameEn: 'Import', alias: 'import', action: 1 },
  ];
  return [
    ...usual
      .filter(({ verb }) => module.offers(verb) && !module.refuses?.includes(verb))
      .map(({ verb: _, ...button }) => button),
    ...Object.entries(module.actions).map(([alias, action]): Button => {
      const [name, nameEn] = actionLabel(action);
      return {
        code: `${module.name}_${alias}`,
        name,
        nameEn,
        alias,
        action: isAction(action) && action.on === 'list' ? 1 : 2,
      };
    }),
  ];
}

/** Menus and buttons by code; a button is named after its menu. */
export function namedCodes(items: readonly Menu[] = menus): { code: string; name: Label }[] {
  return items.flatMap(({ code, name: zh, nameEn: en, module, children = [] }) => [
    { code, name: { zh, en } },
    ...(module ? buttonsOf(module) : []).map((button) => ({
      code: button.code,
      name: { zh: `${zh} / ${button.name}`, en: `${en} / ${button.nameEn}` },
    })),
    ...namedCodes(children),
  ]);
}

function flat(items: Menu[]): Menu[] {
  return items.flatMap((item) => [item, ...flat(item.children ?? [])]);
}
/** Codes of the menus and buttons that the product itself has pages and calls for. */
export const builtInCodes: ReadonlySet<string> = new Set(
  flat(menus).flatMap(({ code, module }) => [code, ...(module ? buttonsOf(module).map((button) => button.code) : [])]),
);

/** Modules with a page of their own, by name: those whose records have a history. */
export const pagedModules: Readonly<Record<string, Module>> = Object.fromEntries(
  menus.flatMap(({ children = [] }) => children.flatMap(({ module }) => (module ? [[module.name, module]] : []))),
);
