/** What keeps the installation itself in order. */
import { sql } from 'kysely';
import { businessDate, dateTime } from '../../../contract/domain/calendar';
import { usualRunDays } from '../../../contract/domain/job/jobHandlers';
import { runStates } from '../../../contract/modules/job/runStates';
import { sweep, sweepShared } from '../../auth/sweep';
import { verifyAudit } from '../../engine/audit/chain';
import type { Deps } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { sweepLogs } from '../../log/retention';
import { sweepStores } from '../../resource/sweep';
import { defineJobHandler, type JobRun, wholeParam } from '../handler';

const dayMs = 24 * 60 * 60 * 1000;
/** Runs deleted in one transaction. */
const batch = 2000;
const usualBackups = 7;

export const sweepFiles = defineJobHandler({
  key: 'files.sweep',
  async run({ deps, tenantId, work, fail }) {
    await sweepStores(deps, tenantId, work, (error) => fail(error, 'files'));
    return undefined;
  },
});

export const sweepSessions = defineJobHandler({
  key: 'session.sweep',
  async run({ work }) {
    await work(sweep);
    return undefined;
  },
});

export const sweepCommon = defineJobHandler({
  key: 'shared.sweep',
  async run({ deps }) {
    await sweepShared(deps);
    return undefined;
  },
});

/** Runs that ended long ago, with their output, of every tenant. Answers how many. */
export async function sweepRuns(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  days: number,
  signal: AbortSignal,
): Promise<number> {
  const tenants = await db.kysely.selectFrom('tenant').select('tenant_id').orderBy('tenant_id').execute();
  const before = dateTime(now() - days * dayMs);
  let deleted = 0;
  for (const { tenant_id: tenantId } of tenants)
    for (let count = batch; count === batch; deleted += count) {
      signal.throwIfAborted();
      count = await db.withTenant(tenantId, businessDate(now()), async (trx) => {
        const { rows } = await sql<{ id: string }>`
          delete from job_run where tenant_id = ${tenantId} and id = any(array(
            select id from job_run where tenant_id = ${tenantId} and scheduled_time < ${before}
              and state not in (${runStates.waiting}, ${runStates.dispatched}, ${runStates.running})
            order by scheduled_time limit ${batch}))
          returning id`.execute(trx);
        const ids = rows.map(({ id }) => id);
        if (ids.length > 0)
          await sql`delete from job_run_line where tenant_id = ${tenantId} and run_id = any(${ids}::bigint[])`.execute(
            trx,
          );
        return ids.length;
      });
    }
  return deleted;
}

export const cleanLogs = defineJobHandler({
  key: 'log.cleanup',
  async run({ deps, params, log, signal }) {
    const rows = await sweepLogs(deps);
    const runs = await sweepRuns(deps, wholeParam(params, 'runDays', usualRunDays, 1, 3650), signal);
    if (rows + runs > 0) log.info(`日志 ${rows} 行，运行记录 ${runs} 条 · rows of logs: ${rows}, runs: ${runs}`);
    return String(rows + runs);
  },
});

export const anchorAudit = defineJobHandler({
  key: 'audit.anchor',
  async run({ deps, tenantId }) {
    deps.anchor?.touch(tenantId); // other servers write, too
    return undefined;
  },
});

export const verifyChain = defineJobHandler({
  key: 'audit.verifyChain',
  async run({ work, log }: JobRun) {
    const verdict = await work(verifyAudit);
    const { isWhole, fault, brokenAt, rows } = verdict;
    if (!isWhole) refuse('job.brokenChain', { text: brokenAt === null ? fault : `${fault}, ${brokenAt}` });
    log.info(`已校验 ${rows} 条 · entries verified: ${rows}`);
    return String(rows);
  },
});

export const makeBackup = defineJobHandler({
  key: 'backup.make',
  async run({ deps, params, log }) {
    const keep = wholeParam(params, 'keep', usualBackups, 1, 1000);
    const { path, missing } = await (deps.backUp ?? (() => refuse('job.noBackupFolder')))(
      keep,
      params.withoutFiles === true,
    );
    if (missing) {
      log.error(missing);
      refuse('job.incompleteBackup', { path });
    }
    log.info(`已备份 · backed up: ${path}`);
    return path;
  },
});
