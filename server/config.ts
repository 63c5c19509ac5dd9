import { resolve } from 'node:path';
import { type ConsoleSettings, defaultSettings } from '../contract/settings';

/** Everything an operator sets, by environment. The README's table is this list. */
export interface Config {
  port: number;
  host: string;
  dataDir: string;
  /** Unset: the embedded PostgreSQL. */
  databaseUrl: string | undefined;
  /** Unset: a random one, printed once. */
  adminPassword: string | undefined;
  /** Fill an empty database with a demo portfolio. */
  demo: boolean;
  publicUrl: string | undefined;
  /** Peers whose X-Forwarded-For is believed; none by default. */
  trustProxy: string[] | false;
  nodeId: number | undefined;
  logLevel: string;
  /** Settings the console reads at start. */
  console: ConsoleSettings;
}

type Env = Record<string, string | undefined>;

const whole = (env: Env, name: string, initial: number, most: number): number => {
  const text = env[name];
  if (text === undefined || text === '') return initial;
  if (!/^\d{1,9}$/.test(text) || Number(text) > most)
    throw new Error(`${name} must be a whole number from 0 to ${most}, not '${text}'`);
  return Number(text);
};
const yes = (env: Env, name: string, initial: boolean): boolean => {
  const text = env[name];
  if (text === undefined || text === '') return initial;
  if (!['0', '1', 'true', 'false'].includes(text)) throw new Error(`${name} must be 1 or 0, not '${text}'`);
  return text === '1' || text === 'true';
};

export const readConfig = (env: Env): Config => ({
  port: whole(env, 'PORT', 8790, 65_535),
  host: env.HOST || '127.0.0.1',
  dataDir: resolve(env.DATA_DIR || './data'),
  databaseUrl: env.DATABASE_URL || undefined,
  adminPassword: env.ADMIN_PASSWORD || undefined,
  demo: yes(env, 'DEMO', true),
  publicUrl: env.PUBLIC_URL?.replace(/\/+$/, '') || undefined,
  trustProxy: env.TRUST_PROXY ? env.TRUST_PROXY.split(',').map((peer) => peer.trim()) : false,
  nodeId: env.NODE_ID ? whole(env, 'NODE_ID', 0, 1023) : undefined,
  logLevel: env.LOG_LEVEL || 'warn',
  console: {
    ...defaultSettings,
    title: env.TITLE || defaultSettings.title,
    tenantMode: yes(env, 'TENANT_MODE', defaultSettings.tenantMode),
    tokenTime: whole(env, 'TOKEN_TIME', defaultSettings.tokenTime, 999_999_999),
    testerMode: yes(env, 'TESTER_MODE', defaultSettings.testerMode),
  },
});
