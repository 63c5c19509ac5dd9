import Type from 'typebox';
import { frequencies, nextSending, type SendingTimes } from '../../contract/domain/sendingTimes';
import { judgeSending, mostRecipients, type ReportFile, report } from '../../contract/modules/report/report';
import type { Fields } from '../../contract/schema/fields';
import { judge } from '../../contract/schema/validate';
import { mostInFile, mostShown, nameMark, reportOf, reports } from '../../contract/wire/reports';
import { mayList } from '../engine/rights/permissions';
import { draftOf } from '../engine/saving/drafts';
import { defineServerModule } from '../engine/serverModule';
import { type Call, defineCall, type Params } from '../kernel/call';
import type { Change, Context } from '../kernel/context';
import { problemRefusal, refuse } from '../kernel/errors';
import { id, line, optional, shape, text, whole } from '../kernel/schemas';
import { businessCalls } from './business/calls';
import { fileQuery, recordFile, reportShape, sendFile } from './fileCall';
import { keptParams, makeReport, readParams } from './making';
import { scheduleReport, sentReport } from './sending';
import { madeOf } from './text';

/** The parameters of all reports, by name: for the API document. */
const parameterNames = [...new Set(reports.flatMap(({ parameters }) => Object.keys(parameters)))];
const parameters = Object.fromEntries(parameterNames.map((name) => [name, optional(Type.String())]));
/** Which report; `_u` is how the family's addresses name one. */
const which = { id: optional(id()), _u: optional(line(200, '报表名称，blade- 开头', 'The name, after `blade-`')) };
const notParameters = [...Object.keys(which), 'format', 'framed', 'current', 'size'];

async function fileFor(cx: Context, { id: asked, _u: named }: { id?: string; _u?: string }): Promise<ReportFile> {
  const rows = cx.rows(report);
  if (asked !== undefined) return (await rows.get(asked)) ?? refuse('notFound');
  const name = (named ?? refuse('missingParameter', { name: 'id' })).replace(nameMark, '');
  const [found] = await rows.find({ name });
  // A name is looked up past data scopes; whether the person sees the report is decided by its id.
  return (found && (await rows.get(found.id))) ?? refuse('notFound');
}

/** The kept parameters, with those that an address names instead. */
function paramsFor({ params }: ReportFile, given: Params): Params {
  const named = Object.entries(given).filter(([name]) => !notParameters.includes(name));
  return { ...keptParams(params), ...Object.fromEntries(named) };
}

const result = shape({ id: id(), kind: whole(), ...reportShape });

const previewCall = defineCall({
  method: 'GET',
  path: report.url('preview'),
  title: ['预览报表', 'A report with its parameters'],
  query: which,
  describes: { query: parameters },
  answer: result,
  permission: report.permission('list'),
  async handle(cx, { input, params }) {
    const row = await fileFor(cx, input);
    return makeReport(cx, row, paramsFor(row, params), mostShown);
  },
});

const fileCall = defineCall({
  method: 'GET',
  path: report.url('file'),
  title: ['下载报表文件', 'A report as a file'],
  query: { ...which, ...fileQuery },
  describes: { query: parameters },
  answer: 'file',
  permission: 'report_file',
  async handle(cx, { input, params }) {
    if (!(await mayList(cx, report))) refuse('forbidden', { permission: report.permission('list') });
    const row = await fileFor(cx, input);
    const { format } = input;
    const made = await makeReport(cx, row, paramsFor(row, params), mostInFile[format]);
    recordFile(cx, report, row, made, format);
    return { made: await madeOf(cx, reportOf(row.kind) ?? refuse('notFound'), made), userId: cx.principal!.userId };
  },
  send: sendFile,
});

const sentCall = defineCall({
  method: 'GET',
  path: report.url('sent'),
  title: ['已发送的报表', 'A report that was sent to the person'],
  query: { id: id() },
  answer: shape({
    id: id(),
    reportId: id(),
    name: text(),
    fileName: text(),
    size: whole(),
    link: text(),
    time: text(),
    by: text(),
  }),
  permission: report.permission('list'),
  handle: (cx, { input }) => sentReport(cx, input.id),
});

/**
 * A scheduled report is made with the rights of the person who scheduled it: what it tells may not be chosen by another,
 * who may be one of its recipients.
 */
function refuseScheduled(next: ReportFile, cx: Context, before: ReportFile): void {
  const isScheduled = before.frequency !== null && before.frequency !== frequencies.never;
  const isOther = before.scheduledBy !== cx.principal?.userId;
  const isChanged = next.kind !== before.kind || next.params !== before.params;
  if (isScheduled && isOther && isChanged) refuse('report.scheduledByOther');
}

/** The parameters of a draft as they are kept: only names of the report, none of them is required yet. */
function keptText(next: ReportFile, cx: Context): string {
  const { parameters: fields } = reportOf(next.kind) ?? refuse('badParameter', { name: 'kind' });
  const given = Object.fromEntries(Object.entries(keptParams(next.params)).filter(([, one]) => one !== ''));
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(fields, name));
  if (unknown !== undefined) refuse('badParameter', { name: `params.${unknown.slice(0, 64)}` });
  const loose: Fields = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, { ...field, required: false }]),
  );
  const [problem] = Object.entries(judge(loose, draftOf({ fields: loose }, given, undefined, new Set())));
  if (problem) throw problemRefusal({ fields: loose }, problem[0], problem[1], cx.language);
  return JSON.stringify(given);
}

const calls: Call[] = [previewCall, fileCall, sentCall, ...businessCalls];

export default defineServerModule(report, {
  table: 'report_file',
  unique: [['name']],
  defaultSort: [
    ['kind', 'asc'],
    ['id', 'asc'],
  ],
  calls,

  async saving(next, cx, before) {
    if (before) refuseScheduled(next, cx, before);
    // Parameters belong to the kind of report: another kind begins without any.
    if (before && before.kind !== next.kind && before.params === next.params) return { params: '{}' };
    return { params: keptText(next, cx) };
  },

  actions: {
    send: {
      async run(cx, [row], { input }): Promise<Change<ReportFile>> {
        const [problem] = Object.entries(judgeSending(input));
        const { fields } = report.actions.send as unknown as { fields: Fields };
        if (problem) throw problemRefusal({ fields }, problem[0], problem[1], cx.language);
        const recipients = String(input.recipientIds ?? '').split(',');
        if (recipients.length > mostRecipients) refuse('report.tooManyRecipients', { limit: mostRecipients });
        const times: SendingTimes = {
          frequency: Number(input.frequency),
          sendTime: String(input.sendTime),
          weekDay: Number(input.weekDay ?? 1),
          monthDay: Number(input.monthDay ?? 1),
        };
        const next = nextSending(times, cx.time);
        const frequency = times.frequency as NonNullable<ReportFile['frequency']>;
        if (next === null) return { frequency, nextTime: null };
        // What would be refused every time is refused now.
        await readParams(cx, reportOf(row!.kind) ?? refuse('notFound'), keptParams(row!.params));
        await scheduleReport(cx, row!.id, next);
        return {
          ...times,
          frequency,
          weekDay: times.weekDay as NonNullable<ReportFile['weekDay']>,
          fileFormat: input.fileFormat as NonNullable<ReportFile['fileFormat']>,
          recipientIds: String(input.recipientIds),
          scheduledBy: cx.principal!.userId,
          scheduleLanguage: cx.language,
          nextTime: next,
        };
      },
    },
  },
});
