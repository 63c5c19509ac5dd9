/** The model tool: tables of real databases become models; their rows are judged as one and saved as one. */
import pg from 'pg';
import type { Prototype } from '../../../contract/wire/develop/prototypes';
import { registry } from '../../../server/app';
import { readModel } from '../../../server/develop/models';
import { asSystem } from '../../../server/engine/work';
import { type Mariadb, startMariadb } from '../../support/mariadb';
import { openPostgresDoor, type PostgresDoor } from '../../support/postgresDoor';
import { type Client, ok, platform, type Server, startServer } from '../../support/server';

const at = '/blade-develop/model';
const rowsAt = '/blade-develop/model-prototype';
const password = 'reader-Pass-1';

let server: Server;
let mariadb: Mariadb;
let door: PostgresDoor;
let other: pg.Client;
let otherName: string;
let clerk: Client;
const sources: Record<'postgresql' | 'mysql', string> = { postgresql: '', mysql: '' };

const carTable = (text: string, stamp: string) => `
  create table car (
    id bigint primary key, plate_no varchar(20) not null, price decimal(12, 2), rate decimal(8, 4),
    sold_on date, seen_at ${stamp}, is_new boolean not null, note ${text}, create_time ${stamp})`;

beforeAll(async () => {
  mariadb = await startMariadb();
  const { owner } = JSON.parse(process.env.TEST_PG!) as { owner: pg.PoolConfig };
  door = await openPostgresDoor(() => owner);
  server = await startServer({ env: { EGRESS_ALLOW: `127.0.0.1:${door.port},127.0.0.1:${mariadb.port}` } });
  otherName = `models_${process.pid}`;
  const maintenance = new pg.Client({ ...owner, database: 'postgres' });
  await maintenance.connect();
  for (const text of [
    `drop database if exists ${otherName}`,
    `create database ${otherName}`,
    `drop role if exists ${otherName}_reader`,
    `create role ${otherName}_reader login password '${password}'`,
  ])
    await maintenance.query(text);
  await maintenance.end();
  other = new pg.Client({ ...owner, database: otherName });
  await other.connect();
  await other.query(carTable('text', 'timestamp'));
  await other.query(`comment on table car is '车辆'; comment on column car.plate_no is '车牌号';
    comment on column car.rate is '年利率'; alter table car add column photo bytea`);
  await mariadb.owner.query(`${carTable('text', 'datetime')} comment '车辆';
    alter table car modify plate_no varchar(20) not null comment '车牌号', modify rate decimal(8, 4) comment '年利率',
      add column photo blob; create user reader identified by '${password}'; grant select on shop.* to reader`);
  const save = async (name: string, body: object) =>
    ok(await server.admin.post('/blade-develop/datasource/submit', { body: { name, password, ...body } })).id as string;
  sources.postgresql = await save('车辆库', {
    driverClass: 'org.postgresql.Driver',
    url: `jdbc:postgresql://127.0.0.1:${door.port}/${otherName}`,
    username: `${otherName}_reader`,
  });
  sources.mysql = await save('车辆库 2', {
    driverClass: 'com.mysql.cj.jdbc.Driver',
    url: `jdbc:mysql://127.0.0.1:${mariadb.port}/shop?useSSL=false`,
    username: 'reader',
  });
  await server.addUser({ account: 'designer', permissions: ['model', 'model_add', 'model_edit', 'model_delete'] });
  clerk = await server.as('designer');
});
afterAll(async () => {
  await other?.end();
  door?.close();
  await server?.close();
  await mariadb?.close();
});

function row(name: string, more: Partial<Prototype> = {}): Partial<Prototype> {
  return {
    propertyName: name,
    jdbcComment: name,
    componentType: 'text',
    isList: 1,
    isForm: 1,
    maxLength: 64,
    ...more,
  };
}
let made = 0;
async function newModel(client: Client = clerk, more: object = {}): Promise<{ id: string; version: number }> {
  made += 1;
  return ok(await client.post(`${at}/submit`, { body: { modelName: `模型${made}`, modelCode: `m_${made}`, ...more } }));
}
function saveRows(modelId: string, rows: object[], query: Record<string, string> = {}, client: Client = clerk) {
  return client.post(`${rowsAt}/submit-list`, { query: { modelId, ...query }, body: rows as never });
}

describe.each(['postgresql', 'mysql'] as const)('a table on %s', (kind) => {
  it('is listed, and becomes a model with its labels, kinds and lengths', async () => {
    const tables = ok(await clerk.get(`${at}/table-list`, { datasourceId: sources[kind] }));
    expect(tables).toEqual([{ name: 'car', comment: '车辆', isView: false }]);
    const found = ok(await clerk.get(`${at}/table-info`, { datasourceId: sources[kind], tableName: 'car' }));
    expect(found).toMatchObject({ name: 'car', comment: '车辆', isTree: false, titleField: 'plateNo' });
    expect(found.left.map(({ name, why }: { name: string; why: string }) => [name, why])).toEqual([
      ['id', 'own'],
      ['create_time', 'own'],
      ['photo', 'type'],
    ]);
    expect(
      found.fields.map(({ propertyName, componentType, jdbcComment, maxLength, isRequired }: Prototype) => [
        propertyName,
        componentType,
        jdbcComment,
        maxLength,
        isRequired,
      ]),
    ).toEqual([
      ['plateNo', 'text', '车牌号', 20, 1],
      ['price', 'money', 'Price', null, 0],
      ['rate', 'rate', '年利率', null, 0],
      ['soldOn', 'date', 'Sold on', null, 0],
      ['seenAt', 'dateTime', 'Seen at', null, 0],
      ['isNew', 'flag', 'Is new', null, 0],
      ['note', 'longText', 'Note', 4000, 0],
    ]);
    const { id, version } = await newModel(clerk, { datasourceId: sources[kind], modelTable: 'car' });
    // The same table, named by the model that it became.
    expect(ok(await clerk.get(`${at}/table-info`, { modelId: id }))).toEqual(found);
    const saved = ok(await saveRows(id, found.fields, { version: String(version) }));
    expect(saved.rows.map(({ jdbcName }: Prototype) => jdbcName)).toEqual(
      found.fields.map(({ jdbcName }: Prototype) => jdbcName),
    );
    for (const path of [`${rowsAt}/select`, `${at}/model-prototype`])
      expect(ok(await clerk.get(path, { modelId: id }))).toEqual(saved.rows);
    const { model } = await asSystem(server.deps, registry, { tenantId: platform, actor: '-', requestId: '-' }, (cx) =>
      readModel(cx, id),
    );
    expect(model).toMatchObject({ titleField: 'plateNo', isTree: false });
    expect(model.fields[0]).toMatchObject({ name: 'plateNo', kind: 'text', zh: '车牌号', isRequired: true });
  });
});

it('tells that there is no such table, and which parameter is missing', async () => {
  const get = async (query: Record<string, string>) => (await clerk.get(`${at}/table-info`, query)).body.reason;
  expect(await get({ datasourceId: sources.mysql, tableName: 'none' })).toBe('datasource.noTable');
  expect(await get({ datasourceId: sources.mysql })).toBe('missingParameter');
  expect(await get({ tableName: 'car' })).toBe('missingParameter');
  expect(await get({ datasourceId: '5', tableName: 'car' })).toBe('notYours');
  expect(await get({ modelId: '5' })).toBe('notYours');
});

describe('the rows of a model', () => {
  it('keep their ids, their order and what the family has no column for', async () => {
    const { id } = await newModel();
    const choices = [{ value: 1, zh: '新', en: 'New' }];
    const first = ok(
      await saveRows(id, [
        row('name', { isRequired: 1 }),
        row('state', { componentType: 'choice', maxLength: null, options: JSON.stringify({ choices, initial: 1 }) }),
      ]),
    );
    const [name, state] = first.rows;
    expect(JSON.parse(state.options)).toEqual({ choices, initial: 1 });
    const second = ok(await saveRows(id, [state, { ...name, jdbcComment: '名称' }, row('extra')]));
    expect(second.rows.map(({ id: own }: Prototype) => own)).toEqual([state.id, name.id, expect.any(String)]);
    const history = ok(await clerk.get(`${at}/history`, { id }));
    expect(JSON.stringify(history)).toContain('名称');
  });

  it('are read with the inputs that forms of the family name', async () => {
    const { id } = await newModel();
    const saved = ok(
      await saveRows(id, [
        row('name', { componentType: 'input', isRequired: 1, isQuery: 1, queryType: 'like' }),
        row('memo', { componentType: 'textarea' }),
        row('level', { componentType: 'select', dictCode: 'pic_type', isQuery: 1, queryType: 'like' }),
      ]),
    );
    expect(saved.rows.map(({ componentType, queryType }: Prototype) => [componentType, queryType])).toEqual([
      ['text', 'like'],
      ['longText', ''],
      ['dict', 'equal'],
    ]);
  });

  it('are refused by row and member, all together, and nothing is written', async () => {
    const { id } = await newModel();
    ok(await saveRows(id, [row('name', { isRequired: 1 })]));
    const before = await server.fingerprint();
    const { status, body } = await saveRows(id, [
      row('name', { isRequired: 1 }),
      row('Bad name'),
      row('owner', { componentType: 'ref', options: '{"to":"nothing"}' }),
      row('place', { componentType: 'ref', options: '{"to":"region"}' }),
      row('level', { componentType: 'dict', dictCode: 'none_such' }),
      row('kind', { componentType: 'choice' }),
      row('broken', { options: '[1]' }),
      row('odd', { componentType: 'hologram', isList: 2 }),
      row('name'),
    ]);
    expect([status, body.reason]).toEqual([400, 'invalid']);
    expect(body.problems).toEqual({
      'fields.1.name': 'badFormat',
      'fields.2.to': 'reference',
      'fields.4.dict': 'reference',
      'fields.5.choices': 'required',
      'fields.6.options': 'badJson',
      'fields.7.kind': 'notAChoice',
      'fields.7.isList': 'notAChoice',
      'fields.8.name': 'taken',
    });
    expect(body.msg).toContain('2. Bad name');
    expect((await saveRows(id, [row('title')])).body.problems).toEqual({ titleField: 'required' });
    expect((await saveRows(id, [])).body.problems).toMatchObject({ fields: 'required' });
    expect((await saveRows(id, [{ ...row('name'), modelId: '7' }])).body.reason).toBe('badParameter');
    expect(
      (
        await saveRows(
          id,
          Array.from({ length: 61 }, (_, n) => row(`f${n}`)),
        )
      ).body.reason,
    ).toBe('tooMany');
    expect(await server.fingerprint()).toBe(before);
  });

  it('of two people: the second is told, and loses nothing of the first', async () => {
    const { id, version } = await newModel();
    const seen = { version: String(version) };
    const mine = ok(await saveRows(id, [row('mine', { isRequired: 1 })], seen));
    const theirs = await saveRows(id, [row('theirs', { isRequired: 1 })], seen);
    expect(theirs.body.reason).toBe('stale');
    expect(ok(await clerk.get(`${rowsAt}/select`, { modelId: id }))).toEqual(mine.rows);
    // The settings carry the same version.
    const settings = { id, modelName: '改名', modelCode: `m_${made}` };
    expect((await clerk.post(`${at}/submit`, { body: { ...settings, ...seen } })).body.reason).toBe('stale');
    ok(await saveRows(id, [row('theirs', { isRequired: 1 })], { version: String(mine.version) }));
  });

  it('sent at the same moment leave one whole set', async () => {
    const { id } = await newModel();
    const sets = ['a', 'b', 'c', 'd'].map((stem) => [1, 2, 3].map((n) => row(`${stem}${n}`, { isRequired: 1 })));
    for (const answer of await Promise.all(sets.map((rows) => saveRows(id, rows)))) ok(answer);
    const held: Prototype[] = ok(await clerk.get(`${rowsAt}/select`, { modelId: id }));
    expect(held).toHaveLength(3);
    expect(new Set(held.map(({ propertyName }) => propertyName[0])).size).toBe(1);
  });
});

it('a published model is changed as such, keeps its code, and is not removed', async () => {
  const { id } = await newModel();
  const rows = [row('name', { isRequired: 1 })];
  ok(await saveRows(id, rows));
  await server.sql('update develop_model set state = 2, published_version = 1 where id = $1', [id]);
  const held = ok(await clerk.get(`${at}/detail`, { id }));
  expect((await clerk.post(`${at}/remove`, { query: { ids: id } })).body.reason).toBe('model.published');
  const renamed = await clerk.post(`${at}/submit`, { body: { ...held, modelCode: 'other' } });
  expect([renamed.body.reason, renamed.body.problems]).toEqual(['model.fixed', { modelCode: 'refused' }]);
  ok(await saveRows(id, ok(await clerk.get(`${rowsAt}/select`, { modelId: id }))));
  expect(ok(await clerk.get(`${at}/detail`, { id })).state).toBe(2); // nothing has changed
  ok(await saveRows(id, [...rows, row('more')]));
  expect(ok(await clerk.get(`${at}/detail`, { id })).state).toBe(3);
  await server.sql('update develop_model set state = 4 where id = $1', [id]);
  ok(await clerk.post(`${at}/remove`, { query: { ids: id } }));
  expect((await clerk.get(`${rowsAt}/select`, { modelId: id })).body.reason).toBe('notYours');
});

it('a code is checked, and its own in the tenant', async () => {
  const save = (modelCode: string) => clerk.post(`${at}/submit`, { body: { modelName: '车辆', modelCode } });
  expect((await save('Car-1')).body.problems).toEqual({ modelCode: 'badFormat' });
  ok(await save('car'));
  await newModel(clerk, { isTree: null });
  expect((await save('car')).body.problems).toEqual({ modelCode: 'taken' });
});

it('other tenants see and change none of it, nor the sources of others', async () => {
  const { id } = await newModel();
  ok(await saveRows(id, [row('name', { isRequired: 1 })]));
  const { client } = await server.foundTenant();
  for (const answer of [
    await client.get(`${rowsAt}/select`, { modelId: id }),
    await client.get(`${at}/table-list`, { datasourceId: sources.mysql }),
    await client.get(`${at}/table-info`, { datasourceId: sources.mysql, tableName: 'car' }),
    await saveRows(id, [row('theirs', { isRequired: 1 })], {}, client),
  ])
    expect(answer.body.reason).toBe('notYours');
  await newModel(client, { modelCode: `m_${made}` }); // the same code in another tenant
});

it('those who may only look may not read sources, nor write', async () => {
  const { id } = await newModel();
  await server.addUser({ account: 'reader', permissions: ['model'] });
  const reader = await server.as('reader');
  ok(await reader.get(`${rowsAt}/select`, { modelId: id }));
  expect((await reader.get(`${at}/table-list`, { datasourceId: sources.mysql })).status).toBe(403);
  expect((await saveRows(id, [row('name')], {}, reader)).status).toBe(403);
});
