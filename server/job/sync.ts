/**
 * Keeps our rows and the jobs of PowerJob servers in step, in both directions. The servers are asked outside of any
 * transaction and beside each other; one that is away or refuses does not hold up the others. What they answered is
 * written in one transaction.
 */
import type { Static } from 'typebox';
import { dateTime, instantOf } from '../../contract/domain/calendar';
import { type Language, textIn } from '../../contract/domain/text';
import { type JobInfo, jobinfo, jobStates } from '../../contract/modules/job/jobinfo';
import { type JobServer, jobserver, serverStates } from '../../contract/modules/job/jobserver';
import { causeOf } from '../../contract/modules/job/runCauses';
import { sentence } from '../../contract/wire/refusals';
import { defineCall } from '../kernel/call';
import type { Change, Context, Deps } from '../kernel/context';
import { Refusal } from '../kernel/errors';
import { list, shape, text, whole } from '../kernel/schemas';
import type { PowerJob } from './powerjob/client';
import type { JobContent } from './powerjob/jobs';
import { type LocalJob, localContent, receivedContent, type Step, sentContent, stepsOf } from './reconcile';
import { type Entitled, openRemote, type RemoteServer, remoteRefusal, remoteServers } from './remote';

/**
 * A synchronisation keeps its servers reserved while it asks them, and for as long after each renewal: one whose server
 * ended, or whose answer was lost, does not keep the next one waiting.
 */
const reservedMs = 30_000;
const renewMs = 10_000;
/** How long it goes on adding and changing jobs there. */
const workMs = 4 * 60_000;

const outcomeSchema = shape({
  /** Rows that are new here. */
  inserted: whole(),
  /** Rows that are now as they are there; of servers: those whose state has changed. */
  updated: whole(),
  /** Jobs that were added or changed there. */
  pushed: whole(),
  /** Rows that were paused because their job was removed there. */
  disabled: whole(),
  failed: list(shape({ name: text(), reason: text() })),
});
type Outcome = Static<typeof outcomeSchema>;

/** What asking one server has led to; what is to be written follows from it. */
interface Asked {
  server: RemoteServer;
  /** Missing: it was not asked, because another synchronisation is at it. */
  check?: { state: number; stateNote: string | null; appId: string | null };
  links: { local: LocalJob; jobId: string; synced: JobContent }[];
  pulls: { local: LocalJob; jobId: string; content: JobContent }[];
  inserts: { jobId: string; content: JobContent }[];
  gone: LocalJob[];
  pushed: number;
  failed: { name: string; reason: string }[];
}

type Log = Pick<JobContent, 'logType' | 'logLevel'>;
async function logOf(powerjob: PowerJob, jobId: string): Promise<Log> {
  const log = await powerjob.logOf(jobId);
  return log ? { logType: log.type, logLevel: log.level } : {};
}

/** Does what one step demands of the server, and notes what it demands of our rows. */
async function take(powerjob: PowerJob, step: Step, asked: Asked, language: Language): Promise<void> {
  const fail = (name: string, refusal: Refusal) =>
    asked.failed.push({
      name: `${asked.server.name} / ${name}`,
      reason: sentence(refusal.code, language, refusal.detail),
    });
  switch (step.kind) {
    case 'foreign': {
      const title = jobinfo.fields[step.field as keyof typeof jobinfo.fields].label;
      return void fail(step.job.jobName, new Refusal('jobServer.foreignJob', { field: textIn(title, language) }));
    }
    case 'gone':
      if (step.local.content.enable === jobStates.enabled) asked.gone.push(step.local);
      return;
    case 'agree':
      return void asked.links.push({
        local: step.local,
        jobId: String(step.job.id),
        synced: { ...receivedContent(step.job), ...logIn(step.local.content) },
      });
    default:
  }
  try {
    if (step.kind === 'create' || step.kind === 'push') {
      const { local } = step;
      const jobId = await powerjob.save(sentContent(local, step.kind === 'push' ? step.job : undefined));
      asked.pushed += 1;
      asked.links.push({ local, jobId, synced: local.content });
      return;
    }
    const jobId = String(step.job.id);
    const content = { ...receivedContent(step.job), ...(await logOf(powerjob, jobId)) };
    if (step.kind === 'pull') asked.pulls.push({ local: step.local, jobId, content });
    else asked.inserts.push({ jobId, content });
  } catch (error) {
    const name = step.kind === 'create' ? step.local.content.jobName : step.job.jobName;
    fail(name, remoteRefusal(error, asked.server));
  }
}
function logIn({ logType, logLevel }: JobContent): Log {
  return { logType, logLevel };
}

function nothingYet(server: RemoteServer): Asked {
  return { server, links: [], pulls: [], inserts: [], gone: [], pushed: 0, failed: [] };
}

/** Asks one server; `locals` missing: only whether it is there and lets us in. */
async function ask(deps: Deps, server: RemoteServer, language: Language, locals?: LocalJob[]): Promise<Asked> {
  const asked = nothingYet(server);
  const powerjob = openRemote(deps, server);
  const until = deps.now() + workMs;
  try {
    asked.check = { state: serverStates.working, stateNote: null, appId: await powerjob.appId() };
    if (!locals) return asked;
    for (const step of stepsOf(locals, await powerjob.jobs())) {
      if (deps.now() > until) throw new Refusal('jobServer.tooManyJobs');
      await take(powerjob, step, asked, language);
    }
  } catch (error) {
    const refusal = remoteRefusal(error, server);
    const reason = sentence(refusal.code, language, refusal.detail);
    asked.failed.push({ name: server.name, reason });
    if (!asked.check || refusal.code === 'jobServer.away') {
      const state = refusal.code === 'jobServer.wrongPassword' ? serverStates.wrongPassword : serverStates.away;
      asked.check = { state, stateNote: reason.slice(0, 300), appId: asked.check?.appId ?? null };
    }
  }
  return asked;
}

function localOf(row: JobInfo & { synced?: string | null }): LocalJob {
  return {
    id: row.id,
    version: row.version,
    jobId: row.jobId || null,
    content: localContent(row),
    synced: row.synced ? (JSON.parse(row.synced) as JobContent) : null,
    modified: instantOf(row.updateTime),
  };
}

/** Reserves the servers, so that no other synchronisation adds the same jobs; answers those that are free. */
async function reserve({ trx, tenantId, deps, time }: Context): Promise<Set<string>> {
  const rows = await trx
    .updateTable('job_server')
    .set({ syncing_until: dateTime(deps.now() + reservedMs) })
    .where('tenant_id', '=', tenantId)
    .where('is_deleted', '=', 0)
    .where('is_embedded', '=', 0)
    .where((is) => is.or([is('syncing_until', 'is', null), is('syncing_until', '<', time)]))
    .returning('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Renews the reservations of these servers until it is ended. */
export function keepReserved(
  deps: Pick<Deps, 'now'>,
  entitled: Entitled,
  ids: readonly string[],
  everyMs = renewMs,
): { end(): Promise<void> } {
  const renew = async ({ trx, tenantId }: Context) => {
    await trx
      .updateTable('job_server')
      .set({ syncing_until: dateTime(deps.now() + reservedMs) })
      .where('tenant_id', '=', tenantId)
      .where('id', 'in', ids.length > 0 ? ids : ['0'])
      .execute();
  };
  let renewing = Promise.resolve();
  const timer = setInterval(() => {
    // One that fails is made up for by the next one.
    renewing = entitled(renew).catch(() => undefined);
  }, everyMs);
  return {
    // One that is under way must not come after the end of the synchronisation.
    async end() {
      clearInterval(timer);
      await renewing;
    },
  };
}

async function askAboutJobs(entitled: Entitled): Promise<Asked[]> {
  const { deps, language, servers, free, rows } = await entitled(async (cx) => ({
    deps: cx.deps,
    language: cx.language,
    free: await reserve(cx),
    servers: await remoteServers(cx),
    rows: await cx.rows(jobinfo).find({}),
  }));
  const reserved = keepReserved(deps, entitled, [...free]);
  return Promise.all(
    servers.map((server) => {
      const locals = rows.filter(({ jobServerId }) => jobServerId === server.id).map(localOf);
      if (free.has(server.id)) return ask(deps, server, language, locals);
      const failed = [{ name: server.name, reason: sentence('jobServer.syncing', language) }];
      return { ...nothingYet(server), failed };
    }),
  ).finally(() => reserved.end());
}

async function askWhetherThere(entitled: Entitled): Promise<Asked[]> {
  const { deps, language, servers } = await entitled(async (cx) => ({
    deps: cx.deps,
    language: cx.language,
    servers: await remoteServers(cx),
  }));
  return Promise.all(servers.map((server) => ask(deps, server, language)));
}

/** Notes what a check found, as a change of the row only where it is news; frees the server. */
async function noteCheck(cx: Context, { server, check }: Asked): Promise<boolean> {
  if (!check) return false;
  const { trx, tenantId, time } = cx;
  await trx
    .updateTable('job_server')
    .set({ check_time: time, syncing_until: null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', server.id)
    .execute();
  const [before] = await cx.rows(jobserver).lock([server.id]);
  if (!before) return false;
  // A server that is away still has the app that it had.
  const next = { ...check, appId: check.appId ?? before.appId };
  const isNews = (Object.keys(next) as (keyof typeof next)[]).some((name) => (before[name] ?? null) !== next[name]);
  if (isNews) await cx.rows(jobserver).update(before, next as Change<JobServer>);
  return isNews;
}

/** Stores the id there and what both sides agreed on; no change of the job itself. */
async function link({ trx, tenantId }: Context, id: string, jobId: string, synced: JobContent): Promise<void> {
  await trx
    .updateTable('job_info')
    .set({ job_id: jobId, synced: JSON.stringify(synced) })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('is_deleted', '=', 0)
    .execute();
}

/** Changes a row of ours unless a person has changed it since it was read. */
async function change(cx: Context, asked: Asked, local: LocalJob, to: Change<JobInfo>): Promise<boolean> {
  const [before] = await cx.rows(jobinfo).lock([local.id]);
  if (before?.version === local.version) {
    await cx.rows(jobinfo).update(before, to);
    return true;
  }
  const name = `${asked.server.name} / ${local.content.jobName}`;
  asked.failed.push({ name, reason: sentence('jobServer.changedMeanwhile', cx.language) });
  return false;
}

/** A content as columns; `stepsOf` lets only values through that the fields know. */
function changeOf(content: JobContent): Change<JobInfo> {
  return content as Change<JobInfo>;
}

async function writeJobs(cx: Context, asked: Asked, outcome: Outcome): Promise<void> {
  for (const { local, jobId, synced } of asked.links) await link(cx, local.id, jobId, synced);
  for (const { local, jobId, content } of asked.pulls) {
    if (!(await change(cx, asked, local, { ...changeOf(content), note: null }))) continue;
    await link(cx, local.id, jobId, { ...local.content, ...content });
    outcome.updated += 1;
  }
  for (const { jobId, content } of asked.inserts) {
    const row = await cx
      .rows(jobinfo)
      .insert({ ...changeOf(content), jobServerId: asked.server.id, notifyUserIds: '' });
    await link(cx, row.id, jobId, localContent(row));
    outcome.inserted += 1;
  }
  for (const local of asked.gone)
    if (await change(cx, asked, local, { enable: jobStates.paused, note: causeOf('removedThere') }))
      outcome.disabled += 1;
  outcome.pushed += asked.pushed;
}

function none(): Outcome {
  return { inserted: 0, updated: 0, pushed: 0, disabled: 0, failed: [] };
}

/** `POST job-info/sync` */
export const syncJobs = defineCall({
  method: 'POST',
  path: jobinfo.url('sync'),
  title: ['任务数据双向同步', 'Bring the jobs here and on all PowerJob servers into step'],
  answer: outcomeSchema,
  permission: 'jobinfo_sync',
  prepare: (_asked, entitled) => askAboutJobs(entitled),
  async handle(cx, { prepared }) {
    const outcome = none();
    for (const asked of prepared as Asked[]) {
      await noteCheck(cx, asked);
      await writeJobs(cx, asked, outcome);
      outcome.failed.push(...asked.failed);
    }
    return outcome;
  },
});

/** `POST job-server/sync` */
export const syncServers = defineCall({
  method: 'POST',
  path: jobserver.url('sync'),
  title: ['检测全部任务服务', 'Check every PowerJob server and note what was found'],
  answer: outcomeSchema,
  permission: 'jobserver_sync',
  prepare: (_asked, entitled) => askWhetherThere(entitled),
  async handle(cx, { prepared }) {
    const outcome = none();
    // The scheduler of the product is there as long as this answers.
    const embedded = await cx.rows(jobserver).find({ isEmbedded: 1 });
    for (const row of await cx.rows(jobserver).lock(embedded.map(({ id }) => id)))
      await cx.rows(jobserver).update(row, { state: serverStates.working, stateNote: null, checkTime: cx.time });
    for (const asked of prepared as Asked[]) {
      if (await noteCheck(cx, asked)) outcome.updated += 1;
      outcome.failed.push(...asked.failed);
    }
    return outcome;
  },
});
