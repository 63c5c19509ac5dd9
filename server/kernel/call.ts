import type { FastifyRequest } from 'fastify';
import type { TProperties, TSchema } from 'typebox';
import { languageAccepted, sourceLanguage } from '../../contract/domain/languages';
import { type Language, label, textIn } from '../../contract/domain/text';
import type { Context } from './context';
import { refuse } from './errors';
import type { InputOf, NoParameters } from './parameters';
import type { Sniffed } from './ports';
import type { Words } from './schemas';

/** A call as the server knows it: method and route template below /api. */
export interface Route {
  method: 'GET' | 'POST';
  path: string;
  /** Menus or buttons, one of which is needed. */
  codes: readonly string[];
}

/** Parameters of a call: the query string, and a form-encoded body where clients of the family send one. */
export type Params = Record<string, string | undefined>;

/** What a call is asked. `I`: its parameters, as its schemas say. */
export interface Asked<I = Record<string, unknown>> {
  /** The parameters that the call declares, read and judged. */
  input: I;
  /** What was sent beside a JSON body, as it came: for lists, which judge their conditions by their columns. */
  params: Params;
  body: Record<string, unknown>;
  request: FastifyRequest;
  /** What `receive` of the call took in. */
  file?: { bytes: Buffer; originalName: string } & Sniffed;
  /** What `prepare` of the call found. */
  prepared?: unknown;
}

/**
 * `anyone` needs no session and gets no tenant; `guest` takes every session, also that of a person known to a provider
 * only; `signedIn` needs a session of somebody of ours; everything else is the code of a menu or button that one of the
 * person's roles must hold.
 */
export type Permission = 'anyone' | 'guest' | 'signedIn' | (string & {});

/** `Q`, `B`: the parameters that are declared under `query` and `body`. */
export interface CallOf<Q extends TProperties, B extends TProperties> {
  method: 'GET' | 'POST';
  /** Below /api. */
  path: string;
  /** What it does, for the API document. */
  title: Words;
  /** Parameters of the query string or a form. */
  query?: Q;
  /** Parameters of a JSON body; a form or the query string may hold them, too. */
  body?: B;
  /** In the document only: conditions of a list that are judged by its columns, a draft that the contract judges. */
  describes?: { query?: TProperties; body?: TSchema };
  /** What a success answers under `data`. */
  answer: TSchema;
  /** What the asker must hold; one of several. A function decides by what is asked, e.g. `submit` with an id is an edit. */
  permission: Exclude<Permission, 'anyone'> | readonly string[] | ((asked: Pick<Asked, 'body'>) => string);
  /** What a permission that is decided by what is asked may come to. */
  codes?: readonly string[];
  /** Writes the platform's own tables: for people of the platform's tenant, whatever they hold elsewhere. */
  writesPlatform?: true;
  /** The platform's owner may name another tenant with `tenantId` and works there then; from others the word means nothing. */
  acrossTenants?: true;
  /** Answered also behind a locked screen. */
  whileLocked?: true;
  /** Answered also to somebody who has not changed their one-time password yet. */
  beforeOwnPassword?: true;
  /** Bytes a body may have; 1 MiB unless told, and much less from guests. */
  bodyLimit?: number;
  /** The body is a list; everywhere else that is refused. */
  takesList?: true;
  /**
   * Take in a body that may come slowly. Runs when the right is known to be held and outside of any transaction, so
   * that a slow sender holds no connection to the database.
   */
  receive?(asked: Asked<InputOf<Q, B>>): Promise<Asked['file']>;
  /**
   * Slow work of a processor, such as the hash of a password: before the transaction of the effect, for the same
   * reason. It reads through transactions of its own and refuses nothing, so that a repeated request with an
   * idempotency key still gets the first one's answer; what it finds is `asked.prepared`.
   */
  prepare?(
    asked: Asked<InputOf<Q, B>>,
    entitled: <T>(work: (cx: Context) => Promise<T>) => Promise<T>,
  ): Promise<unknown>;
  handle(cx: Context, asked: Asked<InputOf<Q, B>>): Promise<unknown>;
}
/** Any call, whatever its parameters. */
export interface Call extends CallOf<TProperties, TProperties> {}

/** The menus and buttons that a call may ask for, or the name of its permission. */
export function codesOf({ permission, codes }: Pick<Call, 'permission' | 'codes'>): readonly string[] {
  return codes ?? (typeof permission === 'function' ? [] : [permission].flat());
}

/** A call whose handler knows its parameters by their schemas. */
export function defineCall<const Q extends TProperties = NoParameters, const B extends TProperties = NoParameters>(
  call: CallOf<Q, B>,
): Call {
  return call as unknown as Call; // the server hands it what its own schemas have read
}

export function languageOf(request: FastifyRequest): Language {
  return languageAccepted(request.headers['accept-language'] ?? '');
}

function single(source: unknown): Params {
  const params: Params = {};
  for (const [name, value] of Object.entries((source ?? {}) as Record<string, unknown>)) {
    // `size=10&size=20`: which one was meant? And a parameter sent as JSON may be anything at all.
    if (typeof value === 'object' && value !== null) refuse('badParameter', { name });
    // `status[]=1`: a list in a spelling that nothing here reads.
    if (/[[\]]/.test(name)) refuse('badParameter', { name });
    params[name] = value === undefined || value === null ? undefined : String(value);
  }
  return params;
}

export function askedOf(request: FastifyRequest): Omit<Asked, 'input'> {
  const isForm = /^application\/x-www-form-urlencoded/i.test(request.headers['content-type'] ?? '');
  const body = (request.body ?? {}) as Record<string, unknown>;
  return {
    params: { ...(isForm ? single(body) : {}), ...single(request.query) },
    body: isForm || typeof body !== 'object' ? {} : body,
    request,
  };
}

/** The parameters of a call that clients of the family send either in the query string or as a JSON body. */
export function wordsOf({ params, body }: Pick<Asked, 'params' | 'body'>): Params {
  return { ...single(body), ...params };
}

const done = label('操作成功', 'Done');
/** The envelope every answer travels in. */
export function envelope(data: unknown, language: Language = sourceLanguage) {
  return {
    code: 200,
    success: true,
    data: data ?? {},
    msg: textIn(done, language),
  };
}
