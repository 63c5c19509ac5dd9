/** A signing service of another company, as the product uses one. `server/esign/fasc` implements it. */
import { EgressError } from './ports';

/** How the installation is known to FASC (法大大). */
export interface FascSettings {
  /** Base address, without a slash at the end. */
  url: string;
  appId: string;
  appSecret: string;
  /** `openCorpId` of the companies, by tenant. */
  companies: ReadonlyMap<string, string>;
  /** The scene in which seals are set without a person (免验证签); without one a member of staff seals at FASC. */
  businessId: string | undefined;
}

/** A task as it is asked for: one file, sealed by the company and then signed by the customer. */
export interface WantedTask {
  /** Our name of the task, unique for ever; the service echoes it. */
  reference: string;
  subject: string;
  /** With its extension. */
  fileName: string;
  file: Buffer;
  /** ms since 1970: nothing is signed after it. */
  expires: number;
  company: string;
  signer: { name: string; phone: string | undefined };
  /** The service sends the customer a message; otherwise we do. */
  notifies: boolean;
  callbackUrl: string;
}

/**
 * `open`: it can still be signed; `signed`: all have, and the file can be fetched; `rejected`: by a signer; `canceled`: by
 * its initiator; `abolishing`: an annulment waits for its signers, `revoked`: it is signed.
 */
export type TaskState = 'open' | 'signed' | 'rejected' | 'canceled' | 'expired' | 'abolishing' | 'revoked';

export interface TaskDetail {
  taskId: string;
  reference: string;
  state: TaskState;
  /** Why it ended; '' where none is told. */
  reason: string;
}

/** What a callback tells of a task. */
export interface TaskEvent {
  event: string;
  /** '' where the event is of no task. */
  taskId: string;
  /** ms since 1970, as it came. */
  eventTime: string;
  reference: string;
  nonce: string;
  /** As it came. */
  body: string;
}

/** Each fails with a `ServiceFault`. A company is named by its number at the service. */
export interface SigningService {
  /** The number of a tenant's company at the service; undefined: its contracts are signed here. */
  companyOf(tenantId: string): string | undefined;
  /** Answers the service's name of the task. After a fault that is no refusal the task may exist. */
  create(company: string, wanted: WantedTask): Promise<string>;
  /** The newest task with a reference; `subject` narrows the search. */
  find(company: string, asked: Pick<WantedTask, 'reference' | 'subject'>): Promise<string | undefined>;
  /** Where the customer signs. Good for minutes and one visit, so it is asked for when it is needed. */
  signerUrl(taskId: string): Promise<string>;
  detail(taskId: string): Promise<TaskDetail>;
  /** Stops an open task. */
  cancel(taskId: string, note: string): Promise<void>;
  /** Reminds the signers whose turn it is. */
  urge(taskId: string): Promise<void>;
  /** Begins the annulment of a signed task, which its signers sign as well. */
  abolish(company: string, taskId: string, reason: string): Promise<void>;
  /** The signed file. */
  download(company: string, taskId: string): Promise<Buffer>;
  /** What a callback tells, once its signature is proven; the reason why not as `CallbackFault`. */
  readCallback(headers: Readonly<Record<string, unknown>>, body: string): TaskEvent;
  /** The state that an event brings, and what it tells beside; undefined: one that changes nothing. */
  meaningOf(event: Pick<TaskEvent, 'event' | 'body'>): EventMeaning | undefined;
}

export interface EventMeaning {
  state?: TaskState;
  /** The customer has opened the contract. */
  isRead?: true;
  reason: string;
  /** A new end in ms since 1970. */
  expires?: number;
}

/** A call of the service that failed. `refused`: the service answered no, and would again; otherwise it may be repeated. */
export class ServiceFault extends EgressError {
  constructor(
    message: string,
    readonly kind: 'refused' | 'unavailable',
    /** Of the service; '' without an answer. */
    readonly code = '',
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A callback that is not taken. */
export class CallbackFault extends Error {
  constructor(readonly fault: 'signature' | 'application' | 'time' | 'shape') {
    super(`a callback has a wrong ${fault}`);
  }
}
