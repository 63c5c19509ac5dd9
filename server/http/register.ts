import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { businessDate, NotDate } from '../../contract/domain/calendar';
import { NotTerms } from '../../contract/domain/leasing/schedule';
import { NotMoney } from '../../contract/domain/money';
import type { Language } from '../../contract/domain/text';
import { foretelling } from '../../contract/wire/foretold';
import { sentence } from '../../contract/wire/refusals';
import { changedMark } from '../auth/recordedMark';
import { platformTenant } from '../auth/rights';
import { logEvents } from '../engine/audit/events';
import { dropStored } from '../engine/files/room';
import { lostReference } from '../engine/references';
import { mayCall } from '../engine/rights/permissions';
import { lostRace } from '../engine/saving/uniqueness';
import { asSystem, contextOf, type Registry, recorded } from '../engine/work';
import { type Call, type CallRequest, codesOf, envelope, languageOf, requestOf, type SentFile } from '../kernel/call';
import type { Context, Deps, Entry, Principal } from '../kernel/context';
import { bind, type Trx, tooManyConnections } from '../kernel/database';
import { ChangedTrial, ForetoldEnd, Refusal, refuse } from '../kernel/errors';
import { begun } from '../kernel/files/begun';
import { whileConnected } from '../kernel/gone';
import { StoreAbsent, StoreError } from '../kernel/objectStore';
import { readerOf } from '../kernel/parameters';
import { routeSchema } from '../kernel/route';
import { optional, shape, text, whole } from '../kernel/schemas';
import type { Table } from '../kernel/table';
import { workQueues } from '../kernel/workQueue';
import { logError, placeOf } from './callLog';
import { openRates } from './rates';
import { inShare } from './shares';

/** Of each server: several of one process have nothing in common. */
const rates = new WeakMap<Deps, ReturnType<typeof openRates>>();
function ratesOf(deps: Deps) {
  const found = rates.get(deps) ?? openRates();
  rates.set(deps, found);
  return found;
}

/** Files of one person that are read into memory at a time, and that wait: each may take a second and a hundred MB. */
const files = workQueues(2, 8);

/** Keyed, so that a short body cannot be guessed from it. */
function fingerprint(asked: CallRequest, key: Buffer) {
  return createHmac('sha256', key)
    .update(JSON.stringify([asked.params, asked.body]))
    .update((asked.file ?? asked.held)?.sha256 ?? '')
    .digest('hex');
}

/** Sent once and not stored: a repeated request does not get a one-time password or a ticket again. */
const sentOnce = ['oneTimeWord', 'ticket'];
function withoutWords(key: string, value: unknown) {
  return sentOnce.includes(key) ? undefined : value;
}

/**
 * Do the work once per key: the key is taken in the transaction that has the effect, so both are committed or neither.
 * A second request with the key waits for the first, then gets its answer; a failed first leaves the key free.
 */
async function once(
  cx: Context,
  route: string,
  key: string,
  asked: CallRequest,
  work: () => Promise<unknown>,
): Promise<unknown> {
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
    if (first.held_act !== null) cx.heldAct = first.held_act;
    return typeof first.answer === 'string' && first.answer.startsWith('v1.')
      ? JSON.parse(secrets.unseal(first.answer))
      : first.answer; // stored before answers were encrypted
  }
  const answer = await work();
  await cx.trx
    .updateTable('idempotency')
    // Answers contain personal data, so they are stored encrypted.
    .set({
      answer: JSON.stringify(secrets.seal(JSON.stringify(answer ?? null, withoutWords))),
      held_act: cx.heldAct ?? null,
    })
    .where((is) => is.and(mark))
    .execute();
  return answer;
}

/** The tenant of the work: the person's own, or the one that the platform's owner names. */
async function tenantFor(trx: Trx, call: Call, { params }: CallRequest, principal: Principal): Promise<string> {
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
}

/** Let the transaction write the platform's own tables. */
async function openPlatform(trx: Trx, { tenantId }: Principal): Promise<void> {
  if (tenantId !== platformTenant) refuse('forbidden', { permission: 'platform' });
  await bind(trx, { platform: 'on' });
}

/** The parameters as the call's schemas parse them, or the refusal. */
function readInput(
  read: ReturnType<typeof readerOf>,
  sent: ReturnType<typeof requestOf>,
): { asked: CallRequest; refusal?: Refusal } {
  try {
    return { asked: { ...sent, input: read(sent) } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { asked: { ...sent, input: {} }, refusal: error };
  }
}

/**
 * Sends the parts of a file as they are made. One that cannot be begun is refused; an error in the middle breaks the
 * connection: half a file is no file.
 */
async function sendFile(
  reply: FastifyReply,
  { name, contentType, headers = {}, parts, closed }: SentFile,
): Promise<FastifyReply> {
  const ready = await begun(parts).catch((error) => {
    closed?.();
    throw error;
  });
  const body = Readable.from(ready, { objectMode: false });
  if (closed) body.once('close', closed);
  return reply
    .headers(headers)
    .header('content-type', contentType)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .send(body);
}

type Answering = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/**
 * What this server remembers of the person's own tenant, as of the version that was read with the session. `keep` makes
 * what is read known to other requests too, `recall` to this one alone.
 */
function remembering({ deps, tenantId, remembered: once }: Context, { tenantId: home, version }: Principal) {
  if (tenantId !== home) return { keep: once, recall: once };
  const { memory } = deps.db;
  const recall: Context['remembered'] = async <T extends object>(name: string, load: () => Promise<T>) =>
    (memory.recall(home, version, name) as T | undefined) ?? once(name, load);
  const keep: Context['remembered'] = (name, load) =>
    recall(name, async () => {
      const value = await load();
      memory.keep(home, version, name, value);
      return value;
    });
  return { keep, recall };
}

/** Refuses a person without the permission of a call. */
async function checkRight(cx: Context, call: Call, asked: CallRequest, principal: Principal): Promise<void> {
  const permission = typeof call.permission === 'function' ? call.permission(asked) : call.permission;
  const codes = typeof permission === 'string' ? [permission] : permission;
  if (principal.isGuest && permission !== 'guest') refuse('forbidden', { permission: codes.join(' | ') });
  // A password that another person knows too grants nothing, not even what needs no permission.
  if (principal.mustChangePassword && !call.beforeOwnPassword) refuse('auth.mustChangePassword');
  if (permission === 'signedIn' || permission === 'guest') return;
  const { menu, scope } = await mayCall(cx, principal, call, codes);
  if (!menu) refuse('forbidden', { permission: codes.join(' | ') });
  if (!scope) refuse('forbidden', { permission: `${call.method} ${call.path}` });
}

/** Puts a call at its address. */
export function route(app: FastifyInstance, call: Call, handler: Answering): void {
  app.route({
    method: call.method,
    url: `/api${call.path}`,
    ...(call.bodyLimit ? { bodyLimit: call.bodyLimit } : {}),
    config: {
      permission: typeof call.permission === 'function' ? 'byBody' : [call.permission].flat().join('|'),
      ...(call.takesPart
        ? { takes: 'part' }
        : call.receive
          ? { takes: 'file' }
          : call.takesList
            ? { takes: 'list' }
            : {}),
    },
    schema: routeSchema(call, { path: call.path, permission: codesOf(call), mayBeHeld: call.method === 'POST' }),
    handler,
  });
}

/**
 * Register one call on the server: session, permission, idempotency, transaction, envelope. The only other routes are
 * the ones that work without a session: the token call, signing pages, signed links to files.
 */
export function register(app: FastifyInstance, deps: Deps, registry: Registry, call: Call): void {
  route(app, call, answering(deps, registry, call));
  if (!call.foretells) return;
  const [zh, en] = call.title;
  const asked: Call = {
    ...call,
    path: foretelling(call.path),
    title: [`${zh}：是否须审批`, `${en}: whether it would wait for approval`],
    answer: shape({ act: optional(whole()), text: optional(text()) }),
  };
  route(app, asked, answering(deps, registry, call, [], true));
}

/** Does what a call does, and then lets its transaction end as if nothing had been done. */
async function foretold(cx: Context, call: Call, asked: CallRequest): Promise<never> {
  cx.foretells = true;
  await call.handle(cx, asked);
  throw new ForetoldEnd({});
}

/**
 * How a call is answered. `tables`: those of its module, where it is none of the registry. `isForetold`: it only says what
 * it would be held for.
 */
export function answering(
  deps: Deps,
  registry: Registry,
  call: Call,
  tables: readonly Table[] = [],
  isForetold = false,
): Answering {
  const read = readerOf(call);
  const known = () => [...registry.values(), ...tables];
  return async (request, reply) => {
    const { asked, refusal } = readInput(read, requestOf(request));
    const language = languageOf(request);
    const token = request.token ?? refuse('signedOut');
    const db = call.asOwner ? (deps.owner ?? deps.db) : deps.db;
    let afterwards: (() => Promise<void>)[] = [];
    let written: readonly Entry[] = [];
    let heldAct: number | undefined;
    let mark: string | undefined;
    const { tenantId: home, userId: asker } = token;
    const isDear = call.isDear === true;
    const shared = <T>(work: (trx: Trx) => Promise<T>) =>
      inShare(db, { tenantId: home, userId: asker, isDear }, () => db.withTenant(home, businessDate(deps.now()), work));
    const entitled = <T>(work: (cx: Context) => Promise<T>) =>
      shared(async (trx) => {
        afterwards = []; // work left by an attempt that the database aborted is dropped
        const principal = await token.principal(trx);
        const { userId, realName, account, isGuest } = principal;
        mark = changedMark(deps, request.headers.cookie, principal);
        request.caller = {
          tenantId: principal.tenantId,
          userId: isGuest ? null : userId,
          name: realName || account || 'guest',
        };
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
        const { keep, recall } = remembering(cx, principal);
        cx.remembered = keep;
        if (principal.isLocked && !call.whileLocked) refuse('session.locked');
        await checkRight(cx, call, asked, principal);
        // What it reads after it has changed something is its own view, and must not become that of others.
        if (call.method !== 'GET') cx.remembered = recall;
        if (call.writesPlatform) await openPlatform(trx, principal);
        const done = await recorded(cx, work);
        written = cx.written;
        heldAct = cx.heldAct;
        return done;
      });
    // Parameter errors are disclosed only to callers with the permission.
    if (refusal)
      return entitled(async () => {
        throw refusal;
      });
    const readAndAnswer = async () => {
      if (call.receive) {
        await entitled(async () => undefined);
        if (call.mostAnHour !== undefined)
          ratesOf(deps).count(`${home} ${asker} ${call.path}`, call.mostAnHour, deps.now());
        const received = await call.receive(asked, entitled);
        if (received && 'place' in received) asked.file = received;
        else if (received) asked.held = received;
        if (received)
          request.received = { name: received.originalName, size: received.size, type: received.contentType };
      }
      if (call.prepare) asked.prepared = await call.prepare(asked, entitled);
      return entitled(async (cx) => {
        if (isForetold) return foretold(cx, call, asked);
        const key = request.headers['idempotency-key'];
        if (call.method === 'GET' || typeof key !== 'string' || key === '') return call.handle(cx, asked);
        if (!/^[\w-]{8,64}$/.test(key)) refuse('badParameter', { name: 'Idempotency-Key' });
        return once(cx, call.path, key, asked, () => call.handle(cx, asked));
      }).catch(async (error) => {
        if (error instanceof ForetoldEnd) {
          afterwards = []; // it is about what no longer is
          return error.told;
        }
        // What is refused has stored nothing; where this fails too, the sweep takes the file.
        if (asked.file && error instanceof Refusal) await dropStored(entitled, asked.file).catch(() => undefined);
        throw (
          (await lostRace(deps, known(), error, asked.body, language)) ??
          (await lostReference(deps, known(), error, language)) ??
          error
        );
      });
    };
    const isReader = call.receive && call.prepare;
    const answer = await (isReader
      ? whileConnected(request, (signal) => files(`${home} ${asker}`, readAndAnswer, signal))
      : readAndAnswer());
    if (request.caller) logEvents(deps, request.caller, placeOf(request), written);
    // The caller does not wait for it, and it cannot undo what is committed.
    for (const job of afterwards)
      void job().catch((error) => {
        request.log.error({ error, path: call.path }, 'work after a call failed');
        if (answerTo(error, language).isBug) logError(deps, request, error);
      });
    if (mark) reply.header('set-cookie', mark);
    if (isForetold) return envelope(answer, language);
    if (call.send) return sendFile(reply, call.send(answer, asked, entitled));
    const data = call.complete ? await call.complete(answer, asked, entitled) : answer;
    return envelope(data, language, heldAct);
  };
}

/** The answer for an error; bugs are logged whole and answered in one neutral sentence. */
export function answerTo(
  error: unknown,
  language: Language,
): { status: number; body: Record<string, unknown>; isBug: boolean } {
  const refusal = error instanceof Refusal ? error : refusalFor(error);
  const body: Record<string, unknown> = {
    code: refusal.status,
    success: false,
    data: error instanceof ChangedTrial ? error.now : {},
    msg: sentence(refusal.code, language, refusal.detail),
    reason: refusal.code,
  };
  if (refusal.problems) body.problems = refusal.problems;
  if (refusal.rows) body.rows = refusal.rows;
  if (refusal.faults) body.faults = refusal.faults;
  // Needed for a countdown; all other details of a refusal are in its sentence.
  if (typeof refusal.detail.seconds === 'number') body.seconds = refusal.detail.seconds;
  return { status: refusal.status, body, isBug: refusal.code === 'bug' };
}

function refusalFor(error: unknown): Refusal {
  if (error instanceof StoreAbsent) return new Refusal('store.absent');
  if (error instanceof StoreError) return new Refusal('store.unavailable');
  if (error instanceof NotTerms) return new Refusal('badParameter', { name: error.fields.join(', ') });
  // A day or an amount of a request leads beyond what there is, as the database says of its own with 22008 and 22003.
  if (error instanceof NotDate || error instanceof NotMoney) return new Refusal('badParameter', { name: '' });
  const { code = '', statusCode = 0 } = error as { code?: string; statusCode?: number };
  if (code === '23505') return new Refusal('duplicate');
  if (code === '23503') return new Refusal('reference');
  if (['22P02', '22003', '22007', '22008', '22021', '22001'].includes(code))
    return new Refusal('badParameter', { name: '' });
  if (['40001', '40P01', '55P03', '57014', tooManyConnections].includes(code)) return new Refusal('busy');
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
}
