import Type from 'typebox';
import { storedMobile } from '../../contract/domain/reading/phones';
import type { Language } from '../../contract/domain/text';
import { user as module } from '../../contract/modules/system/user';
import {
  judgeProfile,
  type Profile,
  type ProfileField,
  phoneProofs,
  profile,
  profileProblemText,
  uploads,
} from '../../contract/wire/profile';
import { changesBetween, writeAudit } from '../engine/audit/entries';
import { fileFrom, findPicture, hold } from '../engine/files/fileLife';
import { type Call, type CallRequest, defineCall, languageOf, paramsOf } from '../kernel/call';
import type { Context, Deps } from '../kernel/context';
import { byName } from '../kernel/database';
import { Refusal, refuse } from '../kernel/errors';
import { freeText, moment, nullable, optional, shape, text } from '../kernel/schemas';
import { readPassword } from './cipher';
import {
  type CodeAsked,
  canSendCodes,
  checkPhone,
  codeForPage,
  deliverCode,
  isCodeShaped,
  makeCode,
  redeemCode,
} from './oneTimeCode';
import { isPassword } from './password/password';
import { isPhoneTaken } from './people';
import { countRequest, throttled } from './throttle';
import { sentCode } from './token/tokenCall';

/** The avatar of a row of `sys_user` with a valid link; '' when there is none. */
export function avatarOf({ files, now }: Pick<Deps, 'files' | 'now'>, tenantId: string, stored: string | null): string {
  const id = files.idOf(stored ?? '');
  return id ? files.link(tenantId, id, now()) : '';
}

function ownRow({ trx, tenantId, principal }: Context) {
  return trx
    .selectFrom('sys_user')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', principal!.userId)
    .where('is_deleted', '=', 0);
}

async function namesOf(cx: Context, table: 'sys_dept' | 'sys_role', name: string, ids: string[]): Promise<string> {
  const found: { id: string; name: string }[] = await byName(cx.trx)
    .selectFrom(table)
    .select(['id', `${name} as name`])
    .where('tenant_id', '=', cx.tenantId)
    .where('id', 'in', [...ids, '0'])
    .where('is_deleted', '=', 0)
    .execute();
  return ids.flatMap((id) => found.find((row) => row.id === id)?.name ?? []).join(',');
}

async function tenantNameOf({ trx, tenantId }: Context): Promise<string> {
  return (
    (await trx.selectFrom('tenant').select('tenant_name').where('tenant_id', '=', tenantId).executeTakeFirst())
      ?.tenant_name ?? ''
  );
}

async function profileOf(cx: Context): Promise<Profile> {
  const user = (await ownRow(cx).executeTakeFirst()) ?? refuse('notFound'); // a guest has no account
  return {
    id: user.id,
    tenantId: user.tenant_id,
    account: user.account,
    name: user.name,
    realName: user.real_name,
    phone: user.phone ?? '',
    email: user.email ?? '',
    avatar: avatarOf(cx.deps, cx.tenantId, user.avatar),
    businessUserCode: user.business_user_code ?? '',
    deptId: user.dept_ids.join(','),
    deptName: await namesOf(cx, 'sys_dept', 'dept_name', user.dept_ids),
    roleId: user.role_ids.join(','),
    roleName: await namesOf(cx, 'sys_role', 'role_name', user.role_ids),
    tenantName: await tenantNameOf(cx),
    workDeptName: await namesOf(cx, 'sys_dept', 'dept_name', [...cx.principal!.deptIds]),
    workRoleName: await namesOf(cx, 'sys_role', 'role_name', [...cx.principal!.roleIds]),
    createTime: user.create_time,
  };
}

/** The address to store for an avatar: that of a suitable picture, whose link we issued or that is stored already. */
async function keptAvatar(cx: Context, link: string, before: string | null): Promise<string | null> {
  if (link === '') return null;
  const address = link.split('?')[0]!;
  if (address === before) return before;
  // Ids can be guessed, so an address alone is no proof.
  const { types, bytes } = uploads.avatar;
  const attach = await findPicture(cx, (await fileFrom(cx, link)) ?? '0', types);
  if (!attach || attach.size > bytes) return refuse('profile.badAvatar');
  await hold(cx, attach.id);
  return address;
}

/** A message to a new number counts for the person who requests it. */
function codeAsked(tenantId: string, userId: string, phone: string): CodeAsked {
  return {
    ...{ tenantId, phone, purpose: 'phone', subject: userId, asker: `user:${userId}` },
  };
}

function takenPhone(language: Language): Refusal {
  return new Refusal('invalid', { text: profileProblemText('phone', 'taken', language) }, { phone: 'taken' });
}

/** Result of the steps before the transaction: a refusal, or a value. */
type Outcome<T> = { refusal: Refusal } | T;
async function orRefusal<T extends object>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
}

/**
 * Whether a new number belongs to the caller: the password proves the person, the code the number. Before the
 * transaction, because a hash is slow and a wrong guess must stay counted.
 */
async function provePhone(
  asked: CallRequest,
  entitled: <T>(work: (cx: Context) => Promise<T>) => Promise<T>,
): Promise<Outcome<{ phone?: string }>> {
  const { phone: sent, password, codeId = '', smsCode = '' } = paramsOf({ params: {}, body: proofsIn(asked.body) });
  if (sent === undefined) return {};
  const phone = storedMobile(sent);
  const { deps, tenantId, user } = await entitled(async (cx) => ({
    deps: cx.deps,
    tenantId: cx.tenantId,
    user: (await ownRow(cx).executeTakeFirst()) ?? refuse('notFound'),
  }));
  if (phone === (user.phone ?? '') || judgeProfile({ ...user, realName: user.real_name, phone }).phone) return {};
  const needs = phoneProofs(deps.settings.console, phone);
  return orRefusal(async () => {
    const { id: userId, account } = user;
    // the answer tells whether another person has the number
    if (phone !== '') await countRequest(deps, 'code', codeAsked(tenantId, userId, phone).asker!);
    const code = smsCode.trim();
    if (needs.code && !isCodeShaped(codeId, code)) refuse('auth.badCode');
    if (needs.password) {
      const from = { requestId: asked.request.id, address: asked.request.ip };
      const digest = readPassword(deps, password)?.digest ?? '';
      const isRight = await throttled(deps, { tenantId, account, ...from }, async () =>
        (await isPassword(digest, user.password_hash, deps.secrets)) ? true : undefined,
      );
      if (!isRight) refuse('profile.wrongPassword');
    }
    if (needs.code && !(await redeemCode(deps, codeAsked(tenantId, userId, phone), codeId, code)))
      refuse('auth.badCode');
    return { phone };
  });
}
function proofsIn({ phone, password, codeId, smsCode }: Record<string, unknown>) {
  return {
    phone,
    // Other clients use the same field names; they are ignored unless a number is changed.
    ...(typeof phone === 'string' ? { password, codeId, smsCode } : {}),
  };
}

const profileAnswer = shape({
  id: text(),
  tenantId: text(),
  account: text(),
  name: nullable(text()),
  realName: nullable(text()),
  phone: text(),
  email: text(),
  avatar: text(),
  businessUserCode: text(),
  deptId: text(),
  deptName: text(),
  roleId: text(),
  roleName: text(),
  tenantName: text(),
  workDeptName: text(),
  workRoleName: text(),
  createTime: nullable(moment()),
});
const profileDraft = Type.Object({
  realName: optional(text()),
  name: optional(text()),
  phone: optional(text()),
  email: optional(text()),
  avatar: optional(text()),
  password: optional(freeText('更换手机号时的当前密码', 'The current password, for a new number')),
  codeId: optional(text()),
  smsCode: optional(text()),
});

/** Calls about the person's own profile, and the upload that it and the editor share. */
export const profileCalls: Call[] = [
  {
    method: 'GET',
    path: '/blade-system/user/info',
    title: ['本人资料', 'One’s own profile'],
    answer: profileAnswer,
    permission: 'signedIn',
    beforeOwnPassword: true,
    handle: profileOf,
  },
  {
    method: 'POST',
    path: '/blade-system/user/update-info',
    title: ['修改本人资料', 'Change one’s own profile'],
    describes: { body: profileDraft },
    answer: profileAnswer,
    permission: 'signedIn',
    prepare: provePhone,
    /** Change one's own fields; fields that are not sent stay. All other names are ignored, an id too. */
    async handle(cx, { body, prepared }) {
      const sent = paramsOf({
        params: {},
        body: Object.fromEntries(Object.keys(profile).map((name) => [name, body[name]])),
      });
      const user = (await ownRow(cx).forUpdate().executeTakeFirst()) ?? refuse('notFound');
      const next = {
        realName: (sent.realName ?? user.real_name).trim(),
        name: (sent.name ?? user.name).trim(),
        phone: storedMobile(sent.phone ?? user.phone ?? ''),
        email: (sent.email ?? user.email ?? '').trim(),
        avatar: sent.avatar ?? user.avatar ?? '',
      };
      const problems = judgeProfile(next);
      const [first] = Object.entries(problems) as [ProfileField, NonNullable<(typeof problems)[ProfileField]>][];
      if (first) throw new Refusal('invalid', { text: profileProblemText(...first, cx.language) }, problems);
      if (next.phone !== (user.phone ?? '')) {
        const proven = prepared as Awaited<ReturnType<typeof provePhone>>;
        if ('refusal' in proven) throw proven.refusal;
        if (proven.phone !== next.phone) refuse('stale'); // the row has changed since
        await cx.exclusive('unique user'); // as in the form of people
        if (next.phone && (await isPhoneTaken(cx.trx, cx.tenantId, next.phone, user.id))) throw takenPhone(cx.language);
      }
      const avatar = await keptAvatar(cx, next.avatar, user.avatar);
      await cx.trx
        .updateTable('sys_user')
        .set({
          real_name: next.realName,
          name: next.name,
          phone: next.phone || null,
          email: next.email || null,
          avatar,
          update_time: cx.time,
        })
        .where('tenant_id', '=', cx.tenantId)
        .where('id', '=', user.id)
        .execute();
      const before = { ...user, realName: user.real_name, phone: user.phone ?? '', email: user.email ?? '' };
      const { realName, name, phone, email } = next;
      const changes = changesBetween(module, before, { realName, name, phone, email });
      writeAudit(cx, module, { ...next, id: user.id }, [
        ...changes,
        ...(avatar === user.avatar ? [] : [{ field: 'avatar', before: user.avatar, after: avatar }]),
      ]);
      return profileOf(cx);
    },
  },
  defineCall({
    method: 'POST',
    path: '/blade-system/user/phone-code',
    title: ['向新手机号发送验证码', 'Send a code to one’s new number'],
    body: { phone: optional(freeText()) },
    answer: sentCode,
    permission: 'signedIn',
    /** A code to the new number: `{phone}`. Sent before the transaction, so that it stays counted. */
    async prepare(asked, entitled): Promise<Outcome<{ id: string; code?: string }>> {
      const phone = storedMobile(asked.input.phone ?? '');
      const { deps, tenantId, userId, isTaken, canSend } = await entitled(async (cx) => ({
        ...{ deps: cx.deps, tenantId: cx.tenantId, userId: cx.principal!.userId },
        isTaken: await isPhoneTaken(cx.trx, cx.tenantId, phone, cx.principal!.userId),
        canSend: await canSendCodes(cx),
      }));
      return orRefusal(async () => {
        if (!canSend) refuse('noSuchPath');
        checkPhone(phone);
        const wanted = codeAsked(tenantId, userId, phone);
        // before it is said that another person has the number
        await countRequest(deps, 'code', wanted.asker!);
        if (isTaken) throw takenPhone(languageOf(asked.request));
        const made = await makeCode(deps, wanted);
        if (!(await deliverCode(deps, wanted, made, asked.request.log))) refuse('sign.codeNotSent');
        return codeForPage(deps, made);
      });
    },
    async handle(_, { prepared }) {
      const made = prepared as Outcome<object>;
      if ('refusal' in made) throw made.refusal;
      return made;
    },
  }),
];
