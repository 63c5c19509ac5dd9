/** What a caller may keep the server busy with before it is known who calls, and for how long. */

import { type Server, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';
import { sourceLanguage } from '../../contract/domain/languages';
import { type RefusalCode, sentence, statusOf } from '../../contract/wire/refusals';
import { authenticate } from '../auth/session';
import { networkOf } from '../auth/throttle';
import type { Deps } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { holdsTooManyNames, mostNames } from './bodies';

export interface Limits {
  /** How long the head of a request may take, in ms; its body; and the body of an upload. */
  headMs: number;
  bodyMs: number;
  uploadMs: number;
  /** A connection on which nothing moves ends after this, in ms. */
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

/** Bytes of a body, and of one that comes without a session. */
export const mostBytes = 1024 * 1024;
export const mostBytesOfStrangers = 16 * 1024;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call; every address below /api says it. */
    permission?: string;
    /** A body that is no object: a list of JSON, or a file of a form. */
    takes?: 'list' | 'file';
  }
  interface FastifyRequest {
    /** Whose session it is, for every route that needs one: the proof is good, the sign-in is looked up later. */
    token: Awaited<ReturnType<typeof authenticate>> | null;
  }
}

/** Answer in the envelope on a bare socket, where no route could be reached, and end the connection. */
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

/** How the server is made, as far as its limits go. */
export function limitOptions(limits: Limits) {
  return {
    bodyLimit: mostBytes,
    connectionTimeout: limits.idleMs,
    requestTimeout: limits.uploadMs,
    http: { headersTimeout: limits.headMs, connectionsCheckingInterval: limits.checkMs },
    // A request too broken or too slow to be read never reaches a handler.
    clientErrorHandler(error, socket) {
      if (error.code === 'ECONNRESET' || socket.destroyed) return;
      if (error.code === 'HPE_HEADER_OVERFLOW') turnAway(socket, 'unreadable', 431);
      else turnAway(socket, error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'tooSlow' : 'unreadable');
    },
  } satisfies FastifyHttpOptions<Server>;
}

/** Counts of something under way, by network. */
function counter() {
  const counts = new Map<string, number>();
  return {
    /** One more; answers how many there are, and how to take it back. */
    begin(address: string): { count: number; end(): void } {
      const network = networkOf(address);
      const count = (counts.get(network) ?? 0) + 1;
      counts.set(network, count);
      let isOver = false;
      return {
        count,
        end() {
          if (isOver) return;
          isOver = true;
          const left = (counts.get(network) ?? 1) - 1;
          if (left > 0) counts.set(network, left);
          else counts.delete(network);
        },
      };
    },
  };
}

/**
 * Put in front of everything that reads a body: too many at once, addresses that are none, strangers and types that the
 * route does not take are turned away before a byte of it is kept. `isBehindProxy`: connections are the proxy's then,
 * and only the requests on them are somebody's.
 */
export function guard(app: FastifyInstance, deps: Deps, limits: Limits, isBehindProxy: boolean): void {
  const connections = counter();
  const requests = counter();
  app.server.maxConnections = limits.connections;
  app.server.on('connection', (socket: Socket) => {
    if (isBehindProxy) return;
    const { count, end } = connections.begin(socket.remoteAddress ?? '');
    socket.once('close', end);
    if (count > limits.connectionsPerNetwork) turnAway(socket, 'busy');
  });

  app.addHook('onRoute', (route) => {
    const { permission } = route.config ?? {};
    if (route.url.startsWith('/api/') && !permission) throw new Error(`${route.url} does not say who may call it`);
    // Known to nobody, or to a provider alone. A route that must take more from them says how much.
    if (permission === 'anyone' || permission === 'guest') route.bodyLimit ??= mostBytesOfStrangers;
  });

  app.decorateRequest('token', null);
  app.addHook('onRequest', async (request, reply) => {
    const { permission, takes } = request.routeOptions.config;
    const { count, end } = requests.begin(request.ip);
    reply.raw.once('close', end);
    if (count > limits.requestsPerNetwork) refuse('busy');
    if (holdsTooManyNames(request.url)) refuse('tooManyNames', { limit: mostNames });
    const isSent =
      request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined;
    // A request that is injected has no connection that could be slow.
    if (isSent && request.raw.socket instanceof Socket) {
      const late = setTimeout(
        () => turnAway(request.raw.socket, 'tooSlow'),
        takes === 'file' ? limits.uploadMs : limits.bodyMs,
      ).unref();
      request.raw.once('end', () => clearTimeout(late)).once('close', () => clearTimeout(late));
    }
    if (permission && permission !== 'anyone') request.token = await authenticate(deps, request.headers['blade-auth']);
    const isFile = /^multipart\//i.test(request.headers['content-type'] ?? '');
    if (isFile && takes !== 'file') refuse('wrongMedia');
  });
}
