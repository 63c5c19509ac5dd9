/** Settings of the code generator over HTTP: kept, copied, previewed, generated, and refused where they do not fit. */
import type { Prototype } from '../../../contract/wire/develop/prototypes';
import { ZipReader } from '../../../server/kernel/sheets/zipReader';
import { type Client, ok, type Server, startServer } from '../../support/server';

const at = '/blade-develop/code';
let server: Server;
let me: Client;
let modelId: string;

beforeAll(async () => {
  server = await startServer();
  await server.addUser({
    account: 'maker',
    permissions: ['model', 'model_add', 'model_edit', 'code', 'code_add', 'code_edit', 'code_copy', 'code_generate'],
  });
  me = await server.as('maker');
  modelId = await modelOf('car', [{ propertyName: 'plate', jdbcComment: '车牌号', labelEn: 'Plate', isRequired: 1 }]);
});
afterAll(() => server.close());

/** A model with these rows. */
async function modelOf(modelCode: string, rows: Partial<Prototype>[], client = me): Promise<string> {
  const body = { modelName: `模型 ${modelCode}`, modelNameEn: modelCode, modelCode };
  const { id } = ok(await client.post('/blade-develop/model/submit', { body }));
  const usual = { componentType: 'text', isList: 1, isForm: 1, maxLength: 64 };
  const sent = rows.map((row) => ({ ...usual, ...row }));
  ok(await client.post('/blade-develop/model-prototype/submit-list', { query: { modelId: id }, body: sent as never }));
  return id;
}

let count = 0;
function draft(more: object = {}) {
  count += 1;
  return {
    codeName: `设置 ${count}`,
    modelId,
    moduleName: `car${count}`,
    serviceName: 'blade-cars',
    area: 'lease',
    menuUnder: 'lease',
    icon: 'box',
    migration: 899 + count,
    ...more,
  };
}
async function setting(more: object = {}, client = me): Promise<{ id: string; codeName: string }> {
  return ok(await client.post(`${at}/submit`, { body: draft(more) }));
}
function generate(ids: string, query: Record<string, string> = { system: 'saber' }, client = me) {
  return client.post(`${at}/gen-code`, { query: { ids, ...query } });
}
async function refusalOf(ids: string) {
  const { status, body } = await generate(ids);
  return [status, body.reason];
}
async function textIn(zip: ZipReader, name: string) {
  const parts: Buffer[] = [];
  for await (const part of zip.read(name)) parts.push(part);
  return Buffer.concat(parts).toString();
}

describe('generating', () => {
  it.each(['saber', 'saber3', 'sword', undefined])('answers a zip of the module for the system %s', async (system) => {
    const { id } = await setting({ moduleName: 'van' });
    const { status, raw, headers } = await generate(id, system ? { system } : {});
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'application/zip',
      "attachment; filename*=UTF-8''van.zip",
    ]);
    const zip = new ZipReader(raw);
    expect(zip.names()).toEqual([
      'generated/README.md',
      'contract/modules/lease/van.ts',
      expect.stringMatching(/^server\/migrations\/09\d\d_van\.sql$/),
      'server/lease/van.ts',
      'src/features/lease/van.ts',
      'test/server/lease/van.test.ts',
      'generated/van.json',
    ]);
    for (const name of zip.names()) expect(name).toMatch(/^[\w./-]+$/);
    expect(await textIn(zip, 'contract/modules/lease/van.ts')).toContain("plate: text('车牌号', 'Plate',");
  });

  it('answers the same bytes again, and says when', async () => {
    const { id } = await setting();
    const first = await generate(id);
    server.clock.set('2026-11-20 11:00:00');
    const second = await generate(id);
    expect(first.raw.equals(second.raw)).toBe(true);
    expect(ok(await me.get(`${at}/detail`, { id })).generatedTime).toBe('2026-11-20 11:00:00');
    const history = ok(await me.get(`${at}/history`, { id }));
    expect(history.map(({ action }: { action: string }) => action)).toEqual(['generate', 'generate', 'add']);
  });

  it('puts several modules into one zip, in the order of their migrations, whatever the order of the ids', async () => {
    const one = await setting();
    const two = await setting();
    const [there, back] = [await generate(`${one.id},${two.id}`), await generate(`${two.id},${one.id}`)];
    expect(there.headers['content-disposition']).toContain('modules.zip');
    expect(there.raw.equals(back.raw)).toBe(true);
    expect(new ZipReader(there.raw).names().filter((name) => name.endsWith('.json'))).toHaveLength(2);
  });

  it('has a preview with the texts that the zip has', async () => {
    const { id } = await setting({ moduleName: 'lorry' });
    const files: { path: string; text: string }[] = ok(await me.get(`${at}/preview`, { id }));
    const zip = new ZipReader((await generate(id)).raw);
    expect(files).toHaveLength(5);
    for (const { path, text } of files) expect(await textIn(zip, path)).toBe(text);
  });

  it('points to modules of the product, with a key where theirs allows one', async () => {
    const to = (name: string) => ({ componentType: 'ref', maxLength: null, options: JSON.stringify({ to: name }) });
    const owned = await modelOf('owned', [
      { propertyName: 'title', jdbcComment: '名称', isRequired: 1 },
      { propertyName: 'customerId', jdbcComment: '客户', ...to('customer') },
      { propertyName: 'regionId', jdbcComment: '地区', ...to('region') },
      { propertyName: 'userId', jdbcComment: '经办人', ...to('user') },
    ]);
    const { id } = await setting({ modelId: owned, moduleName: 'owned' });
    const files: { path: string; text: string }[] = ok(await me.get(`${at}/preview`, { id }));
    const { text } = files.find(({ path }) => path.endsWith('.sql'))!;
    expect(text).toContain('references lease_customer (tenant_id, id)');
    expect(text).toContain('references sys_user (tenant_id, id)');
    expect(text.match(/references/g)).toHaveLength(2);
  });
});

describe('it is refused', () => {
  it('for a model with problems, which are named', async () => {
    const { id: empty } = ok(
      await me.post('/blade-develop/model/submit', { body: { modelName: '空', modelCode: 'empty' } }),
    );
    const { id, codeName } = await setting({ modelId: empty });
    const { status, body } = await generate(id);
    expect([status, body.reason]).toEqual([400, 'code.badModel']);
    expect(body.msg).toContain(codeName);
    expect(body.msg).toContain('fields');
  });

  it.each([
    ['a module of the product', { moduleName: 'customer' }],
    ['a file of the product', { moduleName: 'payment_plan' }],
    ['a right of the product', { moduleName: 'order_status' }],
    ['an address of the product', { moduleName: 'customer', serviceName: 'blade-customer' }],
    ['calls of the product', { moduleName: 'process', serviceName: 'blade-desk' }],
    ['a table of the product', { moduleName: 'contract' }],
  ])('for the names of %s', async (_, names) => {
    expect(await refusalOf((await setting(names)).id)).toEqual([400, 'code.taken']);
  });

  it('for two settings of the same module, address or migration', async () => {
    const one = await setting({ moduleName: 'twin' });
    const same = await setting({ moduleName: 'twin', area: 'desk', serviceName: 'other' });
    const part = await setting({ moduleName: 'twin_add', area: 'desk' });
    const late = await setting();
    const number = await setting({ migration: 899 + count });
    expect(await refusalOf(`${one.id},${same.id}`)).toEqual([400, 'code.doubled']);
    expect(await refusalOf(`${one.id},${part.id}`)).toEqual([400, 'code.doubled']);
    expect(await refusalOf(`${late.id},${number.id}`)).toEqual([400, 'code.doubled']);
  });

  it('for settings that are not there, and writes nothing', async () => {
    const { id } = await setting();
    const before = await server.fingerprint();
    expect(await refusalOf(`${id},123456789012345678`)).toEqual([403, 'notYours']);
    expect((await generate('')).body.reason).toBe('missingParameter');
    expect((await me.get(`${at}/preview`, { id: '123456789012345678' })).body.reason).toBe('notYours');
    expect(await server.fingerprint()).toBe(before);
  });
});

describe('a setting', () => {
  it.each([
    [{ area: '../../x' }, { area: 'badFormat' }],
    [{ area: 'engine' }, { area: 'taken' }],
    [{ moduleName: 'car"; drop' }, { moduleName: 'badFormat' }],
    [{ moduleName: 'default' }, { moduleName: 'taken' }],
    [{ serviceName: '/x/../y' }, { serviceName: 'badFormat' }],
    [{ icon: "'" }, { icon: 'badFormat' }],
    [{ icon: 'calendar' }, { icon: 'notAChoice' }],
    [{ menuUnder: 'nowhere' }, { menuUnder: 'notAChoice' }],
    [{ menuUnder: 'customer' }, { menuUnder: 'notAChoice' }],
    [{ migration: 0 }, { migration: 'tooSmall' }],
    [{ modelId: '123456789012345678' }, { modelId: 'reference' }],
    [{ codeName: '' }, { codeName: 'required' }],
  ])('with %j is refused: %j', async (names, problems) => {
    const { status, body } = await me.post(`${at}/submit`, { body: draft(names) });
    expect([status, body.problems]).toEqual([400, problems]);
  });

  it('is copied under a new name and the next number, as often as wanted', async () => {
    const { id, codeName } = await setting({ codeName: '名'.repeat(64), moduleName: 'copied', remark: '备注' });
    for (let turn = 0; turn < 2; turn++) expect(ok(await me.post(`${at}/copy`, { query: { id } }))).toBe(true);
    const { records } = ok(await me.get(`${at}/list`, { moduleName: 'copied', ascs: 'codeName' }));
    expect(records.map((row: { codeName: string }) => row.codeName).sort()).toEqual(
      [codeName, `${'名'.repeat(59)}-copy`, `${'名'.repeat(57)}-copy-2`].sort(),
    );
    expect(new Set(records.map((row: { migration: number }) => row.migration)).size).toBe(3);
    expect(records.every((row: { remark: string }) => row.remark === '备注')).toBe(true);
    expect((await me.post(`${at}/copy`, { query: { id: '123456789012345678' } })).body.reason).toBe('notYours');
  });

  it('keeps its model from being removed', async () => {
    const held = await modelOf('held', [{ propertyName: 'title', jdbcComment: '名称', isRequired: 1 }]);
    const { id } = await setting({ modelId: held });
    const remove = () => server.admin.post('/blade-develop/model/remove', { query: { ids: held } });
    expect((await remove()).body.reason).toBe('referenced');
    ok(await server.admin.post(`${at}/remove`, { query: { ids: id } }));
    ok(await remove());
  });

  it('is out of reach for other tenants, and generated by those with the right alone', async () => {
    const { id } = await setting();
    const { client } = await server.foundTenant();
    expect((await generate(id, {}, client)).body.reason).toBe('notYours');
    expect((await client.get(`${at}/preview`, { id })).body.reason).toBe('notYours');
    expect((await client.post(`${at}/copy`, { query: { id } })).body.reason).toBe('notYours');
    await server.addUser({ account: 'looker', permissions: ['code'] });
    const looker = await server.as('looker');
    for (const answer of [
      await generate(id, {}, looker),
      await looker.get(`${at}/preview`, { id }),
      await looker.post(`${at}/copy`, { query: { id } }),
    ])
      expect([answer.status, answer.body.reason]).toEqual([403, 'forbidden']);
  });
});
