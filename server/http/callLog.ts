/** Which calls of the API are logged, and what is logged of a request. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { platformTenant } from '../auth/rights';
import { redacted } from '../engine/redact';
import type { Deps } from '../kernel/context';
import { prefix } from '../kernel/paths';
import type { LogCaller, LogPlace, LogPolicy } from '../kernel/ports';

/** The route's template below /api: an address may hold a ticket or a person's data. */
function pathOf({ routeOptions: { url = '' } }: FastifyRequest): string {
  return url.startsWith(`${prefix}/`) ? url.slice(prefix.length) : url;
}

export function placeOf(request: FastifyRequest): LogPlace {
  return {
    requestId: request.id,
    remoteIp: request.ip,
    userAgent: String(request.headers['user-agent'] ?? ''),
    method: request.method,
    requestUri: pathOf(request),
  };
}

/** A call without a session belongs to the platform, one with an ended session to the tenant of its token. */
export function callerOf({ caller, token }: FastifyRequest): LogCaller {
  return caller ?? { tenantId: token?.tenantId ?? platformTenant, userId: null, name: '' };
}

/** Parameters that are logged of calls without a session: the others prove or identify a person. */
const openParameters = ['grant_type', 'grantType', 'tenantId', 'source', 'domain'];

export function paramsOf(request: FastifyRequest): string {
  const { received } = request;
  // A part of a file is read from the connection itself, which is no parameter.
  const body = request.body instanceof Readable ? {} : request.body;
  const sent = { ...(request.query as object), ...(Array.isArray(body) ? { list: body.length } : (body as object)) };
  const isOpen = request.routeOptions.config.permission === 'anyone';
  const shown = isOpen ? Object.entries(sent).filter(([name]) => openParameters.includes(name)) : Object.entries(sent);
  return redacted(Object.fromEntries(received ? [...shown, ['file', received]] : shown));
}

/** An unexpected error of a request. */
export function logError({ logs }: Pick<Deps, 'logs'>, request: FastifyRequest, error: unknown): void {
  logs?.error({ error, params: paramsOf(request), caller: callerOf(request), place: placeOf(request) });
}

/** All writes, failures and slow calls, and a share of the other reads; `draw`: 0 to 1. */
export function isLogged(
  { method, statusCode, time }: { method: string; statusCode: number; time: number },
  { readPercent, slowMs }: LogPolicy,
  draw: () => number,
): boolean {
  if (method === 'POST' || statusCode >= 400 || time >= slowMs) return true;
  return readPercent > 0 && (readPercent >= 100 || draw() * 100 < readPercent);
}

/** Log the calls of the API after their answers were sent. */
export function logCalls(app: FastifyInstance, deps: Deps): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('refusal', '');
  app.decorateRequest('received', null);
  const { logs } = deps;
  if (!logs) return;
  app.addHook('onReady', () => logs.reload());
  const draw = () => deps.random(2).readUInt16BE() / 65_536;
  app.addHook('onResponse', async (request: FastifyRequest, reply: FastifyReply) => {
    const { schema, config, url = '' } = request.routeOptions;
    if (request.is404 || !config.permission || !url.startsWith(`${prefix}/`)) return;
    const { statusCode, elapsedTime: time } = reply;
    if (!isLogged({ method: request.method, statusCode, time }, logs.policy, draw)) return;
    const { summary = '', 'x-summary-zh': zh = '' } = (schema ?? {}) as { summary?: string; 'x-summary-zh'?: string };
    logs.api({
      title: [zh, summary],
      statusCode,
      reason: request.refusal,
      time,
      params: paramsOf(request),
      caller: callerOf(request),
      place: placeOf(request),
    });
  });
}
