import { sql } from 'kysely';
import { dateTime } from '../../contract/domain/calendar';
import { isEmpty } from '../../contract/domain/values';
import { awaiting, normal, recordedMinutes, stopped, type User, user } from '../../contract/modules/system/user';
import type { Module } from '../../contract/schema/module';
import { hasMask, withStoredSecrets } from '../../contract/schema/secretMembers';
import { refuseSeeingMore, type Seer } from '../auth/bounds';
import { readPassword } from '../auth/cipher';
import { forgetBrowsers } from '../auth/knownBrowser';
import {
  makeFirst,
  type OneTimePassword,
  oneTimePasswordAnswer,
  oneTimePasswordColumns,
} from '../auth/password/oneTimePassword';
import { hashPassword } from '../auth/password/password';
import { refuseWeak } from '../auth/password/passwordRules';
import { isPhoneTaken } from '../auth/people';
import { avatarOf } from '../auth/profile';
import { adminsBeside, checkQuota, exclusionNote, refuseAbove, refuseRolesBeyondOwn } from '../auth/rights';
import { mostFailures } from '../auth/throttle';
import { writeAudit } from '../engine/audit/entries';
import { schemasOf } from '../engine/callSchemas';
import { sessionsChanged } from '../engine/inbox/push';
import { missingReferences } from '../engine/references';
import { deptsBelow } from '../engine/rights/scopes';
import { refuseProblems } from '../engine/saving/drafts';
import { defineServerModule, present, type ServerModule } from '../engine/serverModule';
import { type CallRequest, defineCall } from '../kernel/call';
import type { Context } from '../kernel/context';
import { problemRefusal, refuse } from '../kernel/errors';
import { done, id, idList, line, list, oneOf, optional, shape, text } from '../kernel/schemas';
import { recordedNow, recordUntil } from './recording';

function idsOf(list: unknown): string[] {
  return isEmpty(list) ? [] : String(list).split(',');
}
function isSame(a: readonly string[], b: readonly string[]) {
  return new Set(a).size === new Set(b).size && a.every((id) => b.includes(id));
}

/** The tenant must keep at least one administrator. */
async function keepAnAdmin(cx: Context, gone: readonly string[]): Promise<void> {
  await cx.exclusive('administrators');
  if ((await adminsBeside(cx, [])) > 0 && (await adminsBeside(cx, gone)) === 0) refuse('grant.lastAdmin');
}

async function hasAdminRole({ trx, tenantId }: Context, roleIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sys_role where tenant_id = ${tenantId} and is_admin and is_deleted = 0
      and id = any(${[...roleIds]}::bigint[]) limit 1`.execute(trx);
  return rows.length > 0;
}

/** A number is a way to sign in, so two people who can sign in must not share one. Existing duplicates stay until
 *  changed. */
async function refuseTakenPhone(cx: Context, next: User, before: User | undefined): Promise<void> {
  const isSame = next.phone === before?.phone && before?.status !== stopped;
  if (isEmpty(next.phone) || next.status === stopped || isSame) return;
  await cx.exclusive('unique user'); // otherwise two concurrent saves would both find it free
  if (!(await isPhoneTaken(cx.trx, cx.tenantId, next.phone!, next.id ?? '0'))) return;
  throw problemRefusal(user, 'phone', 'taken', cx.language);
}

/** A person's visibility, from their row. */
function seerOf({ id, account, roleId, deptId }: Pick<User, 'id' | 'account' | 'roleId' | 'deptId'>): Seer {
  return {
    id,
    account,
    roleIds: idsOf(roleId),
    deptIds: idsOf(deptId),
  };
}
function refuseToTouch(cx: Context, people: readonly User[]): Promise<void> {
  return refuseAbove(
    cx,
    people.map((one) => ({ ...seerOf(one), isSuper: (one as unknown as { isSuper: boolean }).isSuper })),
  );
}

/** All of these people, or a refusal. */
async function lockPeople(cx: Context, ids: readonly string[]): Promise<User[]> {
  const rows = await cx.rows(user).lock(ids);
  if (ids.length === 0 || rows.length < ids.length) refuse('notYours');
  return rows;
}

async function endSessions({ trx, tenantId, deps }: Context, userIds: readonly string[]): Promise<void> {
  await trx
    .updateTable('sign_in')
    .set({ ended_at: new Date(deps.now()) })
    .where('tenant_id', '=', tenantId)
    .where('user_id', 'in', [...userIds, '0'])
    .where('ended_at', 'is', null)
    .execute();
  for (const userId of userIds) await sessionsChanged(trx, tenantId, userId);
  await forgetBrowsers(trx, tenantId, userIds);
}

interface Prepared {
  first?: OneTimePassword;
  hash?: string;
}
/** The password of a new person: the one that was sent, or one made here. Both are for one sign-in only. */
async function preparing(
  { body }: CallRequest,
  entitled: <T>(work: (cx: Context) => Promise<T>) => Promise<T>,
): Promise<Prepared> {
  if (!isEmpty(body.id)) return {};
  const deps = await entitled(async (cx) => cx.deps);
  if (isEmpty(body.password)) return { first: await makeFirst(deps) };
  const password = readPassword(deps, String(body.password));
  if (!password) return {};
  refuseWeak(password, String(body.account ?? '').trim());
  return { hash: await hashPassword(password.digest, deps.secrets) };
}

const accountPattern = /^[\p{Script=Han}\w.@-]{1,45}$/u;

const served: ServerModule = defineServerModule(user, {
  table: 'sys_user',
  list: 'sys_user_list',
  columns: { roleId: 'role_ids', deptId: 'dept_ids', postId: 'post_ids' },
  unstored: ['isLocked', 'recordedUntil', 'roleName', 'deptName', 'postName'],
  alike: ['account'],
  filters: {
    // A department includes all below it.
    async deptId(value, cx) {
      if (!/^\d{1,19}(,\d{1,19})*$/.test(value)) refuse('badParameter', { name: 'deptId' });
      return sql`dept_ids && ${await deptsBelow(cx, value.split(','))}::bigint[]`;
    },
  },
  preparing,

  async saving(next, cx, before, prepared) {
    const { first, hash } = prepared as Prepared;
    if (!accountPattern.test(next.account)) throw problemRefusal(user, 'account', 'badFormat', cx.language);
    await refuseTakenPhone(cx, next, before);
    const roleIds = idsOf(next.roleId);
    if (before) {
      await refuseToTouch(cx, [before]);
      const isMe = before.id === cx.principal!.userId;
      if (isMe && !isSame(roleIds, idsOf(before.roleId))) refuse('grant.ownRoles');
      // Processes give steps to posts: who keeps people would give themself what they decide on.
      if (isMe && !isSame(idsOf(next.postId), idsOf(before.postId)) && (await cx.approvals.needsOther()))
        refuse('grant.ownPosts');
      if (!isSame(roleIds, idsOf(before.roleId)) || !isSame(idsOf(next.deptId), idsOf(before.deptId)))
        await refuseSeeingMore(cx, [seerOf(next)]);
      if (isMe && next.status !== before.status) refuse('user.notYourself');
      if (!(next.status === normal && (await hasAdminRole(cx, roleIds)))) await keepAnAdmin(cx, [before.id]);
      // A person who waits for approval is changed by that decision alone.
      if ((before.status === awaiting) !== (next.status === awaiting)) refuse('guest.notWaiting');
      if (next.status === awaiting && next.status !== before.status) refuse('guest.notWaiting');
      return undefined;
    }
    if (next.status === awaiting) refuse('guest.notWaiting');
    if (!first && !hash) refuse('user.weakPassword');
    // The person owns no rows yet, so any unused id stands for them.
    await refuseSeeingMore(cx, [seerOf({ ...next, id: '0' })]);
    await checkQuota(cx, 1);
    return oneTimePasswordColumns(cx, first?.hash ?? hash!);
  },

  /** The generated password of a new person is in this answer alone. */
  answers: { oneTimeWord: optional(text()) },
  answering: (row, prepared) => {
    const { first } = (prepared ?? {}) as Prepared;
    return first ? { ...row, oneTimeWord: first.word } : row;
  },

  async saved(row, cx, before) {
    if (before?.status === normal && row.status === stopped) await endSessions(cx, [row.id]);
    if (isSame(idsOf(row.roleId), idsOf(before?.roleId))) return;
    const reason = await exclusionNote(cx, idsOf(row.roleId));
    if (reason) await writeAudit(cx, user, row, [], { action: 'grant', reason });
  },

  async removing(doomed, cx) {
    const ids = doomed.map(({ id }) => id);
    if (ids.includes(cx.principal!.userId)) refuse('user.notYourself');
    await refuseToTouch(cx, doomed);
    await keepAnAdmin(cx, ids);
    await endSessions(cx, ids);
  },

  async showing(row, cx) {
    const { deps, tenantId } = cx;
    const { failures, lockedUntil, avatar } = row as unknown as {
      failures: number | null;
      lockedUntil: Date | null;
      avatar: string | null;
    };
    const isLocked = (failures ?? 0) >= mostFailures && lockedUntil !== null && lockedUntil.getTime() > deps.now();
    const until = (await recordedNow(cx)).get(row.id);
    return {
      ...row,
      isLocked: isLocked ? (1 as const) : (0 as const),
      recordedUntil: until ? dateTime(until.getTime()) : null,
      avatar: avatarOf(deps, tenantId, avatar),
    };
  },

  actions: {
    unlock: {
      idsAs: 'userIds',
      allow: refuseToTouch,
      isAlwaysTaken: true, // unlocking a person who is not locked has no effect
      /** Clear the failed sign-ins of these people. */
      async run(cx, people) {
        const accounts = people.map(({ account }) => account);
        await cx.trx
          .deleteFrom('sign_in_failure')
          .where('tenant_id', '=', cx.tenantId)
          .where('account', 'in', accounts)
          .execute();
        for (const one of people)
          writeAudit(cx, user, one, [{ field: 'isLocked', before: 1, after: 0 }], { action: 'unlock' });
      },
    },
    record: {
      idsAs: 'userIds',
      allow: refuseToTouch,
      isAlwaysTaken: true,
      /** The consoles of these people record for a while from now on; it ends by itself. */
      async run(cx, people) {
        const until = new Date(cx.deps.now() + recordedMinutes * 60_000);
        await recordUntil(cx, people, until);
        for (const one of people)
          writeAudit(cx, user, one, [], { action: 'record', reason: dateTime(until.getTime()) });
      },
    },
  },

  calls: [
    defineCall({
      method: 'GET',
      path: user.url('platform-detail'),
      title: ['用户平台信息', 'A person on the platform'],
      query: { id: id() },
      answer: schemasOf(user as unknown as Module).record,
      permission: 'user',
      acrossTenants: true,
      async handle(cx, { input }) {
        const row = (await cx.rows(user).get(input.id)) ?? refuse('notFound');
        return present(served, cx, row);
      },
    }),
    defineCall({
      method: 'POST',
      path: user.url('update-platform'),
      title: ['平台配置', 'Set the platform data of a person'],
      body: { userId: optional(id()), userType: oneOf(1, 2, 3), userExt: optional(line(2000)) },
      answer: done,
      permission: 'user_platform',
      acrossTenants: true,
      async handle(cx, { input: { userId, userType, userExt = '' } }) {
        const [before] = await lockPeople(cx, userId ? [userId] : []);
        await refuseToTouch(cx, [before!]);
        const full = withStoredSecrets(userExt, before!.userExt ?? '');
        if (hasMask(full)) throw problemRefusal(user, 'userExt', 'secretAgain', cx.language);
        await cx.rows(user).update(before!, { userType, userExt: full }, { action: 'platform' });
        return true;
      },
    }),
    defineCall({
      method: 'POST',
      path: user.url('end-recording'),
      title: ['结束录制', 'End the recording of people'],
      body: { userIds: idList(1000) },
      answer: done,
      permission: 'user_record',
      acrossTenants: true,
      /** Pages that record these people learn it at once, and those that they open do not record. */
      async handle(cx, { input: { userIds } }) {
        const people = await lockPeople(cx, userIds);
        await refuseToTouch(cx, people);
        await recordUntil(cx, people, null);
        for (const one of people) writeAudit(cx, user, one, [], { action: 'endRecording' });
        return true;
      },
    }),
    defineCall({
      method: 'POST',
      path: user.url('reset-password'),
      title: ['重置密码（仅在本次返回一次性密码）', 'Give one-time passwords, told in this answer alone'],
      body: { userIds: idList(50) },
      answer: list(shape({ id: id(), account: text(), oneTimeWord: optional(text()) })),
      permission: 'user_reset',
      acrossTenants: true,
      prepare: async (asked, entitled) => {
        const deps = await entitled(async (cx) => cx.deps);
        const passwords: OneTimePassword[] = [];
        for (const _ of asked.input.userIds) passwords.push(await makeFirst(deps));
        return passwords;
      },
      /** New one-time passwords, in this answer alone; all sessions of these people end. */
      async handle(cx, { input: { userIds: ids }, prepared }) {
        const passwords = prepared as OneTimePassword[];
        const people = await lockPeople(cx, ids);
        await refuseToTouch(cx, people);
        for (const [index, one] of people.entries()) {
          await cx.trx
            .updateTable('sys_user')
            .set({
              ...oneTimePasswordColumns(cx, passwords[index]!.hash),
              update_time: cx.time,
              version: sql`version + 1`,
            })
            .where('tenant_id', '=', cx.tenantId)
            .where('id', '=', one.id)
            .execute();
          writeAudit(cx, user, one, [{ field: 'password', before: '***', after: '***' }], {
            action: 'resetPassword',
          });
        }
        await endSessions(cx, ids);
        return people.map(({ id, account }, index) => oneTimePasswordAnswer(id, account, passwords[index]!));
      },
    }),
    defineCall({
      method: 'POST',
      path: user.url('grant'),
      title: ['角色配置：替换各用户的角色', 'Replace the roles of people'],
      body: { userIds: idList(1000), roleIds: idList(200) },
      answer: done,
      permission: 'user_role',
      acrossTenants: true,
      /** Replaces the roles of each of these people. */
      async handle(cx, { input: { userIds, roleIds } }) {
        const people = await lockPeople(cx, userIds);
        if (roleIds.length === 0) refuse('missingParameter', { name: 'roleIds' });
        if (people.some(({ id }) => id === cx.principal!.userId)) refuse('grant.ownRoles');
        await refuseToTouch(cx, people);
        await refuseRolesBeyondOwn(cx, roleIds);
        const given = { roleId: roleIds.join(',') };
        const fields = { roleId: user.fields.roleId };
        await refuseProblems(cx, { fields }, given, await missingReferences(cx, { fields }, given));
        await refuseSeeingMore(
          cx,
          people.map((one) => ({ ...seerOf(one), roleIds })),
        );
        if (!(await hasAdminRole(cx, roleIds)))
          await keepAnAdmin(
            cx,
            people.map(({ id }) => id),
          );
        const reason = await exclusionNote(cx, roleIds);
        for (const one of people)
          await cx.rows(user).update(one, { roleId: roleIds.join(',') }, { action: 'grant', reason });
        return true;
      },
    }),
    defineCall({
      method: 'POST',
      path: user.url('change-status'),
      title: ['启用或停用用户', 'Stop people, or let them in again'],
      query: { status: oneOf(normal, stopped) },
      body: { userIds: idList(1000) },
      answer: done,
      permission: 'user_status',
      acrossTenants: true,
      /** Stop people, or let them sign in again: `userIds`, `status` 0 or 1. */
      async handle(cx, { input: { userIds: ids, status } }) {
        const people = await lockPeople(cx, ids);
        if (ids.includes(cx.principal!.userId)) refuse('user.notYourself');
        if (people.some((one) => one.status === awaiting)) refuse('guest.notWaiting');
        await refuseToTouch(cx, people);
        if (status === stopped) await keepAnAdmin(cx, ids);
        if (status === normal) await cx.exclusive('unique user');
        for (const one of people)
          if (status === normal && one.phone && (await isPhoneTaken(cx.trx, cx.tenantId, one.phone, one.id)))
            refuse('user.phoneTaken', { name: one.realName });
        for (const one of people)
          if (one.status !== status) await cx.rows(user).update(one, { status }, { action: status ? 'start' : 'stop' });
        if (status === stopped) await endSessions(cx, ids);
        return true;
      },
    }),
  ],
});
export default served;
