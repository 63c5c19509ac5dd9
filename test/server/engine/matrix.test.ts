/** Every address of the server, and who may call it: compared with the checked-in matrix. */
import { accessOf, matrix, packageMenus, principals, type Reach } from '../../support/matrix';
import { type Route, routesOf } from '../../support/routes';
import { type Answer, type Client, platform, type Server, startServer } from '../../support/server';

/** A body with an id needs another permission than one without. */
function isSave({ method, url }: Route) {
  return method === 'POST' && /\/(submit)$/.test(url);
}
function entriesOf(route: Route) {
  const name = `${route.method} ${route.url.replace(/^\/api/, '')}`;
  return [
    { ...route, name, body: {} },
    ...(isSave(route) ? [{ ...route, name: `${name} of one that is there`, body: { id: '123456789012345678' } }] : []),
  ];
}

let server: Server;
let entries: ReturnType<typeof entriesOf>;
let tenantA: string;
async function clientOf(who: (typeof principals)[number]): Promise<Client> {
  if (who === 'nobody') return server.anybody;
  return who === 'root' ? server.as('admin', platform) : server.as(who === 'clerkA' ? 'clerk' : 'admin', tenantA);
}
function ask(client: Client, { method, url, body }: (typeof entries)[number]) {
  return client.send({
    method,
    url: url.replace(/:\w+/g, '1'),
    ...(method === 'POST' ? { payload: body } : {}),
  });
}
/** A 403 about a missing record comes after the permission check: the caller has the permission. */
function reachOf({ status, body }: Answer): Reach {
  return status === 401
    ? 401
    : status === 403 && ['forbidden', 'auth.mustChangePassword'].includes(body.reason)
      ? 403
      : 'in';
}

beforeAll(async () => {
  server = await startServer();
  const tenant = await server.foundTenant({ menus: packageMenus });
  tenantA = tenant.tenantId;
  await server.addUser({ account: 'clerk', permissions: ['customer'], tenantId: tenantA });
  entries = routesOf(server.app).flatMap(entriesOf);
});
afterAll(() => server.close());

describe('the matrix', () => {
  it('names every address of the server, and no other', () => {
    const known = new Set(entries.map(({ name }) => name));
    expect(known.size).toBeGreaterThan(150);
    expect([...known].filter((name) => !Object.hasOwn(matrix, name))).toEqual([]);
    expect(Object.keys(matrix).filter((name) => !known.has(name))).toEqual([]);
  });

  it('leaves nothing open but what leads to a session, and what a ticket or a signed link opens', () => {
    const open = Object.keys(matrix).filter((name) => accessOf(name)[0] === 'in');
    const [byTicket, toSession] = [/\/(lease-sign|attach\/file)\//, /\/blade-auth\/oauth\//];
    expect(open.filter((name) => !byTicket.test(name) && !toSession.test(name)).sort()).toEqual([
      'GET /blade-system/tenant/info',
      'GET /config.json',
      'GET /health/live',
      'GET /health/ready',
      'GET /ureport/preview', // it leads to a page that needs a session
      'POST /blade-fascContract/fascContract/callback', // signed with the secret of the application
    ]);
    expect(open.filter((name) => toSession.test(name))).toHaveLength(4);
  });

  it.each(principals.map((who, index) => [who, index] as const))(
    'holds for %s',
    async (who, index) => {
      const refused = entries.filter(({ name }) => accessOf(name)[index] !== 'in');
      const before = await server.fingerprint();
      const wrong: unknown[] = [];
      const check = async (entry: (typeof entries)[number], client: Client) => {
        const answer = await ask(client, entry);
        const [is, should] = [reachOf(answer), accessOf(entry.name)[index]];
        if (is !== should) wrong.push([entry.name, { is, should, status: answer.status, reason: answer.body.reason }]);
      };
      const refusedOne = await clientOf(who);
      for (const entry of refused) await check(entry, refusedOne);
      expect(await server.fingerprint()).toBe(before);
      // a session for each: some of the calls end or lock it
      for (const entry of entries.filter((one) => !refused.includes(one))) await check(entry, await clientOf(who));
      expect(wrong).toEqual([]);
    },
    120_000,
  );

  it('is the same for a look at the head alone', async () => {
    for (const { method, url, name } of entries)
      if (method === 'GET') {
        const { status } = await server.anybody.send({ method: 'HEAD', url: url.replace(/:\w+/g, '1') });
        expect([name, status === 401 ? 401 : 'in']).toEqual([name, accessOf(name)[0]]);
      }
  });
});
