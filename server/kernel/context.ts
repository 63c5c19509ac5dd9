import type { ApprovalActName } from '../../contract/domain/approvals';
import type { Label, Language } from '../../contract/domain/text';
import type { AuditAction } from '../../contract/modules/system/auditLog';
import type { Module, Page, RecordOf } from '../../contract/schema/module';
import type { RefusalCode } from '../../contract/wire/refusals';
import type { ConsoleSettings } from '../../contract/wire/settings';

import type { Route } from './call';
import type { Database, Trx } from './database';
import type { Ocr } from './ocr';
import type { BackupMade, Egress, Files, Logs, Mail, Queue, Secrets, Sms, Tracing } from './ports';
import type { SchemaWatch } from './schemaVersion';
import type { SigningService } from './signing';
import type { Kept, Pointer, Table } from './table';

/** The server's dependencies. Clock, ids and randomness are injected, so that tests control them. */
export interface Deps {
  db: Database;
  schema: SchemaWatch;
  /** The same as the owner of its tables, to make others. Missing: this server has no such account. */
  owner?: Database;
  now(): number;
  newId(): string;
  random(bytes: number): Buffer;
  secrets: Secrets;
  files: Files;
  /** Missing: no anchor outside the database records how far the histories have come. */
  anchor?: Anchor;
  /** The only way to call other hosts. */
  egress: Egress;
  queue: Queue;
  /** For tenants without a service of their own. Missing: theirs are the only short messages. */
  sms?: Sms;
  /** Missing: no e-mail is sent. */
  mail?: Mail;
  /** A signing service of another company. Missing: none is set, and its contracts rest. */
  signing?: SigningService;
  /** Missing: papers are typed by hand. */
  ocr?: Ocr;
  /** Missing: no event is written into the logs. */
  logs?: Logs;
  /** This process among those on the database. Missing: it is the only one, number 0. */
  node?: NodeInfo;
  /** Makes a backup where the operator wants them, and keeps so many of the latest. Missing: no place is set. */
  backUp?(keep: number, withoutFiles: boolean): Promise<BackupMade>;
  /** Missing: requests leave no traces. */
  tracing?: Tracing;
  settings: Settings;
}

/** A process among those that share the database. */
export interface NodeInfo {
  /** Its number now. */
  number(): number;
  /** As people read it. */
  name: string;
  /** Names by which a job may ask for it beside its number, host and addresses. */
  tags: readonly string[];
  /** The folder with its files. */
  dataDir: string;
}

/** An OAuth 2 provider that may authenticate people (authorization code, RFC 6749 section 4.1). */
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
  /** The fields of its user answer that are stored; dots reach into objects. */
  fields: { id: string; name: string; avatar: string; email: string };
}

/** Single sign-on: a provider whose user answer names an existing account. */
export interface Sso {
  authorizeUrl: string;
  tokenUrl: string;
  userUrl: string;
  clientId: string;
  clientSecret: string;
  accountField: string;
  /** The tenant of those accounts. */
  tenantId: string;
}

/** An operator's settings. */
export interface Settings {
  /** Public address of the product, without a slash at the end. */
  publicUrl: string;
  providers: readonly Provider[];
  sso: Sso | null;
  /** Whether people get the tour of the console after their first sign-in. */
  tour: boolean;
  /** The authority that stamps signatures with the time (RFC 3161); '' when there is none. */
  timeStampUrl: string;
  /** Where new contracts are signed. */
  signsAt: 'local' | 'fasc';
  /** Who may read the API document. */
  apiDocs: 'signedIn' | 'anyone';
  /** Settings the console reads at start. */
  console: ConsoleSettings;
}

/** The caller. Rights are looked up on each request, never carried in a token. */
export interface Principal {
  /** `-1` for a guest. */
  userId: string;
  /** Authenticated by a provider, without an account: may register, and nothing else. */
  isGuest: boolean;
  /** The row of the provider's person behind this session; '' when there is none. */
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
  /** Signed in with a one-time password: nothing that needs a permission is allowed before it is changed. */
  mustChangePassword: boolean;
  /** The screen is locked: nothing is allowed before it is unlocked. */
  isLocked: boolean;
  /** Until then the person's console records what happens in it. */
  recordedUntil: Date | null;
  sid: string;
  /** The version of what is remembered of the tenant, as read with the session; '' without a session. */
  version: string;
}

/** One request, or one task of the system: a transaction bound to a tenant, and its caller. */
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
  /** History entries of this work, written as the last statement of its transaction. */
  entries: Entry[];
  /** Ids of records of which figures are to be kept before the transaction ends. */
  kept: Map<Kept, Set<string>>;
  /** Those that were written, for the log of events after the commit. */
  written: Entry[];
  /** Number of a deed that was asked for in this work and waits for the decision of others. */
  heldAct?: number;
  /** Wall clock, `yyyy-MM-dd HH:mm:ss`. */
  time: string;
  /** Business date, `yyyy-MM-dd`. */
  today: string;
  /** Present while many records are written in one transaction. */
  bulk?: Bulk;
  may(permission: string): Promise<boolean>;
  /**
   * What `load` reads of the tenant's rights, scopes and dictionaries: once in a work, and for a request in the person's
   * own tenant only when it has changed since. `name` says all that it depends on beside the tenant.
   */
  remembered<T extends object>(name: string, load: () => Promise<T>): Promise<T>;
  /**
   * Schedule work for after the commit; a repeated request with an idempotency key schedules none. `again` opens a
   * transaction of the system in the same tenant.
   */
  later(job: (again: <T>(work: (cx: Context) => Promise<T>) => Promise<T>) => Promise<void>): void;
  /** The calls that need a permission. */
  routes: readonly Route[];
  /** The table of a module, by its name. */
  tableOf(module: string): Table | undefined;
  /** The tables whose records the search above all pages finds. */
  foundTables: readonly Table[];
  /** Tables of entries, as the modules declare them. */
  entryTables: readonly string[];
  /** The tables whose rows belong to those of a module. */
  partsOf(module: string): readonly Table[];
  /** Fields of all modules that point to the records of one. */
  pointersTo(module: string): readonly Pointer[];
  /** Fields of the tenant's registers that point to them. */
  registersTo(module: string): Promise<readonly Pointer[]>;
  /** The tenant's registers, also those that are not served any more. */
  registerTables(): Promise<readonly Table[]>;
  /** Titles of registers by the names of their modules, also of those that are not served any more. */
  registerLabels(modules: readonly string[]): Promise<ReadonlyMap<string, Label>>;
  /** The same work, which also knows the register of that name; itself for any other name. */
  knowing(module: string): Promise<Context>;
  rows<M extends Module>(module: M): Rows<RecordOf<M>>;
  /** The same transaction for a person whose deed was approved: their rights hold, and the history names them. */
  onBehalfOf(principal: Principal): Context;
  approvals: Approvals;
  /** It is only asked whether the deed would wait for approval: `hold` throws what it would be held for. */
  foretells?: true;
  /**
   * Takes an exclusive lock for a rule, in the tenant or on the platform, until the transaction ends. Taken before a
   * rule counts or reads rows that other transactions may be changing: what is read afterwards stays true.
   */
  exclusive(rule: string, of?: 'platform'): Promise<void>;
  /** A shared lock for readers of what the rule decides; waits for an exclusive one. */
  shared(rule: string, of?: 'platform'): Promise<void>;
}

/** Something that a person is about to do to a record, and that further people may have to decide on. */
export interface Deed {
  act: ApprovalActName;
  module: Pick<Module, 'name' | 'chosen' | 'fields'>;
  row: { id: string };
  /** Ids of further records that it is done to: none of them may wait for a decision. They stand as `ids` in `input`. */
  also?: readonly string[];
  /** Ids of parts of the record that alone it is done to: they wait for the decision, and the record goes on. */
  parts?: readonly string[];
  /** How people know the record, where its own title may still be empty. */
  name?: string;
  /** Ids of other records that its changes name, by module: who does not see them all does not see the request. */
  names?: Readonly<Record<string, readonly string[]>>;
  /** What it is done with, kept as JSON until it is approved. */
  input: Readonly<Record<string, unknown>>;
  /** Decimal yuan; null where there is none. */
  amount: string | null;
  /**
   * What counts for the rule and for the limit of the person's roles, where earlier deeds count too; else the amount. With
   * null a rule that is on holds whatever the amount.
   */
  counted?: string | null;
  /**
   * What the person has done of the kind today, or asked to, and others for the same record, in decimal yuan: it counts for
   * the rule, since many small amounts are as much as a large one.
   */
  ofDay?: string;
  /** Ids of the customers whose money it is: while it waits, it counts for what anyone does for one of them that day. */
  whose?: readonly string[];
  reason?: string;
  /** Decided by a second person also where no rule of the tenant asks for one, unless it has a single active person. */
  isAlways?: boolean;
  /** What it changes, for those who decide. Values are shown as they are: account and identity numbers are masked. */
  changes: readonly DeedChange[];
}

/** A line that those who decide on a deed read. */
export interface DeedChange {
  label: Label;
  before: Label | string | null;
  after: Label | string | null;
  /** Fields that it is made of, by the names of their modules, where it is more than a field of the record. */
  says?: Readonly<Record<string, readonly string[]>>;
  /** Records that it names, by the names of their modules. */
  names?: Readonly<Record<string, readonly string[]>>;
}

/** Decisions of further people on what a person is about to do. */
export interface Approvals {
  /**
   * True where the deed needs them: then it is kept with what it is done with, and is not done now. False for the
   * system, and for a deed that was approved. Refused where it could not be done, and while the record waits for
   * another decision.
   */
  hold(deed: Deed): Promise<boolean>;
  /**
   * Whether the system leaves a deed to people: the tenant has such deeds decided by others, or the record waits for a
   * decision.
   */
  isForPeople(deed: Pick<Deed, 'act' | 'module' | 'row' | 'amount' | 'ofDay'>): Promise<boolean>;
  /**
   * Whether something that takes two people still needs the other one: not in a tenant with a single active person, and
   * not for what was approved.
   */
  needsOther(): Promise<boolean>;
  /**
   * The same for something that takes another person than these: whether the present one is among them, maybe under an
   * account that they have made.
   */
  needsOtherThan(userIds: readonly (string | null | undefined)[]): Promise<boolean>;
  /** Refuses then: with the code the person who is among them, and by what is known of the accounts who may be. */
  refuseOwn(userIds: readonly (string | null | undefined)[], code: RefusalCode): Promise<void>;
  /**
   * No further question follows. Where it is only asked whether the deed would wait, the call ends here: to do much and undo
   * it would hold up everyone who works on the same records.
   */
  allAsked(): void;
  /** Whether one of the records waits for a decision. */
  isWaiting(module: Pick<Module, 'name'>, ids: readonly string[]): Promise<boolean>;
  /** Refuses while one of the records waits for a decision. */
  refusePending(module: Pick<Module, 'name'>, ids: readonly string[]): Promise<void>;
  /**
   * Refuses a change after which a rule that is on names a process of these keys that cannot decide any more. `tenantId`:
   * the tenant that the transaction is bound to, where it is another one.
   */
  refuseNeeded(keys: readonly string[], tenantId?: string): Promise<void>;
  /** True where another version of a process waits for a second person, as rules name it; refused for another tenant's rules. */
  holdVersion(version: Readonly<Record<'key' | 'xml' | 'category', string>>, tenantId: string): Promise<boolean>;
  /** Refuses versions that would wait for a second person, where others come with them. */
  refuseVersions(keys: readonly string[], tenantId: string): Promise<void>;
  /** Refuses to leave older versions of these processes to rules that name them. */
  refuseOlder(keys: readonly string[]): Promise<void>;
}

/** What is done once for many records of one transaction, instead of once for each. */
export interface Bulk {
  /** Ids that were found and are held until the transaction ends, by what they were looked up as. */
  known: Map<string, Set<string>>;
  /** Terms of the search that are still to be written. */
  terms: { entity: string; id: string; term: string; field: string }[];
}

/** Why a row changes, for its history. */
export interface Note {
  action?: AuditAction;
  reason?: string;
}
export type Change<R> = { [K in keyof R]?: R[K] | null } & Record<string, unknown>;
export type WireQuery = Record<string, string | undefined>;

/** One table as rows of one tenant. Tenant, soft delete, audit columns and history are added here and nowhere else. */
export interface Rows<R extends { id: string }> {
  page(query: WireQuery): Promise<Page<R>>;
  /** All rows that match a page's filters, without pages: for trees. */
  every(query: WireQuery): Promise<R[]>;
  get(id: string): Promise<R | undefined>;
  /** Read for a change: other writers of the rows wait until this transaction ends. In id order, to prevent
   *  deadlocks. */
  lock(ids: readonly string[], purpose?: 'change' | 'removal'): Promise<R[]>;
  /** Read for reference: the row cannot change until this transaction ends; others may hold it at the same time. */
  hold(id: string): Promise<R | undefined>;
  /** `lock` for rules: also rows that are hidden from the person. */
  lockAll(ids: readonly string[]): Promise<R[]>;
  /** For rules: all rows of the tenant with these values, also those hidden from the person. */
  find(where: Change<R>): Promise<R[]>;
  /** All rows whose field has one of these values. */
  findAny(field: keyof R & string, values: readonly string[]): Promise<R[]>;
  has(where: Change<R>, exceptId?: string): Promise<boolean>;
  /** The same for a name that a person could not tell apart from this one. */
  hasAlike(field: string, name: string, exceptId?: string): Promise<boolean>;
  insert(row: Change<R>, note?: Note): Promise<R>;
  /** The same for many rows, in one statement; answered in their order. */
  insertAll(rows: readonly Change<R>[], note?: Note): Promise<R[]>;
  /** Write the differences and raise the version; `before` must come from `lock`. */
  update(before: R, change: Change<R>, note?: Note): Promise<R>;
  /** The same for many rows in one statement: all change the same fields. Answered in their order. */
  updateAll(changes: readonly (readonly [before: R, change: Change<R>])[], note?: Note): Promise<R[]>;
  /** Logical removal. */
  remove(rows: readonly R[], note?: Note): Promise<void>;
}

export interface Anchor {
  /** How far the tenant's history had come when this server last checked; undefined: it never did. */
  of(tenantId: string): Head | undefined;
  /** Whether the file exists without this installation's signature. Then it is left unchanged, and nothing is
   *  anchored. */
  isForged(): boolean;
  /** The tenant's history has grown. */
  touch(tenantId: string): void;
  /** Check the histories that have grown and write the file. A history that does not continue the anchored one keeps
   *  its anchor. */
  catchUp(): Promise<void>;
  /** Accept the history as it is, although it does not continue the one anchored at `seq`. */
  accept(tenantId: string, seq: number): Promise<boolean>;
  /** Catch up for the last time. */
  close(): Promise<void>;
}

/** An operator's acceptance of a history that does not continue the anchored one: `tenant:anchored number`. */
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
