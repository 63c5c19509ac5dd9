/**
 * When a job runs. Expressions are those of Quartz: seconds first, six or seven fields, weekdays from 1 for Sunday. Console
 * and server compute their moments with the same code, so the times that a form shows are those at which the job runs.
 */
import { Cron } from 'croner';
import { dateTime, hasDate, instantOf, isDateTime } from '../calendar';
import { isEmpty, type Problem } from '../values';
import { quartzPatterns } from './quartz';

/** Numbers as PowerJob and the family have them. */
export const timeTypes = { api: 1, cron: 2, fixedRate: 3, fixedDelay: 4, workflow: 5 } as const;

/** The installation's zone: that of a job without one of its own. */
export const usualZone = 'Asia/Shanghai';
/** Bounds of the intervals of fixed rates and delays, in ms. */
export const shortestInterval = 1000;
export const longestInterval = 120_000;

export interface JobTimes {
  timeExpressionType?: unknown;
  timeExpression?: unknown;
  timeZone?: unknown;
  lifecycle?: unknown;
}

/** Bounds of a job's life in ms since 1970; without one there is no bound. */
export interface Lifecycle {
  start: number | null;
  end: number | null;
}

function instantIn(text: string): number | null | undefined {
  if (text === '') return null;
  if (isDateTime(text)) return instantOf(text);
  return /^\d{1,15}$/.test(text) && hasDate(Number(text)) ? Number(text) : undefined;
}

/** The bounds as `JSON.parse` reads them from `{"start": 1, "end": 2}`, either of which may be missing. */
function fromObject(text: string): string[] | undefined {
  try {
    const { start, end } = JSON.parse(text) as Record<string, unknown>;
    return [start, end].map((one) => (isEmpty(one) ? '' : String(one)));
  } catch {
    return undefined;
  }
}

/**
 * `start,end` as moments (`yyyy-MM-dd HH:mm:ss`) or in ms since 1970, either of which may be missing, or an object of the
 * two as JSON; an empty text has no bounds. Undefined for any other text.
 */
export function lifecycleOf(given: unknown): Lifecycle | undefined {
  const text = isEmpty(given) ? '' : String(given).trim();
  const parts = text.startsWith('{') ? fromObject(text) : text.split(',').map((part) => part.trim());
  if (!parts || parts.length > 2) return undefined;
  const [start, end] = [instantIn(parts[0] ?? ''), instantIn(parts[1] ?? '')];
  return start === undefined || end === undefined ? undefined : { start, end };
}

/** As it is stored: `start,end` as moments; '' without bounds. */
export function lifecycleText({ start, end }: Lifecycle): string {
  if (start === null && end === null) return '';
  return [start, end].map((at) => (at === null ? '' : dateTime(at))).join(',');
}

export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Za-z][\w+/-]*$/.test(name);
  } catch {
    return false;
  }
}

/** The moments of one expression: those of all its patterns, in order. */
interface Moments {
  nextRuns(count: number, from: Date): Date[];
}
/** Why there are none. */
type NoMoments = 'badCron' | 'badCronDays';

function momentsOf(patterns: readonly string[], zone: string): Moments {
  const crons = patterns.map(
    (pattern) => new Cron(pattern, { timezone: zone, paused: true, alternativeWeekdays: true, mode: '6-or-7-parts' }),
  );
  return {
    nextRuns: (count, from) =>
      crons
        .flatMap((cron) => cron.nextRuns(count, from))
        .sort((a, b) => a.getTime() - b.getTime())
        .slice(0, count),
  };
}

/** Parsing costs more than a look ahead, and a list shows the same few expressions again and again. */
const parsed = new Map<string, Moments | NoMoments>();
const mostParsed = 500;

/** `badCron` also where the zone cannot be read. */
function cronOf(expression: string, zone: string): Moments | NoMoments {
  const key = `${zone} ${expression}`;
  const known = parsed.get(key);
  if (known !== undefined) return known;
  const patterns = quartzPatterns(expression);
  const hasFault = typeof patterns === 'string';
  const read =
    hasFault || !isZone(zone) ? (patterns === 'days' ? 'badCronDays' : 'badCron') : momentsOf(patterns, zone);
  if (parsed.size >= mostParsed) parsed.clear();
  parsed.set(key, read);
  return read;
}

function zoneOf({ timeZone }: JobTimes): string {
  return isEmpty(timeZone) ? usualZone : String(timeZone);
}

/** The interval of a fixed rate or delay in ms; undefined where the text is none. */
export function intervalOf({ timeExpression }: JobTimes): number | undefined {
  const text = String(timeExpression ?? '').trim();
  const ms = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return ms >= shortestInterval && ms <= longestInterval ? ms : undefined;
}

function isCron({ timeExpressionType: type }: JobTimes) {
  return Number(type) === timeTypes.cron;
}
function isInterval({ timeExpressionType: type }: JobTimes) {
  return Number(type) === timeTypes.fixedRate || Number(type) === timeTypes.fixedDelay;
}

/** A job of this type runs by itself. */
export function firesItself(times: JobTimes): boolean {
  return isCron(times) || isInterval(times);
}

/**
 * The next moments later than `after`, at most `count`, in ms since 1970; within the job's life. Those of fixed rates and
 * delays count from `after`, which is the moment, or the end, of the run before.
 */
export function momentsAfter(times: JobTimes, after: number, count: number): number[] {
  const life = lifecycleOf(times.lifecycle);
  if (!life) return [];
  const { start, end } = life;
  const from = start === null ? after : Math.max(after, start - 1);
  let found: number[] = [];
  if (isCron(times)) {
    const cron = cronOf(String(times.timeExpression ?? ''), zoneOf(times));
    found = typeof cron === 'string' ? [] : cron.nextRuns(count, new Date(from)).map((date) => date.getTime());
  } else if (isInterval(times)) {
    const ms = intervalOf(times);
    const first = start !== null && start > after ? start : from + (ms ?? 0);
    if (ms !== undefined) found = Array.from({ length: count }, (_, index) => first + index * ms);
  }
  return end === null ? found : found.filter((at) => at < end);
}

/** Moments that passed after `from`, up to and with `to`: at most `most` are counted. */
export function momentsBetween(times: JobTimes, from: number, to: number, most = 1000): number {
  if (to <= from) return 0;
  if (isInterval(times))
    return Math.min(most, Math.floor((to - from) / (intervalOf(times) ?? Number.POSITIVE_INFINITY)));
  return momentsAfter(times, from, most).filter((at) => at <= to).length;
}

/** Problems of the fields that say when a job runs, seen at `now` in ms since 1970. */
export function judgeTimes(times: JobTimes, now: number): Record<string, Problem> {
  const life = lifecycleOf(times.lifecycle);
  if (!life) return { lifecycle: 'badFormat' };
  const { start, end } = life;
  if (end !== null && (end <= now || (start !== null && start >= end))) return { lifecycle: 'badLifecycle' };
  if (!firesItself(times)) return {};
  if (!isEmpty(times.timeZone) && !isZone(String(times.timeZone))) return { timeZone: 'badZone' };
  if (isEmpty(times.timeExpression)) return { timeExpression: 'required' };
  if (isInterval(times)) return intervalOf(times) === undefined ? { timeExpression: 'badInterval' } : {};
  const cron = cronOf(String(times.timeExpression), zoneOf(times));
  if (typeof cron === 'string') return { timeExpression: cron };
  return momentsAfter(times, now, 1).length === 0 ? { timeExpression: 'neverRuns' } : {};
}
