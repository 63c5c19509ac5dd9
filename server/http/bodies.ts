/** Parses bodies in one pass and within limits: the cost is proportional to the length of the input. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal, refuse } from '../kernel/errors';
import { deepest, depthOf } from '../kernel/jsonDepth';

/** Names that a form or a query string may hold. */
export const mostNames = 1000;

function isMany(text: string, most: number) {
  let found = 0;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) if (++found >= most) return true;
  return false;
}

/** Whether an address or a form holds more names than any legitimate one. */
export function holdsTooManyNames(text: string): boolean {
  return isMany(text, mostNames);
}

/** Names and values of a form or a query string; a repeated name has a list. The object has no prototype. */
export function readForm(text: string): Record<string, string | string[]> {
  const read: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const before = read[name];
    if (before === undefined) read[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else read[name] = [before, value];
  }
  return read;
}

// A byte order mark stays, so that two of them are still invalid JSON.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** The text of a body; refuses bytes that are not UTF-8. */
function textOf(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return refuse('unreadable');
  }
}

/** The bodies this server takes: forms, JSON objects (a list where the route says so), and files where it says so. */
export function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (_: FastifyRequest, body: Buffer) => {
      const text = textOf(body);
      return holdsTooManyNames(text) ? refuse('tooManyNames', { limit: mostNames }) : readForm(text);
    },
  );
  // Read by the call itself, which knows how many bytes it takes; the guard lets no other route have such a body.
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const { takes } = request.routeOptions.config;
    const text = textOf(body as Buffer);
    // Clients of the family send POST without a body but with a JSON type; that is no mistake.
    if (text === '') return done(null, {});
    if (depthOf(text) > deepest) return done(new Refusal('unreadable'));
    parse(request, text, (error, value: unknown) => {
      const isTaken = typeof value === 'object' && value !== null && (!Array.isArray(value) || takes === 'list');
      done(error ?? (isTaken ? null : new Refusal('unreadable')), value);
    });
  });
}
