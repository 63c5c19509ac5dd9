/** The menu of a register and its buttons: rows of `sys_menu` that belong to one tenant. */
import { label, type Text } from '../../../contract/domain/text';
import type { Module } from '../../../contract/schema/module';
import { registerPages } from '../../../contract/schema/registerName';
import { buttonsOf } from '../../../contract/wire/menus';
import type { Context } from '../../kernel/context';

/** Above the registers of a tenant; it is there as long as one of them is. */
export const folderCode = 'registers';
const folderTitle: Text = ['登记表', 'Registers'];
/** After the first menu of the product. */
const folderSort = 1;

interface MenuValues {
  code: string;
  name: string;
  name_en: string;
  parent_id: string;
  alias: string;
  path: string;
  source: string;
  sort: number;
  category: number;
  action: number;
}

/** Adds a menu or button, or brings the one of that code under the same menu up to date; a withdrawn one comes back
 *  with the grants that it had. */
async function put({ trx, tenantId, deps, time, principal }: Context, values: MenuValues): Promise<string> {
  const known = await trx
    .selectFrom('sys_menu')
    .select('id')
    .where('owner_tenant', '=', tenantId)
    .where('code', '=', values.code)
    .where('parent_id', '=', values.parent_id)
    .orderBy('is_deleted')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const own = { ...values, is_deleted: 0, update_time: time, update_user: principal?.userId ?? null };
  if (known) {
    await trx
      .updateTable('sys_menu')
      .set(own)
      .where('id', '=', known.id)
      .where('owner_tenant', '=', tenantId)
      .execute();
    return known.id;
  }
  const id = deps.newId();
  await trx
    .insertInto('sys_menu')
    .values({ ...own, id, owner_tenant: tenantId, create_time: time, create_user: own.update_user })
    .execute();
  return id;
}

/** The register's menu with its buttons; answers its id. */
export async function keepMenus(cx: Context, module: Module, code: string): Promise<string> {
  const [name, name_en] = folderTitle;
  const menu = { alias: 'menu', category: 1, action: 0 };
  const folder = await put(cx, {
    ...menu,
    ...{
      code: folderCode,
      name,
      name_en,
      parent_id: '0',
      path: registerPages,
      source: 'clipboard-task',
      sort: folderSort,
    },
  });
  const { zh, en } = label(module.label.zh, module.label.en);
  const id = await put(cx, {
    ...menu,
    ...{ code: module.name, name: zh, name_en: en, parent_id: folder, path: `${registerPages}/${code}` },
    ...{ source: 'form', sort: 1 },
  });
  for (const [place, button] of buttonsOf(module).entries()) {
    const { nameEn, ...rest } = button;
    await put(cx, { ...rest, name_en: nameEn, parent_id: id, path: '', source: '', sort: place + 1, category: 2 });
  }
  return id;
}

/** Takes a register's menu and buttons away, and the menu above it with the last one. Grants keep their rows. */
export async function withdrawMenus({ trx, tenantId }: Context, menuId: string): Promise<void> {
  const gone = (ids: readonly string[]) =>
    trx
      .updateTable('sys_menu')
      .set({ is_deleted: 1 })
      .where('owner_tenant', '=', tenantId)
      .where((is) => is.or([is('id', 'in', [...ids]), is('parent_id', 'in', [...ids])]))
      .execute();
  await gone([menuId]);
  const others = await trx
    .selectFrom('sys_menu')
    .select('id')
    .where('owner_tenant', '=', tenantId)
    .where('category', '=', 1)
    .where('parent_id', '<>', '0')
    .where('is_deleted', '=', 0)
    .limit(1)
    .executeTakeFirst();
  if (others) return;
  await trx
    .updateTable('sys_menu')
    .set({ is_deleted: 1 })
    .where('owner_tenant', '=', tenantId)
    .where('code', '=', folderCode)
    .execute();
}
