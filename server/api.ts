import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { businessDate, dateTime } from '../contract/calendar';
import type { Language, Module } from '../contract/kit';
import { sentence } from '../contract/refusals';
import { NotTerms } from '../contract/schedule';
import { writeHistory } from './audit';
import { hasPermission, mayCall, platformTenant, type Route } from './auth/rights';
import type { Context, Deps, Principal, Rows, Sniffed } from './context';
import { bind, type Trx } from './database';
import { Refusal, refuse } from './errors';
import { isStoredId } from './ids';
import { rowsOf } from './rows';
import type { Table } from './table';
import { lostRace } from './uniqueness';

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

/** How the modules' rows are found by their declaration; filled once by app.ts. */
export interface Registry extends ReadonlyMap<string, Table> {
  /** The calls that need a right. */
  readonly routes: readonly Route[];
}

interface Ground {
  tenantId: string;
  principal?: Principal;
  actor: string;
  language?: Language;
  requestId?: string;
  address?: string;
  later?: Context['later'];
}

/** Work behind a call is part of the call; other work has nobody who would see it through. */
const noLater = (): never => {
  throw new Error('only a call can leave something for after its transaction');
};

/** Make the context of a piece of work inside a transaction. */
export const contextOf = (deps: Deps, registry: Registry, trx: Trx, ground: Ground): Context => {
  const now = deps.now();
  const cx: Context = {
    deps,
    trx,
    language: 'zh',
    requestId: '',
    address: '',
    later: noLater,
    entries: [],
    ...ground,
    time: dateTime(now),
    today: businessDate(now),
    may: async (permission) =>
      ground.principal ? hasPermission(trx, ground.principal, cx.tenantId, [permission]) : true,
    exclusive: async (rule, of) => {
      const key = `${of ?? cx.tenantId} ${rule}`;
      await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
    },
    routes: registry.routes,
    tableOf: (module) => registry.get(module),
    partsOf: (name) =>
      [...registry.values()].filter(
        ({ module: { belongsTo, fields } }) => belongsTo !== undefined && fields[belongsTo]?.to === name,
      ),
    rows: <M extends Module>(module: M) => {
      const table = registry.get(module.name);
      if (!table) throw new Error(`module '${module.name}' is not served; add it to server/app.ts`);
      return rowsOf(table, cx) as Rows<never>;
    },
  };
  return cx;
};

/** Do the work, then write its history: nothing else of the transaction comes after. */
const recorded = async <T>(cx: Context, work: (cx: Context) => Promise<T>): Promise<T> => {
  const answer = await work(cx);
  await writeHistory(cx);
  return answer;
};

/** Work of the system itself, or of a visitor who holds a ticket, inside one tenant. */
export const asSystem = <T>(
  deps: Deps,
  registry: Registry,
  ground: Ground,
  work: (cx: Context) => Promise<T>,
): Promise<T> =>
  deps.db.withTenant(ground.tenantId, businessDate(deps.now()), (trx) =>
    recorded(contextOf(deps, registry, trx, ground), work),
  );

/** Keyed, so that a short body cannot be guessed from it. */
const fingerprint = (asked: Asked, key: Buffer) =>
  createHmac('sha256', key)
    .update(JSON.stringify([asked.params, asked.body]))
    .update(asked.file?.bytes ?? '')
    .digest('hex');

/** Told once and kept nowhere: a repeated request does not hear a one-time password or a ticket again. */
const toldOnce = ['oneTimeWord', 'ticket'];
const withoutWords = (key: string, value: unknown) => (toldOnce.includes(key) ? undefined : value);

/**
 * Do the work once per key: the key is taken in the transaction that has the effect, so both are there or neither.
 * A second request with the key waits for the first, then gets its answer; a failed first leaves the key free.
 */
const once = async (
  cx: Context,
  route: string,
  key: string,
  asked: Asked,
  work: () => Promise<unknown>,
): Promise<unknown> => {
  const mark = { tenant_id: cx.tenantId, user_id: cx.principal?.userId ?? '0', route, key };
  const { secrets } = cx.deps;
  const print = fingerprint(asked, secrets.key('idempotency'));
  const taken = await cx.trx
    .insertInto('idempotency')
    .values({ ...mark, fingerprint: print, create_time: new Date(cx.deps.now()) })
    .onConflict((on) => on.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!taken) {
    const first = await cx.trx
      .selectFrom('idempotency')
      .selectAll()
      .where((is) => is.and(mark))
      .executeTakeFirstOrThrow();
    if (first.fingerprint !== print) refuse('keyReused');
    return typeof first.answer === 'string' && first.answer.startsWith('v1.')
      ? JSON.parse(secrets.unseal(first.answer))
      : first.answer; // answered before answers were sealed
  }
  const answer = await work();
  await cx.trx
    .updateTable('idempotency')
    // People are in it: at rest it is nobody's to read.
    .set({ answer: JSON.stringify(secrets.seal(JSON.stringify(answer ?? null, withoutWords))) })
    .where((is) => is.and(mark))
    .execute();
  return answer;
};

/** Where the work is done: in the person's own tenant, or in the one that the platform's owner names. */
const tenantFor = async (trx: Trx, call: Call, { params }: Asked, principal: Principal): Promise<string> => {
  const named = params.tenantId;
  if (!call.acrossTenants || !principal.isSuper || !named || named === principal.tenantId) return principal.tenantId;
  const known = await trx
    .selectFrom('tenant')
    .select('tenant_id')
    .where('tenant_id', '=', named)
    .where('is_deleted', '=', 0)
    .executeTakeFirst();
  if (!known) return refuse('notFound');
  await bind(trx, { tenant: named });
  return named;
};

/** Let the transaction write the platform's own tables. */
const openPlatform = async (trx: Trx, { tenantId }: Principal): Promise<void> => {
  if (tenantId !== platformTenant) refuse('forbidden', { permission: 'platform' });
  await bind(trx, { platform: 'on' });
};

/**
 * Put one call on the server: session, right, idempotency, transaction, envelope. The only routes beside these are the
 * ones that work without a session: the token call, signing pages, signed links to files.
 */
export const register = (app: FastifyInstance, deps: Deps, registry: Registry, call: Call): void => {
  app.route({
    method: call.method,
    url: `/api${call.path}`,
    ...(call.bodyLimit ? { bodyLimit: call.bodyLimit } : {}),
    config: {
      permission: typeof call.permission === 'function' ? 'byBody' : [call.permission].flat().join('|'),
      ...(call.receive ? { takes: 'file' } : call.takesList ? { takes: 'list' } : {}),
    },
    handler: async (request) => {
      const asked = askedOf(request);
      const language = languageOf(request);
      const token = request.token ?? refuse('signedOut');
      let afterwards: (() => Promise<void>)[] = [];
      const entitled = <T>(work: (cx: Context) => Promise<T>) =>
        deps.db.withTenant(token.tenantId, businessDate(deps.now()), async (trx) => {
          afterwards = []; // of an attempt that the database gave up nothing is left to do
          const principal = await token.principal(trx);
          const tenantId = await tenantFor(trx, call, asked, principal);
          const cx = contextOf(deps, registry, trx, {
            tenantId,
            principal,
            actor: tenantId === principal.tenantId ? principal.realName : `${principal.realName}@${principal.tenantId}`,
            language,
            requestId: request.id,
            address: request.ip,
            later: (job) =>
              afterwards.push(() =>
                job((again) => asSystem(deps, registry, { tenantId, actor: '系统', requestId: request.id }, again)),
              ),
          });
          if (principal.isLocked && !call.whileLocked) refuse('session.locked');
          const permission = typeof call.permission === 'function' ? call.permission(asked) : call.permission;
          const codes = typeof permission === 'string' ? [permission] : permission;
          if (principal.isGuest && permission !== 'guest') refuse('forbidden', { permission: codes.join(' | ') });
          // A word that somebody else knows too opens nothing, not even what everybody may see.
          if (principal.mustChangePassword && !call.beforeOwnPassword) refuse('auth.mustChangePassword');
          if (permission !== 'signedIn' && permission !== 'guest') {
            const { menu, scope } = await mayCall(trx, principal, tenantId, call, codes);
            if (!menu) refuse('forbidden', { permission: codes.join(' | ') });
            if (!scope) refuse('forbidden', { permission: `${call.method} ${call.path}` });
          }
          if (call.writesPlatform) await openPlatform(trx, principal);
          return recorded(cx, work);
        });
      if (call.receive) {
        await entitled(async () => undefined);
        asked.file = await call.receive(asked);
      }
      if (call.prepare) asked.prepared = await call.prepare(asked, entitled);
      const answer = await entitled(async (cx) => {
        const key = request.headers['idempotency-key'];
        if (call.method === 'GET' || typeof key !== 'string' || key === '') return call.handle(cx, asked);
        if (!/^[\w-]{8,64}$/.test(key)) refuse('badParameter', { name: 'Idempotency-Key' });
        return once(cx, call.path, key, asked, () => call.handle(cx, asked));
      }).catch(async (error) => {
        throw (await lostRace(deps, registry.values(), error, asked.body, language)) ?? error;
      });
      // The asker does not wait for it, and it cannot undo what is written.
      for (const job of afterwards)
        void job().catch((error) => request.log.error({ error, path: call.path }, 'work after a call failed'));
      return envelope(answer, language);
    },
  });
};

/** What a caller is told about an error; bugs are logged whole and told in one calm sentence. */
export const answerTo = (
  error: unknown,
  language: Language,
): { status: number; body: Record<string, unknown>; isBug: boolean } => {
  const refusal = error instanceof Refusal ? error : refusalFor(error);
  const body: Record<string, unknown> = {
    code: refusal.status,
    success: false,
    data: {},
    msg: sentence(refusal.code, language, refusal.detail),
    reason: refusal.code,
  };
  if (refusal.problems) body.problems = refusal.problems;
  // What a countdown starts from; everything else a refusal knows is in its sentence.
  if (typeof refusal.detail.seconds === 'number') body.seconds = refusal.detail.seconds;
  return { status: refusal.status, body, isBug: refusal.code === 'bug' };
};

const refusalFor = (error: unknown): Refusal => {
  if (error instanceof NotTerms) return new Refusal('badParameter', { name: error.fields.join(', ') });
  const { code = '', statusCode = 0 } = error as { code?: string; statusCode?: number };
  if (code === '23505') return new Refusal('duplicate');
  if (['22P02', '22003', '22007', '22008', '22021', '22001'].includes(code))
    return new Refusal('badParameter', { name: '' });
  if (['40001', '40P01', '55P03', '57014'].includes(code)) return new Refusal('busy');
  const isAway =
    /^(08|53|57P|ECONN|ENOENT|EPIPE|ETIMEDOUT)/.test(code) ||
    /connection (terminated|timeout)|timeout exceeded when trying to connect|pool after calling end/i.test(
      String(error),
    );
  if (isAway || ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code)) return new Refusal('unavailable');
  if (statusCode === 413 || code.startsWith('FST_REQ_FILE_TOO_LARGE')) return new Refusal('tooLarge');
  if (statusCode === 415) return new Refusal('wrongMedia');
  if (statusCode >= 400 && statusCode < 500) return new Refusal('unreadable');
  return new Refusal('bug');
};
