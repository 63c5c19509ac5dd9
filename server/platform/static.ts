import { existsSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { negotiate } from '@fastify/accept-negotiator';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isCall } from '../kernel/paths';
import { encodings, firstPage } from './firstPage';

/** Addresses that belong to the server's own routes: the console is never the answer there. */
function isOurs(path: string) {
  return /^(api|health|metrics|ureport)(\/|$)/.test(path) || isCall(`/${path}`);
}
/** Files with a hash in their name: the content behind such an address never changes. */
function isAsset(path: string) {
  return /^assets(\/|$)/.test(path);
}
/** The compressed versions are answers to the plain address, without addresses of their own. */
function isTwin(path: string) {
  return /\.(br|gz)$/.test(path);
}

type Asked = Pick<FastifyRequest, 'headers'>;

/** A navigation of a person, as opposed to a script's request for data or a page's for a missing picture. */
function wantsPage({ headers: { accept = '*/*' } }: Asked, path: string) {
  if (accept.includes('text/html')) return true;
  return accept.trim() === '*/*' && !/\.\w+$/.test(path);
}

/** A separate page and no address of the console: /help/start.html. */
function isDocument(path: string) {
  return /\.html?$/.test(path) && path !== 'index.html';
}

/** Whether index.html is the answer where no file has that path, which begins without a slash. */
export function isPage(asked: Asked, path: string): boolean {
  return !isOurs(path) && !isAsset(path) && !isDocument(path) && wantsPage(asked, path);
}

/** Files that are no pages of the console may be shown in a frame of ours, as a menu may require: help pages and the
 *  like. */
function letFrame(reply: FastifyReply) {
  const policy = String(reply.getHeader('content-security-policy') ?? '');
  if (policy)
    reply.header('content-security-policy', policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"));
}

function vary(reply: FastifyReply, ...names: string[]) {
  const before = reply.getHeader('vary');
  reply.header('vary', [...(before === undefined ? [] : [String(before)]), ...names].join(', '));
}

/**
 * The inline scripts of index.html, by their hashes: the build writes them beside the public folder, as `{scriptHashes:
 * ['sha256-…'], …}`. Style hashes in it are left out: with one, a browser ignores 'unsafe-inline', which the component
 * library needs.
 */
export function readHashes(root?: string): string[] {
  const file = root && join(root, '../csp.json');
  if (!file || !existsSync(file)) return [];
  const { scriptHashes = [] }: { scriptHashes?: string[] } = JSON.parse(readFileSync(file, 'utf8'));
  const wrong = scriptHashes.find((hash) => !/^sha(256|384|512)-[A-Za-z0-9+/]+={0,2}$/.test(hash));
  if (wrong !== undefined) throw new Error(`${file} holds '${wrong}', which is no hash of a script`);
  return scriptHashes.map((hash) => `'${hash}'`);
}

/**
 * Serves the built console from `root` (the absolute path of dist/public), as .br or .gz where the browser accepts
 * them, and its page with `settings` written in. Hashed files may be cached for a year; everything else is revalidated each time and answered with 304 while it
 * is unchanged. An address inside the console (/login, /lease/order/detail/1) answers index.html; a missing asset
 * answers 404 in plain text, because a page in its place would be run as a script.
 */
export function serveStatic(
  app: FastifyInstance,
  { root, settings }: { root: string; settings(cookies?: string): Promise<object> },
) {
  app.register(fastifyStatic, { root, serve: false, preCompressed: true, cacheControl: false, dotfiles: 'ignore' });

  /** Whether `path` names a file inside the root; a path that leaves it does not. */
  async function isFile(path: string) {
    const file = join(root, path);
    if (!file.startsWith(root + sep) || isTwin(path)) return false;
    return stat(file).then(
      (it) => it.isFile(),
      () => false, // missing, or an invalid file name
    );
  }

  const pageIn = firstPage(join(root, 'index.html'));
  async function sendPage(request: FastifyRequest, reply: FastifyReply) {
    const encoding = negotiate(request.headers['accept-encoding'] ?? 'identity', [...encodings]) ?? 'identity';
    const { etag, body } = await pageIn(encoding, await settings(request.headers.cookie));
    reply.header('cache-control', 'no-cache').header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type('text/html; charset=utf-8').send(body);
  }

  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/*',
    compress: false,
    schema: { hide: true }, // no call: it is not in the API document
    async handler(request, reply) {
      const path = request.params['*'];
      if (isOurs(path)) return reply.callNotFound();
      if (path !== 'index.html' && (await isFile(path))) {
        vary(reply, 'Accept-Encoding');
        letFrame(reply);
        reply.header('cache-control', isAsset(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
        return reply.sendFile(path);
      }
      if ((path === 'index.html' || isPage(request, path)) && (await isFile('index.html'))) {
        vary(reply, 'Accept', 'Accept-Encoding');
        return sendPage(request, reply);
      }
      // a file that a new release brings must not stay missing in a cache
      reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8');
      return reply.code(404).send('Not found\n');
    },
  });
}
