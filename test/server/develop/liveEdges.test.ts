/** Registers where things meet: two servers, hostile texts, and lists of ten thousand records. */
import * as xlsx from '@e965/xlsx';
import { depth } from '../../support/depth';
import { actOn, draw, fieldFor, modelFor, publishModel, saveFields } from '../../support/models';
import { type Client, clientOf, multipart, ok, type Server, startServer } from '../../support/server';

let server: Server;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  admin = server.admin;
});
afterAll(() => server.close());

const title = fieldFor('title', 'text', { isRequired: true, search: 'like', maxLength: 100 });
const reasonOf = ({ body }: { body: { reason?: string } }) => body.reason;

it('another server answers by the latest publication from its next request on', async () => {
  let build!: typeof import('../../../server/app').buildApp;
  // A server of its own: nothing that this one has built is known there.
  jest.isolateModules(() => {
    ({ buildApp: build } = require('../../../server/app'));
  });
  const other = await build(server.deps);
  await other.ready();
  const there = async (call: string) =>
    (await other.inject({ method: 'GET', url: `/api/blade-register/both/${call}`, headers: admin.headers })).json();
  const model = modelFor('both', [title]);
  const id = await draw(admin, model);
  expect((await there('list')).reason).toBe('register.withdrawn');
  ok(await actOn(admin, 'publish', id));
  ok(await admin.post('/blade-register/both/submit', { body: { title: '一' } }));
  expect((await there('list')).data.records).toMatchObject([{ title: '一' }]);
  const longer = { ...model, fields: [title, fieldFor('note', 'text', { initial: '无' })] };
  ok(await saveFields(admin, id, longer));
  ok(await actOn(admin, 'publish', id));
  expect((await there('list')).data.records).toMatchObject([{ title: '一', note: '无' }]);
  expect((await there('declaration')).data).toMatchObject({ version: 2, model: { fields: [{}, { name: 'note' }] } });
  ok(await actOn(admin, 'withdraw', id));
  for (const call of ['list', 'declaration', 'choices']) expect((await there(call)).reason).toBe('register.withdrawn');
  await other.close();
});

it('work that has begun ends on the table that it began with', async () => {
  const model = modelFor('busy', [title]);
  const { id, at } = await publishModel(admin, model);
  ok(await saveFields(admin, id, { ...model, fields: [title, fieldFor('more', 'text', { initial: 'x' })] }));
  const adding = Array.from({ length: 12 }, (_, n) => admin.post(`${at}/submit`, { body: { title: `行 ${n}` } }));
  const publishing = actOn(admin, 'publish', id);
  const after = Array.from({ length: 12 }, (_, n) => admin.get(`${at}/list`, { current: n + 1 }));
  for (const answer of await Promise.all([...adding, publishing, ...after])) ok(answer);
  const { total, records } = ok(await admin.get(`${at}/list`, { size: 50 }));
  expect(total).toBe(12);
  expect(records.map(({ more }: { more: string }) => more)).toEqual(Array(12).fill('x'));
});

describe('hostile texts', () => {
  const hostile = `'); drop table tenant; --"$$\\ <script>alert(1)</script> {{x}} %s`;

  it('in labels, choices, initial values and searches stay texts', async () => {
    const model = modelFor(
      'select',
      [
        { ...title, zh: hostile, en: hostile },
        fieldFor('order', 'choice', {
          zh: hostile,
          choices: [{ value: -1, zh: hostile, en: hostile }],
          search: 'equal',
        }),
        fieldFor('user', 'text', { maxLength: 200, initial: hostile, search: 'like' }),
      ],
      { zh: hostile.slice(0, 50), en: hostile.slice(0, 50) },
    );
    const { id, at } = await publishModel(admin, model);
    const saved = ok(await admin.post(`${at}/submit`, { body: { title: hostile, order: -1 } }));
    expect(saved).toMatchObject({ title: hostile, order: -1, user: hostile });
    expect(ok(await admin.get(`${at}/list`, { user: hostile, order: -1, ascs: 'title' })).total).toBe(1);
    // A second publication writes the initial value into records that lack the field.
    const several = `${hostile}\u2028${hostile}`; // a line break, which a single line refuses
    const more = fieldFor('group', 'longText', { initial: several });
    ok(await saveFields(admin, id, { ...model, fields: [...model.fields, more] }));
    ok(await actOn(admin, 'publish', id));
    expect(ok(await admin.get(`${at}/list`)).records).toMatchObject([{ group: several }]);
    expect(ok(await admin.get(`${at}/declaration`)).model.fields[0].zh).toBe(hostile);
    expect((await server.sql('select count(*)::int as n from tenant'))[0].n).toBeGreaterThan(0);
  });

  it.each([
    ...['tenantId', 'isDeleted', 'id', 'ctid', 'xmin', 'constructor', 'toString', 'size', 'parentName'],
    ...['a"b', 'a b', 'A', '1a', 'a;drop', '名称', '', '__proto__', `a${'B'.repeat(40)}`],
  ])('a field called %p is refused before anything is made', async (name) => {
    const { id } = ok(
      await admin.post('/blade-develop/model/submit', {
        body: { modelName: '名', modelCode: `h${server.deps.newId()}` },
      }),
    );
    const model = modelFor('h', [title, fieldFor(name)]);
    expect((await saveFields(admin, id, model)).status).toBe(400);
    expect((await actOn(admin, 'publish', id)).status).toBe(400);
  });

  it('a row that was written past the calls is judged again', async () => {
    const id = await draw(admin, modelFor('forged', [title, fieldFor('price', 'money')]));
    const before = await server.sql(`select count(*)::int as n from pg_class where relname like 'live\\_%'`);
    for (const [column, value] of [
      ['property_name', 'x" text; drop table tenant; --'],
      ['property_name', 'tenantId'],
      ['property_name', 'title'.toUpperCase()],
    ] as const) {
      await server.sql(`update develop_model_prototype set ${column} = $1 where model_id = $2 and sort = 2`, [
        value,
        id,
      ]);
      const answer = await actOn(admin, 'publish', id);
      expect([answer.status, reasonOf(answer)]).toEqual([400, 'invalid']);
    }
    expect(await server.sql(`select count(*)::int as n from pg_class where relname like 'live\\_%'`)).toEqual(before);
    const address = await admin.get(`/blade-register/${encodeURIComponent("x' or 1=1 --")}/list`);
    expect(address.status).toBe(404);
  });

  it('what an index or an address cannot hold is refused', async () => {
    const long = await draw(admin, modelFor('long', [{ ...title, isUnique: true, maxLength: 4000 }]));
    expect((await actOn(admin, 'publish', long)).body.problems).toEqual({ 'fields.0.isUnique': 'tooLong' });
    const framed = await draw(admin, modelFor('html_page', [title]));
    expect((await actOn(admin, 'publish', framed)).body.problems).toEqual({ code: 'badFormat' });
  });
});

it('a server without the account that makes tables refuses to publish, and goes on serving', async () => {
  const { owner, ...others } = server.deps;
  expect(owner).toBeDefined();
  const { buildApp } = require('../../../server/app') as typeof import('../../../server/app');
  const plain = await buildApp(others);
  await plain.ready();
  const client = clientOf(plain, admin.headers);
  const id = await draw(client, modelFor('unowned', [title]));
  expect(reasonOf(await actOn(client, 'publish', id))).toBe('register.noOwner');
  ok(await actOn(admin, 'publish', id));
  ok(await client.post('/blade-register/unowned/submit', { body: { title: '一' } }));
  await plain.close();
});

it('ten thousand records go in from files, and out in the order of the list', async () => {
  const { at } = await publishModel(admin, modelFor('many', [title, fieldFor('price', 'money', { search: 'range' })]));
  const files = depth(1, 5);
  const rows = depth(400, 2000);
  for (let file = 0; file < files; file++) {
    const cells = Array.from({ length: rows }, (_, n) => [`第 ${file * rows + n} 行`, `${n}.50`]);
    const book = xlsx.utils.book_new(xlsx.utils.aoa_to_sheet([['字段 title', '字段 price'], ...cells]), '表');
    const { payload, headers } = multipart(xlsx.write(book, { type: 'buffer', compression: true }), 'rows.xlsx');
    const answer = await admin.send({ method: 'POST', url: `/api${at}/import`, payload, headers });
    expect(ok(answer)).toMatchObject({ added: rows, problems: [] });
  }
  const total = files * rows;
  expect(ok(await admin.get(`${at}/list`, { size: 10 })).total).toBe(total);
  const { raw } = await admin.get(`${at}/export`, { format: 'csv', ascs: 'price', columns: 'title,price' });
  const [head, ...out] = raw
    .toString('utf8')
    .trim()
    .split('\r\n')
    .map((line) => line.replace('\uFEFF', '').split(','));
  expect(head).toEqual(['字段 title', '字段 price(元)']);
  expect(out).toHaveLength(total);
  expect(new Set(out.map(([name]) => name)).size).toBe(total);
  expect(out.map(([, price]) => Number(price))).toEqual(out.map(([, price]) => Number(price)).sort((a, b) => a - b));

  const { id } = ok(
    await admin.post('/blade-desk/transfer/begin', { body: { module: 'register-many', conditions: 'price_le=0.50' } }),
  );
  await server.drain();
  const made = ok(await admin.get('/blade-desk/transfer/list')).find((one: { id: string }) => one.id === id);
  expect(made).toMatchObject({ state: 'done', rows: files, total: files });
  expect((await admin.get('/blade-desk/transfer/download', { id })).raw.length).toBeGreaterThan(100);
});
