/** Calls of a person to a running server, past any page. */
import { md5 } from '../../server/auth/password/oneTimePassword';
import { basic, password as usual } from './desk';
import type { Answer, Client, Post } from './server';

function queryOf(query: object): string {
  return new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString();
}

export type Caller = Pick<Client, 'get' | 'post' | 'headers'>;

/** Signs a person in. */
export async function callerOf(url: string, account = 'admin', password = usual): Promise<Caller> {
  const send = async (method: string, path: string, { query = {}, body, headers = {} }: Post): Promise<Answer> => {
    const answer = await fetch(`${url}/api${path}?${queryOf(query)}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const raw = Buffer.from(await answer.arrayBuffer());
    const text = raw.toString('utf8');
    const sent = Object.fromEntries(answer.headers);
    return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text, headers: sent, raw };
  };
  const { body } = await send('POST', '/blade-auth/oauth/token', {
    query: { grant_type: 'password', username: account, password: md5(password) },
    headers: { authorization: basic },
  });
  const own = { 'blade-auth': `bearer ${body.access_token}` };
  return {
    headers: own,
    get: (path, query = {}) => send('GET', path, { query, headers: own }),
    post: (path, asked = {}) => send('POST', path, { ...asked, headers: { ...own, ...asked.headers } }),
  };
}
