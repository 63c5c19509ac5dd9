import type { Language, Module, RecordOf } from '../contract/kit';
import type { ConsoleSettings } from '../contract/settings';
import type { Database, Trx } from './database';
import type { Files } from './files';
import type { Rows } from './rows';
import type { Secrets } from './secrets';

/** What the server stands on. Clock, ids and randomness are handed in, so that tests decide them. */
export interface Deps {
  db: Database;
  now(): number;
  newId(): string;
  random(bytes: number): Buffer;
  secrets: Secrets;
  files: Files;
  settings: Settings;
}

/** What an operator decides. */
export interface Settings {
  /** Address under which people reach the product, without a slash at the end. */
  publicUrl: string;
  /** Settings the console reads at start. */
  console: ConsoleSettings;
}

/** Who asks. Rights are looked up on each request, never carried in a token. */
export interface Principal {
  userId: string;
  tenantId: string;
  account: string;
  realName: string;
  deptId: string | null;
  roleIds: string[];
  isSuper: boolean;
  sid: string;
}

/** One request, or one piece of the system's own work: a transaction bound to a tenant, and who is behind it. */
export interface Context {
  deps: Deps;
  trx: Trx;
  tenantId: string;
  /** Missing for the system's own work and for a customer on a signing page. */
  principal?: Principal;
  /** Name written into the history. */
  actor: string;
  language: Language;
  requestId: string;
  address: string;
  /** Wall clock, `yyyy-MM-dd HH:mm:ss`. */
  time: string;
  /** Business date, `yyyy-MM-dd`. */
  today: string;
  may(permission: string): Promise<boolean>;
  rows<M extends Module>(module: M): Rows<RecordOf<M>>;
}
