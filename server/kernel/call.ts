import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { TProperties, TSchema } from 'typebox';
import { heldText } from '../../contract/domain/approvals';
import { languageAccepted, sourceLanguage } from '../../contract/domain/languages';
import { type Language, label, textIn } from '../../contract/domain/text';
import type { Context } from './context';
import { refuse } from './errors';
import type { InputOf, NoParameters } from './parameters';
import type { HeldFile, LogCaller, StoredFile } from './ports';
import type { BilingualText } from './schemas';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who makes the request, once that is known: for the logs. */
    caller: LogCaller | null;
    /** Code of the refusal that is answered, '' without one: for the logs. */
    refusal: string;
    /** The uploaded file, without its bytes: for the logs. */
    received: { name: string; size: number; type: string } | null;
  }
}

/** A call as the server knows it: method and route template below /api. */
export interface Route {
  method: 'GET' | 'POST';
  path: string;
  /** Of a call of a register: the address of the same call of all registers. */
  pattern?: string;
  /** Menus or buttons, one of which is required. */
  codes: readonly string[];
}

/** Parameters of a call: the query string, and a form-encoded body where clients of the family send one. */
export type Params = Record<string, string | undefined>;

/** A request of a call. `I`: its parameters, as its schemas type them. */
export interface CallRequest<I = Record<string, unknown>> {
  /** The declared parameters, parsed and validated. */
  input: I;
  /** The raw query or form: for lists, which interpret their conditions by their columns. */
  params: Params;
  body: Record<string, unknown>;
  request: FastifyRequest;
  /** The result of the call's `receive`: a stored file, or one that is held in memory. */
  file?: StoredFile;
  held?: HeldFile;
  /** The result of the call's `prepare`. */
  prepared?: unknown;
}

/**
 * `anyone` needs no session and gets no tenant; `guest` takes every session, also that of a person without an account;
 * `signedIn` needs a session of a person with an account; everything else is the code of a menu or button that one of
 * the person's roles must hold.
 */
export type Permission = 'anyone' | 'guest' | 'signedIn' | (string & {});

/** A file that is written while it is sent. */
export interface SentFile {
  /** Shown to the person who saves it. */
  name: string;
  contentType: string;
  headers?: Readonly<Record<string, string>>;
  parts: AsyncIterable<Buffer>;
  /** Called once: after the last part, or when the receiver has gone away. */
  closed?(): void;
}

/** `Q`, `B`: the parameters that are declared under `query` and `body`. */
export interface CallOf<Q extends TProperties, B extends TProperties> {
  method: 'GET' | 'POST';
  /** Below /api. */
  path: string;
  /** Its title in the API document. */
  title: BilingualText;
  /** Parameters of the query string or a form. */
  query?: Q;
  /** Parameters of a JSON body; a form or the query string may hold them, too. */
  body?: B;
  /** In the document only: conditions of a list that are interpreted by its columns, a draft that the contract
   *  validates. */
  describes?: { query?: TProperties; body?: TSchema };
  /** The `data` of a successful answer; or a file, made by `send`. */
  answer: TSchema | 'file';
  /** The required permission; one of several. A function decides by the request, e.g. `submit` with an id is an edit. */
  permission: Exclude<Permission, 'anyone'> | readonly string[] | ((asked: Pick<CallRequest, 'body'>) => string);
  /** The possible results of a permission function. */
  codes?: readonly string[];
  /** The address that its API scopes may name beside its own: that of all registers. */
  pattern?: string;
  /** Makes or drops tables: its transaction is one of their owner, where this server has that account. */
  asOwner?: true;
  /** Writes the platform's own tables: only for people of the platform's tenant. */
  writesPlatform?: true;
  /** The platform's owner may name another tenant with `tenantId` and works there then; ignored from others. */
  acrossTenants?: true;
  /** Available also behind a locked screen. */
  whileLocked?: true;
  /** Available also before a one-time password is changed. */
  beforeOwnPassword?: true;
  /** Reads much of the portfolio: of such calls a few run at a time, so that others never wait for them. */
  isDear?: true;
  /** So many files one person may send to it in an hour; further ones are refused before they are received. */
  mostAnHour?: number;
  /** Can be asked beforehand whether it would wait for approval: all that it does ends with its transaction. */
  foretells?: true;
  /** Limit of a body in bytes; by default 1 MiB, and much less for guests. */
  bodyLimit?: number;
  /** The body is a list; refused everywhere else. */
  takesList?: true;
  /**
   * Receive a body that may be slow, and store it. Runs after the permission check and outside of any transaction, so
   * that a slow sender or a slow store occupies no database connection.
   */
  receive?(
    asked: CallRequest<InputOf<Q, B>>,
    entitled: <T>(work: (cx: Context) => Promise<T>) => Promise<T>,
  ): Promise<StoredFile | HeldFile | undefined>;
  /** The body is one part of a file, as it is (`application/octet-stream`); `prepare` reads it from the request. */
  takesPart?: true;
  /**
   * CPU-heavy work, such as the hash of a password: before the transaction, for the same reason. It reads through
   * transactions of its own and refuses nothing, so that a repeated request with an idempotency key still gets the
   * first one's answer; its result is `asked.prepared`.
   */
  prepare?(
    asked: CallRequest<InputOf<Q, B>>,
    entitled: <T>(work: (cx: Context) => Promise<T>) => Promise<T>,
  ): Promise<unknown>;
  handle(cx: Context, asked: CallRequest<InputOf<Q, B>>): Promise<unknown>;
  /**
   * Waits for work that was begun behind the commit, and makes the answer of what it has brought: after the transaction
   * of `handle`, whose result is `made`, also where that is the first answer of a repeated request.
   */
  complete?(
    made: unknown,
    asked: CallRequest<InputOf<Q, B>>,
    entitled: <T>(work: (cx: Context) => Promise<T>) => Promise<T>,
  ): Promise<unknown>;
  /**
   * The file that answers instead of an envelope. `made` is the result of `handle`, whose transaction has ended: a slow
   * receiver occupies no database connection. Each `entitled` is a short transaction of its own that checks the
   * caller's rights again.
   */
  send?(
    made: unknown,
    asked: CallRequest<InputOf<Q, B>>,
    entitled: <T>(work: (cx: Context) => Promise<T>) => Promise<T>,
  ): SentFile;
}
/** Any call, whatever its parameters. */
export interface Call extends CallOf<TProperties, TProperties> {}

/** The menus and buttons that a call may require, or the name of its permission. */
export function codesOf({ permission, codes }: Pick<Call, 'permission' | 'codes'>): readonly string[] {
  return codes ?? (typeof permission === 'function' ? [] : [permission].flat());
}

/** A call whose handler gets its parameters typed by their schemas. */
export function defineCall<const Q extends TProperties = NoParameters, const B extends TProperties = NoParameters>(
  call: CallOf<Q, B>,
): Call {
  return call as unknown as Call; // the server passes what the call's own schemas have parsed
}

export function languageOf(request: FastifyRequest): Language {
  return languageAccepted(request.headers['accept-language'] ?? '');
}

function single(source: unknown): Params {
  const params: Params = {};
  for (const [name, value] of Object.entries((source ?? {}) as Record<string, unknown>)) {
    // `size=10&size=20` is ambiguous, and a parameter sent as JSON may have any type.
    if (typeof value === 'object' && value !== null) refuse('badParameter', { name });
    // `status[]=1`: a list in a spelling that is not supported.
    if (/[[\]]/.test(name)) refuse('badParameter', { name });
    params[name] = value === undefined || value === null ? undefined : String(value);
  }
  return params;
}

export function requestOf(request: FastifyRequest): Omit<CallRequest, 'input'> {
  const isForm = /^application\/x-www-form-urlencoded/i.test(request.headers['content-type'] ?? '');
  const body = (request.body ?? {}) as Record<string, unknown>;
  return {
    params: { ...(isForm ? single(body) : {}), ...single(request.query) },
    body: isForm || typeof body !== 'object' || body instanceof Readable ? {} : body,
    request,
  };
}

/** The parameters of a call that clients of the family send either in the query string or as a JSON body. */
export function paramsOf({ params, body }: Pick<CallRequest, 'params' | 'body'>): Params {
  return { ...single(body), ...params };
}

const done = label('操作成功', 'Done');
/**
 * The envelope of every answer. `heldAct`: number of the deed that the call has not done, because further people decide
 * on it.
 */
export function envelope(data: unknown, language: Language = sourceLanguage, heldAct?: number) {
  return {
    code: 200,
    success: true,
    data: data ?? {},
    msg: textIn(heldAct === undefined ? done : heldText, language),
    ...(heldAct === undefined ? {} : { heldAct }),
  };
}
