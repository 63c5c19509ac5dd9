/** Events as rows of their tables. */
import { hostname, networkInterfaces } from 'node:os';
import { callOutcome } from '../../contract/modules/log/logApi';
import { errorSource } from '../../contract/modules/log/logError';
import { clean, redacted, redactText } from '../engine/redact';
import type { ApiEvent, ErrorEvent, LogPlace, UsualEvent } from '../kernel/ports';

export type Cell = string | number | null;
export type LogTable = 'usual_log' | 'api_log' | 'error_log';

/** A row without its id, which it gets when it is written. */
export interface HeldRow {
  table: LogTable;
  tenantId: string;
  /** The tenant is what a stranger claims. */
  isClaimed: boolean;
  /** Bytes in memory, roughly. */
  size: number;
  columns: Record<string, Cell>;
}

function firstAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';
}
export const thisServer = {
  service_id: 'leasedesk',
  server_host: hostname().slice(0, 255),
  server_ip: firstAddress(),
  env: (process.env.NODE_ENV ?? 'production').slice(0, 255),
};

/** Browsers are few and their requests many. */
const browsers = new Map<string, string>();
const mostBrowsers = 500;
function browserOf(userAgent: string): string {
  const known = browsers.get(userAgent);
  if (known !== undefined) return known;
  if (browsers.size >= mostBrowsers) browsers.clear();
  const shown = clean(redactText(userAgent.slice(0, 1000)), 1000);
  browsers.set(userAgent, shown);
  return shown;
}

function placeColumns({ requestId, remoteIp, userAgent, method }: LogPlace) {
  return {
    request_id: clean(requestId, 64),
    remote_ip: clean(remoteIp, 64),
    user_agent: browserOf(userAgent.slice(0, 1000)),
    method: clean(method, 10),
  };
}

function held(table: LogTable, event: UsualEvent | ApiEvent | ErrorEvent, columns: Record<string, Cell>): HeldRow {
  const all = { ...placeColumns(event.place), ...thisServer, ...columns };
  const size = Object.values(all).reduce<number>(
    (sum, cell) => sum + (typeof cell === 'string' ? 2 * cell.length : 8),
    200,
  );
  return {
    table,
    tenantId: event.caller.tenantId,
    isClaimed: 'isClaimed' in event && event.isClaimed === true,
    size,
    columns: all,
  };
}

export function usualRow(event: UsualEvent, time: string): HeldRow {
  const { level, event: what, entity, logId, data, caller, place } = event;
  return held('usual_log', event, {
    create_time: time,
    log_level: level,
    event: clean(what, 32),
    entity: clean(entity, 64),
    log_id: clean(logId, 100),
    log_data: redacted(data),
    request_uri: clean(place.requestUri, 500),
    user_id: caller.userId,
    create_by: clean(caller.name, 64),
  });
}

export function apiRow(event: ApiEvent, time: string): HeldRow {
  const { title, statusCode, reason, caller, place } = event;
  return held('api_log', event, {
    create_time: time,
    type: statusCode < 400 ? callOutcome.done : callOutcome.failed,
    title: clean(title[0], 255),
    title_en: clean(title[1], 255),
    status_code: statusCode,
    reason: clean(reason, 64),
    time: Math.min(Math.round(event.time), 2_000_000_000),
    params: event.params,
    request_uri: clean(place.requestUri, 500),
    user_id: caller.userId,
    create_by: clean(caller.name, 64),
  });
}

interface CodePlace {
  method_class: string;
  file_name: string;
  line_number: number | null;
}

/** Letters of a frame; a longer line is part of a message. */
const longestFrame = 1000;

/** Where the error was thrown: the first frame of our own code, or of any. */
export function placeOfError(stack: string): CodePlace {
  const frames = stack.split('\n').flatMap((text) => {
    if (text.length > longestFrame) return [];
    const [, named = '', file, row] = /^\s*at (?:async )?(?:(.*?) \()?(.+?):(\d+):\d+\)?$/.exec(text) ?? [];
    return file ? [{ method_class: named, file_name: file, line_number: Number(row) }] : [];
  });
  const isOwn = ({ file_name }: CodePlace) => !/node_modules|^node:/.test(file_name);
  const found = frames.find(isOwn) ?? frames[0] ?? { method_class: '', file_name: '', line_number: null };
  return { ...found, method_class: clean(found.method_class, 255), file_name: clean(found.file_name, 1000) };
}

/** Nested causes whose stack is stored. */
const mostCauses = 3;
function stackOf(error: unknown, left = mostCauses): string {
  if (!(error instanceof Error)) return '';
  const cause = left > 0 ? stackOf(error.cause, left - 1) : '';
  return `${error.stack ?? ''}${cause ? `\nCaused by: ${cause}` : ''}`;
}

export function errorRow(event: ErrorEvent, time: string): HeldRow {
  const { error, params, caller, place } = event;
  const isError = error instanceof Error;
  const stack = stackOf(error);
  return held('error_log', event, {
    create_time: time,
    source: errorSource.server,
    type: 'server',
    exception_name: clean(isError ? error.constructor.name : typeof error, 255),
    message: clean(redactText(isError ? error.message : String(error)), 2000),
    ...placeOfError(stack),
    stack: clean(redactText(stack.slice(0, 20_000)), 20_000),
    params,
    url: clean(place.requestUri, 500),
    user_id: caller.userId,
    user_name: clean(caller.name, 64),
  });
}
