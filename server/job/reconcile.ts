/**
 * What has to be done so that the jobs of one PowerJob server and our rows for it are in step. Each row keeps the
 * content on which both sides agreed last, so that the side that has changed since then is known: PowerJob moves a
 * job's date of change on with every run, and dates alone would undo our changes.
 */
import { lifecycleOf, lifecycleText, timeTypes } from '../../contract/domain/job/jobTimes';
import { type JobInfo, jobinfo } from '../../contract/modules/job/jobinfo';
import type { Fields } from '../../contract/schema/fields';
import {
  contentOf,
  foreignField,
  isSameContent,
  type JobContent,
  modifiedAt,
  type ReceivedJob,
  type SentJob,
  sentJob,
} from './powerjob/jobs';

/** Our row of a job on a PowerJob server. */
export interface LocalJob {
  id: string;
  version: number;
  /** Its id there; null: it is not there yet. */
  jobId: string | null;
  content: JobContent;
  /** What both sides had when they were last in step. */
  synced: JobContent | null;
  /** ms */
  modified: number;
}

export type Step =
  /** It is there and not here. */
  | { kind: 'insert'; job: ReceivedJob }
  /** It is here and not there. */
  | { kind: 'create'; local: LocalJob }
  /** Ours goes there, or theirs comes here. */
  | { kind: 'push'; local: LocalJob; job: ReceivedJob }
  | { kind: 'pull'; local: LocalJob; job: ReceivedJob }
  /** Nothing but the link and what was agreed on may have to be stored. */
  | { kind: 'agree'; local: LocalJob; job: ReceivedJob }
  /** It was removed there. */
  | { kind: 'gone'; local: LocalJob }
  /** It has no place in our table. */
  | { kind: 'foreign'; job: ReceivedJob; field: string };

const mark = 'leasedesk:';
/** What a job that we add at PowerJob carries, so that it is known again if our note of its id is lost. */
export function tagOf(id: string): string {
  return `${mark}${id}`;
}

/** A lifecycle as our table holds it: `start,end` as moments; '' without any limit. */
function momentsOf(text: string): string {
  const life = lifecycleOf(text);
  return life ? lifecycleText(life) : '';
}
function instantsOf(text: string): string {
  const { start = null, end = null } = lifecycleOf(text) ?? {};
  return start === null && end === null ? '' : `${start ?? ''},${end ?? ''}`;
}

/** In the form in which contents are compared: as our table can hold them. */
function normal(content: JobContent): JobContent {
  const hasTimes = content.timeExpressionType !== timeTypes.api && content.timeExpressionType !== timeTypes.workflow;
  return {
    ...content,
    timeExpression: hasTimes ? content.timeExpression.trim() : '',
    lifecycle: momentsOf(content.lifecycle),
    minCpuCores: Math.ceil(content.minCpuCores),
    minMemorySpace: Math.ceil(content.minMemorySpace),
    minDiskSpace: Math.ceil(content.minDiskSpace),
  };
}

/** A row's content. */
export function localContent(row: JobInfo): JobContent {
  const text = (value: string | null) => value ?? '';
  const number = (value: number | null, initial = 0) => value ?? initial;
  return normal({
    jobName: row.jobName,
    jobDescription: text(row.jobDescription),
    jobParams: text(row.jobParams),
    enable: row.enable,
    timeExpressionType: row.timeExpressionType,
    timeExpression: text(row.timeExpression),
    executeType: row.executeType,
    processorType: row.processorType,
    processorInfo: row.processorInfo,
    dispatchStrategy: row.dispatchStrategy,
    maxInstanceNum: number(row.maxInstanceNum),
    concurrency: number(row.concurrency, 5),
    instanceTimeLimit: number(row.instanceTimeLimit),
    instanceRetryNum: number(row.instanceRetryNum),
    taskRetryNum: number(row.taskRetryNum),
    minCpuCores: number(row.minCpuCores),
    minMemorySpace: number(row.minMemorySpace),
    minDiskSpace: number(row.minDiskSpace),
    designatedWorkers: text(row.designatedWorkers),
    maxWorkerCount: number(row.maxWorkerCount),
    lifecycle: text(row.lifecycle),
    alertThreshold: number(row.alertThreshold),
    statisticWindowLen: number(row.statisticWindowLen),
    silenceWindowLen: number(row.silenceWindowLen),
    extra: text(row.extra),
    logType: number(row.logType, 1),
    logLevel: number(row.logLevel, 2),
  });
}

/** A received job's content, as our table holds it. */
export function receivedContent(job: ReceivedJob): JobContent {
  return normal(contentOf(job));
}

/** What is sent to make a job there like ours. Values that our table can only round are sent back as they were. */
export function sentContent(local: LocalJob, job: ReceivedJob | undefined): SentJob {
  const { content } = local;
  const before = job && contentOf(job);
  const exact = <K extends 'minCpuCores' | 'minMemorySpace' | 'minDiskSpace'>(name: K) =>
    before && Math.ceil(before[name]) === content[name] ? before[name] : content[name];
  const lifecycle =
    before && momentsOf(before.lifecycle) === content.lifecycle ? before.lifecycle : instantsOf(content.lifecycle);
  const same = {
    ...content,
    lifecycle,
    minCpuCores: exact('minCpuCores'),
    minMemorySpace: exact('minMemorySpace'),
    minDiskSpace: exact('minDiskSpace'),
  };
  return sentJob(same, job, tagOf(local.id));
}

/** The field whose value is too long or too large for our table. */
function tooLarge(content: JobContent): string | undefined {
  const fields: Fields = jobinfo.fields;
  return Object.entries(content).find(([name, value]) => {
    const { maxLength, max } = fields[name] ?? {};
    return typeof value === 'string'
      ? maxLength !== undefined && value.length > maxLength
      : typeof max === 'number' && Number(value) > max;
  })?.[0];
}

function stepOfPair(local: LocalJob, job: ReceivedJob): Step {
  const content = receivedContent(job);
  if (isSameContent(local.content, content)) {
    // A list of jobs does not tell how they log: here the last agreement alone says whether ours has changed.
    const isLogChanged = local.synced && !isSameContent(local.content, local.synced);
    return { kind: isLogChanged ? 'push' : 'agree', local, job };
  }
  const isOursChanged = !local.synced || !isSameContent(local.content, local.synced);
  const isTheirsChanged = !local.synced || !isSameContent(content, local.synced);
  if (isOursChanged !== isTheirsChanged) return { kind: isOursChanged ? 'push' : 'pull', local, job };
  return { kind: local.modified > modifiedAt(job) ? 'push' : 'pull', local, job };
}

/** The steps, in the order of our rows, then of theirs. */
export function stepsOf(locals: readonly LocalJob[], jobs: readonly ReceivedJob[]): Step[] {
  const free = new Map(jobs.map((job) => [String(job.id), job]));
  const take = (job: ReceivedJob | undefined) => {
    if (job) free.delete(String(job.id));
    return job;
  };
  const linked = new Map(
    locals.flatMap((local) => (local.jobId ? [[local.id, take(free.get(local.jobId))] as const] : [])),
  );
  const counterpart = (local: LocalJob) => {
    const rest = [...free.values()];
    return take(
      rest.find(({ tag }) => tag === tagOf(local.id)) ??
        rest.find((job) => isSameContent(receivedContent(job), local.content)),
    );
  };
  const ours = locals.map((local): Step => {
    const job = local.jobId ? linked.get(local.id) : counterpart(local);
    if (!job) return { kind: local.jobId ? 'gone' : 'create', local };
    const field = foreignField(job) ?? tooLarge(receivedContent(job));
    return field ? { kind: 'foreign', job, field } : stepOfPair(local, job);
  });
  const theirs = [...free.values()].map((job): Step => {
    const field = foreignField(job) ?? tooLarge(receivedContent(job));
    return field ? { kind: 'foreign', job, field } : { kind: 'insert', job };
  });
  return [...ours, ...theirs];
}
