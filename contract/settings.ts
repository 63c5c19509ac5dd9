import type { EditorUpload } from './editor';
import type { Language } from './kit';

export interface SocialSource {
  /** As in the address `/oauth/redirect/{source}`, e.g. `gitee`. */
  source: string;
  title: string;
}

export interface SsoSettings {
  /** Where the browser is sent; client id, redirect_uri and state are added. */
  authorizeUrl: string;
  clientId: string;
}

/** What a deployment tells its console at start (`/config.json`): one build serves them all. */
export interface ConsoleSettings {
  title: string;
  /** Where the calls are, e.g. `/api`. */
  apiBase: string;
  tenantId: string;
  tenantMode: boolean;
  captchaMode: boolean;
  switchMode: boolean;
  /** Seconds after which a token is refreshed. */
  tokenTime: number;
  clientId: string;
  clientSecret: string;
  testerMode: boolean;
  /** How a password travels: `md5` hex, or `sm2` ciphertext under `sm2PublicKey`. */
  passwordCipher: 'md5' | 'sm2';
  /** Uncompressed point, 130 hex characters; '' while passwords travel as md5. */
  sm2PublicKey: string;
  /** Codes arrive by phone. */
  phoneMode: boolean;
  /** Providers that may vouch for a person; each is one button of the third-party mode. */
  socialSources: readonly SocialSource[];
  /** The one place where people of the group sign in; null: there is none. */
  sso: SsoSettings | null;
  /** Hosts whose pages a menu may show in a frame, e.g. `reports.example.com`; our own is always one. */
  frameHosts: readonly string[];
  /** Where pictures of rich text are sent. */
  editorUpload: EditorUpload;
  /** Codes of refusals that are thrown without a message. */
  silentCodes?: readonly number[];
  language?: Language;
}

export const defaultSettings: ConsoleSettings = {
  title: 'LeaseDesk 融资租赁管理平台',
  apiBase: '/api',
  tenantId: '000000',
  tenantMode: false,
  captchaMode: false,
  switchMode: false,
  tokenTime: 30_000,
  clientId: 'saber',
  clientSecret: 'saber_secret',
  testerMode: false,
  passwordCipher: 'md5',
  sm2PublicKey: '',
  phoneMode: true,
  socialSources: [],
  sso: null,
  frameHosts: [],
  editorUpload: { kind: 'oss', timeoutMs: 3000, megabytes: 5, most: 10_000 },
};

/** How often the console looks at the age of its token. */
export const tokenCheckMs = 10_000;
/** Where a provider, or the group's own sign-in, sends the browser back to; the source follows. */
export const redirectPath = '/oauth/redirect/';
/** The source that stands for the group's own sign-in in that address. */
export const ssoSource = 'sso';
/** Seconds before a code may be sent again. */
export const resendSeconds = 60;
/** px: a window as wide as the last of them is of screen class 3, one narrower than the first of class 0. */
export const screenBreakpoints = [768, 992, 1200] as const;
/** Letters of a packed tape that may go with an uploaded log. */
export const mostTapeLetters = 1_000_000;
/** How long a call may take before it counts as unanswered. */
export const callTimeoutMs = 10_000;
