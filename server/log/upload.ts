import { sql } from 'kysely';
import Type from 'typebox';
import { dateTime } from '../../contract/domain/calendar';
import { errorSource } from '../../contract/modules/log/logError';
import { mostTapeLetters } from '../../contract/wire/settings';
import { clean, redacted, redactText } from '../engine/redact';
import { isScoped } from '../engine/rights/scopes';
import { type Call, defineCall } from '../kernel/call';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { id, shape, text, whole } from '../kernel/schemas';
import { thisServer } from './rows';

const mostEntries = 200;
/** Entries that one person may send in a day. */
const mostADay = 1000;
const dayMs = 24 * 60 * 60 * 1000;
const mostBytes = 256 * 1024;

/** A browser reports texts; anything else is shown as the parameters of a call are. */
function cut(value: unknown, most: number): string {
  if (typeof value === 'object' && value !== null) return clean(redacted(value), most);
  return clean(redactText(String(value ?? '').slice(0, 2 * most)), most);
}

/** The packed tape of an entry; a truncated one would be useless. */
function tapeOf({ tape }: Record<string, unknown>): string | null {
  if (tape === undefined || tape === null || tape === '') return null;
  const isTape = typeof tape === 'string' && tape.length <= mostTapeLetters && /^[\w+/]+={0,2}$/.test(tape);
  return isTape ? tape : refuse('badParameter', { name: 'tape' });
}

/** A tape holds whole answers of lists, so it is for its own person and for people whom no data scope binds. */
async function mayWatch(cx: Context, personId: string | null): Promise<boolean> {
  return personId === cx.principal?.userId || !(await isScoped(cx));
}

/** Reports of errors in browsers. */
export const errorLogCalls: Call[] = [
  {
    method: 'POST',
    path: '/blade-auth/oauth/logout',
    title: ['上报浏览器错误日志', 'Send the errors that a browser has stored'],
    describes: {
      body: Type.Array(
        Type.Object({
          type: Type.Optional(Type.Unknown()),
          url: Type.Optional(Type.Unknown()),
          message: Type.Optional(Type.Unknown()),
          stack: Type.Optional(Type.Unknown()),
          info: Type.Optional(Type.Unknown()),
          time: Type.Optional(Type.Unknown()),
          tape: Type.Optional(Type.String({ maxLength: mostTapeLetters })),
        }),
      ),
    },
    answer: shape({ count: whole() }),
    permission: 'signedIn',
    bodyLimit: mostBytes + mostTapeLetters,
    takesList: true,
    /** With a body this is SendLogs: the browser's stored errors; the session goes on. Answers how many were taken. */
    async handle(cx, { request }) {
      const sent: unknown[] = Array.isArray(request.body) ? request.body : [];
      if (sent.length > mostEntries) refuse('tooMany', { limit: mostEntries });
      const entries = sent.filter((entry): entry is Record<string, unknown> => typeof entry === 'object' && !!entry);
      const plain = entries.map(({ tape: _tape, ...rest }) => rest);
      if (Buffer.byteLength(JSON.stringify(plain)) > mostBytes) refuse('tooLarge');
      if (entries.length > 0) {
        const [{ tenantId }, userId] = [cx, cx.principal!.userId];
        await sql`select pg_advisory_xact_lock(hashtext('logs'), hashtext(${userId}))`.execute(cx.trx);
        const { count } = await cx.trx
          .selectFrom('error_log')
          .select(sql<number>`count(*)::int`.as('count'))
          .where('tenant_id', '=', tenantId)
          .where('user_id', '=', userId)
          .where('source', '=', errorSource.browser)
          .where('create_time', '>', dateTime(cx.deps.now() - dayMs))
          .executeTakeFirstOrThrow();
        if (count + entries.length > mostADay) refuse('log.tooMany', { limit: mostADay });
      }
      const rows = entries.map((entry) => ({
        id: cx.deps.newId(),
        tenant_id: cx.tenantId,
        user_id: cx.principal!.userId,
        user_name: cx.actor,
        source: errorSource.browser,
        type: cut(entry.type, 32),
        exception_name: cut(entry.type, 32),
        url: cut(entry.url, 500),
        message: cut(entry.message, 2000),
        stack: cut(entry.stack, 20_000),
        info: cut(entry.info, 2000),
        happened: cut(entry.time, 32),
        tape: tapeOf(entry),
        method: 'POST',
        remote_ip: cx.address.slice(0, 64),
        user_agent: cut(request.headers['user-agent'] ?? '', 1000),
        request_id: cx.requestId,
        ...thisServer,
        create_time: cx.time,
      }));
      if (rows.length > 0) await cx.trx.insertInto('error_log').values(rows).execute();
      return { count: rows.length };
    },
  },
  defineCall({
    method: 'GET',
    path: '/blade-log/error/tape',
    title: ['错误日志所附录像（gzip、base64）', 'The tape of an error as it was sent: gzip, as base64'],
    query: { id: id() },
    answer: text(),
    permission: 'log_error_view',
    async handle(cx, { input: { id } }) {
      const entry = await cx.trx
        .selectFrom('error_log')
        .select(['tape', 'user_id'])
        .where('tenant_id', '=', cx.tenantId)
        .where('id', '=', id)
        .executeTakeFirst();
      if (!entry?.tape) return refuse('notFound');
      if (!(await mayWatch(cx, entry.user_id))) return refuse('log.tapeHidden');
      // Everybody may send one, and a small one may unpack to many megabytes: only the browser that shows it does.
      return entry.tape;
    },
  }),
];
