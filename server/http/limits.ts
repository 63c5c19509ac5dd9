/** Limits on what a caller can occupy before it is authenticated, and for how long. */

import { type Server, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyHttpOptions, FastifyInstance, FastifyRequest } from 'fastify';
import { sourceLanguage } from '../../contract/domain/languages';
import { type RefusalCode, sentence, statusOf } from '../../contract/wire/refusals';
import { authenticate } from '../auth/session';
import { networkOf } from '../auth/throttle';
import type { Deps } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { prefix } from '../kernel/paths';
import { holdsTooManyNames, mostNames } from './bodies';

export interface Limits {
  /** Time limits in ms for the head of a request, its body, and the body of an upload. */
  headMs: number;
  bodyMs: number;
  uploadMs: number;
  /** An idle connection is closed after this, in ms. */
  idleMs: number;
  /** How often late requests are looked for, in ms. */
  checkMs: number;
  /** Connections and running requests of one network, which may be an office behind one address. */
  connectionsPerNetwork: number;
  requestsPerNetwork: number;
  connections: number;
}
export const usualLimits: Limits = {
  headMs: 20_000,
  bodyMs: 30_000,
  uploadMs: 120_000,
  idleMs: 120_000,
  checkMs: 5_000,
  connectionsPerNetwork: 1024,
  requestsPerNetwork: 256,
  connections: 8192,
};

/** Bytes of a body, and of one without a session. */
export const mostBytes = 1024 * 1024;
export const mostBytesOfStrangers = 16 * 1024;
/** Longer ones of one person that come in, or are worked on, at a time. */
const mostLarge = 4;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The permission; every address below /api has one. */
    permission?: string;
    /** A body that is no object: a JSON list, a file of a form, or bytes as they are. */
    takes?: 'list' | 'file' | 'part';
    /** The answer stays open; its route limits how many there are. */
    isStream?: true;
    /** The address of the console that a browser without a token is led to. */
    inConsole?: string;
  }
  interface FastifyRequest {
    /** The session of every route that needs one: its proof is valid, the session is looked up later. */
    token: Awaited<ReturnType<typeof authenticate>> | null;
  }
}

/** Answer in the envelope on a bare socket, where no route could be reached, and close the connection. */
export function turnAway(socket: Socket, code: RefusalCode, status = statusOf[code] ?? 400): void {
  const { _httpMessage: answering } = socket as Socket & { _httpMessage?: { headersSent: boolean } };
  // An answer that has begun cannot be followed by another.
  if (!socket.writable || answering?.headersSent) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify({
    code: status,
    success: false,
    data: {},
    msg: sentence(code, sourceLanguage),
    reason: code,
  });
  socket.write(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n${status === 503 ? 'retry-after: 1\r\n' : ''}connection: close\r\n\r\n${body}`,
  );
  socket.destroySoon();
}

/** The server's options that set its limits. */
export function limitOptions(limits: Limits) {
  return {
    bodyLimit: mostBytes,
    connectionTimeout: limits.idleMs,
    requestTimeout: limits.uploadMs,
    http: { headersTimeout: limits.headMs, connectionsCheckingInterval: limits.checkMs },
    // A malformed or late request never reaches a handler.
    clientErrorHandler(error, socket) {
      if (error.code === 'ECONNRESET' || socket.destroyed) return;
      if (error.code === 'HPE_HEADER_OVERFLOW') turnAway(socket, 'unreadable', 431);
      else turnAway(socket, error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'tooSlow' : 'unreadable');
    },
  } satisfies FastifyHttpOptions<Server>;
}

/** Counters of things in progress, by whose they are: a network's, or a person's. */
function counter() {
  const counts = new Map<string, number>();
  return {
    /** Adds one; answers the count, and how to subtract it. */
    begin(whose: string): { count: number; end(): void } {
      const count = (counts.get(whose) ?? 0) + 1;
      counts.set(whose, count);
      let isOver = false;
      return {
        count,
        end() {
          if (isOver) return;
          isOver = true;
          const left = (counts.get(whose) ?? 1) - 1;
          if (left > 0) counts.set(whose, left);
          else counts.delete(whose);
        },
      };
    },
  };
}

/** A browser opened the address itself: its navigations carry no token. */
function isByAddress({ headers }: FastifyRequest): boolean {
  return headers['blade-auth'] === undefined && headers.accept?.includes('text/html') === true;
}

/** Whether a body may be longer than those of most calls. It is held as a whole before the right to the call is known. */
function isLarge({ routeOptions, headers }: FastifyRequest): boolean {
  const announced = headers['content-length'];
  return (routeOptions.bodyLimit ?? 0) > mostBytes && (announced === undefined || Number(announced) > mostBytes);
}

/**
 * Runs before anything that reads a body: excess requests, malformed addresses, callers without a session and types
 * that the route does not take are rejected before a byte is buffered. `isBehindProxy`: connections are the proxy's
 * then, and only the requests on them belong to clients.
 */
export function guard(app: FastifyInstance, deps: Deps, limits: Limits, isBehindProxy: boolean): void {
  const connections = counter();
  const requests = counter();
  const larges = counter();
  app.server.maxConnections = limits.connections;
  app.server.on('connection', (socket: Socket) => {
    if (isBehindProxy) return;
    const { count, end } = connections.begin(networkOf(socket.remoteAddress ?? ''));
    socket.once('close', end);
    if (count > limits.connectionsPerNetwork) turnAway(socket, 'busy');
  });

  app.addHook('onRoute', (route) => {
    const { permission } = route.config ?? {};
    if (route.url.startsWith('/api/') && !permission) throw new Error(`${route.url} does not say who may call it`);
    // Without a session, or a guest's. A route that must take more from them declares it.
    if (permission === 'anyone' || permission === 'guest') route.bodyLimit ??= mostBytesOfStrangers;
  });

  app.decorateRequest('token', null);
  app.addHook('onRequest', async (request, reply) => {
    const { permission, takes, isStream, inConsole } = request.routeOptions.config;
    if (deps.schema.isNewer() && request.url.startsWith(`${prefix}/`)) refuse('upgrading');
    if (!isStream) {
      const { count, end } = requests.begin(networkOf(request.ip));
      reply.raw.once('close', end);
      if (count > limits.requestsPerNetwork) refuse('busy');
    }
    if (holdsTooManyNames(request.url)) refuse('tooManyNames', { limit: mostNames });
    const isSent =
      request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined;
    // An injected request has no connection that could be slow.
    if (isSent && request.raw.socket instanceof Socket) {
      const late = setTimeout(
        () => turnAway(request.raw.socket, 'tooSlow'),
        takes === 'file' || takes === 'part' ? limits.uploadMs : limits.bodyMs,
      ).unref();
      request.raw.once('end', () => clearTimeout(late)).once('close', () => clearTimeout(late));
    }
    if (inConsole && permission !== 'anyone' && isByAddress(request)) return reply.redirect(inConsole, 302);
    if (permission && permission !== 'anyone') request.token = await authenticate(deps, request.headers['blade-auth']);
    const isFile = /^multipart\//i.test(request.headers['content-type'] ?? '');
    if (isFile && takes !== 'file') refuse('wrongMedia');
    const isPart = /^application\/octet-stream/i.test(request.headers['content-type'] ?? '');
    if (isPart && takes !== 'part') refuse('wrongMedia');
    if (request.token && isSent && !isFile && !isPart && isLarge(request)) {
      const { count, end } = larges.begin(`${request.token.tenantId} ${request.token.userId}`);
      reply.raw.once('close', end);
      if (count > mostLarge) refuse('busy');
    }
  });
}
