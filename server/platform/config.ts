import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defaultSettings } from '../../contract/wire/settings';
import type { Acceptance, Settings } from '../kernel/context';
import { mostConnections } from '../kernel/database';
import type { FascSettings } from '../kernel/signing';
import { providersIn, ssoOf, webAddress } from './signInSettings';

/** All settings of an operator, from the environment. docs/configuration.md lists them. */
export interface Config {
  port: number;
  host: string;
  dataDir: string;
  /** Unset: the embedded PostgreSQL. */
  databaseUrl: string | undefined;
  /** The owner's address of that database, where requests use an account that owns no tables. */
  migrateUrl: string | undefined;
  /** Unset: a random one, printed once. */
  adminPassword: string | undefined;
  /** Name of the platform's own company; unset: the present one, at first a neutral one. */
  companyName: string | undefined;
  /** Fill an empty database with a demo portfolio. */
  demo: boolean;
  /** Peers whose X-Forwarded-For is trusted; none by default. */
  trustProxy: string[] | false;
  nodeId: number | undefined;
  /** How long requests are still served after a stop signal, while monitors are told that they are not welcome. */
  drainMs: number;
  /** Connections to the database for requests and tasks. */
  poolMax: number;
  /** Names by which jobs may ask for this server. */
  nodeTags: readonly string[];
  /** Where the job of backups writes them. */
  backupDir: string | undefined;
  logLevel: string;
  /** The bearer token of `/metrics`; unset: there is no such address. */
  metricsToken: string | undefined;
  /** Address of the collector that traces are sent to; unset: none are made. */
  tracesUrl: string | undefined;
  /** The gateway for short messages of tenants without a service of their own; unset: theirs are not sent. */
  sms: { url: string; token: string } | undefined;
  /** The server for e-mail, and the sender's address; unset: none is sent. */
  smtp: { url: string; from: string } | undefined;
  /** The signing service 法大大; unset: there is none, also not for contracts that it was given before. */
  fasc: FascSettings | undefined;
  /** Histories that are accepted although they do not continue the anchored ones. */
  auditAccept: Acceptance[];
  /** The mark of a store whose files are lost: this server's folder takes its place. */
  storeAccept: string | undefined;
  /** Hosts (`name` or `name:port`) that the server may call over plain http or inside the private network. */
  egressAllow: string[];
  /** What reads the pictures of loan papers. */
  ocrEngine: 'tesseract' | 'ppocr' | 'off';
  settings: Settings;
}

type Env = Record<string, string | undefined>;

function whole(env: Env, name: string, initial: number, most: number, least = 0): number {
  const text = env[name];
  if (text === undefined || text === '') return initial;
  if (!/^\d{1,9}$/.test(text) || Number(text) > most || Number(text) < least)
    throw new Error(
      `${name} 应为 ${least} 到 ${most} 的整数，现为“${text}” · ${name} must be a whole number from ${least} to ${most}, not '${text}'`,
    );
  return Number(text);
}
function yes(env: Env, name: string, initial: boolean): boolean {
  const text = env[name];
  if (text === undefined || text === '') return initial;
  if (!['0', '1', 'true', 'false'].includes(text))
    throw new Error(`${name} 应为 1 或 0，现为“${text}” · ${name} must be 1 or 0, not '${text}'`);
  return text === '1' || text === 'true';
}

function list(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Codes of answers that the console does not report. */
function codesIn(env: Env, name: string): number[] {
  return list(env[name]).map((code) => {
    if (!/^\d{3,6}$/.test(code))
      throw new Error(
        `${name} 应列出 2001 这样的编码，现有“${code}” · ${name} must list codes such as 2001, not '${code}'`,
      );
    return Number(code);
  });
}

/** Set directly, or by the name of a file that holds it. */
function tokenKeyOf(env: Env): string {
  const file = env.TOKEN_CRYPTO_KEY_FILE;
  if (file && env.TOKEN_CRYPTO_KEY)
    throw new Error(
      `TOKEN_CRYPTO_KEY 与 TOKEN_CRYPTO_KEY_FILE 只设置其一 · TOKEN_CRYPTO_KEY and TOKEN_CRYPTO_KEY_FILE: set one of them`,
    );
  let key = env.TOKEN_CRYPTO_KEY ?? '';
  if (file)
    try {
      key = readFileSync(resolve(file), 'utf8').trim();
    } catch (error) {
      throw new Error(
        `TOKEN_CRYPTO_KEY_FILE 指定的文件无法读取 · TOKEN_CRYPTO_KEY_FILE: ${file} cannot be read (${(error as Error).message})`,
      );
    }
  if (key !== '' && !/^[\da-f]{64}$/i.test(key))
    throw new Error(
      `TOKEN_CRYPTO_KEY 应为 64 位十六进制数，可用 openssl rand -hex 32 生成 · TOKEN_CRYPTO_KEY must have 64 hex digits; openssl rand -hex 32 makes one`,
    );
  return key;
}

/** They become part of a header: plain `host` or `host:port`. */
function hostsIn(env: Env, name: string): string[] {
  const hosts = list(env[name]).map((host) => host.toLowerCase());
  const odd = hosts.find((host) => !/^[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/.test(host));
  if (odd)
    throw new Error(
      `${name} 应列出 reports.example.com 这样的主机名，现有“${odd}” · ${name} must list hosts such as reports.example.com, not '${odd}'`,
    );
  return hosts;
}

function cipherOf(text: string | undefined): 'any' | 'md5' | 'sm2' {
  const cipher = text || defaultSettings.passwordCipher;
  if (cipher !== 'any' && cipher !== 'md5' && cipher !== 'sm2')
    throw new Error(
      `PASSWORD_CIPHER 应为 md5、sm2 或 any，现为“${text}” · PASSWORD_CIPHER must be md5, sm2 or any, not '${text}'`,
    );
  return cipher;
}

function migrateUrlOf(env: Env): string | undefined {
  if (env.MIGRATE_DATABASE_URL && !env.DATABASE_URL)
    throw new Error(`设置 MIGRATE_DATABASE_URL 时还需设置 DATABASE_URL · MIGRATE_DATABASE_URL needs DATABASE_URL too`);
  return env.MIGRATE_DATABASE_URL || undefined;
}

/** Addresses that cannot be reached from outside this machine. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

/** Codes by phone need a gateway. Test mode shows them on the page, so it must not be reachable from outside. */
function phoneOf(env: Env, host: string): { phoneMode: boolean; phoneTestMode: boolean } {
  const phoneTestMode = yes(env, 'PHONE_TEST_MODE', false);
  if (phoneTestMode && env.SMS_URL)
    throw new Error(
      `PHONE_TEST_MODE 仅用于未设置 SMS_URL 的服务，请取消其一 · PHONE_TEST_MODE is for servers without SMS_URL; unset one of them`,
    );
  const outside = env.PUBLIC_URL && URL.canParse(env.PUBLIC_URL) ? new URL(env.PUBLIC_URL).hostname : host;
  if (phoneTestMode && !(isLoopback(host) && isLoopback(outside)))
    throw new Error(
      `PHONE_TEST_MODE 会向任何人显示验证码，HOST 与 PUBLIC_URL 必须是本机地址 · PHONE_TEST_MODE shows codes to whoever asks for them: HOST and PUBLIC_URL must be loopback addresses then`,
    );
  const canSend = Boolean(env.SMS_URL) || phoneTestMode;
  const phoneMode = yes(env, 'PHONE_MODE', canSend);
  if (phoneMode && !canSend)
    throw new Error(
      `PHONE_MODE 需要短信网关：请设置 SMS_URL，本机试用可设置 PHONE_TEST_MODE=1 · PHONE_MODE needs a message gateway: set SMS_URL, or PHONE_TEST_MODE=1 to try it on this machine`,
    );
  return { phoneMode, phoneTestMode };
}

/** The address of the mail server may hold an account and its password; it is never shown. */
function smtpIn(env: Env): Config['smtp'] {
  const url = env.SMTP_URL;
  const from = env.SMTP_FROM;
  if (!url && !from) return undefined;
  if (!url || !from)
    throw new Error(
      `SMTP_URL 与 SMTP_FROM 须同时设置或同时不设置 · SMTP_URL and SMTP_FROM belong together: set both or none`,
    );
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol) || new URL(url).hostname === '')
    throw new Error(
      `SMTP_URL 应为 smtps://账号:密码@mail.example.com 这样的地址 · SMTP_URL must be an address such as smtps://account:password@mail.example.com`,
    );
  if (!/^(?:[^<>"\r\n]{1,100} <[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(from))
    throw new Error(
      `SMTP_FROM 应为邮箱地址，或“名称 <地址>” · SMTP_FROM must be an e-mail address, or a name and <address>`,
    );
  return { url, from };
}

/** `tenant:id` of companies at FASC; a plain id is that of the platform's own tenant. */
function companiesIn(text: string): Map<string, string> {
  return new Map(
    list(text).map((part): [string, string] => {
      const [, tenantId = defaultSettings.tenantId, id] = /^(?:(\d{1,12}):)?([\w-]{1,64})$/.exec(part) ?? [];
      if (!id)
        throw new Error(
          `FASC_CORP_ID 应列出 openCorpId 或 租户:openCorpId，现有“${part}” · FASC_CORP_ID must list openCorpId or tenant:openCorpId, not '${part}'`,
        );
      return [tenantId, id];
    }),
  );
}

/** FASC may stay set while new contracts are signed here, for those that it was given before. */
function fascIn(env: Env): Pick<Config, 'fasc'> & Pick<Settings, 'signsAt'> {
  const signsAt = env.ESIGN_PROVIDER || 'local';
  if (signsAt !== 'local' && signsAt !== 'fasc')
    throw new Error(
      `ESIGN_PROVIDER 应为 local 或 fasc，现为“${signsAt}” · ESIGN_PROVIDER must be local or fasc, not '${signsAt}'`,
    );
  const names = ['FASC_URL', 'FASC_APP_ID', 'FASC_APP_SECRET', 'FASC_CORP_ID'] as const;
  const missing = names.filter((name) => !env[name]);
  if (missing.length === names.length && signsAt === 'local') return { fasc: undefined, signsAt };
  if (missing.length > 0) throw new Error(`FASC 还需设置 ${missing.join('、')} · FASC needs ${missing.join(', ')} too`);
  if (signsAt === 'fasc' && !env.PUBLIC_URL)
    throw new Error(
      `ESIGN_PROVIDER=fasc 时还需设置 PUBLIC_URL，用于接收 FASC 的回调 · ESIGN_PROVIDER=fasc needs PUBLIC_URL too: FASC sends its callbacks there`,
    );
  const fasc = {
    url: webAddress('FASC_URL', env.FASC_URL).replace(/(?<!\/)\/+$/, ''),
    appId: env.FASC_APP_ID!,
    appSecret: env.FASC_APP_SECRET!,
    companies: companiesIn(env.FASC_CORP_ID!),
    businessId: env.FASC_BUSINESS_ID || undefined,
  };
  return { fasc, signsAt };
}

/** Whether e-mail may travel without encryption: to a host that the operator allows to be called over plain http. */
export function mayBePlain({ smtp, egressAllow }: Pick<Config, 'smtp' | 'egressAllow'>): boolean {
  const { host, hostname } = new URL(smtp?.url ?? 'smtp://none');
  return egressAllow.some((allowed) => allowed === host.toLowerCase() || allowed === hostname.toLowerCase());
}

function acceptancesIn(text: string | undefined): Acceptance[] {
  return list(text).map((part) => {
    const [, tenantId, seq] = /^(\d{1,12}):(\d{1,15})$/.exec(part) ?? [];
    if (!tenantId || !seq)
      throw new Error(
        `AUDIT_ACCEPT 应列出 租户:序号，现有“${part}” · AUDIT_ACCEPT must list tenant:number, not '${part}'`,
      );
    return { tenantId, seq: Number(seq) };
  });
}

/** It becomes the name of a tenant and of a department; the limit is the shorter of the two. */
function companyNameIn(env: Env): string | undefined {
  const name = env.COMPANY_NAME?.trim();
  if (name && (name.length > 45 || /\p{Cc}/u.test(name))) {
    const shown = name.replace(/\p{Cc}+/gu, ' ');
    throw new Error(
      `COMPANY_NAME 应为一行，最多 45 个字符，现为“${shown}” · COMPANY_NAME must be one line of at most 45 characters, not '${shown}'`,
    );
  }
  return name || undefined;
}

function apiDocsIn(env: Env): Settings['apiDocs'] {
  const readers = env.API_DOCS || 'signedIn';
  if (readers !== 'signedIn' && readers !== 'anyone')
    throw new Error(
      `API_DOCS 应为 signedIn 或 anyone，现为“${readers}” · API_DOCS must be signedIn or anyone, not '${readers}'`,
    );
  return readers;
}

function ocrEngineIn(env: Env): Config['ocrEngine'] {
  const engine = env.OCR_ENGINE || 'tesseract';
  if (engine !== 'tesseract' && engine !== 'ppocr' && engine !== 'off')
    throw new Error(
      `OCR_ENGINE 应为 tesseract、ppocr 或 off，现为“${engine}” · OCR_ENGINE must be tesseract, ppocr or off, not '${engine}'`,
    );
  return engine;
}

/** Guessing it must be hopeless: the address is open to the network that the console is open to. */
const leastMetricsToken = 16;
function metricsTokenIn(env: Env): string | undefined {
  const token = env.METRICS_TOKEN;
  if (token && (token.length < leastMetricsToken || !/^[\x21-\x7e]+$/.test(token)))
    throw new Error(
      `METRICS_TOKEN 至少 ${leastMetricsToken} 个字符，且不含空格 · METRICS_TOKEN must have at least ${leastMetricsToken} characters, without blanks`,
    );
  return token || undefined;
}

/** As OpenTelemetry defines it: the path of the signal is appended to the common endpoint. */
function tracesUrlIn(env: Env): string | undefined {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  return endpoint
    ? `${webAddress('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint).replace(/(?<!\/)\/+$/, '')}/v1/traces`
    : undefined;
}

/** The operator's settings. Throws with one sentence when one is invalid. */
export function readConfig(env: Env): Config {
  const providers = providersIn(env.OAUTH_PROVIDERS);
  const sso = ssoOf(env);
  const host = env.HOST || '127.0.0.1';
  const silentCodes = codesIn(env, 'SILENT_CODES');
  const tokenCryptoKey = tokenKeyOf(env);
  const { fasc, signsAt } = fascIn(env);
  return {
    port: whole(env, 'PORT', 8790, 65_535),
    host,
    dataDir: resolve(env.DATA_DIR || './data'),
    databaseUrl: env.DATABASE_URL || undefined,
    migrateUrl: migrateUrlOf(env),
    adminPassword: env.ADMIN_PASSWORD || undefined,
    companyName: companyNameIn(env),
    demo: yes(env, 'DEMO', true),
    trustProxy: env.TRUST_PROXY ? list(env.TRUST_PROXY) : false,
    nodeTags: (env.NODE_TAGS ?? '')
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    backupDir: env.BACKUP_DIR || undefined,
    poolMax: whole(env, 'POOL_MAX', mostConnections, 200, 4),
    // Who stops it on a terminal waits for it.
    drainMs: whole(env, 'DRAIN_SECONDS', process.stdout.isTTY ? 0 : 5, 300) * 1000,
    nodeId: env.NODE_ID ? whole(env, 'NODE_ID', 0, 1023) : undefined,
    logLevel: env.LOG_LEVEL || 'warn',
    metricsToken: metricsTokenIn(env),
    tracesUrl: tracesUrlIn(env),
    sms: env.SMS_URL ? { url: webAddress('SMS_URL', env.SMS_URL), token: env.SMS_TOKEN ?? '' } : undefined,
    smtp: smtpIn(env),
    fasc,
    ocrEngine: ocrEngineIn(env),
    auditAccept: acceptancesIn(env.AUDIT_ACCEPT),
    storeAccept: env.STORE_ACCEPT || undefined,
    egressAllow: hostsIn(env, 'EGRESS_ALLOW'),
    settings: {
      publicUrl: env.PUBLIC_URL?.replace(/(?<!\/)\/+$/, '') || '',
      tour: yes(env, 'TOUR', true),
      timeStampUrl: env.TIMESTAMP_URL ? webAddress('TIMESTAMP_URL', env.TIMESTAMP_URL) : '',
      signsAt,
      apiDocs: apiDocsIn(env),
      providers,
      sso,
      console: {
        ...defaultSettings,
        title: env.TITLE || defaultSettings.title,
        ...(env.TITLE_EN ? { titleEn: env.TITLE_EN } : {}),
        tenantMode: yes(env, 'TENANT_MODE', defaultSettings.tenantMode),
        captchaMode: yes(env, 'CAPTCHA_MODE', defaultSettings.captchaMode),
        switchMode: yes(env, 'SWITCH_MODE', defaultSettings.switchMode),
        ...phoneOf(env, host),
        smsGateway: Boolean(env.SMS_URL),
        tokenTime: whole(env, 'TOKEN_TIME', defaultSettings.tokenTime, 999_999_999),
        testerMode: yes(env, 'TESTER_MODE', defaultSettings.testerMode),
        passwordCipher: cipherOf(env.PASSWORD_CIPHER),
        frameHosts: hostsIn(env, 'FRAME_HOSTS'),
        ...(silentCodes.length > 0 ? { silentCodes } : {}),
        ...(tokenCryptoKey ? { tokenCryptoKey } : {}),
        // Pictures are uploaded to this server: other targets are for consoles in front of other servers.
        editorUpload: {
          ...defaultSettings.editorUpload,
          timeoutMs: whole(env, 'EDITOR_UPLOAD_MS', defaultSettings.editorUpload.timeoutMs, 60_000),
        },
        // Only what the browser needs: the rest of an entry is secret.
        socialSources: providers.map(({ source, title }) => ({ source, title })),
        sso: sso && { authorizeUrl: sso.authorizeUrl, clientId: sso.clientId, tenantId: sso.tenantId },
      },
    },
  };
}
