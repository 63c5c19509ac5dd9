import type { Readable } from 'node:stream';
import type { Context } from './context';
import type { Trx } from './database';
import type { ObjectStore } from './objectStore';

/** The server's environment as interfaces: secrets, outgoing calls, short messages, stored files. server/platform
 *  implements them. */

export interface Outgoing {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** How long the answer may take in ms, and how many bytes it may have; unless told, 5 s and 1 MiB. */
  patienceMs?: number;
  mostBytes?: number;
}

export interface Incoming {
  status: number;
  contentType: string;
  body: string;
  /** The body as it came. */
  bytes: Buffer;
  /** By their names in lower case. */
  headers: Readonly<Record<string, string>>;
}

/** Throws `EgressError` when the call is not allowed or has no answer; a failure status is an answer. */
export interface Egress {
  (call: Outgoing): Promise<Incoming>;
  /** Throws `EgressError` when this address may not be called, or is not known. */
  check(url: string): Promise<void>;
  /**
   * Where a connection to a host and port goes, resolved once; throws `EgressError` when it may not be made. `isInside`:
   * the operator has allowed it by name, so that it need not be encrypted.
   */
  place(host: string, port: number): Promise<{ address: string; isInside: boolean }>;
}

export class EgressError extends Error {}

/** Keys made once per installation and kept in one private file beside the data. */
export interface Secrets {
  /** Key for one purpose, derived from the root key: a leak of one discloses no other. */
  key(purpose: string): Buffer;
  /** Short proof that we wrote `text`; base64url. */
  sign(purpose: string, text: string): string;
  isSigned(purpose: string, text: string, proof: string): boolean;
  /** Encrypt a short text for storage in the database. */
  seal(text: string): string;
  unseal(sealed: string): string;
}

/** A short message, as a whole text and as the values of a template that a provider has approved. */
export interface ShortMessage {
  /** Ours; the same for every attempt. */
  id: string;
  /** Eleven digits of a mobile operator. */
  phone: string;
  text: string;
  templateId: string | null;
  /** In the order of their first appearance in the words. */
  values: readonly (readonly [name: string, value: string])[];
}

/** Short messages to phones. Answers the gateway's id of the message, '' where it names none. Throws `MessageRefused` when
 *  the message was not taken, and another `EgressError` when there was no answer. */
export interface Sms {
  name: string;
  /** The gateway drops a message whose id it has taken before: one without an answer can be sent again. */
  isRepeatable: boolean;
  send(message: ShortMessage): Promise<string>;
}

/** The gateway answered, and did not take the message. */
export class MessageRefused extends EgressError {
  constructor(
    message: string,
    /** Whether the same message would be refused again. */
    readonly isFinal: boolean,
  ) {
    super(message);
  }
}

/** The gateway was not reached: it cannot have taken the message. */
export class NotReached extends EgressError {}

/** E-mail. Answers the server's answer; fails as `Sms` does. */
export interface Mail {
  send(message: { id: string; to: string; subject: string; text: string }): Promise<string>;
}

/** What a task is about: ids and options, never secrets or texts of people. The tenant is that of its cause. */
export interface TaskData {
  tenantId: string;
  [name: string]: unknown;
}

/** Tasks that outlive the call that caused them, and the server: the database keeps them until they are done. */
export interface Queue {
  /**
   * Adds a task in the transaction of its cause: it exists only if that is committed. A second one with the same `key`
   * is dropped while the first one waits. `after`: seconds until it is due, also parts of one. `node`: the number of the
   * only server that may take it.
   */
  send(
    trx: Trx,
    task: string,
    data: TaskData,
    options?: { key?: string; after?: number; node?: number },
  ): Promise<void>;
  /** Those of the keys whose tasks wait, or are being done. */
  kept(trx: Trx, task: string, keys: readonly string[]): Promise<Set<string>>;
}

/** A stored file as the database knows it. */
export interface Attach {
  id: string;
  name: string;
  originalName: string;
  contentType: string;
  size: number;
  sha256: string;
  /** When a record first referred to it, where that is known. */
  heldAt: string | null;
  /** The record of the store that holds it; null: the local disk. */
  ossId: string | null;
  /** Kept without a record. */
  isLibrary: boolean;
}

/** The kind of a file by its first bytes; `undefined` for everything the product does not take. Sides in pixels. */
export interface Sniffed {
  contentType: string;
  width?: number;
  height?: number;
}

/** A place for a new file, and the store that it is in. */
export interface Place {
  id: string;
  tenantId: string;
  /** The store's record; null: the local disk. */
  ossId: string | null;
  /** Below the tenant's folder. */
  name: string;
  key: string;
  /** When it was made, ms. */
  at: number;
  store: ObjectStore;
}

/** A file whose bytes are safe and whose row is not written yet. */
export interface StoredFile extends Sniffed {
  place: Pick<Place, 'id' | 'ossId' | 'name'>;
  originalName: string;
  size: number;
  sha256: string;
}

/** A small file that is read at once and not stored. */
export interface HeldFile {
  bytes: Buffer;
  originalName: string;
  contentType: string;
  size: number;
  sha256: string;
}

/** How long a file stays: a person's upload once a record refers to it, that of a record of the same transaction, or
 *  until a person removes it. */
export type Keeping = 'person' | 'record' | 'library';

/** Bytes that were to be stored, and whose row may never have been committed. */
export interface Intent {
  id: string;
  tenantId: string;
  ossId: string | null;
  key: string;
  /** ms */
  at: number;
}

/** Stored files: names made here, one folder per tenant and month, reached only through short-lived signed links. */
export interface Files {
  /** The local disk. */
  disk: ObjectStore;
  /** Throws `EgressError` where no store may be called. */
  checkEndpoint(url: URL): Promise<void>;
  /** The store with this id; of the tenant's stores. Throws `StoreError` when it cannot be reached any more, and
   *  `StoreAbsent` when this server has not the folder of files of its database. */
  storeOf(cx: Context, ossId: string | null): Promise<ObjectStore>;
  /** A place in the store that the tenant has enabled. */
  placeFor(cx: Context, contentType: string): Promise<Place>;
  /** Where the bytes of a stored file are, for later work outside of the transaction. */
  placeOf(cx: Context, file: Pick<Attach, 'id' | 'ossId' | 'name'>): Promise<Place>;
  /** Store the bytes, outside of any transaction. Never recorded, they are removed by a sweep. */
  store(place: Place, bytes: Readable, file: { originalName: string } & Sniffed): Promise<StoredFile>;
  /** Write the row of a stored file. */
  record(cx: Context, file: StoredFile, by: Keeping): Promise<Attach>;
  /** Store and record a file that the transaction itself has made. */
  keep(cx: Context, file: { bytes: Buffer; originalName: string; by?: Keeping } & Sniffed): Promise<Attach>;
  /** Bytes stored by this server before that instant, ms, that may have no row. */
  intents(tenantId: string, before: number): Promise<Intent[]>;
  /** They have one, or are gone. */
  settleIntent(id: string): Promise<void>;
  /** Why this server is not ready to store files: a refusal's code; undefined when it is. Looks anew each time. */
  fault(): Promise<'store.absent' | undefined>;
  /** Whether there is room on the disk for more. */
  hasRoom(): Promise<boolean>;
  /** The address of a file without a proof, as records store it. */
  address(tenantId: string, id: string): string;
  /** Address that opens the file for an hour, without a session. */
  link(tenantId: string, id: string, now: number): string;
  isLink(tenantId: string, id: string, expires: string, proof: string, now: number): boolean;
  /** Id of the file that an address of ours names, whatever its source. */
  idOf(link: string): string | undefined;
  /** Id of the file a link names, if we issued this very link to a person of the tenant; one that is over counts without `now`. */
  idFrom(tenantId: string, link: string, now?: number): string | undefined;
}

/** A backup that was written. */
export interface BackupMade {
  path: string;
  /** The files that it lacks, in words; '' where it is whole. */
  missing: string;
}

/** Where an event came from; members without a request are empty texts. */
export interface LogPlace {
  requestId: string;
  remoteIp: string;
  userAgent: string;
  method: string;
  /** Path template below /api, never the address: it may hold anything. */
  requestUri: string;
}

/** Who an event belongs to. A tenant that does not exist stands for the platform's own. */
export interface LogCaller {
  tenantId: string;
  /** Null for guests and the system. */
  userId: string | null;
  name: string;
}

/** A business or administration event, or a sign-in. */
export interface UsualEvent {
  level: 'info' | 'warn';
  /** An action of the audit trail. */
  event: string;
  entity: string;
  /** The first record of the event, '' without one. */
  logId: string;
  data: Readonly<Record<string, unknown>>;
  caller: LogCaller;
  /** The caller is what a stranger claims: the name is shown only where the tenant has such an account. */
  isClaimed?: true;
  place: LogPlace;
}

/** A call of the API. */
export interface ApiEvent {
  title: readonly [zh: string, en: string];
  statusCode: number;
  /** Code of the refusal; '' for a success. */
  reason: string;
  /** Milliseconds. */
  time: number;
  /** Redacted JSON. */
  params: string;
  caller: LogCaller;
  place: LogPlace;
}

/** An unexpected error of the server. */
export interface ErrorEvent {
  error: unknown;
  params: string;
  caller: LogCaller;
  place: LogPlace;
}

/** Which calls the API log takes. */
export interface LogPolicy {
  /** Share of successful reads, 0 to 100. */
  readPercent: number;
  slowMs: number;
}

/** What has become of the events since the start. */
export interface LogFigures {
  held: number;
  written: number;
  /** Lost because the buffer was full, because the database refused the row, or because strangers sent too many. */
  dropped: { full: number; refused: number; strangers: number };
}

/** The logs that people read in the console. Taking an event never waits and never fails; rows are written in batches. */
export interface Logs {
  readonly policy: LogPolicy;
  usual(event: UsualEvent): void;
  api(event: ApiEvent): void;
  error(event: ErrorEvent): void;
  figures(): LogFigures;
  /** Read the parameters again; by itself it does so every few seconds. */
  reload(): Promise<void>;
  /** Write what is held, as far as the database takes it. */
  flush(): Promise<void>;
  /** Flush for the last time. */
  close(): Promise<void>;
}

/** The span of one request. */
export interface RequestSpan {
  /** Run `next` so that statements below it belong to this request. */
  within(next: () => void): void;
  end(outcome: { route: string; statusCode: number; requestId: string; tenantId?: string }): void;
}

/** Traces for the operator's collector, where one is set. */
export interface Tracing {
  request(method: string): RequestSpan;
  /** Run one SQL statement in a span of its own; outside of a request there is none. Values are never recorded. */
  statement<T>(text: string, run: () => Promise<T>): Promise<T>;
  /** Send what is left. */
  close(): Promise<void>;
}
