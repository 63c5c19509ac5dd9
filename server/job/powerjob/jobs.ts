/**
 * A job as PowerJob sends and takes it, and as our table holds it. What both have in common is its `content`; ids of
 * people to alarm are left out, because they are those of PowerJob's own accounts.
 */

/** Words of PowerJob's enumerations, in which it takes them; it answers the numbers. */
const timeExpressionTypes = { 1: 'API', 2: 'CRON', 3: 'FIXED_RATE', 4: 'FIXED_DELAY', 5: 'WORKFLOW' } as const;
const executeTypes = { 1: 'STANDALONE', 2: 'BROADCAST', 3: 'MAP_REDUCE' } as const;
const processorTypes = { 1: 'BUILT_IN', 4: 'EXTERNAL' } as const;
const dispatchStrategies = { 1: 'HEALTH_FIRST', 2: 'RANDOM' } as const;

/** What the two tables agree on. Texts that are not set are ''; `lifecycle` is `start,end` in ms, each may be empty. */
export interface JobContent {
  jobName: string;
  jobDescription: string;
  jobParams: string;
  enable: number;
  timeExpressionType: number;
  timeExpression: string;
  executeType: number;
  processorType: number;
  processorInfo: string;
  dispatchStrategy: number;
  maxInstanceNum: number;
  concurrency: number;
  instanceTimeLimit: number;
  instanceRetryNum: number;
  taskRetryNum: number;
  minCpuCores: number;
  minMemorySpace: number;
  minDiskSpace: number;
  designatedWorkers: string;
  maxWorkerCount: number;
  lifecycle: string;
  alertThreshold: number;
  statisticWindowLen: number;
  silenceWindowLen: number;
  extra: string;
  /** Left out of what a list of jobs tells. */
  logType?: number;
  logLevel?: number;
}

/** A job in an answer, as far as it is read. */
export interface ReceivedJob {
  id: number | string;
  jobName: string;
  /** 1 enabled, 2 disabled, 99 removed. */
  status: number;
  jobDescription?: string | null;
  jobParams?: string | null;
  timeExpressionType: number;
  timeExpression?: string | null;
  executeType: number;
  processorType: number;
  processorInfo?: string | null;
  dispatchStrategy?: number | null;
  dispatchStrategyConfig?: string | null;
  maxInstanceNum?: number | null;
  concurrency?: number | null;
  instanceTimeLimit?: number | string | null;
  instanceRetryNum?: number | null;
  taskRetryNum?: number | null;
  minCpuCores?: number | null;
  minMemorySpace?: number | null;
  minDiskSpace?: number | null;
  designatedWorkers?: string | null;
  maxWorkerCount?: number | null;
  /** JSON in a text: `{"start": 1, "end": 2}`. */
  lifecycle?: string | null;
  alarmConfig?: {
    alertThreshold?: number | null;
    statisticWindowLen?: number | null;
    silenceWindowLen?: number | null;
  } | null;
  extra?: string | null;
  tag?: string | null;
  /** Milliseconds, or a date of ISO 8601. Every run of the job moves it on. */
  gmtModified?: number | string | null;
}

/** A job as it is saved: a new one without an id. What is missing is set back to PowerJob's defaults. */
export interface SentJob {
  id?: number | string;
  tag: string | null;
  dispatchStrategyConfig: string | null;
  [field: string]: unknown;
}

/** Why PowerJob's job has no place in our table, as the name of its field; undefined when it has. */
export function foreignField(job: ReceivedJob): string | undefined {
  const known: [string, object, number | null | undefined][] = [
    ['timeExpressionType', timeExpressionTypes, job.timeExpressionType],
    ['executeType', executeTypes, job.executeType],
    ['processorType', processorTypes, job.processorType],
    ['dispatchStrategy', dispatchStrategies, job.dispatchStrategy ?? 1],
  ];
  return known.find(([, words, value]) => !(String(value) in words))?.[0];
}

interface Lifecycle {
  start?: number | null;
  end?: number | null;
}
function lifecycleIn(text: string | null | undefined): string {
  let read: Lifecycle | null = null;
  try {
    read = JSON.parse(text || '{}') as Lifecycle | null;
  } catch {
    // PowerJob treats what it cannot read as no limits at all.
  }
  const { start, end } = read ?? {};
  return start == null && end == null ? '' : `${start ?? ''},${end ?? ''}`;
}
function lifecycleOut(text: string): Lifecycle | null {
  const [start = '', end = ''] = text.split(',');
  if (start === '' && end === '') return null;
  return { start: start === '' ? null : Number(start), end: end === '' ? null : Number(end) };
}

/** A received job's content, without its log. */
export function contentOf(job: ReceivedJob): JobContent {
  const { alarmConfig } = job;
  return {
    jobName: job.jobName,
    jobDescription: job.jobDescription ?? '',
    jobParams: job.jobParams ?? '',
    enable: job.status === 1 ? 1 : 0,
    timeExpressionType: job.timeExpressionType,
    timeExpression: job.timeExpression ?? '',
    executeType: job.executeType,
    processorType: job.processorType,
    processorInfo: job.processorInfo ?? '',
    dispatchStrategy: job.dispatchStrategy ?? 1,
    maxInstanceNum: job.maxInstanceNum ?? 0,
    concurrency: job.concurrency ?? 5,
    instanceTimeLimit: Number(job.instanceTimeLimit ?? 0),
    instanceRetryNum: job.instanceRetryNum ?? 0,
    taskRetryNum: job.taskRetryNum ?? 0,
    minCpuCores: job.minCpuCores ?? 0,
    minMemorySpace: job.minMemorySpace ?? 0,
    minDiskSpace: job.minDiskSpace ?? 0,
    designatedWorkers: job.designatedWorkers ?? '',
    maxWorkerCount: job.maxWorkerCount ?? 0,
    lifecycle: lifecycleIn(job.lifecycle),
    alertThreshold: alarmConfig?.alertThreshold ?? 0,
    statisticWindowLen: alarmConfig?.statisticWindowLen ?? 0,
    silenceWindowLen: alarmConfig?.silenceWindowLen ?? 0,
    extra: job.extra ?? '',
  };
}

/** What is sent to save a content as the job `before`, or as a new one that carries `tag`. */
export function sentJob(content: JobContent, before: ReceivedJob | undefined, tag: string): SentJob {
  const { enable, lifecycle, alertThreshold, statisticWindowLen, silenceWindowLen, logType, logLevel, ...same } =
    content;
  return {
    ...(before ? { id: before.id } : {}),
    ...same,
    timeExpressionType: timeExpressionTypes[content.timeExpressionType as keyof typeof timeExpressionTypes],
    executeType: executeTypes[content.executeType as keyof typeof executeTypes],
    processorType: processorTypes[content.processorType as keyof typeof processorTypes],
    dispatchStrategy: dispatchStrategies[content.dispatchStrategy as keyof typeof dispatchStrategies],
    dispatchStrategyConfig: before?.dispatchStrategyConfig ?? null,
    tag: before ? (before.tag ?? null) : tag,
    enable: enable === 1,
    lifeCycle: lifecycleOut(lifecycle),
    alarmConfig: { alertThreshold, statisticWindowLen, silenceWindowLen },
    ...(logType && logLevel ? { logConfig: { type: logType, level: logLevel } } : {}),
  };
}

/** Whether two contents are the same; how a job logs counts only where both tell it. */
export function isSameContent(one: JobContent, other: JobContent): boolean {
  return (Object.keys({ ...one, ...other }) as (keyof JobContent)[]).every(
    (name) => one[name] === undefined || other[name] === undefined || one[name] === other[name],
  );
}

/** When PowerJob last touched a job, ms; 0 where it does not say. */
export function modifiedAt({ gmtModified }: ReceivedJob): number {
  if (gmtModified == null) return 0;
  const instant = typeof gmtModified === 'number' ? gmtModified : Date.parse(gmtModified);
  return Number.isNaN(instant) ? 0 : instant;
}
