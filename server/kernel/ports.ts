import type { Readable } from 'node:stream';
import type { Context } from './context';
import type { Trx } from './database';
import type { ObjectStore } from './objectStore';

/** The server's environment as interfaces: secrets, outgoing calls, short messages, stored files. server/platform
 *  implements them. */

export interface Outgoing {
  method: 'GET' | 'POST';
  url: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Incoming {
  status: number;
  contentType: string;
  body: string;
}

/** Throws `EgressError` when the call is not allowed or has no answer; a failure status is an answer. */
export type Egress = (call: Outgoing) => Promise<Incoming>;

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

/** Short messages to phones. Throws when the message was not taken. */
export interface Sms {
  send(phone: string, text: string): Promise<void>;
}

/** The gateway answered, and did not take the message. */
export class SmsRefused extends EgressError {}

/** What a task is about: ids and options, never secrets or texts of people. The tenant is that of its cause. */
export interface TaskData {
  tenantId: string;
  [name: string]: unknown;
}

/** Tasks that outlive the call that caused them, and the server: the database keeps them until they are done. */
export interface Queue {
  /**
   * Adds a task in the transaction of its cause: it exists only if that is committed. A second one with the same `key`
   * is dropped while the first one waits. `after`: seconds until it is due.
   */
  send(trx: Trx, task: string, data: TaskData, options?: { key?: string; after?: number }): Promise<void>;
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
  /** The store with this id; of the tenant's stores. Throws `StoreError` when it cannot be reached any more. */
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
  /** Whether there is room on the disk for more. */
  hasRoom(): Promise<boolean>;
  /** The address of a file without a proof, as records store it. */
  address(tenantId: string, id: string): string;
  /** Address that opens the file for an hour, without a session. */
  link(tenantId: string, id: string, now: number): string;
  isLink(tenantId: string, id: string, expires: string, proof: string, now: number): boolean;
  /** Id of the file that an address of ours names, whatever its source. */
  idOf(link: string): string | undefined;
  /** Id of the file a link names, if we issued this very link to a person of the tenant; it may have expired since. */
  idFrom(tenantId: string, link: string): string | undefined;
}
