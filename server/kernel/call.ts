import type { FastifyRequest } from 'fastify';
import type { Language } from '../../contract/domain/text';
import type { Context } from './context';
import { refuse } from './errors';
import { isStoredId } from './ids';
import type { Sniffed } from './ports';

/** A call as the server knows it: method and route template below /api. */
export interface Route {
  method: 'GET' | 'POST';
  path: string;
  /** Menus or buttons, one of which is needed. */
  codes: readonly string[];
}

/** Parameters of a call: the query string, and a form-encoded body where clients of the family send one. */
export type Params = Record<string, string | undefined>;

export interface Asked {
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

export interface Call {
  method: 'GET' | 'POST';
  /** Below /api. */
  path: string;
  /** What the asker must hold; one of several. A function decides by what is asked, e.g. `submit` with an id is an edit. */
  permission: Exclude<Permission, 'anyone'> | readonly string[] | ((asked: Asked) => string);
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
  receive?(asked: Asked): Promise<Asked['file']>;
  /**
   * Slow work of a processor, such as the hash of a password: before the transaction of the effect, for the same
   * reason. It reads through transactions of its own and refuses nothing, so that a repeated request with an
   * idempotency key still gets the first one's answer; what it finds is `asked.prepared`.
   */
  prepare?(asked: Asked, entitled: <T>(work: (cx: Context) => Promise<T>) => Promise<T>): Promise<unknown>;
  handle(cx: Context, asked: Asked): Promise<unknown>;
}

export const languageOf = (request: FastifyRequest): Language =>
  /^en\b/i.test(request.headers['accept-language'] ?? '') ? 'en' : 'zh';

const single = (source: unknown): Params => {
  const params: Params = {};
  for (const [name, value] of Object.entries((source ?? {}) as Record<string, unknown>)) {
    // `size=10&size=20`: which one was meant? And a parameter sent as JSON may be anything at all.
    if (typeof value === 'object' && value !== null) refuse('badParameter', { name });
    // `status[]=1`: a list in a spelling that nothing here reads.
    if (/[[\]]/.test(name)) refuse('badParameter', { name });
    params[name] = value === undefined || value === null ? undefined : String(value);
  }
  return params;
};

export const askedOf = (request: FastifyRequest): Asked => {
  const isForm = /^application\/x-www-form-urlencoded/i.test(request.headers['content-type'] ?? '');
  const body = (request.body ?? {}) as Record<string, unknown>;
  return {
    params: { ...(isForm ? single(body) : {}), ...single(request.query) },
    body: isForm || typeof body !== 'object' ? {} : body,
    request,
  };
};

/** The parameters of a call that clients of the family send either in the query string or as a JSON body. */
export const wordsOf = ({ params, body }: Pick<Asked, 'params' | 'body'>): Params => ({ ...single(body), ...params });

/** A parameter that must be there. */
export const need = (params: Params, name: string): string => params[name] || refuse('missingParameter', { name });

/**
 * A switch: on, off, or not said, which is off. Anything else may mean either, and one of the two is what the asker did
 * not want: refused by its name.
 */
export const isOn = (params: Params, name: string): boolean => {
  const said = params[name] ?? '';
  if (said === 'true' || said === '1') return true;
  return said === '' || said === 'false' || said === '0' ? false : refuse('badParameter', { name });
};

/** Comma-joined ids, each once. */
export const needIds = (params: Params, name = 'ids', limit = 1000): string[] => {
  const ids = [...new Set(need(params, name).split(','))];
  if (!ids.every(isStoredId)) refuse('badParameter', { name });
  if (ids.length > limit) refuse('tooMany', { limit });
  return ids;
};

/** Ids of a list that may be empty: an array in the body, or comma-joined there or in the query string. */
export const idList = ({ params, body }: Pick<Asked, 'params' | 'body'>, name: string, limit = 20_000): string[] => {
  const sent = params[name] ?? body[name] ?? '';
  const list = Array.isArray(sent) ? sent.map(String) : String(sent).split(',').filter(Boolean);
  return list.length === 0 ? [] : needIds({ [name]: list.join(',') }, name, limit);
};

export const needId = (params: Params, name = 'id'): string => needIds({ [name]: need(params, name) }, name, 1)[0]!;

/** The envelope every answer travels in. */
export const envelope = (data: unknown, language: Language = 'zh') => ({
  code: 200,
  success: true,
  data: data ?? {},
  msg: language === 'en' ? 'Done' : '操作成功',
});
