import { createHash } from 'node:crypto';
import { dateTime } from '../contract/calendar';
import { dictionaries } from '../contract/dictionaries';
import { buttonsOf, type Menu, menus } from '../contract/menus';
import { defaultSettings } from '../contract/settings';
import { hashPassword } from './auth/password';
import type { Deps } from './context';
import type { Trx } from './database';

/** Fixed, so that clients outside can rely on them; the family's own values. */
const { tenantId: platformTenant, clientId, clientSecret, tokenTime } = defaultSettings;
const adminId = '1123598821738675201';
const adminRole = '1123598816738675201';
const headOffice = '1123598813738675201';

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** Menus, buttons and dictionaries follow the contract on every start: new ones appear, renamed ones follow. */
const keepMenus = async (trx: Trx, newId: () => string): Promise<void> => {
  const put = async (
    parentId: string,
    sort: number,
    menu: Omit<Menu, 'children' | 'module'> & { alias: string; category: number; action: number },
  ) => {
    const { nameEn, ...held } = menu;
    const row = await trx
      .insertInto('sys_menu')
      .values({ id: newId(), parent_id: parentId, sort, name_en: nameEn, ...held })
      .onConflict((on) =>
        on.column('code').doUpdateSet({
          parent_id: parentId,
          sort,
          name: held.name,
          name_en: nameEn,
          path: held.path,
          source: held.source,
          action: held.action,
        }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id as string;
  };
  const walk = async (list: Menu[], parentId: string): Promise<void> => {
    for (const [index, { children = [], module, ...menu }] of list.entries()) {
      const id = await put(parentId, index + 1, { ...menu, alias: 'menu', category: 1, action: 0 });
      for (const [place, button] of (module ? buttonsOf(module) : []).entries())
        await put(id, place + 1, { ...button, path: '', source: '', category: 2 });
      await walk(children, id);
    }
  };
  await walk(menus, '0');
};

const keepDictionaries = async (trx: Trx, tenantId: string, newId: () => string): Promise<void> => {
  for (const [index, { code, zh, en, entries }] of dictionaries.entries()) {
    const known = await trx
      .selectFrom('dict_biz')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('code', '=', code)
      .where('parent_id', '=', '0')
      .executeTakeFirst();
    if (known) continue; // the tenant may have renamed its words
    const parent = newId();
    const shared = { tenant_id: tenantId, code };
    await trx
      .insertInto('dict_biz')
      .values({ ...shared, id: parent, dict_key: '-1', dict_value: zh, dict_value_en: en, sort: index + 1 })
      .execute();
    await trx
      .insertInto('dict_biz')
      .values(
        entries.map((entry, place) => ({
          ...shared,
          id: newId(),
          parent_id: parent,
          dict_key: String(entry.key),
          dict_value: entry.zh,
          dict_value_en: entry.en,
          sort: place + 1,
          remark: entry.remark ?? '',
        })),
      )
      .execute();
  }
};

/** Sealed numbers, sessions and links hang on the key: without its own one the server stays away from the data. */
const checkKey = async ({ secrets }: Deps, trx: Trx): Promise<void> => {
  const proof = secrets.sign('installation', 'leasedesk');
  await trx
    .insertInto('installation')
    .values({ id: 1, key_proof: proof })
    .onConflict((on) => on.doNothing())
    .execute();
  const { key_proof } = await trx.selectFrom('installation').select('key_proof').executeTakeFirstOrThrow();
  if (key_proof !== proof)
    throw new Error(
      'secret.key in the data directory does not belong to this database: restore it from the backup, or copy it from the first server',
    );
};

/**
 * What every installation needs: the platform tenant, its administrator, the public client, menus and dictionaries.
 * Answers the administrator's first password when it was made here, to be shown once.
 */
export const ensureEssentials = async (
  deps: Deps,
  trx: Trx,
  adminPassword: string | undefined,
): Promise<string | undefined> => {
  await checkKey(deps, trx);
  const time = dateTime(deps.now());
  await trx
    .insertInto('tenant')
    .values({ id: deps.newId(), tenant_id: platformTenant, tenant_name: '青屿融租（演示）有限公司', create_time: time })
    .onConflict((on) => on.doNothing())
    .execute();
  // The token outlives the console's refresh threshold by a quarter, so an honest session never dies between two checks.
  await trx
    .insertInto('sys_client')
    .values({
      id: deps.newId(),
      client_id: clientId,
      client_secret: clientSecret,
      authorized_grant_types: 'refresh_token,password,authorization_code,captcha,social,sms_code',
      access_token_validity: Math.ceil(1.25 * tokenTime),
      refresh_token_validity: 604_800,
    })
    .onConflict((on) => on.doNothing())
    .execute();
  await keepMenus(trx, deps.newId);
  await keepDictionaries(trx, platformTenant, deps.newId);
  await trx
    .insertInto('sys_dept')
    .values({ id: headOffice, tenant_id: platformTenant, dept_name: '青屿融租', full_name: '青屿融租（演示）有限公司' })
    .onConflict((on) => on.doNothing())
    .execute();
  await trx
    .insertInto('sys_role')
    .values({ id: adminRole, tenant_id: platformTenant, role_name: '超级管理员', role_alias: 'administrator' })
    .onConflict((on) => on.doNothing())
    .execute();
  const known = await trx.selectFrom('sys_user').select('id').where('id', '=', adminId).executeTakeFirst();
  if (known) return undefined;
  const made = adminPassword ?? deps.random(9).toString('base64url');
  await trx
    .insertInto('sys_user')
    .values({
      id: adminId,
      tenant_id: platformTenant,
      account: 'admin',
      business_user_code: 'E10001',
      password_hash: await hashPassword(md5(made), deps.secrets),
      must_change_password: adminPassword === undefined ? 1 : 0,
      name: '管理员',
      real_name: '管理员',
      role_ids: [adminRole],
      dept_ids: [headOffice],
      is_super: true,
      create_time: time,
      update_time: time,
    })
    .execute();
  return adminPassword === undefined ? made : undefined;
};
