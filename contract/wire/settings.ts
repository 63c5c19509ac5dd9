import { type Label, type Language, label, textIn } from '../domain/text';
import type { EditorUpload } from './editor';

export interface SocialSource {
  /** As in the address `/oauth/redirect/{source}`, e.g. `gitee`. */
  source: string;
  title: string;
}

export interface SsoSettings {
  /** Where the browser is sent; client id, redirect_uri and state are added. */
  authorizeUrl: string;
  clientId: string;
  /** The one tenant whose people sign in by it. */
  tenantId: string;
}

/** The product's own name, where an operator sets none. */
export const productName: Readonly<Label> = { zh: '融资租赁管理平台', en: 'LeaseDesk' };

/** The settings a deployment gives its console at start (`/config.json`): one build serves them all. */
export interface ConsoleSettings {
  /** Name of the product: on the pages, in the window's title, in messages to phones. */
  title: string;
  /** Its English name; where only `title` is set, that is used in both languages. */
  titleEn?: string;
  /** Base of the calls, e.g. `/api`. */
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
  /** Tester mode is on for this person alone, until then (ms since 1970). */
  recorded?: { userId: string; until: number };
  /** How passwords may travel: as `md5` hex, as `sm2` ciphertext (C1C2C3) under `sm2PublicKey`, or as `any` of the two. */
  passwordCipher: 'any' | 'md5' | 'sm2';
  /** Uncompressed point, 130 hex characters; '' where passwords travel as md5 alone. A console uses it where there is
   *  one. */
  sm2PublicKey: string;
  /** Codes arrive by phone. */
  phoneMode: boolean;
  /** For trials: there is no gateway, and the page that asked for a code shows it. */
  phoneTestMode: boolean;
  /** Short messages reach customers: links and codes of signing are sent. Without, contracts are signed at the
   *  counter. */
  smsGateway: boolean;
  /** Providers that may authenticate a person; each is one button of the third-party mode. */
  socialSources: readonly SocialSource[];
  /** The identity provider of the group (single sign-on); null: there is none. */
  sso: SsoSettings | null;
  /** Hosts whose pages a menu may show in a frame, e.g. `reports.example.com`; our own is always one. */
  frameHosts: readonly string[];
  /** Where pictures of rich text are sent. */
  editorUpload: EditorUpload;
  /** 64 hex digits of the key under which the access token travels as `Blade-Auth: crypto …`; without it, the token is
   *  sent as it is. */
  tokenCryptoKey?: string;
  /** Codes of refusals that are thrown without a message. */
  silentCodes?: readonly number[];
  language?: Language;
}

export const defaultSettings: ConsoleSettings = {
  title: productName.zh,
  apiBase: '/api',
  tenantId: '000000',
  tenantMode: false,
  captchaMode: false,
  switchMode: false,
  tokenTime: 30_000,
  clientId: 'saber',
  clientSecret: 'saber_secret',
  testerMode: false,
  passwordCipher: 'any',
  sm2PublicKey: '',
  phoneMode: false,
  phoneTestMode: false,
  smsGateway: false,
  socialSources: [],
  sso: null,
  frameHosts: [],
  editorUpload: { kind: 'oss', timeoutMs: 3000, megabytes: 5, most: 10_000 },
};

/** The product's name in a language. A deployment that sets only `title` has the same name in every language. */
export function titleIn({ title, titleEn }: Pick<ConsoleSettings, 'title' | 'titleEn'>, language: Language): string {
  const shipped = title === productName.zh ? productName.en : title;
  return textIn(label(title, titleEn || shipped), language);
}

/** An access token is valid for at most this many times the interval after which it is renewed. */
export const tokenOutlives = 1.25;
/** How often the console checks the age of its token. */
export const tokenCheckMs = 10_000;
/** Where a provider, or single sign-on, redirects the browser to; the source follows. */
export const redirectPath = '/oauth/redirect/';
/** The source that stands for single sign-on in that address. */
export const ssoSource = 'sso';
/** Seconds before a code may be sent again. */
export const resendSeconds = 60;
/** Messages of a kind that a number gets in a day; contracts of one order have the same limit. */
export const mostMessagesADay = 10;
/** px: a window as wide as the last of them is of screen class 3, one narrower than the first of class 0. */
export const screenBreakpoints = [768, 992, 1200] as const;
/** Letters of a packed tape that may be sent with an uploaded log. */
export const mostTapeLetters = 1_000_000;
/** ms after which a call counts as unanswered. */
export const callTimeoutMs = 10_000;
