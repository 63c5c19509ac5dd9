/** Ids of another tenant in every parameter of every call: nothing is told of what they name, and nothing of it is written. */
import type { OpenAPIV3_1 } from 'openapi-types';
import { documentOf } from '../../../server/http/openapi';
import { icbcCsv } from '../../support/bankFiles';
import { registerAccount } from '../../support/companyAccounts';
import { type Client, leaseOf, ok, platform, type Server, startServer } from '../../support/server';

let server: Server;
let tenantId: string;
let theirs: Client;
/** Ids of the platform's tenant by the table they are in. */
const ids: Record<string, string[]> = {};
const words = ['深藏不露', '13977775555', '6222029876543210128', '外来付款人'];

/** Tables that requests of the other tenant write as well, or whose rows are of the platform and read by all. */
const beside =
  /^(sign_in|usual_log|api_log|error_log|remembered|list_change|idempotency|sys_(menu|dict|region|param|top_menu|tenant_package))/;
async function tablesOfTenants(): Promise<string[]> {
  const rows = await server.sql<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`,
  );
  return rows.map(({ name }) => name).filter((name) => !beside.test(name));
}
/** All that the platform's tenant has, as one value. */
async function rowsOfPlatform(): Promise<unknown> {
  const sums = (await tablesOfTenants()).map(
    (name) =>
      `select '${name}' as name, count(*), sum(hashtextextended(t::text, 0)) as sum from ${name} t where tenant_id = '${platform}'`,
  );
  return server.sql(`${sums.join(' union all ')} order by name`);
}

beforeAll(async () => {
  server = await startServer();
  const { admin } = server;
  const lease = leaseOf(server);
  const who = await lease.customer({ realName: words[0], tel: words[1] });
  const body = { customerId: who.id, tel: words[1], bankCardCode: words[2], interestDate: '2026-08-17' };
  const out = await lease.started(body);
  const received = await lease.started(body, { direction: 2 });
  await lease.voucher((await lease.order(body)).id);
  ok(await admin.post('/blade-bank/batch/make', { body: { ids: [out.rows[0].id], layout: 2, reason: '客户要求' } }));
  await registerAccount(server, { account: '1001234567890123456' });
  const lines = [
    { day: '2026-11-19', amount: '9.00', name: words[3]!, purpose: received.order.contractCode, serial: 'A1' },
    { day: '2026-11-19', amount: '7.77', name: words[3]!, purpose: '不明', serial: 'A2' },
  ];
  const file = icbcCsv({ account: '1001234567890123456', opening: '0.00', lines });
  const { statementId } = ok(await admin.upload('/blade-bank/statement/upload', file, { name: 'a.csv' }));
  const [line] = ok(await admin.get('/blade-bank/statement/lines', { statementId })).records;
  ok(
    await admin.post('/blade-bank/statement/assign', {
      body: { statementId, id: line.id, orderIds: [received.order.id] },
    }),
  );
  await server.addUser({ account: 'second', permissions: ['order', 'approval', 'approval_orderAccount'] });
  const { version } = await lease.read(out.order.id);
  const change = { id: out.order.id, version, bankCardCode: '6222021234567890999', reason: '换卡' };
  ok(await admin.post(`${lease.paths.order}/change-account`, { body: change }));
  words.push(out.order.contractCode, received.order.contractCode);
  await server.drain();
  for (const table of await tablesOfTenants()) {
    const rows = await server
      .sql<{ id: string }>(`select id::text as id from ${table} where tenant_id = $1 order by id desc limit 2`, [
        platform,
      ])
      .catch(() => []);
    if (rows.length > 0) ids[table] = rows.map(({ id }) => id).filter((id) => /^\d{15,}$/.test(id));
  }
  // the person who founds the other tenant is named by what it begins with
  delete ids.sys_user;
  ({ tenantId } = await server.foundTenant());
  theirs = await server.as('admin', tenantId);
}, 120_000);
afterAll(() => server.close());

type Schema = OpenAPIV3_1.SchemaObject;
/** The tables whose names fit an address or a parameter come first; the others follow in turn. */
function idsFor(path: string, name: string, turn: number): string {
  const plain = (text: string) => text.replace(/[^a-z]/gi, '').toLowerCase();
  const stem = plain(name.replace(/ids?$/i, ''));
  const fits = (table: string) => {
    const own = plain(table.replace(/^(lease|sys|flow)_/, ''));
    return stem ? own.includes(stem) || stem.includes(own) : plain(path).includes(own);
  };
  const all = Object.entries(ids).filter(([, found]) => found.length > 0);
  const near = all.filter(([table]) => fits(table));
  const [, found] = (near.length > 0 ? near : all)[turn % (near.length || all.length)]!;
  return found[turn % found.length]!;
}
const isId = (name: string) => /ids?$/i.test(name) && !['tenantId', 'tenantIds', 'openId'].includes(name);

function filledIn(path: string, name: string, schema: Schema, turn: number): unknown {
  const { type, enum: values, minimum } = schema;
  if (type === 'array') return [filledIn(path, name.replace(/s$/, ''), (schema.items ?? {}) as Schema, turn)];
  if (isId(name)) return idsFor(path, name, turn);
  if (values) return values[0];
  if (type === 'integer' || type === 'number') return minimum ?? 1;
  if (type === 'boolean') return false;
  if (type === 'object') return bodyOf(path, schema, turn);
  return /date|day|from|until/i.test(name) ? '2026-11-20' : '1';
}
function bodyOf(path: string, schema: Schema | undefined, turn: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema?.properties ?? {}).flatMap(([name, one]) =>
      isId(name) || schema?.required?.includes(name) ? [[name, filledIn(path, name, one as Schema, turn)]] : [],
    ),
  );
}

/** What would end the session that asks, or takes a file. */
const skipped = /oauth\/|\/logout|session-lock|\/upload|\/import$|deploy-upload|user\/(update-password|cancel)/;
interface Question {
  method: 'GET' | 'POST';
  path: string;
  query: Record<string, string>;
  body?: object;
}
function questions(): Question[] {
  return Object.entries(documentOf(server.app).paths ?? {}).flatMap(([at, item]) =>
    (['get', 'post'] as const).flatMap((verb): Question[] => {
      const operation = item?.[verb];
      const path = at.replace(/^\/api/, '');
      if (!operation || at.includes('{') || skipped.test(path)) return [];
      const given = (operation.parameters ?? []) as OpenAPIV3_1.ParameterObject[];
      const content = (operation.requestBody as OpenAPIV3_1.RequestBodyObject | undefined)?.content;
      const schema = content?.['application/json']?.schema as Schema | undefined;
      const asks = given.filter(({ in: place, name, required }) => place === 'query' && (isId(name) || required));
      const isAsking = asks.some(({ name }) => isId(name)) || Object.keys(schema?.properties ?? {}).some(isId);
      const turns = isAsking ? [0, 1, 2] : verb === 'get' ? [0] : [];
      return turns.map((turn) => ({
        method: verb === 'get' ? 'GET' : 'POST',
        path,
        query: Object.fromEntries(
          asks.map(({ name, schema: one }) => [
            name,
            String([filledIn(path, name, (one ?? {}) as Schema, turn)].flat()[0]),
          ]),
        ),
        ...(verb === 'post' ? { body: bodyOf(path, schema, turn) } : {}),
      }));
    }),
  );
}

it('tell nothing and write nothing', async () => {
  const asked = questions();
  const before = await rowsOfPlatform();
  const all = Object.values(ids).flat();
  const found: unknown[] = [];
  const answers: Record<string, number> = {};
  for (const { method, path, query, body } of asked) {
    const answer = method === 'GET' ? await theirs.get(path, query) : await theirs.post(path, { query, body });
    if (answer.status === 401) theirs = await server.as('admin', tenantId);
    answers[answer.status] = (answers[answer.status] ?? 0) + 1;
    const text = typeof answer.body === 'string' ? answer.raw.toString('utf8') : JSON.stringify(answer.body);
    const said = JSON.stringify([query, body]);
    const told = [...words, ...all].filter((one) => text.includes(one) && !said.includes(one));
    if (told.length > 0 || answer.status >= 500) found.push([method, path, query, body, answer.status, told]);
  }
  console.log(`${asked.length} questions`, answers);
  expect(found).toEqual([]);
  expect(await rowsOfPlatform()).toEqual(before);
  expect(asked.length).toBeGreaterThan(700);
}, 400_000);
