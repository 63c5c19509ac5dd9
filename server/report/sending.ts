/**
 * Scheduled reports. The moment at which one is due stands in its row, and a task of the queue makes it then. The row's
 * moment moves on in the transaction that sends the report, so a task that comes twice, or on two servers, sends one.
 */
import { type Selectable, sql } from 'kysely';
import { instantOf } from '../../contract/domain/calendar';
import { isLanguage, type Language, sourceLanguage } from '../../contract/domain/languages';
import { messageChannels } from '../../contract/domain/messages';
import { nextSending } from '../../contract/domain/sendingTimes';
import { filledIn, label, textIn } from '../../contract/domain/text';
import { report, reportFormats, sendingOutcomes } from '../../contract/modules/report/report';
import { sentence } from '../../contract/wire/refusals';
import { mostInFile, type ReportFormat, reportOf, type SentReport } from '../../contract/wire/reports';
import { absentPrincipal } from '../auth/session';
import { findAttach, hold } from '../engine/files/fileLife';
import { notify } from '../engine/inbox/notify';
import { mayCall, mayRoute } from '../engine/rights/permissions';
import { defineTask, sendTask, type TaskRun } from '../engine/tasks';
import type { Context } from '../kernel/context';
import { Refusal, refuse } from '../kernel/errors';
import { askingOf } from '../kernel/paper/thread';
import type { TaskData } from '../kernel/ports';
import type { Tables } from '../kernel/tables';
import { askFor, store } from '../messages/outbox';
import { bytesOf, fileNameOf, fileTypes, refuseTooLong } from './files';
import { keptParams, makeReport } from './making';
import { type Made, madeOf } from './text';

/** Reports that are looked for in one run of the calendar, and sent ones that are kept of each report. */
const mostDue = 200;
const mostKept = 60;

type Row = Selectable<Tables['report_file']>;
interface Due extends TaskData {
  reportId: string;
  /** `yyyy-MM-dd HH:mm:ss` */
  dueTime: string;
}

const texts = {
  ready: label('报表“{name}”已生成', 'The report “{name}” is ready'),
  readyText: label(
    '{by} 定时发送的报表（{time}），打开后可下载文件 {file}。',
    'Scheduled by {by}, made at {time}. Open it to download {file}.',
  ),
  mail: label('报表“{name}”已生成。请登录后下载：{url}', 'The report “{name}” is ready. Sign in to download it: {url}'),
  notSent: label('报表“{name}”未能发送', 'The report “{name}” was not sent'),
  notSentText: label('原因：{reason}', 'Reason: {reason}'),
  noPerson: label('设置人的账号已停用或不能登录', 'The account of the person who scheduled it is disabled'),
  noRight: label('设置人已没有定时发送或查看报表的权限', 'The person who scheduled it no longer has the right to'),
  noRecipients: label('没有可查看报表的接收人', 'None of its recipients may see reports'),
  failed: label('生成时出错，请联系管理员', 'It could not be made. Contact your administrator.'),
};

function languageOf({ schedule_language: held }: Row): Language {
  return isLanguage(held) ? held : sourceLanguage;
}

/** Asks for the report at the moment when it is due; in the transaction that sets the moment. */
export function scheduleReport(cx: Context, reportId: string, dueTime: string, again = ''): Promise<void> {
  const after = Math.max(0, Math.ceil((instantOf(dueTime) - cx.deps.now()) / 1000));
  return sendTask(cx, { name: dueName }, { reportId, dueTime }, { after, key: `${reportId} ${dueTime}${again}` });
}
const dueName = 'report.due';

/** Asks again for reports whose moment has passed: a task that was lost, or that failed for good. */
export async function sendDueReports(cx: Context): Promise<void> {
  const rows = await cx.trx
    .selectFrom('report_file')
    .select(['id', 'next_time'])
    .where('tenant_id', '=', cx.tenantId)
    .where('is_deleted', '=', 0)
    .where('frequency', '<>', 0)
    .where('next_time', '<=', cx.time)
    .orderBy('next_time')
    .limit(mostDue)
    .execute();
  for (const { id, next_time } of rows) if (next_time) await scheduleReport(cx, id, next_time, ' again');
}

/** The report, locked, while it is still due at that moment. */
async function dueRow({ trx, tenantId }: Context, { reportId, dueTime }: Due): Promise<Row | undefined> {
  return trx
    .selectFrom('report_file')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', reportId)
    .where('is_deleted', '=', 0)
    .where('frequency', '<>', 0)
    .where('next_time', '=', dueTime)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Records the run and moves the report's moment on: one run makes up for all that were missed. */
async function moveOn(cx: Context, row: Row, outcome: number, reason: string | null): Promise<void> {
  const times = {
    frequency: row.frequency,
    sendTime: row.send_time ?? '',
    weekDay: row.week_day ?? 1,
    monthDay: row.month_day ?? 1,
  };
  const next = nextSending(times, cx.time);
  await cx.trx
    .updateTable('report_file')
    .set({ last_time: cx.time, last_outcome: outcome, last_reason: reason, next_time: next })
    .where('tenant_id', '=', cx.tenantId)
    .where('id', '=', row.id)
    .execute();
  if (next) await scheduleReport(cx, row.id, next);
}

/** The run ends without a file; the person who scheduled it is told why. */
async function giveUp(cx: Context, data: Due, outcome: number, reason: string): Promise<void> {
  const row = await dueRow(cx, data);
  if (!row) return;
  await moveOn(cx, row, outcome, reason);
  if (!row.scheduled_by) return;
  const language = languageOf(row);
  await notify(cx.trx, cx.deps, {
    tenantId: cx.tenantId,
    kind: 'message',
    audience: 'user',
    userId: row.scheduled_by,
    title: filledIn(textIn(texts.notSent, language), { name: row.name }),
    content: filledIn(textIn(texts.notSentText, language), { reason }),
  });
}

/** Those of the recipients who may sign in and see reports, with their addresses. */
async function recipientsOf(cx: Context, { recipient_ids: ids }: Row) {
  const { trx, deps, tenantId } = cx;
  const path = { method: 'GET', path: report.url('sent') } as const;
  const seen: string[] = [];
  for (const id of ids) {
    const person = await absentPrincipal(deps, trx, { tenantId, userId: id });
    if (!person) continue;
    const { menu, scope } = await mayCall(cx, person, path, [report.permission('list')]);
    if (menu && scope) seen.push(id);
  }
  if (seen.length === 0) return [];
  return trx
    .selectFrom('sys_user')
    .select(['id', 'email'])
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', seen)
    .orderBy('id')
    .execute();
}

/** Where people open a sent report. */
async function addressOf({ trx, deps }: Context, sentId: string): Promise<string> {
  const menu = await trx
    .selectFrom('sys_menu')
    .select('path')
    .where('code', '=', report.name)
    .where('is_deleted', '=', 0)
    .executeTakeFirst();
  return `${deps.settings.publicUrl}${menu?.path ?? ''}/detail/${sentId}`;
}

/** An e-mail that says where the report is; nothing of it is in the mail. */
async function mail(cx: Context, row: Row, sentId: string, { id, email }: { id: string; email: string }) {
  const language = languageOf(row);
  const text = filledIn(textIn(texts.mail, language), { name: row.name, url: await addressOf(cx, sentId) });
  const messageId = await store(cx, {
    kind: 'report',
    channel: messageChannels.email,
    address: email,
    state: 'waiting',
    cause: `report ${sentId} ${id}`,
    shown: text,
    payload: {
      text,
      subject: filledIn(textIn(texts.ready, language), { name: row.name }),
      templateId: null,
      values: [],
    },
    aboutId: row.id,
  });
  if (messageId) await askFor(cx, messageId, 'first');
}

/** Only the newest files of a report stay. */
async function dropOldest({ trx, tenantId }: Context, { id }: Row): Promise<void> {
  const { rows } = await sql<{ attachId: string }>`
    delete from report_sent where tenant_id = ${tenantId} and id in (
      select id from report_sent where tenant_id = ${tenantId} and report_id = ${id} order by id desc offset ${mostKept})
    returning attach_id as "attachId"`.execute(trx);
  if (rows.length === 0) return;
  await trx
    .updateTable('attach')
    .set({ is_deleted: 1 })
    .where('tenant_id', '=', tenantId)
    .where(
      'id',
      'in',
      rows.map(({ attachId }) => attachId),
    )
    .execute();
}

/** Keeps the file, tells the recipients and moves the report's moment on, all in one transaction. */
async function deliver(cx: Context, data: Due, made: Made, bytes: Buffer, format: ReportFormat): Promise<void> {
  const row = await dueRow(cx, data);
  if (!row?.scheduled_by) return;
  const { trx, tenantId, deps } = cx;
  const language = languageOf(row);
  const recipients = await recipientsOf(cx, row);
  if (recipients.length === 0) return giveUp(cx, data, sendingOutcomes.notSent, textIn(texts.noRecipients, language));
  const fileName = fileNameOf(made.result, format);
  const file = await deps.files.keep(cx, { bytes, originalName: fileName, contentType: fileTypes[format] });
  await hold(cx, file.id);
  const sentId = deps.newId();
  await trx
    .insertInto('report_sent')
    .values({
      id: sentId,
      tenant_id: tenantId,
      report_id: row.id,
      due_time: data.dueTime,
      name: row.name,
      attach_id: file.id,
      made_by: row.scheduled_by,
      recipient_ids: recipients.map(({ id }) => id),
      create_time: cx.time,
    })
    .execute();
  for (const one of recipients) {
    await notify(trx, deps, {
      tenantId,
      kind: 'message',
      audience: 'user',
      userId: one.id,
      title: filledIn(textIn(texts.ready, language), { name: row.name }),
      content: filledIn(textIn(texts.readyText, language), {
        by: made.result.by,
        time: made.result.asOf,
        file: fileName,
      }),
      subject: report.name,
      subjectId: sentId,
    });
    if (deps.mail && one.email) await mail(cx, row, sentId, { id: one.id, email: one.email });
  }
  await dropOldest(cx, row);
  await moveOn(cx, row, sendingOutcomes.sent, null);
}

/** The report with the rights that its person has now; undefined when there is no such person. */
function makeFor({ workAs, deps }: TaskRun<Due>, row: Row, format: ReportFormat): Promise<Made | undefined> {
  return workAs(
    async (trx) => {
      const who = { tenantId: row.tenant_id, userId: row.scheduled_by ?? '0' };
      const principal = await absentPrincipal(deps, trx, who);
      return principal && { principal, language: languageOf(row) };
    },
    async (cx) => {
      const maySend = await mayRoute(cx, 'POST', report.url('send'));
      if (!maySend || !(await mayRoute(cx, 'GET', report.url('preview')))) throw new Refusal('forbidden');
      const found = (await cx.rows(report).get(row.id)) ?? refuse('notFound');
      const made = await makeReport(cx, found, keptParams(found.params), mostInFile[format]);
      refuseTooLong(made, format);
      return madeOf(cx, reportOf(found.kind) ?? refuse('notFound'), made);
    },
  );
}

/** Why a report was not made, in words; an error that may pass is thrown again, so that the task is repeated. */
function reasonOf(error: unknown, language: Language): string {
  if (!(error instanceof Refusal) || error.status >= 500) throw error;
  return error.code === 'forbidden' ? textIn(texts.noRight, language) : sentence(error.code, language, error.detail);
}

async function run(asked: TaskRun<Due>): Promise<void> {
  const { data, work } = asked;
  const { row, asking } = await work(async (cx) => ({ row: await dueRow(cx, data), asking: askingOf(cx) }));
  if (!row) return;
  const format: ReportFormat = row.file_format === reportFormats.pdf ? 'pdf' : 'xlsx';
  const language = languageOf(row);
  let made: Made | undefined;
  let reason = textIn(texts.noPerson, language);
  try {
    made = await makeFor(asked, row, format);
  } catch (error) {
    reason = reasonOf(error, language);
  }
  if (!made) return work((cx) => giveUp(cx, data, sendingOutcomes.notSent, reason));
  const bytes = await bytesOf(made, format, asking);
  return work((cx) => deliver(cx, data, made, bytes, format));
}

/** Makes and sends a report that is due. */
export const reportDue = defineTask<Due>({
  name: dueName,
  retries: 4,
  pause: 30,
  atOnce: 1,
  async run(asked) {
    try {
      await run(asked);
    } catch (error) {
      const { data, work, isLast } = asked;
      if (isLast) await work((cx) => giveUp(cx, data, sendingOutcomes.failed, textIn(texts.failed, sourceLanguage)));
      throw error;
    }
  },
});

/** A report that was sent to the person, or by them; with a link that opens its file for an hour. */
export async function sentReport(cx: Context, id: string): Promise<SentReport> {
  const { trx, tenantId, deps, principal } = cx;
  const row = await trx
    .selectFrom('report_sent as s')
    .leftJoin('sys_user as u', (on) => on.onRef('u.tenant_id', '=', 's.tenant_id').onRef('u.id', '=', 's.made_by'))
    .select([
      's.id',
      's.report_id',
      's.name',
      's.attach_id',
      's.made_by',
      's.recipient_ids',
      's.create_time',
      'u.real_name',
    ])
    .where('s.tenant_id', '=', tenantId)
    .where('s.id', '=', id)
    .executeTakeFirst();
  const userId = principal?.userId ?? '';
  if (!row || !(row.recipient_ids.includes(userId) || row.made_by === userId)) return refuse('notFound');
  const file = (await findAttach(cx, row.attach_id)) ?? refuse('notFound');
  return {
    id: row.id,
    reportId: row.report_id,
    name: row.name,
    fileName: file.originalName,
    size: file.size,
    link: deps.files.link(tenantId, file.id, deps.now()),
    time: row.create_time,
    by: row.real_name ?? '',
  };
}
