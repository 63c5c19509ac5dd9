import type { MultipartFile } from '@fastify/multipart';
import { user as module } from '../../contract/modules/user';
import {
  judgeProfile,
  type Profile,
  type ProfileField,
  profile,
  profileProblemText,
  type UploadPurpose,
  uploads,
} from '../../contract/profile';
import { type Call, wordsOf } from '../api';
import { changesBetween, writeAudit } from '../audit';
import type { Context, Deps } from '../context';
import { Refusal, refuse } from '../errors';
import { checkRoom, hold } from '../fileLife';
import { findAttach, sniff } from '../files';

/** The avatar of a row of `sys_user` with a link that works now; '' when there is none of ours. */
export const avatarOf = (
  { files, now }: Pick<Deps, 'files' | 'now'>,
  tenantId: string,
  stored: string | null,
): string => {
  const id = files.idOf(stored ?? '');
  return id ? files.link(tenantId, id, now()) : '';
};

const ownRow = ({ trx, tenantId, principal }: Context) =>
  trx
    .selectFrom('sys_user')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', principal!.userId)
    .where('is_deleted', '=', 0);

const namesOf = async (cx: Context, table: 'sys_dept' | 'sys_role', name: string, ids: string[]): Promise<string> => {
  const found = await cx.trx
    .selectFrom(table)
    .select(['id', `${name} as name`])
    .where('tenant_id', '=', cx.tenantId)
    .where('id', 'in', [...ids, '0'])
    .where('is_deleted', '=', 0)
    .execute();
  return ids.flatMap((id) => found.find((row) => row.id === id)?.name ?? []).join(',');
};

const profileOf = async (cx: Context): Promise<Profile> => {
  const user = (await ownRow(cx).executeTakeFirst()) ?? refuse('notFound'); // a guest is no person of ours yet
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
    createTime: user.create_time,
  };
};

/** The address to keep for an avatar: that of a picture fit for one, whose link we gave out or that is there already. */
const keptAvatar = async (cx: Context, link: string, before: string | null): Promise<string | null> => {
  if (link === '') return null;
  const { files } = cx.deps;
  const address = link.split('?')[0]!;
  if (address === before) return before;
  // Ids can be guessed, so an address alone is no proof.
  const attach = await findAttach(cx, files.idFrom(cx.tenantId, link) ?? '0');
  const { types, bytes } = uploads.avatar;
  if (!attach || !(types as readonly string[]).includes(attach.contentType) || attach.size > bytes)
    return refuse('profile.badAvatar');
  await hold(cx, attach.id);
  return address;
};

const purposeOf = (value: unknown): UploadPurpose => {
  if (value === undefined || value === '') return 'avatar';
  return value === 'avatar' || value === 'editor' ? value : refuse('badParameter', { name: 'purpose' });
};

const mostBytes = Math.max(...Object.values(uploads).map(({ bytes }) => bytes));

/** Calls about the person's own card, and the upload that it and the editor share. */
export const profileCalls: Call[] = [
  {
    method: 'GET',
    path: '/blade-system/user/info',
    permission: 'signedIn',
    beforeOwnPassword: true,
    handle: profileOf,
  },
  {
    method: 'POST',
    path: '/blade-system/user/update-info',
    permission: 'signedIn',
    /** Change what one may of oneself; fields that are not sent stay. Whatever else is sent, an id too, means nothing. */
    async handle(cx, { body }) {
      const sent = wordsOf({
        params: {},
        body: Object.fromEntries(Object.keys(profile).map((name) => [name, body[name]])),
      });
      const user = (await ownRow(cx).forUpdate().executeTakeFirst()) ?? refuse('notFound');
      const next = {
        realName: (sent.realName ?? user.real_name).trim(),
        name: (sent.name ?? user.name).trim(),
        phone: (sent.phone ?? user.phone ?? '').trim(),
        email: (sent.email ?? user.email ?? '').trim(),
        avatar: sent.avatar ?? user.avatar ?? '',
      };
      const problems = judgeProfile(next);
      const [first] = Object.entries(problems) as [ProfileField, NonNullable<(typeof problems)[ProfileField]>][];
      if (first) throw new Refusal('invalid', { text: profileProblemText(...first, cx.language) }, problems);
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
  {
    method: 'POST',
    path: '/blade-resource/oss/endpoint/put-file',
    permission: 'signedIn',
    bodyLimit: mostBytes + 64 * 1024,
    /** A picture for the purpose `avatar` (unless told) or `editor`, judged by its content. */
    async receive({ request, params }) {
      if (!request.isMultipart()) refuse('wrongMedia');
      // The purpose may be a field of the form, known only when the file has begun: the size is judged by it afterwards.
      const broken = ({ code }: { code?: string }): never =>
        code === 'FST_REQ_FILE_TOO_LARGE' ? tooLarge(purposeOf(params.purpose)) : refuse('unreadable');
      const limits = { fileSize: mostBytes, files: 1, fields: 4 };
      const part: MultipartFile = (await request.file({ limits }).catch(broken)) ?? refuse('picture.fileMissing');
      const bytes = await part.toBuffer().catch(broken);
      const field = part.fields.purpose as { value?: unknown } | undefined;
      const purpose = purposeOf(params.purpose ?? field?.value);
      const found = sniff(bytes);
      if (!found || !(uploads[purpose].types as readonly string[]).includes(found.contentType))
        return refuse(purpose === 'avatar' ? 'upload.badAvatar' : 'upload.badType');
      if (bytes.length > uploads[purpose].bytes) tooLarge(purpose);
      return { bytes, originalName: part.filename || 'picture', ...found };
    },
    async handle(cx, { file }) {
      const sent = file ?? refuse('picture.fileMissing');
      await checkRoom(cx, sent.bytes.length);
      const { id, name, originalName } = await cx.deps.files.keep(cx, { ...sent, by: 'person' });
      return { link: cx.deps.files.link(cx.tenantId, id, cx.deps.now()), name, originalName };
    },
  },
];

const tooLarge = (purpose: UploadPurpose): never =>
  purpose === 'avatar'
    ? refuse('upload.badAvatar')
    : refuse('picture.tooLarge', { n: uploads[purpose].bytes / 1024 / 1024 });
