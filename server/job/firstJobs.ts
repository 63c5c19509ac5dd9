/** The jobs that a tenant starts with, and what a server does about jobs when it starts. */
import { firstExpression, type HandlerKey, handlerSpec, handlersOf } from '../../contract/domain/job/jobHandlers';
import { timeTypes } from '../../contract/domain/job/jobTimes';
import { executeTypes, jobStates } from '../../contract/modules/job/jobinfo';
import { serverStates } from '../../contract/modules/job/jobserver';
import { isTenantActive } from '../auth/people';
import { platformTenant } from '../auth/rights';
import { lackingTasks } from '../engine/tasks';
import { asSystem, type Registry } from '../engine/work';
import type { Context, Deps } from '../kernel/context';
import type { Trx } from '../kernel/database';
import { type JobRow, openStates, runKey, runName, sendRun } from './rows';
import { arm, dueKey, dueName, nextOf, sendDue } from './schedule';

type Place = Pick<Context, 'deps' | 'trx' | 'tenantId'>;
/** Runs that are looked at in one go. */
const mostResumed = 10_000;

/** The row of the scheduler inside the product. */
async function keepScheduler(trx: Trx, tenantId: string, newId: () => string, time: string): Promise<string> {
  const held = await trx
    .selectFrom('job_server')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('is_embedded', '=', 1)
    .where('is_deleted', '=', 0)
    .executeTakeFirst();
  if (held) return held.id;
  const id = newId();
  await trx
    .insertInto('job_server')
    .values({
      id,
      tenant_id: tenantId,
      job_server_name: '内置调度',
      job_server_url: 'embedded',
      job_app_name: 'leasedesk',
      is_embedded: 1,
      state: serverStates.working,
      create_time: time,
      update_time: time,
    })
    .execute();
  return id;
}

/** Gives the tenant the scheduler and those of the shipped jobs that it does not have. A server's start arms them. */
export async function keepJobs(trx: Trx, tenantId: string, newId: () => string, time: string): Promise<void> {
  const serverId = await keepScheduler(trx, tenantId, newId, time);
  const held = await trx
    .selectFrom('job_info')
    .select('processor_info')
    .where('tenant_id', '=', tenantId)
    .where('is_built_in', '=', 1)
    .where('is_deleted', '=', 0)
    .execute();
  const known = new Set(held.map(({ processor_info }) => processor_info));
  const missing = handlersOf(tenantId === platformTenant).filter((key) => handlerSpec(key).first && !known.has(key));
  if (missing.length === 0) return;
  await trx
    .insertInto('job_info')
    .values(
      missing.map((key) => ({
        ...firstJob(key, tenantId, newId()),
        job_server_id: serverId,
        create_time: time,
        update_time: time,
      })),
    )
    .execute();
}

function firstJob(key: HandlerKey, tenantId: string, id: string) {
  const { title, about, isPaused, isEverywhere, params } = handlerSpec(key);
  return {
    id,
    tenant_id: tenantId,
    job_id: id,
    job_name: title[0],
    job_description: about[0],
    job_params: params ?? null,
    time_expression_type: timeTypes.cron,
    time_expression: firstExpression(key, tenantId) ?? null,
    execute_type: isEverywhere ? executeTypes.broadcast : executeTypes.standalone,
    processor_info: key,
    enable: isPaused ? jobStates.paused : jobStates.enabled,
    max_instance_num: isEverywhere ? 0 : 1,
    is_built_in: 1,
  };
}

/** Arms jobs that have no moment yet, and asks again for ticks and runs whose tasks are lost, as after a restore. */
export async function armJobs(place: Place): Promise<void> {
  const jobs = await armed(place);
  const now = place.deps.now();
  const moments = jobs.flatMap(({ id, next_at }) => (next_at === null ? [] : [dueKey(id, Number(next_at))]));
  const lacking = await lackingTasks(place, { name: dueName }, moments);
  for (const job of jobs) {
    if (job.next_at !== null) {
      if (lacking.has(dueKey(job.id, Number(job.next_at)))) await sendDue(place, job.id, Number(job.next_at));
      continue;
    }
    // A fixed delay is armed by the end of its run.
    const isWaiting = job.time_expression_type === timeTypes.fixedDelay && (await hasOpenRun(place, job.id));
    if (!isWaiting) await arm(place, job.id, nextOf(job, now));
  }
  await resume(place);
}

/** Jobs that the scheduler of the product runs by themselves, locked. */
function armed({ trx, tenantId }: Place): Promise<JobRow[]> {
  return trx
    .selectFrom('job_info as j')
    .selectAll('j')
    .where('j.tenant_id', '=', tenantId)
    .where('j.is_deleted', '=', 0)
    .where('j.enable', '=', jobStates.enabled)
    .where('j.time_expression_type', 'in', [timeTypes.cron, timeTypes.fixedRate, timeTypes.fixedDelay])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('job_server as s')
          .select('s.id')
          .whereRef('s.id', '=', 'j.job_server_id')
          .where('s.tenant_id', '=', tenantId)
          .where('s.is_embedded', '=', 1),
      ),
    )
    .orderBy('j.id')
    .forNoKeyUpdate()
    .execute();
}

/** Runs that have not ended and have no task any more are given to the queue again. */
async function resume(place: Place): Promise<void> {
  const { trx, tenantId } = place;
  const open = await trx
    .selectFrom('job_run')
    .select(['id', 'task', 'for_node'])
    .where('tenant_id', '=', tenantId)
    .where('state', 'in', openStates)
    .limit(mostResumed)
    .execute();
  const keys = open.map(({ id, task }) => runKey(id, task));
  const lacking = await lackingTasks(place, { name: runName }, keys);
  for (const run of open) if (lacking.has(runKey(run.id, run.task))) await sendRun(place, run, run.task);
}

async function hasOpenRun({ trx, tenantId }: Pick<Context, 'trx' | 'tenantId'>, jobId: string): Promise<boolean> {
  const open = await trx
    .selectFrom('job_run')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('job_info_id', '=', jobId)
    .where('state', 'in', openStates)
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}

/** Part of the start of a server: every tenant's jobs are armed. Servers that start at once do it one after the other. */
export async function startJobs(deps: Deps, registry: Registry): Promise<void> {
  const tenants = await deps.db.kysely
    .selectFrom('tenant as t')
    .select('t.tenant_id')
    .where(isTenantActive(deps.now()))
    .orderBy('t.tenant_id')
    .execute();
  for (const { tenant_id: tenantId } of tenants)
    await asSystem(deps, registry, { tenantId, actor: '系统' }, async (cx) => {
      await cx.exclusive('jobs at the start');
      await armJobs(cx);
    });
}
