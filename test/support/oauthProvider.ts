/** A small OAuth 2 provider on loopback: authorization code in, person out, as strict as RFC 6749 wants it. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export const clientId = 'leasedesk-at-provider';
export const clientSecret = 'only-the-two-servers-know';

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

/** `redirectUris`: where it sends browsers back to; nowhere else. */
export async function startProvider(redirectUris: string[]) {
  const codes = new Map<string, { redirectUri: string; person: Record<string, unknown> }>();
  const tokens = new Map<string, Record<string, unknown>>();
  const state = {
    /** Who is signed in there: what its user call answers. */
    person: {
      id: 4711,
      name: '韩梅梅',
      email: 'hanmei@example.com',
      avatar_url: 'https://img.example/4711.png',
    } as Record<string, unknown>,
    /** What it gets wrong, if anything. */
    fault: '' as '' | 'token' | 'user' | 'redirect' | 'huge' | 'silent',
    /** Calls of servers, in order. */
    calls: [] as string[],
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://provider');
    const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    };
    if (url.pathname === '/authorize') {
      const redirectUri = url.searchParams.get('redirect_uri') ?? '';
      if (url.searchParams.get('client_id') !== clientId || !redirectUris.includes(redirectUri))
        return answer(400, { error: 'invalid_request' });
      if (url.searchParams.get('response_type') !== 'code') return answer(400, { error: 'unsupported_response_type' });
      const code = randomUUID();
      codes.set(code, { redirectUri, person: state.person });
      const back = new URL(redirectUri);
      back.searchParams.set('code', code);
      back.searchParams.set('state', url.searchParams.get('state') ?? '');
      return answer(302, '', { location: back.href });
    }
    state.calls.push(`${request.method} ${url.pathname}`);
    if (state.fault === 'silent') return;
    if (url.pathname === '/token' && request.method === 'POST') {
      const form = new URLSearchParams(await read(request));
      const held = codes.get(form.get('code') ?? '');
      codes.delete(form.get('code') ?? '');
      if (state.fault === 'token') return answer(500, { error: 'server_error' });
      if (state.fault === 'redirect') return answer(302, '', { location: '/user' });
      if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret)
        return answer(401, { error: 'invalid_client' });
      if (form.get('grant_type') !== 'authorization_code' || held?.redirectUri !== form.get('redirect_uri'))
        return answer(400, { error: 'invalid_grant' });
      const token = randomUUID();
      tokens.set(token, held!.person);
      return answer(200, { access_token: token, token_type: 'bearer', expires_in: 60 });
    }
    if (url.pathname === '/user') {
      const person = tokens.get((request.headers.authorization ?? '').replace(/^Bearer /, ''));
      if (state.fault === 'huge') return answer(200, { ...person, padding: 'x'.repeat(2_000_000) });
      if (!person || state.fault === 'user') return answer(401, { error: 'invalid_token' });
      return answer(200, person);
    }
    return answer(404, {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origin = `http://${host}`;

  return {
    state,
    /** For the server's list of hosts it may call. */
    host,
    /** An entry of the providers' file. */
    entry: {
      source: 'gitee',
      title: '码云',
      authorizeUrl: `${origin}/authorize`,
      tokenUrl: `${origin}/token`,
      userUrl: `${origin}/user`,
      clientId,
      clientSecret,
      scope: 'user_info',
    },
    /** What a browser does at the address it was sent to: the person agrees, and is sent back with these. */
    async visit(address: string): Promise<{ redirect: string; code: string; state: string }> {
      const reply = await fetch(address, { redirect: 'manual' });
      const back = new URL(reply.headers.get('location') ?? 'http://refused/');
      return {
        redirect: `${back.origin}${back.pathname}`,
        code: back.searchParams.get('code') ?? '',
        state: back.searchParams.get('state') ?? '',
      };
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
export type TestProvider = Awaited<ReturnType<typeof startProvider>>;
