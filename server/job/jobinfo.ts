import { handlerSpec, handlersOf, isHandlerKey } from '../../contract/domain/job/jobHandlers';
import { firesItself, lifecycleOf, lifecycleText, timeTypes } from '../../contract/domain/job/jobTimes';
import { type JobInfo, jobinfo, jobStates, judgeJob, processorTypes } from '../../contract/modules/job/jobinfo';
import { causeText } from '../../contract/modules/job/runCauses';
import { runTriggers } from '../../contract/modules/job/runStates';
import { problemText } from '../../contract/schema/messages';
import type { Problems } from '../../contract/schema/validate';
import { platformTenant } from '../auth/rights';
import { defineServerModule, type ServerModule } from '../engine/serverModule';
import { type Call, defineCall } from '../kernel/call';
import type { Context } from '../kernel/context';
import { problemRefusal, Refusal, refuse } from '../kernel/errors';
import { done, id, oneOf } from '../kernel/schemas';
import { begin } from './due';
import { doThere, refuseFailed, removeJobs, runThere } from './remote';
import type { JobRow } from './rows';
import { arm, nextOf } from './schedule';
import { syncJobs } from './sync';

/** What decides when a job runs. */
const timeFields = ['timeExpressionType', 'timeExpression', 'timeZone', 'lifecycle', 'enable'] as const;

/** The job as the scheduler reads it, locked. */
export async function jobRow({ trx, tenantId }: Context, jobId: string): Promise<JobRow> {
  const row = await trx
    .selectFrom('job_info')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', jobId)
    .where('is_deleted', '=', 0)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? refuse('notYours');
}

/** Whether the product's own scheduler runs the jobs of this server. */
export async function isEmbedded({ trx, tenantId }: Context, serverId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('job_server')
    .select('is_embedded')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', serverId)
    .executeTakeFirst();
  return row?.is_embedded === 1;
}

/** A handler of this server that the tenant may use. */
function checkHandler(next: JobInfo, { tenantId, language }: Context): void {
  const key = next.processorInfo;
  if (next.processorType !== processorTypes.builtIn)
    throw problemRefusal(jobinfo, 'processorType', 'noPlugin', language);
  const isPlatform = tenantId === platformTenant;
  if (!isHandlerKey(key))
    throw new Refusal(
      'job.unknownHandler',
      { key: String(key).slice(0, 64), known: handlersOf(isPlatform).join(', ') },
      { processorInfo: 'unknownHandler' },
    );
  if (handlerSpec(key).isPlatform && !isPlatform)
    throw problemRefusal(jobinfo, 'processorInfo', 'notPlatform', language);
}

function refuseAll(problems: Problems, { language }: Context): void {
  const [first] = Object.entries(problems);
  if (!first) return;
  const field = jobinfo.fields[first[0] as keyof typeof jobinfo.fields];
  throw new Refusal('invalid', { text: problemText(field, first[1], language) }, problems);
}

/** Enables or pauses a job: the answer is the change of its row. */
async function switched(cx: Context, row: JobInfo, enable: 0 | 1): Promise<{ enable: 0 | 1; note: null }> {
  if (await isEmbedded(cx, row.jobServerId)) {
    const now = cx.deps.now();
    const held = await jobRow(cx, row.id);
    if (enable === jobStates.enabled) refuseAll(judgeJob({ ...row }, now), cx);
    await arm(cx, row.id, nextOf({ ...held, enable }, now));
  }
  return { enable, note: null };
}

/** The button that enables, or pauses. */
function codeOf(enable: number): string {
  return enable === jobStates.enabled ? 'jobinfo_enable' : 'jobinfo_pause';
}

/** Refuses enabling or pausing to a person without its button, by whatever call. */
async function checkSwitch(cx: Context, enable: number): Promise<void> {
  const code = codeOf(enable);
  if (!(await cx.may(code))) refuse('forbidden', { permission: code });
}

const changeCall: Call = defineCall({
  method: 'POST',
  path: jobinfo.url('change'),
  title: ['启用或暂停任务', 'Enable or pause a job'],
  query: { id: id(), enable: oneOf(0, 1) },
  answer: done,
  permission: ['jobinfo_enable', 'jobinfo_pause'],
  prepare: async ({ input }, entitled) => {
    const effect = input.enable === jobStates.enabled ? 'enable' : 'disable';
    return (await entitled((cx) => cx.may(codeOf(input.enable)))) ? doThere(effect, [input.id], entitled) : undefined;
  },
  async handle(cx, { input, prepared }) {
    const enable = input.enable as 0 | 1;
    await checkSwitch(cx, enable);
    refuseFailed(prepared);
    const [row] = await cx.rows(jobinfo).lock([input.id]);
    if (!row) return refuse('notYours');
    const action = enable === jobStates.enabled ? 'enable' : 'pause';
    await cx.rows(jobinfo).update(row, await switched(cx, row, enable), { action: action as never });
    return true;
  },
});

const served: ServerModule = defineServerModule(jobinfo, {
  table: 'job_info',
  defaultSort: [
    ['enable', 'desc'],
    ['id', 'desc'],
  ],
  calls: [changeCall, syncJobs, removeJobs(() => served)],

  async saving(next, cx, before) {
    if (before && next.enable !== before.enable) await checkSwitch(cx, next.enable);
    if (before && next.jobServerId !== before.jobServerId) refuse('job.serverFixed');
    const isOurs = await isEmbedded(cx, next.jobServerId);
    if (isOurs) checkHandler(next, cx);
    if (before?.isBuiltIn === 1 && next.processorInfo !== before.processorInfo) refuse('job.builtInHandler');
    refuseAll(judgeJob({ ...next }, cx.deps.now()), cx);
    const ownId = before?.id ?? cx.deps.newId();
    return {
      ...(before ? {} : { id: ownId }),
      ...(isOurs ? { jobId: ownId } : {}),
      timeExpression: firesItself(next) ? String(next.timeExpression).trim() : null,
      timeZone: next.timeExpressionType === timeTypes.cron ? next.timeZone : null,
      lifecycle: lifecycleText(lifecycleOf(next.lifecycle)!),
      note: null,
    };
  },

  async saved(row, cx, before) {
    if (!(await isEmbedded(cx, row.jobServerId))) return;
    if (before && timeFields.every((name) => (row[name] ?? null) === (before[name] ?? null))) return;
    await arm(cx, row.id, nextOf(await jobRow(cx, row.id), cx.deps.now()));
  },

  async removing(rows) {
    if (rows.some(({ isBuiltIn }) => isBuiltIn === 1)) refuse('job.builtIn');
  },

  showing: (row, { language }) => ({ ...row, note: causeText(row.note, language) }),

  actions: {
    run: {
      idsAs: 'id',
      answer: id(),
      async run(cx, [row], { answer }) {
        if (!(await isEmbedded(cx, row!.jobServerId))) return answer(await runThere(cx, row!.id));
        checkHandler(row!, cx);
        const run = { trigger: runTriggers.person, scheduledAt: cx.deps.now() };
        const [runId] = await begin(cx, await jobRow(cx, row!.id), run);
        answer(runId);
      },
    },
    enable: {
      idsAs: 'id',
      preparing: ({ ids }, entitled) => doThere('enable', ids, entitled),
      run: (cx, [row], { prepared }) => {
        refuseFailed(prepared);
        return switched(cx, row!, jobStates.enabled);
      },
    },
    pause: {
      idsAs: 'id',
      preparing: ({ ids }, entitled) => doThere('disable', ids, entitled),
      run: (cx, [row], { prepared }) => {
        refuseFailed(prepared);
        return switched(cx, row!, jobStates.paused);
      },
    },
    // its call is `syncJobs`
    sync: { async run() {} },
  },
});
export default served;
