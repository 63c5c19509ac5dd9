/** Why a person may or may not do something: the checks on the way, in their order. */
import type { Language } from '../domain/languages';
import { type Label, textIn } from '../domain/text';

export const why = { path: '/blade-system/why' } as const;

/**
 * `tenant`: it is stopped or expired. `account`: stopped or waiting. `password`: a one-time one must be changed first.
 * `known`: there is no menu or button of that code. `platform`: only the platform's people may. `package`: the tenant's
 * package does not have it. `role`: none of the person's roles does. `apiScope`: the call is reserved for roles that
 * were granted one of its scopes.
 */
export type CheckName = 'tenant' | 'account' | 'password' | 'known' | 'platform' | 'package' | 'role' | 'apiScope';

export interface Check {
  check: CheckName;
  isOk: boolean;
  /** Names of what decided. */
  detail: Record<string, string | number>;
}

export interface Why {
  isAllowed: boolean;
  person: { id: string; account: string; realName: string; isSuper: boolean; isAdmin: boolean };
  roles: { id: string; name: string; holds: boolean }[];
  /** Menus or buttons, one of which is required. */
  codes: readonly string[];
  checks: Check[];
  /** The scopes that limit the rows the person sees there; they add up. */
  dataScopes: { name: string; rule: Label; roles: string[] }[];
}

/** The sentence of a check, by whether it passed. Details are filled in by name. */
export const checkSentences: Record<CheckName, { ok: Label; not: Label }> = {
  tenant: {
    ok: { zh: '租户正常', en: 'The tenant is active' },
    not: {
      zh: '租户已停用或已过期，所有人都不能登录',
      en: 'The tenant is disabled or has expired; its users cannot sign in',
    },
  },
  account: {
    ok: { zh: '账号正常', en: 'The account is active' },
    not: { zh: '账号已停用或待审核', en: 'The account is disabled or awaiting approval' },
  },
  password: {
    ok: { zh: '密码已由本人设置', en: 'The user has set their own password' },
    not: {
      zh: '仍在使用一次性密码，修改后才能使用系统',
      en: 'The one-time password must be changed before the system can be used',
    },
  },
  known: {
    ok: { zh: '所需菜单或按钮：{names}（{codes}）', en: 'Required: {names} ({codes})' },
    not: { zh: '编号为 {codes} 的菜单或按钮不存在', en: 'No menu or button has the code {codes}' },
  },
  platform: {
    ok: { zh: '租户可以使用', en: 'Available to tenants' },
    not: { zh: '仅平台租户可用', en: 'Available to the platform tenant only' },
  },
  package: {
    ok: { zh: '租户产品包允许', en: 'Included in the tenant’s package' },
    not: { zh: '租户产品包“{name}”不包含此功能', en: 'Not included in the tenant’s package {name}' },
  },
  role: {
    ok: { zh: '由角色授予：{holders}', en: 'Granted by: {holders}' },
    not: { zh: '所属角色（{roles}）均未授权', en: 'Not granted to any of the user’s roles: {roles}' },
  },
  apiScope: {
    ok: { zh: '接口未受限制，或已由角色授予：{holders}', en: 'Not restricted by API scopes, or granted by: {holders}' },
    not: {
      zh: '接口受“{scopes}”限制，所属角色均未授权',
      en: 'Restricted by API scopes {scopes}, not granted to any of the user’s roles',
    },
  },
};

export function checkText({ check, isOk, detail }: Check, language: Language): string {
  return textIn(checkSentences[check][isOk ? 'ok' : 'not'], language).replace(/\{(\w+)\}/g, (_, name: string) =>
    String(detail[name] || '-'),
  );
}
