/** From a provider's person to an account: the registration, and an administrator's decision. */
import { role } from '../../contract/modules/system/role';
import { awaiting, normal, user } from '../../contract/modules/system/user';
import { writeAudit } from '../engine/audit/entries';
import { notify } from '../engine/inbox/notify';
import { paramOf } from '../engine/params';
import { withinScope } from '../engine/rights/scopes';
import { type Call, defineCall } from '../kernel/call';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { done, freeText, ids, optional, words } from '../kernel/schemas';
import { refuseSeeingMore } from './bounds';
import { readPassword } from './cipher';
import { hashPassword } from './password/password';
import { refuseWeak } from './password/passwordRules';
import { checkQuota, exclusionNote, refuseRolesBeyondOwn } from './rights';
import { countRequest, networkOf } from './throttle';

/** Letters, digits and a few signs, so that two accounts that look the same are the same. */
function isAccount(text: string) {
  return /^[\p{Script=Han}\w.@-]{1,45}$/u.test(text);
}

interface Waiting {
  id: string;
  account: string;
  deptIds: string[];
}
/** The waiting registrations of these ids, all of them or none, locked until the decision is written. */
async function waiting(cx: Context, ids: string[]): Promise<Waiting[]> {
  const found = await cx.trx
    .selectFrom('sys_user')
    .select(['id', 'account', 'dept_ids as deptIds'])
    .where('tenant_id', '=', cx.tenantId)
    .where('id', 'in', ids)
    .where('status', '=', awaiting)
    .where(await withinScope(cx, user))
    .where('is_deleted', '=', 0)
    .orderBy('id')
    .forUpdate()
    .execute();
  return found.length === ids.length ? (found as Waiting[]) : refuse('guest.notWaiting');
}

/** Roles that the caller may grant: of the tenant, and holding nothing that the caller does not hold. */
async function grantable(cx: Context, roleIds: string[]): Promise<void> {
  const known = await cx.trx
    .selectFrom('sys_role')
    .select('id')
    .where('tenant_id', '=', cx.tenantId)
    .where('id', 'in', roleIds)
    .where('is_deleted', '=', 0)
    .where(await withinScope(cx, role))
    .execute();
  if (known.length < roleIds.length) refuse('guest.badRoles');
  await refuseRolesBeyondOwn(cx, roleIds);
}

function record(
  cx: Context,
  id: string,
  action: 'register' | 'approve' | 'refuse',
  account: string | null,
  after: unknown,
  reason = '',
) {
  return writeAudit(cx, user, { id }, [{ field: 'account', before: account, after }], { action, reason });
}

export const registrationCalls: Call[] = [
  defineCall({
    method: 'POST',
    path: '/blade-system/user/register-guest',
    title: ['第三方用户注册', 'Register after a third-party sign-in'],
    body: {
      tenantId: optional(freeText()),
      account: optional(freeText()),
      name: optional(words()),
      password: optional(freeText('md5 或 SM2', 'As md5 or SM2')),
      oauthId: optional(freeText()),
    },
    answer: done,
    permission: 'guest',
    /** Other names, status, roles and departments among them, are ignored. */
    async prepare({ request, input }, entitled) {
      const deps = await entitled(async (cx) => cx.deps);
      await countRequest(deps, 'guest', networkOf(request.ip)); // the answer discloses whether a name is taken
      const { password, account = '' } = input;
      const sent = readPassword(deps, password);
      if (!sent) return undefined;
      refuseWeak(sent, account.trim());
      return hashPassword(sent.digest, deps.secrets);
    },
    async handle(cx, { input, prepared }) {
      const { trx, tenantId, principal, deps, time } = cx;
      if ((await paramOf(trx, 'account.registerUser')) !== 'true') refuse('guest.closed');
      const account = (input.account ?? '').trim();
      const name = (input.name ?? '').trim() || account;
      // The session identifies the caller; the id sent along must match it.
      const visitor = await trx
        .selectFrom('sys_user_oauth')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('id', '=', principal!.oauthId || '0')
        .where('user_id', 'is', null)
        .forUpdate()
        .executeTakeFirst();
      if (!principal!.isGuest || !visitor || input.oauthId !== visitor.id) return refuse('guest.noOauth');
      if (input.tenantId && input.tenantId !== tenantId) refuse('guest.badTenant');
      if (!isAccount(account) || name.length > 20 || name.includes('\u0000')) refuse('guest.badAccount');
      const passwordHash = prepared as string | undefined;
      if (!passwordHash) return refuse('guest.noPassword');
      await cx.exclusive('unique user'); // as in the form of people
      if (await cx.rows(user).hasAlike('account', account)) refuse('guest.accountTaken');
      const id = deps.newId();
      const made = await trx
        .insertInto('sys_user')
        .values({
          id,
          tenant_id: tenantId,
          account,
          password_hash: passwordHash,
          name,
          real_name: name,
          email: visitor.email.length <= 45 ? visitor.email : null,
          status: awaiting,
          create_time: time,
          update_time: time,
        })
        .onConflict((on) => on.columns(['tenant_id', 'account']).where('is_deleted', '=', 0).doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!made) refuse('guest.accountTaken');
      await trx
        .updateTable('sys_user_oauth')
        .set({ user_id: id, update_time: time })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', visitor.id)
        .execute();
      const source = deps.settings.providers.find((one) => one.source === visitor.source)?.title ?? visitor.source;
      await notify(trx, deps, {
        tenantId,
        audience: 'admin',
        kind: 'notice',
        title: `注册待审核：${name}`,
        content: `${name}（账号 ${account}）通过${source}申请注册，请审核。`,
        subject: 'registration',
        subjectId: id,
      });
      record({ ...cx, actor: name.slice(0, 20) }, id, 'register', null, account);
      return true;
    },
  }),
  defineCall({
    method: 'POST',
    path: '/blade-system/user/audit-pass',
    title: ['通过注册申请', 'Approve registrations'],
    query: { userIds: ids(), roleIds: ids(100) },
    answer: done,
    permission: 'user_audit',
    acrossTenants: true,
    async handle(cx, { input: { userIds, roleIds } }) {
      await grantable(cx, roleIds);
      const found = await waiting(cx, userIds);
      await refuseSeeingMore(
        cx,
        found.map((one) => ({ ...one, roleIds })),
      );
      await checkQuota(cx, found.length);
      const reason = await exclusionNote(cx, roleIds);
      for (const { id, account } of found) {
        await cx.trx
          .updateTable('sys_user')
          .set({ status: normal, role_ids: roleIds, update_time: cx.time })
          .where('tenant_id', '=', cx.tenantId)
          .where('id', '=', id)
          .execute();
        record(cx, id, 'approve', account, roleIds, reason);
      }
      return true;
    },
  }),
  defineCall({
    method: 'POST',
    path: '/blade-system/user/audit-refuse',
    title: ['拒绝注册申请', 'Reject registrations'],
    query: { userIds: ids() },
    answer: done,
    permission: 'user_audit',
    acrossTenants: true,
    /** The registration is deleted, and the provider's person is a guest again who may send another. */
    async handle(cx, { input: { userIds } }) {
      const found = await waiting(cx, userIds);
      for (const { id, account } of found) {
        await cx.trx
          .updateTable('sys_user')
          .set({ is_deleted: 1, update_time: cx.time })
          .where('tenant_id', '=', cx.tenantId)
          .where('id', '=', id)
          .execute();
        await cx.trx
          .updateTable('sys_user_oauth')
          .set({ user_id: null, update_time: cx.time })
          .where('tenant_id', '=', cx.tenantId)
          .where('user_id', '=', id)
          .execute();
        record(cx, id, 'refuse', account, null);
      }
      return true;
    },
  }),
];
