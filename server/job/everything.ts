/** The calendar's work without its times: what tests run, and an operator's program may. */
import { isTenantActive } from '../auth/people';
import { platformTenant } from '../auth/rights';
import { asPerson, asSystem, type Registry } from '../engine/work';
import type { Deps } from '../kernel/context';
import { type Handlers, type JobRun, paramsIn } from './handler';

/** Date-driven work in its order: the platform's, and that of each tenant. It changes nothing when it is done again. */
const ofPlatform = ['shared.sweep', 'log.cleanup'];
const ofTenant = [
  ...[
    'session.sweep',
    'transfer.sweep',
    'files.sweep',
    'identity.index',
    'search.index',
    'yield.keep',
    'ledger.sum',
    'plan.dueReminder',
  ],
  ...[
    'message.deliver',
    'report.send',
    'esign.reconcile',
    'note.remind',
    'flow.late',
    'audit.anchor',
    'order.startDue',
    'order.matureDue',
  ],
];

function silent() {}
const log = { debug: silent, info: silent, warn: silent, error: silent };

function jobRunOf(deps: Deps, registry: Registry, tenantId: string, fail: JobRun['fail']): JobRun {
  return {
    deps,
    tenantId,
    work: (part) => asSystem(deps, registry, { tenantId, actor: '系统' }, part),
    workAs: (find, part) => asPerson(deps, registry, tenantId, find, part),
    params: paramsIn(null),
    log,
    fail,
    progress: silent,
    signal: new AbortController().signal,
    attempt: 1,
    map: (parts, work) => Promise.all(parts.map(work)),
  };
}

/**
 * Runs the calendar's handlers once for every active tenant, without queue and log. `fail` is told of parts that failed by
 * themselves. Answers how many orders were started, and how many matured.
 */
export async function advanceTenants(
  deps: Deps,
  registry: Registry,
  handlers: Handlers,
  fail: JobRun['fail'],
): Promise<{ started: number; matured: number }> {
  const tenants = await deps.db.kysely
    .selectFrom('tenant as t')
    .select('t.tenant_id')
    .where(isTenantActive(deps.now()))
    .execute();
  const run = (key: string, asked: JobRun) => handlers.get(key)!.run(asked);
  for (const key of ofPlatform) await run(key, jobRunOf(deps, registry, platformTenant, fail));
  const total = { started: 0, matured: 0 };
  for (const { tenant_id } of tenants) {
    const asked = jobRunOf(deps, registry, tenant_id, fail);
    for (const key of ofTenant) {
      const result = await run(key, asked);
      if (key === 'order.startDue') total.started += Number(result);
      if (key === 'order.matureDue') total.matured += Number(result);
    }
  }
  return total;
}
