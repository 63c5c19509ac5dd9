import { type Egress, EgressError } from '../kernel/ports';

/** The parameters of the authorization-code grant (RFC 6749 section 4.1). */
export interface OauthClient {
  tokenUrl: string;
  userUrl: string;
  clientId: string;
  clientSecret: string;
}

/** The provider's authorisation address. */
export function authorizeAddress(
  { authorizeUrl, clientId, scope }: { authorizeUrl: string; clientId: string; scope: string },
  redirectUri: string,
  state: string,
): string {
  const url = new URL(authorizeUrl);
  url.searchParams.set('response_type', 'code');
  url.searchParams.set('client_id', clientId);
  url.searchParams.set('redirect_uri', redirectUri);
  if (scope) url.searchParams.set('scope', scope);
  url.searchParams.set('state', state);
  return url.href;
}

/** JSON, or the form encoding that some providers answer in. */
function parsed(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return Object.fromEntries(new URLSearchParams(body));
  }
}

/** The provider's data of the person whose code this is. Throws `EgressError` when there is none. */
export async function userBehind(
  egress: Egress,
  client: OauthClient,
  code: string,
  redirectUri: string,
): Promise<Record<string, unknown>> {
  const token = await egress({
    method: 'POST',
    url: client.tokenUrl,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      client_id: client.clientId,
      client_secret: client.clientSecret,
    }).toString(),
  });
  const { access_token: accessToken } = parsed(token.body);
  if (token.status !== 200 || typeof accessToken !== 'string' || !/^[\x21-\x7e]{1,4096}$/.test(accessToken))
    throw new EgressError(`the token call answered ${token.status} without a token`);
  const user = await egress({
    method: 'GET',
    url: client.userUrl,
    headers: { authorization: `Bearer ${accessToken}` },
  });
  if (user.status !== 200) throw new EgressError(`the user call answered ${user.status}`);
  return parsed(user.body);
}

function valueAt(answer: unknown, path: string): unknown {
  let value: unknown = answer;
  for (const name of path.split('.'))
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as any)[name] : undefined;
  return value;
}

/**
 * The provider's identifier of a person, unchanged; '' when there is none, or none that can be stored unchanged.
 * Trimmed, cut or rounded, two people could become one.
 */
export function identityAt(answer: unknown, path: string, most: number): string {
  const value = valueAt(answer, path);
  const text = typeof value === 'string' ? value : Number.isSafeInteger(value) ? String(value) : '';
  return text.length <= most && text === text.trim() && !/\p{Cc}/u.test(text) ? text : '';
}

/** A text of an answer by its path, `data.id`; '' when there is none. Cut to the column's width. */
export function textAt(answer: unknown, path: string, most: number): string {
  const value = valueAt(answer, path);
  const isText = typeof value === 'string' || typeof value === 'number';
  return isText ? String(value).replaceAll('\u0000', '').trim().slice(0, most) : '';
}
