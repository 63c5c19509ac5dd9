/** Open windows: one stream of server-sent events for each browser, fed by the signals of all servers. */
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { businessDate, dateTime } from '../../contract/domain/calendar';
import { sourceLanguage } from '../../contract/domain/languages';
import { heartbeatMs, type PushEvent, type PushName, pushNames, pushPath } from '../../contract/wire/push';
import { isTenantActive } from '../auth/people';
import { refuseRestricted } from '../auth/session';
import { changesSince } from '../engine/inbox/notify';
import { contextOf, type Registry } from '../engine/work';
import type { Audience, Bus, Signal } from '../kernel/bus';
import type { Deps, Principal } from '../kernel/context';
import type { Trx } from '../kernel/database';
import { refuse } from '../kernel/errors';
import { openRoute } from '../kernel/route';

export interface PushLimits {
  /** Connections of one person, and of this server. */
  perPerson: number;
  perServer: number;
  /** How often sessions are looked up, and how often a server that hears no signals looks for new messages, in ms. */
  sessionMs: number;
  pollMs: number;
}
export const usualPushLimits: PushLimits = { perPerson: 12, perServer: 5_000, sessionMs: 15_000, pollMs: 3_000 };

/** Signals of one moment are written together, in ms. */
const gatherMs = 50;
/** How far a poll looks back, because clocks differ and transactions take time, in ms. */
const lookBackMs = 60_000;
/** A window that does not read is cut off at so many bytes. */
const mostWaiting = 64 * 1024;

/** A person as an audience names them. */
interface Member {
  tenantId: string;
  sid: string;
  userId: string;
  isAdmin: boolean;
  roleIds: ReadonlySet<string>;
  deptIds: ReadonlySet<string>;
}
interface Connection extends Member {
  raw: ServerResponse;
  /** Events to be written, by their text. */
  waiting: Set<string>;
}

function isFor({ userId, isAdmin, roleIds, deptIds }: Member, to: Audience): boolean {
  switch (to.audience) {
    case 'all':
      return true;
    case 'admin':
      return isAdmin;
    case 'user':
      return to.userId === userId;
    case 'chosen':
      return (
        to.userIds.includes(userId) ||
        to.roleIds.some((id) => roleIds.has(id)) ||
        to.deptIds.some((id) => deptIds.has(id))
      );
  }
}
function written(name: PushName, data: unknown = {}): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** What a person is on record as, whatever role they have chosen to work as. */
async function recordOf(trx: Trx, { tenantId, userId }: Principal): Promise<Pick<Member, 'roleIds' | 'deptIds'>> {
  const held = await trx
    .selectFrom('sys_user')
    .select(['role_ids', 'dept_ids'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .executeTakeFirst();
  return { roleIds: new Set(held?.role_ids ?? []), deptIds: new Set(held?.dept_ids ?? []) };
}

/** The sessions among these that may still listen. */
async function liveSessions(trx: Trx, tenantId: string, sids: readonly string[], now: number): Promise<Set<string>> {
  const { rows } = await sql<{ sid: string }>`
    select s.sid from sign_in s
    join sys_user u on u.tenant_id = s.tenant_id and u.id = s.user_id and u.status = 1 and u.is_deleted = 0
    join tenant t on t.tenant_id = s.tenant_id and ${isTenantActive(now)}
    where s.tenant_id = ${tenantId} and s.sid = any(${[...sids]}::bigint[]) and s.ended_at is null
      and s.expires_at > ${new Date(now)} and s.lock_proof is null`.execute(trx);
  return new Set(rows.map(({ sid }) => sid));
}

export type Hub = ReturnType<typeof openHub>;

/** The connections of this server. Without a `bus` it looks for new messages itself. */
function openHub(deps: Deps, bus: Bus | undefined, limits: PushLimits) {
  const all = new Set<Connection>();
  const byTenant = new Map<string, Set<Connection>>();
  const timers: NodeJS.Timeout[] = [];
  let isClosed = false;
  const inTenant = <T>(tenantId: string, work: (trx: Trx) => Promise<T>) =>
    deps.db.withTenant(tenantId, businessDate(deps.now()), work);

  const leave = (one: Connection) => {
    all.delete(one);
    const others = byTenant.get(one.tenantId);
    others?.delete(one);
    if (others?.size === 0) byTenant.delete(one.tenantId);
  };
  const end = (one: Connection, name: PushName) => {
    leave(one);
    one.raw.end(written(name));
  };
  const write = (one: Connection, text: string) => {
    if (one.raw.writableLength > mostWaiting) one.raw.destroy();
    else one.raw.write(text);
  };

  let gathering: NodeJS.Timeout | undefined;
  const flush = () => {
    gathering = undefined;
    for (const one of all) {
      if (one.waiting.size === 0) continue;
      write(one, [...one.waiting].join(''));
      one.waiting.clear();
    }
  };
  const deliver = (tenantId: string, to: Audience, event: PushEvent) => {
    const text = written(pushNames.changed, event);
    for (const one of byTenant.get(tenantId) ?? [])
      if (isFor(one, to)) {
        one.waiting.add(text);
        gathering ??= setTimeout(flush, gatherMs);
      }
  };

  /** Closes the connections of ended and locked sessions; all of them, or those of one person. */
  const checkSessions = async (tenantId: string, isChecked: (one: Connection) => boolean = () => true) => {
    const some = [...(byTenant.get(tenantId) ?? [])].filter(isChecked);
    if (some.length === 0) return;
    const sids = some.map(({ sid }) => sid);
    const live = await inTenant(tenantId, (trx) => liveSessions(trx, tenantId, sids, deps.now()));
    for (const one of some) if (all.has(one) && !live.has(one.sid)) end(one, pushNames.over);
  };
  /** A database that is away says nothing about sessions: the next run looks again. */
  const quietly = (work: Promise<unknown>) => void work.catch(() => undefined);
  const hear = (what: Signal) => {
    if ('event' in what) deliver(what.tenantId, what.to, what.event);
    else quietly(checkSessions(what.tenantId, (one) => isFor(one, what.to)));
  };

  /** Messages that a poll has seen, with the time of its look, by tenant. */
  const seen = new Map<string, Map<string, number>>();
  const poll = async (tenantId: string) => {
    const now = deps.now();
    const known = seen.get(tenantId);
    const changes = await inTenant(tenantId, (trx) =>
      changesSince({ trx, tenantId }, dateTime(now - lookBackMs), dateTime(now)),
    );
    const looked = new Map(changes.map(({ id }) => [id, now]));
    seen.set(tenantId, new Map([...[...(known ?? [])].filter(([, at]) => at > now - 2 * lookBackMs), ...looked]));
    // The first look learns what there is: windows ask by themselves when they connect.
    if (known)
      for (const { id, to, kind } of changes)
        if (!known.has(id)) deliver(tenantId, to, { topic: 'inbox', about: kind });
  };

  bus?.listen(hear);
  const every = (ms: number, work: () => void) => timers.push(setInterval(work, ms).unref());
  every(heartbeatMs, () => {
    for (const one of all) write(one, ':\n\n');
  });
  every(limits.sessionMs, () => {
    for (const tenantId of byTenant.keys()) quietly(checkSessions(tenantId));
  });
  every(limits.pollMs, () => {
    if (bus?.isHearing()) return seen.clear();
    for (const tenantId of seen.keys()) if (!byTenant.has(tenantId)) seen.delete(tenantId);
    for (const tenantId of byTenant.keys()) quietly(poll(tenantId));
  });

  return {
    /** Refuses a connection beyond the limits. */
    checkRoom({ tenantId, userId }: Pick<Member, 'tenantId' | 'userId'>) {
      if (all.size >= limits.perServer) refuse('busy');
      const own = [...(byTenant.get(tenantId) ?? [])].filter((one) => one.userId === userId);
      if (own.length >= limits.perPerson) refuse('push.tooMany', { limit: limits.perPerson });
    },
    join(member: Member, raw: ServerResponse) {
      const one: Connection = { ...member, raw, waiting: new Set() };
      all.add(one);
      const others = byTenant.get(member.tenantId) ?? new Set();
      byTenant.set(member.tenantId, others.add(one));
      raw.on('close', () => leave(one));
      raw.on('error', () => undefined); // the window is gone, and `close` follows
      write(one, written(pushNames.open));
      // Asked for while the others were told to go: it would hold up the stop until it is cut.
      if (isClosed) return end(one, pushNames.restart);
      // Signals of the moment between reading the session and joining were not heard.
      quietly(checkSessions(member.tenantId, (other) => other === one));
    },
    size: () => all.size,
    close() {
      isClosed = true;
      for (const timer of timers) clearInterval(timer);
      clearTimeout(gathering);
      flush();
      for (const one of [...all]) end(one, pushNames.restart);
    },
  };
}

/** `GET /blade-desk/push`. The connection ends with the session, with its lock, and when the server stops. */
export function pushRoute(
  app: FastifyInstance,
  deps: Deps,
  registry: Registry,
  { bus, limits }: { bus?: Bus | undefined; limits?: Partial<PushLimits> | undefined },
): void {
  const hub = openHub(deps, bus, { ...usualPushLimits, ...limits });
  app.addHook('preClose', async () => hub.close());

  openRoute(app, {
    method: 'GET',
    url: `/api${pushPath}`,
    permission: 'signedIn',
    title: ['变更推送（Server-Sent Events）', 'Events as they happen (server-sent events)'],
    answer: 'stream',
    isStream: true,
    async handle(_input, request, reply) {
      const token = request.token ?? refuse('signedOut');
      const member = await deps.db.withTenant(token.tenantId, businessDate(deps.now()), async (trx) => {
        const principal = await token.principal(trx);
        refuseRestricted(principal);
        const { tenantId, sid, userId, realName } = principal;
        const cx = contextOf(deps, registry, trx, { tenantId, principal, actor: realName, language: sourceLanguage });
        const isAdmin = principal.isAdmin || (await cx.may('user_audit'));
        return { tenantId, sid, userId, isAdmin, ...(await recordOf(trx, principal)) };
      });
      if (!/\btext\/event-stream\b/.test(request.headers.accept ?? '')) refuse('badParameter', { name: 'Accept' });
      hub.checkRoom(member);
      reply.hijack();
      const { raw } = reply;
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no', // proxies pass each event on at once
      });
      hub.join(member, raw);
      return reply;
    },
  });
}
