import type { ReadStream } from 'node:fs';
import type { Language, Module, Page, RecordOf } from '../contract/kit';
import type { AuditAction } from '../contract/modules/auditLog';
import type { ConsoleSettings } from '../contract/settings';
import type { Anchor } from './auditAnchor';
import type { Entry } from './auditChain';
import type { Route } from './auth/rights';
import type { Database, Trx } from './database';
import type { Egress } from './egress';
import type { Secrets } from './secrets';
import type { Sms } from './sms';
import type { Table } from './table';

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
  rows<M extends Module>(module: M): Rows<RecordOf<M>>;
  /**
   * Wait until nobody else in the tenant, or on the platform, is deciding by this rule, and keep it until the transaction
   * ends. Taken before a rule counts or looks at rows that others may be changing: what is read afterwards holds.
   */
  exclusive(rule: string, of?: 'platform'): Promise<void>;
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
  lock(ids: readonly string[]): Promise<R[]>;
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

/** A stored file as the database knows it. */
export interface Attach {
  id: string;
  name: string;
  originalName: string;
  contentType: string;
  size: number;
  sha256: string;
  /** When a record first took it up, where that is known. */
  heldAt: string | null;
}

/** What the first bytes of a file say it is; `undefined` for everything the product does not take. Sides in pixels. */
export interface Sniffed {
  contentType: string;
  width?: number;
  height?: number;
}

/** Stored files: names made here, one folder per tenant and month, reached only through short signed links. */
export interface Files {
  /** `by`: a person's upload, which lives when a record takes it up, or a record of the same transaction. */
  keep(cx: Context, file: { bytes: Buffer; originalName: string; by?: 'person' | 'record' } & Sniffed): Promise<Attach>;
  /** Forget the bytes; those that are not there are forgotten. */
  remove(tenantId: string, name: string): Promise<void>;
  /** Whether there is room on the disk for more. */
  hasRoom(): Promise<boolean>;
  /** The address of a file without a proof, as records keep it. */
  address(tenantId: string, id: string): string;
  read(tenantId: string, name: string): Promise<{ stream: ReadStream; size: number } | undefined>;
  bytes(tenantId: string, name: string): Promise<Buffer>;
  /** Address that opens the file for an hour, without a session. */
  link(tenantId: string, id: string, now: number): string;
  isLink(tenantId: string, id: string, expires: string, proof: string, now: number): boolean;
  /** Id of the file an address of ours names, whoever wrote it. */
  idOf(link: string): string | undefined;
  /** Id of the file a link names, if we once gave this very link to somebody of the tenant; it may have died since. */
  idFrom(tenantId: string, link: string): string | undefined;
}
