import Type from 'typebox';
import { dateTime } from '../../contract/domain/calendar';
import { handlerSpec, isHandlerKey } from '../../contract/domain/job/jobHandlers';
import { joblog } from '../../contract/modules/job/joblog';
import { causeOf, causeText } from '../../contract/modules/job/runCauses';
import { runTriggers } from '../../contract/modules/job/runStates';
import { openIn } from '../../contract/schema/secretMembers';
import { isScoped } from '../engine/rights/scopes';
import { defineServerModule } from '../engine/serverModule';
import { type Call, defineCall } from '../kernel/call';
import { refuse } from '../kernel/errors';
import { id, list, nullable, shape, text, whole } from '../kernel/schemas';
import { begin } from './due';
import { jobRow } from './jobinfo';
import { sendWatch } from './rows';

/** Lines of one answer. */
const mostAtOnce = 500;

/** Whether the output of such runs names records, whatever their data scopes. */
function namesRecords(key: unknown): boolean {
  return isHandlerKey(key) && handlerSpec(key).namesRecords === true;
}

const outputCall: Call = defineCall({
  method: 'GET',
  path: joblog.url('output'),
  title: ['运行输出', 'What a run has said, and how far it has come'],
  query: { id: id(), after: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 }) },
  answer: shape({
    state: whole(),
    attempt: whole(),
    progress: whole(),
    progressText: nullable(text()),
    cause: nullable(text()),
    result: nullable(text()),
    startTime: nullable(text()),
    endTime: nullable(text()),
    duration: nullable(whole()),
    lines: list(shape({ seq: whole(), level: whole(), time: text(), words: text() })),
  }),
  permission: joblog.permission('detail'),
  async handle(cx, { input }) {
    const run = (await cx.rows(joblog).get(input.id)) ?? refuse('notFound');
    if (namesRecords(run.processorInfo) && (await isScoped(cx))) refuse('job.outputHidden');
    const lines = await cx.trx
      .selectFrom('job_run_line')
      .select(['seq', 'level', 'said_at', 'words'])
      .where('tenant_id', '=', cx.tenantId)
      .where('run_id', '=', input.id)
      .where('seq', '>', input.after)
      .orderBy('seq')
      .limit(mostAtOnce)
      .execute();
    const result = openIn(joblog.fields.result, run, run.result) as string | null;
    const { state, attempt, progress, progressText, startTime, endTime, duration } = run;
    return {
      ...{ state, attempt, progress, progressText, result, startTime, endTime, duration },
      cause: causeText(run.cause, cx.language),
      lines: lines.map(({ seq, level, said_at, words }) => ({ seq, level, time: dateTime(Number(said_at)), words })),
    };
  },
});

export default defineServerModule(joblog, {
  table: 'job_run',
  defaultSort: [
    ['scheduled_time', 'desc'],
    ['id', 'desc'],
  ],
  calls: [outputCall],
  showing: (row, { language }) => ({ ...row, cause: causeText(row.cause, language) }),

  actions: {
    stop: {
      idsAs: 'id',
      async run(cx, [row]) {
        // A run that waits is looked at now; one that runs reads it within seconds.
        await sendWatch(cx, row!.id);
        return { isStopAsked: 1, cause: causeOf('stopped', { by: cx.principal?.realName ?? '' }) };
      },
    },
    rerun: {
      idsAs: 'id',
      answer: id(),
      async run(cx, [row], { answer }) {
        const run = { trigger: runTriggers.person, scheduledAt: cx.deps.now(), params: row!.params };
        const job = await jobRow(cx, row!.jobInfoId ?? '0').catch(() => refuse('job.gone'));
        const [runId] = await begin(cx, job, run);
        answer(runId);
      },
    },
  },
});
