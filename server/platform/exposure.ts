/** Warnings for an operator whose server is reached in a way that it is not configured for. */
import type { FastifyInstance } from 'fastify';

/** The warning at start; none while only this machine reaches the server, or people connect over TLS. */
export function exposureOf(host: string, publicUrl: string): string | undefined {
  const isLoopback = host === 'localhost' || host === '::1' || /^127\./.test(host);
  if (isLoopback || publicUrl.startsWith('https:')) return undefined;
  return `注意：HOST=${host} 可从网络访问，而 PUBLIC_URL 不是 https，密码与会话会明文传输 · passwords and sessions travel in clear: put a proxy with TLS in front and set PUBLIC_URL to its https address`;
}

/** Behind a proxy that TRUST_PROXY does not name, all clients have the proxy's address: warns once. */
export function watchForwarded(app: FastifyInstance): void {
  let isTold = false;
  app.addHook('onRequest', async (request) => {
    // Fastify takes the header over for peers that it trusts, and keeps the peer's address otherwise.
    if (isTold || !request.headers['x-forwarded-for'] || (request.ips ?? []).length > 1) return;
    isTold = true;
    request.log.warn(
      { peer: request.socket.remoteAddress },
      'X-Forwarded-For comes from a peer that TRUST_PROXY does not name: all its visitors count as one address',
    );
  });
}
