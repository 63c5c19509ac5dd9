/** Settings of an operator for signing in with the accounts of others. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defaultSettings, ssoSource } from '../../contract/wire/settings';
import type { Provider, Sso } from '../kernel/context';

type Env = Record<string, string | undefined>;

export function webAddress(name: string, text: unknown): string {
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new Error(`${name} 应为 http 或 https 地址 · ${name} must be an http or https address`);
  return url.href;
}

/** One entry of the providers' file; throws with the position of the error. */
function providerOf(given: unknown, place: string): Provider {
  const entry = (given ?? {}) as Record<string, unknown>;
  const textAt = (name: string, initial?: string): string => {
    const value = entry[name] ?? initial;
    if (typeof value !== 'string' || (value === '' && initial === undefined))
      throw new Error(`${place}.${name} 应为文本 · ${place}.${name} must be a text`);
    return value;
  };
  const fields = (entry.fields ?? {}) as Record<string, unknown>;
  const field = (name: string, initial: string): string => {
    const value = fields[name] ?? initial;
    if (typeof value !== 'string')
      throw new Error(`${place}.fields.${name} 应为字段名 · ${place}.fields.${name} must be the name of a field`);
    return value;
  };
  const source = textAt('source');
  if (!/^[a-z][a-z0-9_-]{0,31}$/.test(source) || source === ssoSource)
    throw new Error(
      `${place}.source 应为小写短名称，且不能是“${ssoSource}” · ${place}.source must be a short lower-case name other than '${ssoSource}'`,
    );
  return {
    source,
    title: textAt('title', source),
    authorizeUrl: webAddress(`${place}.authorizeUrl`, entry.authorizeUrl),
    tokenUrl: webAddress(`${place}.tokenUrl`, entry.tokenUrl),
    userUrl: webAddress(`${place}.userUrl`, entry.userUrl),
    clientId: textAt('clientId'),
    clientSecret: textAt('clientSecret'),
    scope: textAt('scope', ''),
    fields: {
      id: field('id', 'id'),
      name: field('name', 'name'),
      avatar: field('avatar', 'avatar_url'),
      email: field('email', 'email'),
    },
  };
}

export function providersIn(file: string | undefined): Provider[] {
  if (!file) return [];
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(resolve(file), 'utf8'));
  } catch (error) {
    const { message } = error as Error;
    // What is wrong with a syntax is told with the letters around it, which may be those of a secret.
    const where = error instanceof SyntaxError ? /at position \d+/.exec(message)?.[0] : message;
    throw new Error(
      `OAUTH_PROVIDERS 指定的文件不是可读的 JSON · OAUTH_PROVIDERS: ${file} cannot be read as JSON${where ? ` (${where})` : ''}`,
    );
  }
  if (!Array.isArray(parsed))
    throw new Error(`OAUTH_PROVIDERS 指定的文件应为列表 · OAUTH_PROVIDERS: ${file} must hold a list`);
  const providers = parsed.map((entry, index) => providerOf(entry, `OAUTH_PROVIDERS[${index}]`));
  const twice = providers.find(({ source }, index) => providers.findIndex((one) => one.source === source) !== index);
  if (twice)
    throw new Error(`OAUTH_PROVIDERS 中“${twice.source}”重复 · OAUTH_PROVIDERS: '${twice.source}' is there twice`);
  return providers;
}

export function ssoOf(env: Env): Sso | null {
  const names = ['SSO_AUTHORIZE_URL', 'SSO_TOKEN_URL', 'SSO_USER_URL', 'SSO_CLIENT_ID', 'SSO_CLIENT_SECRET'] as const;
  if (names.every((name) => !env[name])) return null;
  const missing = names.filter((name) => !env[name]);
  if (missing.length > 0) throw new Error(`SSO 还需设置 ${missing.join('、')} · SSO needs ${missing.join(', ')} too`);
  const tenantId = env.SSO_TENANT_ID || defaultSettings.tenantId;
  if (!/^\d{1,12}$/.test(tenantId))
    throw new Error(
      `SSO_TENANT_ID 应为租户编号，现为“${tenantId}” · SSO_TENANT_ID must be the number of a tenant, not '${tenantId}'`,
    );
  return {
    authorizeUrl: webAddress('SSO_AUTHORIZE_URL', env.SSO_AUTHORIZE_URL),
    tokenUrl: webAddress('SSO_TOKEN_URL', env.SSO_TOKEN_URL),
    userUrl: webAddress('SSO_USER_URL', env.SSO_USER_URL),
    clientId: env.SSO_CLIENT_ID!,
    clientSecret: env.SSO_CLIENT_SECRET!,
    accountField: env.SSO_ACCOUNT_FIELD || 'account',
    tenantId,
  };
}
