/** What a person may change about themselves, validated on both sides. */

import { isEmail } from '../domain/email';
import { judgeMobile } from '../domain/mobile';
import { storedMobile } from '../domain/reading/phones';
import { type Language, textIn } from '../domain/text';
import type { Problem } from '../domain/values';
import { type Fields, text } from '../schema/fields';
import { problemText } from '../schema/messages';
import { judge } from '../schema/validate';
import type { ConsoleSettings } from './settings';

export const profile = {
  realName: text('姓名', 'Name', { required: true, maxLength: 10 }),
  name: text('昵称', 'Nickname', { required: true, maxLength: 20 }),
  phone: text('手机号', 'Mobile number', { maxLength: 11, unit: 'phone' }),
  email: text('邮箱', 'E-mail', { maxLength: 45 }),
  avatar: text('头像', 'Photo', { maxLength: 500 }),
} as const satisfies Fields;
export type ProfileField = keyof typeof profile;
export type ProfileDraft = Record<ProfileField, string>;

/** What changing a phone number needs where it is a way to sign in: proof of the person, and that the number is
 *  theirs. */
export function phoneProofs(
  { phoneMode, smsGateway, phoneTestMode }: Pick<ConsoleSettings, 'phoneMode' | 'smsGateway' | 'phoneTestMode'>,
  phone: string,
): { password: boolean; code: boolean } {
  return {
    password: phoneMode,
    code: phone !== '' && (smsGateway || phoneTestMode),
  };
}

/** The answer of `user/info`; never anything about the password. */
export interface Profile extends ProfileDraft {
  id: string;
  tenantId: string;
  account: string;
  businessUserCode: string;
  deptId: string;
  deptName: string;
  roleId: string;
  roleName: string;
  tenantName: string;
  /** Names of the department and the role that are worked as, which may be fewer than the person has. */
  workDeptName: string;
  workRoleName: string;
  createTime: string;
}

export type ProfileProblem = Problem | 'notElevenDigits' | 'notAMobile' | 'notAnEmail';
export type ProfileProblems = Partial<Record<ProfileField, ProfileProblem>>;

export function judgeProfile(draft: Partial<Record<ProfileField, unknown>>): ProfileProblems {
  const problems: ProfileProblems = judge(profile, draft);
  const { phone, email } = draft;
  if (!problems.email && typeof email === 'string' && email !== '' && !isEmail(email)) problems.email = 'notAnEmail';
  const strange = typeof phone === 'string' && phone !== '' ? judgeMobile(storedMobile(phone)) : undefined;
  if (strange) problems.phone = strange; // more specific than "too long"
  return problems;
}

const own: Record<Exclude<ProfileProblem, Problem>, readonly [zh: string, en: string]> = {
  notElevenDigits: ['手机号码长度不为11位', 'Mobile numbers must have 11 digits'],
  notAMobile: ['手机号码格式不正确', 'Invalid mobile number'],
  notAnEmail: ['邮箱格式不正确', 'Invalid e-mail address'],
};

export function profileProblemText(field: ProfileField, problem: ProfileProblem, language: Language): string {
  return problem in own
    ? textIn(own[problem as keyof typeof own], language)
    : problemText(profile[field], problem as Problem, language);
}

/** What may be uploaded for which purpose; checked by the content of the file. */
export const uploads = {
  avatar: { bytes: 500 * 1024, types: ['image/jpeg', 'image/png'] },
  editor: {
    bytes: 5 * 1024 * 1024,
    types: ['image/png', 'image/jpeg', 'image/bmp', 'image/gif', 'image/webp'],
  },
} as const;
export type UploadPurpose = keyof typeof uploads;
/** A file of any kind for some record, as large as a parameter allows. */
export const filePurpose = 'file';
