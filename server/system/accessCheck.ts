/** Explains why a person may or may not make a call: the same checks as in the call, answered one by one. */

import { sql } from 'kysely';
import Type from 'typebox';
import { joined, label, textIn } from '../../contract/domain/text';
import { dataScope as dataScopeModule } from '../../contract/modules/system/dataScope';
import { normal, user } from '../../contract/modules/system/user';
import { type Check, checkSentences, type Why, why } from '../../contract/wire/accessCheck';
import { platformTenant } from '../auth/rights';
import { heldMenus, tenantMenus } from '../engine/rights/heldMenus';
import { type Call, defineCall } from '../kernel/call';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { freeText, id, list, nullable, oneOf, optional, shape, text } from '../kernel/schemas';

interface Person {
  id: string;
  account: string;
  realName: string;
  status: number;
  isSuper: boolean;
  mustChange: number;
  roleIds: string[];
  isTenantLive: boolean;
  packageId: string | null;
  packageName: string | null;
}

async function personOf(cx: Context, userId: string): Promise<Person> {
  const { trx, tenantId, time } = cx;
  // People hidden by the caller's data scopes cannot be checked.
  if (!(await cx.rows(user).get(userId))) return refuse('notFound');
  const { rows } = await sql<Person>`
    select u.id, u.account, u.real_name as "realName", u.status, u.is_super as "isSuper",
           u.must_change_password as "mustChange", u.role_ids as "roleIds", t.package_id as "packageId",
           p.package_name as "packageName",
           t.status = 1 and t.is_deleted = 0 and (t.expire_time is null or t.expire_time > ${time}) as "isTenantLive"
    from sys_user u join tenant t on t.tenant_id = u.tenant_id
    left join sys_tenant_package p on p.id = t.package_id
    where u.tenant_id = ${tenantId} and u.id = ${userId} and u.is_deleted = 0`.execute(trx);
  return rows[0] ?? refuse('notFound');
}

interface Holder {
  id: string;
  name: string;
  isAdmin: boolean;
  /** Those of the requested codes that the role holds. */
  held: string[];
}
/** The person's roles, and which of the codes each of them holds. */
async function holdersOf({ trx, tenantId }: Context, { roleIds }: Person, codes: readonly string[]): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select r.id, r.role_name as name, r.is_admin as "isAdmin",
           array(select m.code from ${heldMenus(tenantId, sql`array[r.id]`)} m where m.code = any(${[...codes]})) as held
    from sys_role r where r.tenant_id = ${tenantId} and r.is_deleted = 0 and r.id = any(${roleIds}::bigint[])
    order by r.sort, r.id`.execute(trx);
  return rows;
}

interface Known {
  code: string;
  name: string;
  isPlatform: number;
  isInPackage: boolean;
}
async function menusOf({ trx, tenantId, language }: Context, codes: readonly string[]): Promise<Known[]> {
  const { rows } = await sql<Known & { nameEn: string }>`
    select m.code, m.name, coalesce(nullif(m.name_en, ''), m.name) as "nameEn",
           m.is_platform as "isPlatform",
           exists (select 1 from ${tenantMenus(tenantId)} t where t.id = m.id) as "isInPackage"
    from sys_menu m where m.is_deleted = 0 and m.code = any(${[...codes]}) order by m.sort, m.id`.execute(trx);
  return rows.map(({ nameEn, ...row }) => ({ ...row, name: textIn(label(row.name, nameEn), language) }));
}

interface Named {
  id: string;
  name: string;
  /** Those of the person's roles that it was granted to. */
  roles: string[];
}
async function apiScopesOf(
  { trx, tenantId }: Context,
  { roleIds }: Person,
  { method, path }: { method: number; path: string },
): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select s.id, s.scope_name as name, array(
      select r.role_name from sys_role_scope g join sys_role r on r.tenant_id = g.tenant_id and r.id = g.role_id and r.is_deleted = 0
      where g.tenant_id = ${tenantId} and g.category = 2 and g.scope_id = s.id and r.id = any(${roleIds}::bigint[])) as roles
    from sys_api_scope s where s.is_deleted = 0 and s.status = 1 and s.scope_path = ${path} and s.method = ${method}
    order by s.id`.execute(trx);
  return rows;
}

async function dataScopesOf({ trx, tenantId }: Context, { roleIds }: Person, module: string) {
  const { rows } = await sql<{ name: string; type: number; roles: string[] }>`
    select s.scope_name as name, s.scope_type as type, array_agg(r.role_name order by r.sort, r.id) as roles
    from sys_data_scope s join sys_role_scope g on g.category = 1 and g.scope_id = s.id and g.tenant_id = ${tenantId}
    join sys_role r on r.tenant_id = g.tenant_id and r.id = g.role_id and r.is_deleted = 0
    where s.is_deleted = 0 and s.status = 1 and s.scope_class = ${module} and r.id = any(${roleIds}::bigint[])
    group by s.id, s.scope_name, s.scope_type order by s.id`.execute(trx);
  return rows.map(({ name, type, roles }) => ({
    name,
    rule: dataScopeModule.fields.scopeType.choices?.[String(type)] ?? { zh: '', en: '' },
    roles,
  }));
}

async function explain(
  cx: Context,
  { userId, code, method = 'GET', path }: { userId: string; code?: string; method?: string; path?: string },
): Promise<Why> {
  const person = await personOf(cx, userId);
  const route = path
    ? (cx.routes.find((one) => one.path === path && one.method === method) ?? refuse('scope.noSuchRoute', { path }))
    : undefined;
  const codes = route ? route.codes : [code ?? refuse('missingParameter', { name: 'code' })];
  const [roles, known] = [await holdersOf(cx, person, codes), await menusOf(cx, codes)];
  const isAdmin = roles.some((role) => role.isAdmin);
  const isFree = person.isSuper && cx.tenantId === platformTenant;
  const checks: Check[] = [];
  const check = (name: Check['check'], isOk: boolean, detail: Check['detail'] = {}) =>
    checks.push({ check: name, isOk, detail });

  check('tenant', person.isTenantLive);
  check('account', person.status === normal, { status: person.status });
  check('password', person.mustChange === 0);
  const list = (names: readonly string[]) => joined(names, cx.language);
  check('known', known.length > 0, { codes: list(codes), names: list(known.map(({ name }) => name)) });
  const usable = known.filter(({ isPlatform }) => cx.tenantId === platformTenant || isPlatform === 0);
  check('platform', known.length === 0 || usable.length > 0);
  if (usable.length > 0)
    check(
      'package',
      usable.some(({ isInPackage }) => isInPackage),
      { name: person.packageName ?? '' },
    );
  const holders = roles.filter(({ held }) => held.length > 0).map(({ name }) => name);
  check('role', isFree || holders.length > 0, {
    roles: list(roles.map(({ name }) => name)),
    holders: isFree ? 'administrator' : list(holders),
  });
  if (route) {
    const scopes = await apiScopesOf(cx, person, { method: route.method === 'GET' ? 1 : 2, path: route.path });
    const given = scopes.flatMap((scope) => scope.roles);
    check('apiScope', scopes.length === 0 || given.length > 0 || isFree || isAdmin, {
      scopes: list(scopes.map(({ name }) => name)),
      holders: list([...new Set(given)]),
    });
  }
  const module = codes[0]?.split('_')[0] ?? '';
  const scopes =
    isFree || isAdmin ? [] : await dataScopesOf(cx, person, cx.tableOf(codes[0] ?? '') ? codes[0]! : module);
  return {
    isAllowed: checks.every(({ isOk }) => isOk),
    person: { id: person.id, account: person.account, realName: person.realName, isSuper: isFree, isAdmin },
    roles: roles.map(({ id, name, held }) => ({ id, name, holds: held.length > 0 })),
    codes,
    checks,
    dataScopes: scopes,
  };
}

const names = Object.keys(checkSentences) as Check['check'][];
const whyAnswer = shape({
  isAllowed: Type.Boolean(),
  person: shape({
    id: id(),
    account: text(),
    realName: nullable(text()),
    isSuper: Type.Boolean(),
    isAdmin: Type.Boolean(),
  }),
  roles: list(shape({ id: id(), name: text(), holds: Type.Boolean() })),
  codes: list(text()),
  checks: list(
    shape({
      check: oneOf(...names),
      isOk: Type.Boolean(),
      detail: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
    }),
  ),
  dataScopes: list(shape({ name: text(), rule: shape({ zh: text(), en: text() }), roles: list(text()) })),
});

export const whyCalls: Call[] = [
  defineCall({
    method: 'GET',
    path: why.path,
    title: [
      '权限排查：菜单或按钮（code），或接口（method、path）',
      'Why a person may or may not: a menu or button, or a call',
    ],
    query: { userId: id(), code: optional(freeText()), method: optional(freeText()), path: optional(freeText()) },
    answer: whyAnswer,
    permission: 'why',
    acrossTenants: true,
    handle: (cx, { input }) => explain(cx, input),
  }),
];
