/** Tries the calls of the family one by one: what each was asked, and whether its callers can read the answer. */
import { type FamilyCall, nameOf, type Reads } from './calls';
import type { Answer, Client } from './server';

export type Trial = () => Promise<void>;
let heard: { call: string; words: string[]; answer: Answer }[] = [];

function note(method: FamilyCall['method'], path: string, words: object[], answer: Answer): Answer {
  const [asked] = words as { grant_type?: string }[];
  const grant = path.endsWith('/oauth/token') ? (asked?.grant_type ?? '') : '';
  heard.push({ call: nameOf({ method, path, grant }), words: words.flatMap(Object.keys), answer });
  return answer;
}
/** A client whose calls count. */
export function noted(client: Client): Client {
  return {
    ...client,
    get: async (path, query = {}, headers = {}) => note('GET', path, [query], await client.get(path, query, headers)),
    post: async (path, asked = {}) =>
      note('POST', path, [asked.query ?? {}, (asked.body as object) ?? {}], await client.post(path, asked)),
    upload: async (path, file, asked = {}) =>
      note('POST', path, [asked.query ?? {}, asked.fields ?? {}], await client.upload(path, file, asked)),
  };
}

const isRead: Record<Reads, (data: any) => boolean> = {
  page: ({ records, total }) => Array.isArray(records) && typeof total === 'number',
  tree: Array.isArray,
  list: Array.isArray,
  record: (data) => typeof data === 'object' && data !== null && !Array.isArray(data) && Object.keys(data).length > 0,
  words: (data) => data.length > 0 && data.every((entry: object) => 'dictKey' in entry && 'dictValue' in entry),
  grant: ({ menu, dataScope, apiScope }) => [menu, dataScope, apiScope].every(Array.isArray),
  written: (data) => data !== undefined,
  link: ({ link }) => typeof link === 'string' && link !== '',
  diagram: ({ xml, flow }) => typeof xml === 'string' && Array.isArray(flow),
  session: ({ access_token, refresh_token, tenant_id }) =>
    [access_token, refresh_token, tenant_id].every((held) => typeof held === 'string' && held !== ''),
  captcha: ({ key, image }) => typeof key === 'string' && String(image).startsWith('data:image/'),
  zip: (bytes) => bytes.subarray(0, 2).toString('latin1') === 'PK',
  refused: ({ success, reason, msg }) => success === false && [reason, msg].every((text) => text !== ''),
};
/** Answers without the envelope; a refusal is read as a whole. */
const bare: readonly Reads[] = ['session', 'captcha', 'refused'];

function expectReadable({ reads }: FamilyCall, { status, body, raw }: Answer): void {
  if (reads === 'refused') expect(status).toBe(400);
  else expect([status, body.reason, body.msg]).toEqual([200, undefined, body.msg]);
  if (reads !== 'zip' && !bare.includes(reads))
    expect(body).toMatchObject({ code: 200, success: true, msg: expect.any(String) });
  expect(isRead[reads](reads === 'zip' ? raw : bare.includes(reads) ? body : body.data)).toBe(true);
}

/** A test for each call; its trial, found by the call's name, makes it with all parameters that its callers send. */
export function tryAll(calls: readonly FamilyCall[], trials: Readonly<Record<string, Trial>>): void {
  it.each(calls.map((call) => [nameOf(call), call] as const))('%s', async (name, call) => {
    heard = [];
    const work = trials[name];
    if (!work) throw new Error(`there is no trial of ${name}`);
    await work();
    const asked = heard.filter((one) => one.call === name);
    expect(asked.length).toBeGreaterThan(0);
    const words = new Set(asked.flatMap((one) => one.words));
    const named = [...(call.query ?? []), ...(Array.isArray(call.body) ? call.body : [])];
    expect(named.filter((word) => !words.has(word))).toEqual([]);
    for (const { answer } of asked) expectReadable(call, answer);
  });
}
