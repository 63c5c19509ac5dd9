/** Figures for Prometheus, behind a token: they tell strangers how busy the company is. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { businessDate } from '../../contract/domain/calendar';
import type { Deps } from '../kernel/context';

/** Upper bounds of the durations, in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** Sessions are counted at most so often, tenant by tenant. */
const sessionsMs = 60_000;

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Open sessions of all tenants; a count of this minute is used again. */
function sessionCounter({ db, now }: Pick<Deps, 'db' | 'now'>): () => Promise<number> {
  let counted: Promise<number> | undefined;
  let countedAt = Number.NEGATIVE_INFINITY;
  const count = async () => {
    const time = new Date(now());
    const tenants = await db.kysely.selectFrom('tenant').select('tenant_id').where('is_deleted', '=', 0).execute();
    let total = 0;
    for (const { tenant_id } of tenants)
      total += await db.withTenant(tenant_id, businessDate(now()), async (trx) => {
        const { open } = await trx
          .selectFrom('sign_in')
          .select(({ fn }) => fn.countAll<string>().as('open'))
          .where('tenant_id', '=', tenant_id)
          .where('ended_at', 'is', null)
          .where('expires_at', '>', time)
          .executeTakeFirstOrThrow();
        return Number(open);
      });
    return total;
  };
  return () => {
    if (!counted || performance.now() - countedAt > sessionsMs) {
      countedAt = performance.now();
      counted = count();
      counted.catch(() => {
        counted = undefined;
      });
    }
    return counted;
  };
}

/** `GET /metrics` in the text format of Prometheus. A server without a token neither serves nor collects them. */
export async function serveMetrics(app: FastifyInstance, deps: Deps, token: string): Promise<void> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client');
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by method, route template and class of the status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets,
    registers,
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    durations.observe({ method: request.method, route, status }, reply.elapsedTime / 1000);
  });
  new Gauge({
    name: 'leasedesk_database_connections',
    help: 'Connections of the pool by state, and works that wait for one.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      const { open, idle, waiting } = deps.db.connections();
      this.set({ state: 'busy' }, open - idle);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  const openSessions = sessionCounter(deps);
  new Gauge({
    name: 'leasedesk_open_sessions',
    help: 'Sessions that have neither ended nor expired; counted once a minute.',
    registers,
    async collect() {
      this.set(await openSessions().catch(() => Number.NaN));
    },
  });
  new Gauge({
    name: 'leasedesk_log_rows_held',
    help: 'Rows of the logs that wait to be written.',
    registers,
    collect() {
      this.set(deps.logs?.figures().held ?? 0);
    },
  });
  new Counter({
    name: 'leasedesk_log_rows_written_total',
    help: 'Rows of the logs that were written.',
    registers,
    collect() {
      this.reset();
      this.inc(deps.logs?.figures().written ?? 0);
    },
  });
  new Counter({
    name: 'leasedesk_log_rows_dropped_total',
    help: 'Rows of the logs that were lost, by cause.',
    labelNames: ['cause'] as const,
    registers,
    collect() {
      this.reset();
      for (const [cause, count] of Object.entries(deps.logs?.figures().dropped ?? {})) this.inc({ cause }, count);
    },
  });

  const expected = digest(`Bearer ${token}`);
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected))
      return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain').send('Unauthorized\n');
    return reply
      .header('cache-control', 'no-store')
      .type(register.contentType)
      .send(await register.metrics());
  });
}
