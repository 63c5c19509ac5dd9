/** The start of an attempt at a run: who may take it, and what stands against it. */
import { dateTime } from '../../contract/domain/calendar';
import { handlerSpec, isHandlerKey } from '../../contract/domain/job/jobHandlers';
import { processorTypes } from '../../contract/modules/job/jobinfo';
import { causeOf } from '../../contract/modules/job/runCauses';
import { finalStates, runStates } from '../../contract/modules/job/runStates';
import { isLive } from '../auth/people';
import { platformTenant } from '../auth/rights';
import type { Context } from '../kernel/context';
import { conclude } from './ending';
import type { Handlers, JobHandler } from './handler';
import { isFit, liveNodes, ownNode } from './nodes';
import { anyNode, type JobRow, type RunData, type RunRow, sendRun, sendWatch, watchSeconds } from './rows';

/** Ends of a node in the middle of a run after which it is begun again. */
const mostLosses = 1;

/** An attempt in hand. */
export interface Begun {
  run: RunRow;
  job: JobRow;
  handler: JobHandler;
}

async function find({ trx, tenantId }: Context, runId: string): Promise<{ run: RunRow; job: JobRow } | undefined> {
  const run = await trx
    .selectFrom('job_run')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', runId)
    .executeTakeFirst();
  if (!run) return undefined;
  const job = await trx
    .selectFrom('job_info')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', run.job_info_id)
    .executeTakeFirst();
  return job && { run, job };
}

/** Changes the run while it is as it was read; undefined where another server was first. */
async function change(cx: Context, run: RunRow, values: Partial<RunRow>): Promise<RunRow | undefined> {
  return cx.trx
    .updateTable('job_run')
    .set({ ...values, update_time: cx.time })
    .where('tenant_id', '=', cx.tenantId)
    .where('id', '=', run.id)
    .where('state', '=', run.state)
    .where('attempt', '=', run.attempt)
    .where('task', '=', run.task)
    .returningAll()
    .executeTakeFirst();
}

/** A run whose node is gone before it took it: on every node means on that one, too; any other run may go elsewhere. */
async function lookAfter(cx: Context, run: RunRow): Promise<void> {
  if (run.is_stop_asked === 1 && run.state !== runStates.running)
    return conclude(cx, run, { state: runStates.cancelled });
  if (run.state !== runStates.dispatched) return;
  const live = await liveNodes(cx);
  if (live.includes(run.for_node)) return sendWatch(cx, run.id, watchSeconds);
  if (run.is_bound === 1) return conclude(cx, run, { state: runStates.failed, cause: causeOf('nodeGone') });
  await pass(cx, run, anyNode);
}

/** Gives the run to another node. */
async function pass(cx: Context, run: RunRow, node: number, refused: readonly number[] = []): Promise<void> {
  const task = `${node === anyNode ? 'any' : `node ${node}`} ${refused.length}`;
  const state = node === anyNode ? runStates.waiting : runStates.dispatched;
  const moved = await change(cx, run, { state, for_node: node, task, refused_by: [...refused] });
  if (moved) await sendRun(cx, moved, task);
}

/** This node cannot take the run: another one that has not refused it yet gets it. */
async function refuseRun(cx: Context, run: RunRow): Promise<void> {
  const refused = [...new Set([...run.refused_by, ownNode(cx.deps).number()])];
  const [next] = run.is_bound === 1 ? [] : (await liveNodes(cx)).filter((node) => !refused.includes(node));
  if (next !== undefined) return pass(cx, run, next, refused);
  return conclude(cx, run, { state: runStates.failed, cause: causeOf('noWorker') });
}

/** Why the run cannot begin at all. */
async function obstacle({ trx, tenantId, deps }: Context, run: RunRow, job: JobRow, handlers: Handlers) {
  const failed = (name: Parameters<typeof causeOf>[0]) => ({ state: runStates.failed, cause: causeOf(name) });
  if (run.is_stop_asked === 1) return { state: run.attempt > 0 ? runStates.stopped : runStates.cancelled };
  if (job.is_deleted === 1) return { state: runStates.cancelled, cause: causeOf('jobRemoved') };
  if (!(await isLive(trx, tenantId, deps.now()))) return { state: runStates.cancelled, cause: causeOf('jobPaused') };
  if (run.state === runStates.running && run.losses >= mostLosses) return failed('lost');
  const key = run.processor_info;
  if (job.processor_type !== processorTypes.builtIn || !handlers.has(key)) return failed('unknownHandler');
  if (isHandlerKey(key) && handlerSpec(key).isPlatform && tenantId !== platformTenant) return failed('notPlatform');
  return undefined;
}

/** Takes the run in hand; undefined where there is nothing to do. */
export async function beginRun(cx: Context, { runId, task }: RunData, handlers: Handlers): Promise<Begun | undefined> {
  const found = await find(cx, runId);
  if (!found) return undefined;
  const { run, job } = found;
  if (finalStates.includes(run.state)) return undefined;
  if (task === undefined) {
    await lookAfter(cx, run);
    return undefined;
  }
  if (task !== run.task) return undefined;
  const against = await obstacle(cx, run, job, handlers);
  if (against) {
    await conclude(cx, run, against);
    return undefined;
  }
  if (!(await isFit(cx.deps, job))) {
    await refuseRun(cx, run);
    return undefined;
  }
  const now = cx.deps.now();
  const node = ownNode(cx.deps);
  const begun = await change(cx, run, {
    state: runStates.running,
    attempt: run.attempt + 1,
    // The same task again: the server that had the run has ended.
    losses: run.losses + (run.state === runStates.running ? 1 : 0),
    node: `${node.name} #${node.number()}`.slice(-128),
    for_node: run.is_bound === 1 ? run.for_node : anyNode,
    progress: 0,
    progress_text: null,
    started_at: String(now),
    start_time: dateTime(now),
  });
  const handler = handlers.get(run.processor_info);
  return begun && handler && { run: begun, job, handler };
}
