import type { Language } from '../../contract/domain/text';
import type { AuditAction } from '../../contract/modules/system/auditLog';
import type { Module, Page, RecordOf } from '../../contract/schema/module';
import type { ConsoleSettings } from '../../contract/wire/settings';

import type { Route } from './call';
import type { Database, Trx } from './database';
import type { Egress, Files, Secrets, Sms } from './ports';
import type { Pointer, Table } from './table';

/** What the server stands on. Clock, ids and randomness are handed in, so that tests decide them. */
export interface Deps {
  db: Database;
  now(): number;
  newId(): string;
  random(bytes: number): Buffer;
  secrets: Secrets;
  files: Files;
  /** Missing: nothing outside the database knows how far the histories have come. */
  anchor?: Anchor;
  /** The one way out: calls to other hosts. */
  egress: Egress;
  /** Missing: no messages go out. */
  sms?: Sms;
  settings: Settings;
}

/** An OAuth 2 provider that may vouch for people (authorization code, RFC 6749 section 4.1). */
export interface Provider {
  /** As in addresses and rows, e.g. `gitee`. */
  source: string;
  title: string;
  authorizeUrl: string;
  tokenUrl: string;
  userUrl: string;
  clientId: string;
  clientSecret: string;
  scope: string;
  /** Where its user answer holds what we keep; dots reach into objects. */
  fields: { id: string; name: string; avatar: string; email: string };
}

/** The group's own sign-in: a provider whose user answer names an account of ours. */
export interface Sso {
  authorizeUrl: string;
  tokenUrl: string;
  userUrl: string;
  clientId: string;
  clientSecret: string;
  accountField: string;
  /** The tenant of those accounts; whoever is vouched for is somebody there or nobody. */
  tenantId: string;
}

/** What an operator decides. */
export interface Settings {
  /** Address under which people reach the product, without a slash at the end. */
  publicUrl: string;
  providers: readonly Provider[];
  sso: Sso | null;
  /** Who may read the API document. */
  apiDocs: 'signedIn' | 'anyone';
  /** Settings the console reads at start. */
  console: ConsoleSettings;
}

/** Who asks. Rights are looked up on each request, never carried in a token. */
export interface Principal {
  /** `-1` for a guest. */
  userId: string;
  /** Known to a provider and not to us: may register, and nothing else. */
  isGuest: boolean;
  /** The row of the provider's person behind this sign-in; '' when there is none. */
  oauthId: string;
  tenantId: string;
  account: string;
  realName: string;
  deptId: string | null;
  deptIds: string[];
  roleIds: string[];
  isSuper: boolean;
  /** One of the roles is that of the tenant's administrators: it holds all that the tenant's package allows. */
  isAdmin: boolean;
  /** Signed in with a one-time password: nothing that needs a right is done before it is changed. */
  mustChangePassword: boolean;
  /** The person has locked the screen: nothing is done for whoever sits there before it is opened again. */
  isLocked: boolean;
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
  /** History of this work, written as the last thing its transaction does. */
  entries: Entry[];
  /** Wall clock, `yyyy-MM-dd HH:mm:ss`. */
  time: string;
  /** Business date, `yyyy-MM-dd`. */
  today: string;
  may(permission: string): Promise<boolean>;
  /**
   * Leave work for after the transaction, once it is written; a repeated request with an idempotency key leaves none.
   * `again` opens a transaction of the system's own in the same tenant.
   */
  later(job: (again: <T>(work: (cx: Context) => Promise<T>) => Promise<T>) => Promise<void>): void;
  /** The calls that need a right. */
  routes: readonly Route[];
  /** Where the rows of a module live, by its name. */
  tableOf(module: string): Table | undefined;
  /** Where the rows live that belong to those of a module. */
  partsOf(module: string): readonly Table[];
  /** Fields of all modules that point to the records of one. */
  pointersTo(module: string): readonly Pointer[];
  rows<M extends Module>(module: M): Rows<RecordOf<M>>;
  /**
   * Wait until nobody else in the tenant, or on the platform, is deciding by this rule, and keep it until the transaction
   * ends. Taken before a rule counts or looks at rows that others may be changing: what is read afterwards holds.
   */
  exclusive(rule: string, of?: 'platform'): Promise<void>;
  /** The same beside others who only rely on what the rule decides; waits for one who has it alone. */
  shared(rule: string, of?: 'platform'): Promise<void>;
}

/** Why a row changes, for its history. */
export interface Note {
  action?: AuditAction;
  reason?: string;
}
export type Change<R> = { [K in keyof R]?: R[K] | null } & Record<string, unknown>;
export type WireQuery = Record<string, string | undefined>;

/** One table seen as rows of one tenant. Tenant, soft delete, audit columns and history are added here and nowhere else. */
export interface Rows<R extends { id: string }> {
  page(query: WireQuery): Promise<Page<R>>;
  /** All that a page's filters would find, without pages: for trees. */
  every(query: WireQuery): Promise<R[]>;
  get(id: string): Promise<R | undefined>;
  /** Read for a change: others who want to change the rows wait until this transaction ends. In id order, so that two never wait for each other. */
  lock(ids: readonly string[], purpose?: 'change' | 'removal'): Promise<R[]>;
  /** Read to rely on: the row stays as it is until this transaction ends, and others may rely on it at the same time. */
  hold(id: string): Promise<R | undefined>;
  /** For rules: all rows of the tenant that are so, beyond what the person may see, too. */
  find(where: Change<R>): Promise<R[]>;
  has(where: Change<R>, exceptId?: string): Promise<boolean>;
  /** The same of a name that a person could not tell from this one. */
  hasAlike(field: string, name: string, exceptId?: string): Promise<boolean>;
  insert(row: Change<R>, note?: Note): Promise<R>;
  /** Write what differs and raise the version; `before` must come from `lock`. */
  update(before: R, change: Change<R>, note?: Note): Promise<R>;
  /** Logical removal. */
  remove(rows: readonly R[], note?: Note): Promise<void>;
}

export interface Anchor {
  /** How far the tenant's history had come when this server last looked; undefined: it never did. */
  of(tenantId: string): Head | undefined;
  /** Whether the file is there and not as this installation wrote it. Then it is left as it is, and nothing is anchored. */
  isForged(): boolean;
  /** The tenant's history has grown. */
  touch(tenantId: string): void;
  /** Look at what has grown and write it down. A history that does not continue what is anchored keeps its anchor. */
  catchUp(): Promise<void>;
  /** Take the history as it stands for the right one, where it does not continue what is anchored at `seq`. */
  accept(tenantId: string, seq: number): Promise<boolean>;
  /** Catch up for the last time. */
  close(): Promise<void>;
}

/** An operator's word that a history counts although it does not continue what is anchored: `tenant:anchored number`. */
export interface Acceptance {
  tenantId: string;
  seq: number;
}

/** One entry before it has its place in the chain. */
export interface Entry {
  id: string;
  entity: string;
  entityId: string;
  entityName: string | null;
  aboutId: string | null;
  action: AuditAction;
  reason: string;
  changes: FieldChange[];
  userId: string | null;
  userName: string;
  requestId: string;
  address: string;
  createTime: string;
}

/** How far a chain has come. */
export interface Head {
  seq: number;
  hash: string;
}

/** One field that changed; `before` is null for a new record, `after` for a removed one. Secrets are masked. */
export interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
}
