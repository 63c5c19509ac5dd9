import type { ReadStream } from 'node:fs';
import type { Context } from './context';
import type { Trx } from './database';

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
export interface Egress {
  (call: Outgoing): Promise<Incoming>;
  /** Throws `EgressError` when this address may not be called, or is not known. */
  check(url: string): Promise<void>;
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
}

/** The kind of a file by its first bytes; `undefined` for everything the product does not take. Sides in pixels. */
export interface Sniffed {
  contentType: string;
  width?: number;
  height?: number;
}

/** Stored files: names made here, one folder per tenant and month, reached only through short-lived signed links. */
export interface Files {
  /** `by`: a person's upload, kept once a record refers to it, or a record of the same transaction. */
  keep(cx: Context, file: { bytes: Buffer; originalName: string; by?: 'person' | 'record' } & Sniffed): Promise<Attach>;
  /** Delete the bytes; missing ones are no error. */
  remove(tenantId: string, name: string): Promise<void>;
  /** Whether there is room on the disk for more. */
  hasRoom(): Promise<boolean>;
  /** The address of a file without a proof, as records store it. */
  address(tenantId: string, id: string): string;
  read(tenantId: string, name: string): Promise<{ stream: ReadStream; size: number } | undefined>;
  bytes(tenantId: string, name: string): Promise<Buffer>;
  /** Address that opens the file for an hour, without a session. */
  link(tenantId: string, id: string, now: number): string;
  isLink(tenantId: string, id: string, expires: string, proof: string, now: number): boolean;
  /** Id of the file that an address of ours names, whatever its source. */
  idOf(link: string): string | undefined;
  /** Id of the file a link names, if we issued this very link to a person of the tenant; it may have expired since. */
  idFrom(tenantId: string, link: string): string | undefined;
}
