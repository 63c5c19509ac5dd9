import type { Language } from './kit';

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
};

/** How often the console looks at the age of its token. */
export const tokenCheckMs = 10_000;
/** How long a call may take before it counts as unanswered. */
export const callTimeoutMs = 10_000;
