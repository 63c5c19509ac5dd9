/** Jobs that run on PowerJob servers: their servers as rows of ours, and what is done to a job goes there. */
import { type JobInfo, jobinfo } from '../../contract/modules/job/jobinfo';
import { titlesOf } from '../engine/callSchemas';
import { removeRecords } from '../engine/removal';
import { refuseMovedSecret } from '../engine/saving/storedSecret';
import type { ServerModule } from '../engine/serverModule';
import { type Call, defineCall } from '../kernel/call';
import type { Context, Deps } from '../kernel/context';
import { Refusal, refuse } from '../kernel/errors';
import { EgressError } from '../kernel/ports';
import { done, ids, optional } from '../kernel/schemas';
import { originsIn } from './addresses';
import { isWrongPassword, openPowerJob, type PowerJob, PowerJobRefused } from './powerjob/client';

/** A transaction with the rights of the caller, checked anew. */
export type Entitled = <T>(work: (cx: Context) => Promise<T>) => Promise<T>;

/** A PowerJob server of the tenant, with what is needed to call it. */
export interface RemoteServer {
  id: string;
  name: string;
  url: string;
  appName: string;
  password: string;
}

/** Longest reason that is stored or shown. */
const mostReason = 200;

/** The PowerJob servers among these; without ids all of the tenant. The embedded scheduler is none. */
export async function remoteServers(
  { trx, tenantId, deps }: Context,
  ids?: readonly string[],
): Promise<RemoteServer[]> {
  let rows = trx
    .selectFrom('job_server')
    .select(['id', 'job_server_name', 'job_server_url', 'job_app_name', 'job_app_password'])
    .where('tenant_id', '=', tenantId)
    .where('is_deleted', '=', 0)
    .where('is_embedded', '=', 0);
  if (ids) rows = rows.where('id', 'in', ids.length > 0 ? ids : ['0']);
  return (await rows.orderBy('id').execute()).map((row) => ({
    id: row.id,
    name: row.job_server_name,
    url: row.job_server_url,
    appName: row.job_app_name,
    password: row.job_app_password ? deps.secrets.unseal(row.job_app_password) : '',
  }));
}

export function openRemote({ egress }: Deps, { url, appName, password }: RemoteServer): PowerJob {
  return openPowerJob(egress, { origins: originsIn(url), appName, password });
}

/** The refusal that tells why a call of a PowerJob server failed; other errors are thrown again. */
export function remoteRefusal(error: unknown, { name }: Pick<RemoteServer, 'name'>): Refusal {
  if (error instanceof Refusal) return error;
  if (!(error instanceof EgressError)) throw error;
  if (isWrongPassword(error)) return new Refusal('jobServer.wrongPassword', { name });
  const reason = error.message.slice(0, mostReason);
  return new Refusal(error instanceof PowerJobRefused ? 'jobServer.refused' : 'jobServer.away', { name, reason });
}

/** A job of a PowerJob server; `jobId` is its id there. */
export interface RemoteJob {
  row: JobInfo;
  server: RemoteServer;
}

/** Those of these jobs that the person sees and that are on PowerJob servers. */
export async function remoteJobs(cx: Context, ids: readonly string[]): Promise<RemoteJob[]> {
  const rows: JobInfo[] = [];
  for (const id of ids) {
    const row = await cx.rows(jobinfo).get(id);
    if (row) rows.push(row);
  }
  const servers = await remoteServers(
    cx,
    rows.map(({ jobServerId }) => jobServerId),
  );
  return rows.flatMap((row) => {
    const server = servers.find(({ id }) => id === row.jobServerId);
    return server ? [{ row, server }] : [];
  });
}

/**
 * Does something to jobs at their PowerJob servers, before it is done to our rows: what a server refuses, or cannot be
 * asked, does not happen here either. Each effect may be repeated. Answers the refusal that `refuseFailed` throws.
 */
export async function doThere(
  effect: 'enable' | 'disable' | 'remove',
  ids: readonly string[],
  entitled: Entitled,
): Promise<Refusal | undefined> {
  const { deps, jobs } = await entitled(async (cx) => ({ deps: cx.deps, jobs: await remoteJobs(cx, ids) }));
  for (const { row, server } of jobs) {
    if (!row.jobId) continue; // it exists here alone: the next sync takes it there as it is then
    try {
      await openRemote(deps, server)[effect](row.jobId);
    } catch (error) {
      return remoteRefusal(error, server);
    }
  }
  return undefined;
}

/** `POST job-info/remove`: jobs of PowerJob servers are removed there first. */
export function removeJobs(served: () => ServerModule): Call {
  const wanted = ({ ids, id }: { ids?: string[]; id?: string[] }) => ids ?? id ?? [];
  return defineCall({
    method: 'POST',
    path: jobinfo.url('remove'),
    title: titlesOf(jobinfo).remove,
    query: { ids: optional(ids()), id: optional(ids()) },
    answer: done,
    permission: jobinfo.permission('remove'),
    prepare: ({ input }, entitled) => doThere('remove', wanted(input), entitled),
    handle(cx, { input, prepared }) {
      refuseFailed(prepared);
      const chosen = wanted(input);
      return chosen.length === 0 ? refuse('nothingChosen') : removeRecords(cx, served(), chosen);
    },
  });
}

/** Throws what `doThere` has answered. */
export function refuseFailed(prepared: unknown): void {
  if (prepared instanceof Refusal) throw prepared;
}

/**
 * Starts a run at the PowerJob server of a job and answers its id there; undefined where the embedded scheduler runs
 * it. Called inside the transaction: a repeated request with an idempotency key starts no second run.
 */
export async function runThere(cx: Context, id: string): Promise<string | undefined> {
  const [job] = await remoteJobs(cx, [id]);
  if (!job) return undefined;
  const { row, server } = job;
  if (!row.jobId) throw new Refusal('jobServer.notThere', { name: row.jobName });
  try {
    return await openRemote(cx.deps, server).run(row.jobId);
  } catch (error) {
    throw remoteRefusal(error, server);
  }
}

/** The app password as clients send it back when they have not changed it. */
const masked = /^\*+$/;
/**
 * The password to store with a job server: sealed when it is new, undefined when it stays.
 */
export async function sealedPassword(
  cx: Context,
  next: { id?: string; jobServerUrl: string; jobAppName: string; jobAppPassword?: unknown },
  before: { jobServerUrl: string; jobAppName: string } | undefined,
): Promise<{ jobAppPassword: string } | undefined> {
  const given = String(next.jobAppPassword ?? '');
  if (given !== '' && !masked.test(given)) return { jobAppPassword: cx.deps.secrets.seal(given) };
  if (!before) throw new Refusal('jobServer.passwordAgain', {}, { jobAppPassword: 'required' });
  refuseMovedSecret(
    'jobAppPassword',
    'jobServer.passwordAgain',
    ['jobServerUrl', 'jobAppName'],
    { ...before },
    { ...next },
  );
  return undefined;
}
