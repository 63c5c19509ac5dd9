import { type Insertable, sql } from 'kysely';
import { dateTime } from '../../contract/domain/calendar';
import { knownParams, paramTexts } from '../../contract/modules/system/param';
import { platformDictionaries } from '../../contract/modules/system/platformDictionaries';
import { unnamedCompany } from '../../contract/modules/system/tenant';
import { builtInCodes, buttonsOf, familyIds, type Menu, menus } from '../../contract/wire/menus';
import { defaultSettings } from '../../contract/wire/settings';
import { md5 } from '../auth/password/oneTimePassword';
import { hashPassword } from '../auth/password/password';
import { ensureAuthority } from '../esign/authority';
import type { Deps } from '../kernel/context';
import { bind, insertable, type Tables, type Trx } from '../kernel/database';
import { snake } from '../kernel/table';
import { putDictionaries } from '../system/dictionaries/dictionaryEntries';
import { keepFirstRows } from '../system/tenant/firstRows';
import { regionRows } from './regions';

/** Fixed, so that other clients can rely on them; the family's own values. */
const { tenantId: platformTenant, clientId, clientSecret, tokenTime } = defaultSettings;
const adminId = '1123598821738675201';
const adminName = '管理员';
const adminRole = '1123598816738675201';
const headOffice = '1123598813738675201';
const userRole = '1123598816738675202';
const firstPost = 1123598817738675201n;
const firstPosts = [
  ['ceo', '首席执行官', 1],
  ['coo', '首席运营官', 1],
  ['cfo', '首席财务官', 1],
  ['cto', '首席技术官', 1],
  ['cio', '首席信息官', 1],
  ['pm', '技术经理', 2],
  ['hrm', '人力经理', 2],
  ['staff', '普通员工', 3],
] as const;

/** Hours in which a password that a first start prints must be used; for the administrator the next start makes another. */
export const firstPasswordHours = 72;

/** Any number will do as long as it never changes. */
const essentialsLock = 7_150_004;

/**
 * Menus and buttons of the product: new ones are added, and unedited ones follow the release. They are read at once and
 * only what differs is written, because each start of a server comes by here.
 */
async function keepMenus(trx: Trx, newId: () => string): Promise<void> {
  const rows = await trx
    .selectFrom('sys_menu')
    .selectAll()
    .where('owner_tenant', '=', '')
    .where('is_deleted', '=', 0)
    .execute();
  const known = new Map(rows.map((row) => [row.code, row]));
  const missing: Insertable<Tables['sys_menu']>[] = [];
  const put = async (
    parentId: string,
    sort: number,
    menu: Omit<Menu, 'children' | 'module' | 'isPlatform' | 'source'> & {
      source: string;
      alias: string;
      category: number;
      action: number;
      is_platform: number;
    },
  ) => {
    const { nameEn, ...held } = menu;
    const row = { parent_id: parentId, sort, name_en: nameEn, ...held };
    const before = known.get(menu.code);
    if (!before) {
      const id = familyIds[menu.code] ?? newId();
      missing.push({ id, ...row });
      return id;
    }
    const isSame = (Object.keys(row) as (keyof typeof row)[]).every(
      (name) => String(row[name]) === String(before[name]),
    );
    if (!isSame && before.update_user === null)
      await trx.updateTable('sys_menu').set(row).where('id', '=', before.id).execute();
    return before.id;
  };
  const walk = async (list: Menu[], parentId: string): Promise<void> => {
    for (const [index, { children = [], module, isPlatform, ...menu }] of list.entries()) {
      const is_platform = isPlatform || module?.scope === 'platform' ? 1 : 0;
      const id = await put(parentId, index + 1, { ...menu, alias: 'menu', category: 1, action: 0, is_platform });
      for (const [place, button] of (module ? buttonsOf(module) : []).entries())
        await put(id, place + 1, { ...button, path: '', source: '', category: 2, is_platform });
      await walk(children, id);
    }
  };
  await walk(menus, '0');
  for (const part of insertable(missing)) await trx.insertInto('sys_menu').values(part).execute();
  // A button that a release no longer has would stay in the grants without effect; buttons made by people stay.
  await trx
    .updateTable('sys_menu')
    .set({ is_deleted: 1 })
    .where('category', '=', 2)
    .where('owner_tenant', '=', '')
    .where('create_user', 'is', null)
    .where('is_deleted', '=', 0)
    .where('code', 'not in', [...builtInCodes])
    .execute();
}

/** The country's divisions, once; edited ones stay. */
async function keepRegions(trx: Trx): Promise<void> {
  if (await trx.selectFrom('sys_region').select('id').limit(1).executeTakeFirst()) return;
  const rows = regionRows().map((row) =>
    Object.fromEntries([['id', row.code], ...Object.entries(row).map(([name, value]) => [snake(name), value])]),
  );
  for (let at = 0; at < rows.length; at += 500)
    await trx
      .insertInto('sys_region')
      .values(rows.slice(at, at + 500))
      .execute();
}

/** The platform's initial data beyond its menus: posts, a plain role, parameters. */
async function keepFurniture(trx: Trx, newId: () => string, time: string): Promise<void> {
  const own = { tenant_id: platformTenant, create_time: time, update_time: time };
  const posts = trx.selectFrom('sys_post').select('id').where('tenant_id', '=', platformTenant);
  const isNew = !(await posts.limit(1).executeTakeFirst());
  if (isNew)
    await trx
      .insertInto('sys_post')
      .values(
        firstPosts.map(([post_code, post_name, category], index) => ({
          ...own,
          id: String(firstPost + BigInt(index)),
          post_code,
          post_name,
          category,
          sort: index + 1,
        })),
      )
      .execute();
  await trx
    .insertInto('sys_param')
    .values(
      Object.entries(paramTexts).map(([key, { title, about }]) => ({
        id: newId(),
        param_key: key,
        param_name: title[0],
        param_value: knownParams[key as keyof typeof knownParams],
        remark: about?.[0] ?? null,
        create_time: time,
        update_time: time,
      })),
    )
    // Unedited names follow the release; values are people's own.
    .onConflict((on) =>
      on
        .column('param_key')
        .where('is_deleted', '=', 0)
        .doUpdateSet(({ ref }) => ({ param_name: ref('excluded.param_name'), remark: ref('excluded.remark') }))
        .where('sys_param.update_user', 'is', null)
        .whereRef('sys_param.param_name', '<>', ({ ref }) => ref('excluded.param_name')),
    )
    .execute();
}
/** Encrypted numbers, sessions and links depend on the key: with another one the server does not touch the data. */
async function checkKey({ secrets }: Deps, trx: Trx): Promise<void> {
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
}

/** Tenant and head office get the company's name, while theirs have not been edited. */
export async function nameCompany(trx: Trx, name: string, short = name): Promise<void> {
  await trx
    .updateTable('tenant')
    .set({ tenant_name: name })
    .where('tenant_id', '=', platformTenant)
    .where('tenant_name', '=', unnamedCompany)
    .execute();
  await trx
    .updateTable('sys_dept')
    .set({ dept_name: short, full_name: name })
    .where('tenant_id', '=', platformTenant)
    .where('id', '=', headOffice)
    .where('full_name', '=', unnamedCompany)
    .execute();
}

/**
 * What every installation needs: the platform tenant, its administrator, the public client, menus and dictionaries.
 * Answers the administrator's first password when it was made here, to be shown once.
 */
export async function ensureEssentials(
  deps: Deps,
  trx: Trx,
  adminPassword: string | undefined,
  companyName?: string,
): Promise<string | undefined> {
  // Servers that share a database may start at the same moment.
  await sql`select pg_advisory_xact_lock(${essentialsLock})`.execute(trx);
  await checkKey(deps, trx);
  // An owner who is no superuser is bound by row security, too.
  await bind(trx, { platform: 'on' });
  const time = dateTime(deps.now());
  await trx
    .insertInto('tenant')
    .values({
      id: deps.newId(),
      tenant_id: platformTenant,
      tenant_name: unnamedCompany,
      linkman: adminName,
      create_time: time,
    })
    .onConflict((on) => on.doNothing())
    .execute();
  // The token is valid a quarter longer than the console's refresh threshold, so that an active session never ends
  // between two checks.
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
  const tenants = await trx
    .selectFrom('tenant')
    .select('tenant_id')
    .where('is_deleted', '=', 0)
    .orderBy('tenant_id')
    .execute();
  for (const { tenant_id } of tenants) {
    await bind(trx, { tenant: tenant_id });
    await keepFirstRows(trx, tenant_id, deps.newId, time);
  }
  await ensureAuthority(deps, trx);
  await bind(trx, { tenant: platformTenant });
  await putDictionaries(trx, 'sys_dict', platformDictionaries, deps.newId, {});
  await keepRegions(trx);
  await keepFurniture(trx, deps.newId, time);
  await trx
    .insertInto('sys_dept')
    .values({ id: headOffice, tenant_id: platformTenant, dept_name: unnamedCompany, full_name: unnamedCompany })
    .onConflict((on) => on.doNothing())
    .execute();
  if (companyName) await nameCompany(trx, companyName);
  await trx
    .insertInto('sys_role')
    .values([
      { id: adminRole, tenant_id: platformTenant, role_name: '超级管理员', role_alias: 'administrator', sort: 1 },
      { id: userRole, tenant_id: platformTenant, role_name: '用户', role_alias: 'user', sort: 2 },
    ])
    .onConflict((on) => on.doNothing())
    .execute();
  const known = await trx
    .selectFrom('sys_user')
    .select(['must_change_password', 'password_expires_at'])
    .where('tenant_id', '=', platformTenant)
    .where('id', '=', adminId)
    .executeTakeFirst();
  const now = deps.now();
  const isPasswordExpired = known?.must_change_password === 1 && (known.password_expires_at?.getTime() ?? now) < now;
  if (known && !isPasswordExpired) return undefined;
  const made = adminPassword ?? deps.random(9).toString('base64url');
  const passwordColumns = {
    password_hash: await hashPassword(md5(made), deps.secrets),
    must_change_password: adminPassword === undefined ? 1 : 0,
    password_expires_at: adminPassword === undefined ? new Date(now + firstPasswordHours * 3_600_000) : null,
  };
  if (known) {
    // The first one was not used in time: this start prints another.
    await trx
      .updateTable('sys_user')
      .set(passwordColumns)
      .where('tenant_id', '=', platformTenant)
      .where('id', '=', adminId)
      .execute();
    return adminPassword === undefined ? made : undefined;
  }
  await trx
    .insertInto('sys_user')
    .values({
      id: adminId,
      tenant_id: platformTenant,
      account: 'admin',
      business_user_code: 'E10001',
      ...passwordColumns,
      post_ids: [String(firstPost)],
      name: adminName,
      real_name: adminName,
      role_ids: [adminRole],
      dept_ids: [headOffice],
      is_super: true,
      create_time: time,
      update_time: time,
    })
    .execute();
  return adminPassword === undefined ? made : undefined;
}
