import { sql } from 'kysely';
import Type from 'typebox';
import { isDateTime } from '../../../contract/domain/calendar';
import type { Language } from '../../../contract/domain/text';
import { isEmpty } from '../../../contract/domain/values';
import { tenant } from '../../../contract/modules/system/tenant';
import { tenantPackage } from '../../../contract/modules/system/tenantPackage';
import type { Module } from '../../../contract/schema/module';
import { makeFirst, type OneTimePassword, oneTimePasswordColumns } from '../../auth/password/oneTimePassword';
import { platformTenant } from '../../auth/rights';
import { schemasOf } from '../../engine/callSchemas';
import { paramOf } from '../../engine/params';
import { takenRefusal } from '../../engine/saving/uniqueness';
import { defineServerModule, present, type ServerModule } from '../../engine/serverModule';
import { armJobs } from '../../job/firstJobs';
import { defineCall } from '../../kernel/call';
import type { Context } from '../../kernel/context';
import { bind } from '../../kernel/database';
import { problemRefusal, refuse } from '../../kernel/errors';
import { done, either, freeText, id, idList, list, nothing, oneOf, optional, shape, text } from '../../kernel/schemas';
import { keepFirstRows } from './firstRows';

/** Work on rows of another tenant, in the same transaction. Only for the platform's own people: the call declares it. */
async function inside<T>({ trx, tenantId }: Context, other: string, work: () => Promise<T>): Promise<T> {
  await bind(trx, { tenant: other });
  const answer = await work();
  await bind(trx, { tenant: tenantId });
  return answer;
}

/** Six digits that no tenant has or had. */
async function freshNumber({ trx, deps }: Context): Promise<string> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const number = String(100_000 + (deps.random(6).readUIntBE(0, 6) % 900_000));
    const { rows } = await sql`select 1 from tenant where tenant_id = ${number}`.execute(trx);
    if (rows.length === 0) return number;
  }
  return refuse('busy');
}

/** The initial data of a tenant: its administrators' role, a department, a post, one person, and its own
 *  dictionaries. */
async function furnish(cx: Context, tenantId: string, name: string, first: OneTimePassword): Promise<void> {
  const { trx, deps, time } = cx;
  const [roleId, deptId, postId] = [deps.newId(), deps.newId(), deps.newId()];
  const own = { tenant_id: tenantId, create_user: cx.principal!.userId, create_time: time, update_time: time };
  await trx
    .insertInto('sys_role')
    .values({ ...own, id: roleId, role_name: '管理员', role_alias: 'admin', sort: 1, is_admin: true })
    .execute();
  const title = name.slice(0, 45);
  await trx
    .insertInto('sys_dept')
    .values({ ...own, id: deptId, dept_name: title, full_name: title, dept_category: 1 })
    .execute();
  await trx
    .insertInto('sys_post')
    .values({ ...own, id: postId, category: 1, post_code: 'ceo', post_name: '首席执行官', sort: 1 })
    .execute();
  await trx
    .insertInto('sys_user')
    .values({
      ...own,
      id: deps.newId(),
      account: 'admin',
      name: '管理员',
      real_name: '管理员',
      role_ids: [roleId],
      dept_ids: [deptId],
      post_ids: [postId],
      ...oneTimePasswordColumns(cx, first.hash),
    })
    .execute();
  await keepFirstRows(trx, tenantId, deps.newId, cx.time);
  await armJobs({ deps, trx, tenantId });
}

/** Hosts of this tenant must belong to no other; a password before the host would be shown to all who see the list. */
function domainOf(sent: unknown, language: Language): string | null {
  const text = String(sent ?? '').trim();
  if (text === '') return null;
  const whole = text.includes('://') ? text : `https://${text}`;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  const isPlain = url?.username === '' && url.password === '';
  if (!isPlain || text.length > 255) throw problemRefusal(tenant, 'domain', 'badFormat', language);
  return text;
}

async function lockTenants(cx: Context, ids: readonly string[]) {
  const rows = await cx.rows(tenant).lock(ids);
  if (ids.length === 0 || rows.length < ids.length) refuse('notYours');
  return rows;
}

/** A tenant by its six digits. */
async function tenantNamed(cx: Context, number: string) {
  const { rows } = await sql<{ id: string }>`
    select id from tenant where tenant_id = ${number} and is_deleted = 0`.execute(cx.trx);
  const [row] = await lockTenants(
    cx,
    rows.map(({ id }) => id),
  );
  return row!;
}

const settings = Type.Object({
  ids: idList(),
  accountNumber: Type.Optional(Type.Integer({ minimum: -1, maximum: 1_000_000 })),
  expireTime: Type.Optional(Type.String()),
  status: Type.Optional(oneOf(0, 1)),
  domain: Type.Optional(Type.String()),
});

/** A tenant's limits in a body. */
function settingsOf(body: Record<string, unknown>, language: Language): Record<string, unknown> {
  const change: Record<string, unknown> = {};
  if ('accountNumber' in body) {
    const number = Number(body.accountNumber);
    if (!Number.isInteger(number) || number < -1 || number > 1_000_000)
      refuse('badParameter', { name: 'accountNumber' });
    change.accountNumber = number;
  }
  if ('expireTime' in body) {
    if (!isEmpty(body.expireTime) && !isDateTime(String(body.expireTime)))
      refuse('badParameter', { name: 'expireTime' });
    change.expireTime = isEmpty(body.expireTime) ? null : body.expireTime;
  }
  if ('status' in body) {
    if (![0, 1].includes(Number(body.status))) refuse('badParameter', { name: 'status' });
    change.status = Number(body.status);
  }
  if ('domain' in body) change.domain = domainOf(body.domain, language);
  return change;
}

const served: ServerModule = defineServerModule(tenant, {
  table: 'tenant',
  unstored: ['packageName'],
  unique: [['tenantName'], ['domain']],

  preparing: async ({ body }, entitled) =>
    isEmpty(body.id) ? makeFirst(await entitled(async (cx) => cx.deps)) : undefined,

  async saving(next, cx, before, prepared) {
    const domain = domainOf(next.domain, cx.language);
    if (before) return { domain };
    const tenantId = await freshNumber(cx);
    await inside(cx, tenantId, () => furnish(cx, tenantId, next.tenantName, prepared as OneTimePassword));
    return {
      domain,
      tenantId,
      accountNumber: Number(await paramOf(cx.trx, 'tenant.default.accountNumber')) || -1,
    };
  },

  answers: { account: optional(text()), oneTimeWord: optional(text()) },
  answering: (row, prepared) =>
    prepared ? { ...row, account: 'admin', oneTimeWord: (prepared as OneTimePassword).word } : row,

  async removing(doomed, cx) {
    if (doomed.some(({ tenantId }) => tenantId === platformTenant)) refuse('tenant.platform');
    for (const { tenantId } of doomed)
      await inside(cx, tenantId, () =>
        cx.trx
          .updateTable('sign_in')
          .set({ ended_at: new Date(cx.deps.now()) })
          .where('tenant_id', '=', tenantId)
          .where('ended_at', 'is', null)
          .execute(),
      );
  },

  calls: [
    {
      method: 'GET',
      path: tenant.url('select'),
      title: ['可选租户', 'Tenants to choose from'],
      answer: list(shape({ id: id(), tenantId: text(), tenantName: text() })),
      permission: 'signedIn',
      /** Tenants to choose from: all for the platform's owner, only the own one for all others. */
      async handle(cx) {
        const { isSuper } = cx.principal!;
        const { rows } = await sql`
          select id, tenant_id as "tenantId", tenant_name as "tenantName" from tenant
          where is_deleted = 0 and (${isSuper} or tenant_id = ${cx.tenantId}) order by tenant_id`.execute(cx.trx);
        return rows;
      },
    },
    defineCall({
      method: 'POST',
      path: tenant.url('setting'),
      title: ['授权配置：额度、过期时间、状态、域名', 'Set limits, end, status and domain of tenants'],
      body: { ids: idList() },
      describes: { body: settings },
      answer: done,
      permission: 'tenant_setting',
      writesPlatform: true,
      /** Limits of these tenants: accountNumber (-1: any number), expireTime, status, domain. What is not sent stays. */
      async handle(cx, asked) {
        const rows = await lockTenants(cx, asked.input.ids);
        const change = settingsOf(asked.body, cx.language);
        const isEnd = change.status === 0 || !isEmpty(change.expireTime);
        if (isEnd && rows.some(({ tenantId }) => tenantId === platformTenant)) refuse('tenant.platform');
        if (change.domain) await cx.exclusive('unique tenant', 'platform');
        if (change.domain && rows.length > 1) refuse('badParameter', { name: 'domain' });
        if (change.domain && (await cx.rows(tenant).has({ domain: change.domain as string }, rows[0]!.id)))
          throw takenRefusal({ module: tenant }, 'domain', change.domain, cx.language);
        for (const row of rows) await cx.rows(tenant).update(row, change, { action: 'setting' });
        return true;
      },
    }),
    defineCall({
      method: 'POST',
      path: tenant.url('package-setting'),
      title: ['产品包配置', 'Give a tenant a package, or none'],
      query: { tenantId: freeText() },
      body: { packageId: optional(id()) },
      answer: done,
      permission: 'tenant_package',
      writesPlatform: true,
      /** Give a tenant a package; without one it may have every menu that is not the platform's own. Takes effect at
       *  once in all sessions. */
      async handle(cx, { input: { tenantId, packageId } }) {
        const row = await tenantNamed(cx, tenantId);
        if (packageId && !(await cx.rows(tenantPackage).hold(packageId))) refuse('notYours');
        await cx.rows(tenant).update(row, { packageId: packageId ?? null }, { action: 'package' });
        return true;
      },
    }),
    defineCall({
      method: 'GET',
      path: tenant.url('package-detail'),
      title: ['租户的产品包', 'The package of a tenant'],
      query: { tenantId: freeText() },
      answer: either(nothing, schemasOf(tenantPackage as unknown as Module).record),
      permission: ['tenant_package', 'tenant'],
      async handle(cx, { input }) {
        const [row] = await cx.rows(tenant).find({ tenantId: input.tenantId });
        if (!row) return refuse('notYours');
        if (!row.packageId) return {};
        const found = await cx.rows(tenantPackage).get(row.packageId);
        return found ? present(cx.tableOf(tenantPackage.name) as ServerModule, cx, found) : {};
      },
    }),
    defineCall({
      method: 'POST',
      path: tenant.url('datasource'),
      title: ['数据源配置', 'Give a tenant a data source, or none'],
      query: { tenantId: freeText() },
      body: { datasourceId: optional(id()) },
      answer: done,
      permission: 'tenant_datasource',
      writesPlatform: true,
      async handle(cx, { input: { tenantId, datasourceId } }) {
        const row = await tenantNamed(cx, tenantId);
        const known = datasourceId
          ? await cx.trx
              .selectFrom('sys_datasource')
              .select('id')
              .where('id', '=', datasourceId)
              .where('is_deleted', '=', 0)
              .executeTakeFirst()
          : undefined;
        if (datasourceId && !known) refuse('notYours');
        await cx.rows(tenant).update(row, { datasourceId: datasourceId ?? null }, { action: 'datasource' });
        return true;
      },
    }),
  ],
});
export default served;
