/** Registers: models that are published and used without code of their own. */
import { sql } from 'kysely';
import { registerName } from '../../../contract/schema/registerName';
import { ofEveryTenant } from '../../../server/kernel/database';
import { actOn, draw, fieldFor, modelFor, publishModel, saveFields } from '../../support/models';
import { boundPerson } from '../../support/scopes';
import { type Client, leaseOf, ok, type Server, startServer } from '../../support/server';

let server: Server;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  admin = server.admin;
});
afterAll(() => server.close());

const plate = fieldFor('plate', 'text', { isRequired: true, isUnique: true, search: 'like', maxLength: 20 });
const stock = fieldFor('state', 'choice', {
  search: 'equal',
  choices: [
    { value: 1, zh: '在库', en: 'In stock' },
    { value: 2, zh: '已出租', en: 'Let' },
  ],
});
function carModel(code: string) {
  return modelFor(code, [
    plate,
    fieldFor('price', 'money', { search: 'range' }),
    stock,
    fieldFor('boughtOn', 'date', { search: 'range' }),
    fieldFor('customerId', 'ref', { to: 'customer', search: 'equal' }),
  ]);
}
const reasonOf = ({ body }: { body: { reason?: string } }) => body.reason;

/** Gives menus and buttons to the one role of a person, as their administrator does. */
async function grant(client: Client, roleId: string, codes: string[], tenantId = '000000') {
  const rows = await server.sql<{ id: string }>(
    `select id from sys_menu where code = any($1) and coalesce(owner_tenant, '') in ('', $2) and is_deleted = 0`,
    [codes, tenantId],
  );
  expect(rows).toHaveLength(codes.length);
  return client.post('/blade-system/role/grant', {
    body: { roleIds: [roleId], menuIds: rows.map(({ id }) => id), dataScopeIds: [], apiScopeIds: [] },
  });
}

describe('a published model', () => {
  it('is listed, read, saved, searched and removed as a module in code is', async () => {
    const { at } = await publishModel(admin, carModel('car'));
    const { id, version } = ok(
      await admin.post(`${at}/submit`, { body: { plate: '沪A 1', price: '100', state: 1, boughtOn: '2026-01-02' } }),
    );
    expect(ok(await admin.get(`${at}/detail`, { id }))).toMatchObject({ plate: '沪A 1', price: '100.00', state: 1 });
    ok(await admin.post(`${at}/submit`, { body: { id, version, state: 2 } }));
    ok(await admin.post(`${at}/submit`, { body: { plate: '沪B 2', price: '50' } }));
    const page = ok(await admin.get(`${at}/list`, { plate: 'A', price_ge: '60' }));
    expect(page).toMatchObject({ total: 1, records: [{ plate: '沪A 1', state: 2 }] });
    const history = ok(await admin.get(`${at}/history`, { id }));
    expect(history.map(({ action }: { action: string }) => action)).toEqual(['update', 'add']);
    expect(ok(await admin.get(`${at}/choices`, { q: 'B' })).records).toMatchObject([{ title: '沪B 2' }]);
    expect((await admin.post(`${at}/submit`, { body: { plate: '沪B 2' } })).body.problems).toEqual({ plate: 'taken' });
    expect((await admin.post(`${at}/submit`, { body: { price: 'x', state: 3 } })).body.problems).toEqual({
      ...{ plate: 'required', price: 'notMoney', state: 'notAChoice' },
    });
    ok(await admin.post(`${at}/remove`, { query: { ids: id } }));
    expect(ok(await admin.get(`${at}/list`)).total).toBe(1);
    const key = { 'idempotency-key': 'once-and-for-all' };
    const sent = { body: { plate: '沪C 3' }, headers: key };
    expect(ok(await admin.post(`${at}/submit`, sent)).id).toBe(ok(await admin.post(`${at}/submit`, sent)).id);
  });

  it('points to records of other modules, which stay while it does', async () => {
    const { at } = await publishModel(admin, carModel('lessee'));
    const customer = await leaseOf(server).customer({ realName: '韩梅梅', idNo: '110101199003071233' });
    const missing = await admin.post(`${at}/submit`, { body: { plate: 'A', customerId: '999' } });
    expect(missing.body.problems).toEqual({ customerId: 'reference' });
    const { id } = ok(await admin.post(`${at}/submit`, { body: { plate: 'A', customerId: customer.id } }));
    expect(ok(await admin.get(`${at}/detail`, { id })).customerName).toBe('韩梅梅');
    const removal = await admin.post('/blade-customer/customer/remove', { query: { ids: customer.id } });
    expect(reasonOf(removal)).toBe('referenced');
    // A row that no rule has seen is stopped by the foreign key.
    const [{ name }] = await server.sql(`select 'live_' || id as name from live_register where code = 'lessee'`);
    await expect(server.sql(`update ${name} set customer_id = 999`)).rejects.toMatchObject({ code: '23503' });
  });

  it('can be a tree', async () => {
    const { at } = await publishModel(admin, modelFor('place', [plate], { isTree: true }));
    const above = ok(await admin.post(`${at}/submit`, { body: { plate: '一号库' } }));
    const below = ok(await admin.post(`${at}/submit`, { body: { plate: '货架', parentId: above.id } }));
    expect(ok(await admin.get(`${at}/list`))).toMatchObject([{ id: above.id, children: [{ id: below.id }] }]);
    const cycle = await admin.post(`${at}/submit`, { body: { ...above, parentId: below.id } });
    expect(reasonOf(cycle)).toBe('tree.ownParent');
    expect(reasonOf(await admin.post(`${at}/remove`, { query: { ids: above.id } }))).toBe('tree.hasChildren');
    ok(await admin.post(`${at}/submit`, { body: { ...below, parentId: '' } }));
    expect(ok(await admin.get(`${at}/list`))).toHaveLength(2);
  });

  it('is described once for all, and has no calls under a code that nothing was published as', async () => {
    expect(reasonOf(await admin.get('/blade-register/nothing/list'))).toBe('register.withdrawn');
    expect((await admin.get('/blade-register/nothing/list')).status).toBe(404);
    expect((await server.anybody.get('/blade-register/nothing/list')).status).toBe(401);
    expect((await admin.get('/blade-register/car/lazy-list')).status).toBe(404);
    expect((await admin.get('/blade-register/car/whatever')).status).toBe(404);
  });
});

it.each(['order', 'order_add', 'registers', 'sys_user', 'pg_class'])(
  'no model is called %s, as the product is',
  async (code) => {
    const body = { modelName: '登记', modelNameEn: 'Register', modelCode: code, isTree: 0 };
    const { status, body: answer } = await admin.post('/blade-develop/model/submit', { body });
    expect([status, answer.problems]).toEqual([400, { modelCode: 'taken' }]);
  },
);

describe('the rights of a register', () => {
  it('are granted to roles together with those of what the register points to', async () => {
    const { id: modelId, at } = await publishModel(admin, carModel('rights'));
    const name = registerName('rights');
    const { roleId } = await server.addUser({ account: 'rights' });
    const clerk = await server.as('rights');
    expect((await clerk.get(`${at}/list`)).status).toBe(403);
    expect((await clerk.get('/blade-customer/customer/choices')).status).toBe(403);
    const bare = await grant(admin, roleId, [name, `${name}_add`]);
    expect([bare.status, bare.body.msg]).toEqual([
      400,
      '登记表“登记 rights”引用了“客户”，授予该登记表时须同时授予“客户”菜单',
    ]);
    // A button brings its page with it.
    expect((await grant(admin, roleId, [`${name}_add`])).body.msg).toBe(bare.body.msg);
    ok(await grant(admin, roleId, [`${name}_add`, 'customer_add']));
    ok(await clerk.get('/blade-customer/customer/list'));
    ok(await grant(admin, roleId, [name, `${name}_add`, 'customer']));
    expect(ok(await clerk.get(`${at}/declaration`)).model.code).toBe('rights');
    expect(ok(await clerk.get('/blade-customer/customer/choices')).total).toBeGreaterThanOrEqual(0);
    ok(await clerk.post(`${at}/submit`, { body: { plate: '沪R' } }));
    expect((await clerk.post(`${at}/remove`, { query: { ids: '1' } })).status).toBe(403);
    const routes = ok(await clerk.get('/blade-system/menu/routes'));
    expect(routes.filter((one: { code: string }) => one.code === 'registers')).toMatchObject([
      { code: 'registers', children: [{ code: name, path: '/register/rights' }] },
    ]);
    const buttons = ok(await clerk.get('/blade-system/menu/buttons'));
    expect(buttons.flatMap((one: { children: object[] }) => one.children)).toMatchObject([{ code: `${name}_add` }]);
    ok(await clerk.post('/blade-desk/list-view/shape', { body: { module: name, shape: { density: 'compact' } } }));
    expect(ok(await clerk.get('/blade-desk/list-view/list', { module: name })).shape).toEqual({ density: 'compact' });

    ok(await actOn(admin, 'withdraw', modelId));
    for (const call of ['list', 'declaration', 'export', 'import-template'])
      expect(reasonOf(await clerk.get(`${at}/${call}`))).toBe('register.withdrawn');
    expect(JSON.stringify(ok(await clerk.get('/blade-system/menu/routes')))).not.toContain('register');
    ok(await actOn(admin, 'publish', modelId));
    expect(ok(await clerk.get(`${at}/list`))).toMatchObject({ total: 1, records: [{ plate: '沪R' }] });
  });

  it('are published by a person who may list what the register points to', async () => {
    const drawing = ['model', 'model_add', 'model_edit', 'model_publish'];
    await server.addUser({ account: 'drawer', permissions: drawing });
    const drawer = await server.as('drawer');
    const refused = await actOn(drawer, 'publish', await draw(drawer, carModel('lent')));
    expect([refused.status, refused.body.reason]).toEqual([403, 'forbidden']);
    expect(await server.sql(`select id from live_register where code = 'lent'`)).toEqual([]);
  });

  it('name, take and find nothing of what a role may not open: fields that came later, rights that went', async () => {
    const model = carModel('later');
    const { id: modelId, at } = await publishModel(admin, { ...model, fields: model.fields.slice(0, 4) });
    const name = registerName('later');
    const { roleId } = await server.addUser({ account: 'later' });
    const buttons = ['add', 'edit', 'export', 'import'].map((verb) => `${name}_${verb}`);
    ok(await grant(admin, roleId, [name, ...buttons]));
    ok(await saveFields(admin, modelId, model));
    ok(await actOn(admin, 'publish', modelId));
    const customer = await leaseOf(server).customer({ realName: '闻人语', idNo: '110101199003071727' });
    const { id } = ok(await admin.post(`${at}/submit`, { body: { plate: '沪L 1', customerId: customer.id } }));
    const clerk = await server.as('later');
    const told = async () => {
      const answers = [
        await clerk.get(`${at}/list`),
        await clerk.get(`${at}/detail`, { id }),
        await clerk.get(`${at}/export`, { format: 'csv' }),
        await clerk.get(`${at}/choices`),
        await clerk.get(`${at}/history`, { id }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      return answers.map(({ raw }) => raw.toString('utf8').includes('闻人语'));
    };
    const pointing = { plate: '沪L 2', customerId: customer.id };
    const rows = Buffer.from('字段 plate,字段 customerId\n沪L 3,闻人语\n');
    const tried = () => clerk.upload(`${at}/import`, rows, { name: 'a.csv', query: { dryRun: '1' } });
    expect(await told()).toEqual([false, false, false, false, false]);
    expect((await clerk.post(`${at}/submit`, { body: pointing })).body.problems).toEqual({ customerId: 'reference' });
    expect(ok(await tried()).problemCount).toBe(1);
    ok(await clerk.post(`${at}/submit`, { body: { id, plate: '沪L 9', customerId: customer.id } }));
    ok(await grant(admin, roleId, [name, ...buttons, 'customer']));
    expect(await told()).toEqual([true, true, true, false, false]);
    expect(ok(await tried()).problemCount).toBe(0);
    ok(await clerk.post(`${at}/submit`, { body: pointing }));
  });

  it('are not those of another register whose code begins alike', async () => {
    await publishModel(admin, modelFor('bill', [plate]));
    const { at } = await publishModel(admin, modelFor('bill_add', [plate]));
    const { roleId } = await server.addUser({ account: 'bills' });
    ok(await grant(admin, roleId, [registerName('bill'), `${registerName('bill')}_add`]));
    expect((await (await server.as('bills')).get(`${at}/list`)).status).toBe(403);
  });

  it('can be narrowed by scopes of calls: of one register, or of all', async () => {
    const { at } = await publishModel(admin, modelFor('narrow', [plate]));
    const name = registerName('narrow');
    const { roleId } = await server.addUser({ account: 'narrow' });
    ok(await grant(admin, roleId, [name, `${name}_add`]));
    const clerk = await server.as('narrow');
    const [menuId] = await server.menuIds(name);
    const scope = { menuId, resourceCode: 'narrow', scopeName: '只读', method: 2, scopeType: 1 };
    const saved = (scopePath: string) =>
      admin.post('/blade-system/api-scope/submit', { body: { ...scope, scopePath } });
    expect(reasonOf(await saved('/blade-register/narrow/drop'))).toBe('scope.noSuchRoute');
    ok(await clerk.post(`${at}/submit`, { body: { plate: 'before' } }));
    const { id } = ok(await saved(`${at}/submit`));
    const add = () => clerk.post(`${at}/submit`, { body: { plate: 'after' } });
    expect((await add()).status).toBe(403);
    ok(await admin.post('/blade-system/api-scope/remove', { query: { ids: id } }));
    ok(await add());
    ok(await saved('/blade-register/:code/submit'));
    expect((await add()).status).toBe(403);
    ok(await clerk.get(`${at}/list`));
  });
});

describe('registers of two tenants with one code', () => {
  it('have their own tables, menus, rights and records', async () => {
    const [one, two] = [await server.foundTenant(), await server.foundTenant({ menus: ['model', 'customer'] })];
    const { at } = await publishModel(one.client, carModel('shared'));
    expect((await two.client.get(`${at}/list`)).status).toBe(404);
    await publishModel(two.client, modelFor('shared', [fieldFor('title', 'text', { isRequired: true })]));
    ok(await one.client.post(`${at}/submit`, { body: { plate: '一' } }));
    const { id } = ok(await two.client.post(`${at}/submit`, { body: { title: '二' } }));
    expect(ok(await one.client.get(`${at}/list`)).records).toMatchObject([{ plate: '一' }]);
    expect(ok(await two.client.get(`${at}/list`)).records).toMatchObject([{ title: '二' }]);
    expect(reasonOf(await one.client.get(`${at}/detail`, { id }))).toBe('notFound');

    const name = registerName('shared');
    const menus = await server.sql(`select id, owner_tenant as owner from sys_menu where code = $1`, [name]);
    expect(menus.map(({ owner }) => owner).sort()).toEqual([one.tenantId, two.tenantId].sort());
    const foreign = menus.find(({ owner }) => owner === two.tenantId)!.id;
    const { roleId } = await server.addUser({ account: 'clerk', tenantId: one.tenantId });
    const beyond = await one.client.post('/blade-system/role/grant', {
      body: { roleIds: [roleId], menuIds: [foreign], dataScopeIds: [], apiScopeIds: [] },
    });
    expect(reasonOf(beyond)).toBe('grant.beyondOwn');
    ok(await grant(one.client, roleId, [name, 'customer'], one.tenantId));
    const clerk = await server.as('clerk', one.tenantId);
    expect(ok(await clerk.get(`${at}/list`)).total).toBe(1);
    // The platform's page of menus shows neither.
    const shown = JSON.stringify(ok(await admin.get('/blade-system/menu/list')));
    expect(shown).not.toContain(name);
    // Row security holds without any condition of ours.
    const [{ table }] = await server.sql(`select 'live_' || id as table from live_register where tenant_id = $1`, [
      two.tenantId,
    ]);
    const seen = await server.deps.db.withTenant(one.tenantId, '2026-11-20', (trx) =>
      sql`${ofEveryTenant} select * from ${sql.table(table)}`.execute(trx),
    );
    expect(seen.rows).toEqual([]);
  });
});

it('the audit trail calls records and exports of a register by its title, also when it is withdrawn', async () => {
  const { id: modelId, at } = await publishModel(admin, { ...carModel('told'), zh: '车辆登记', en: 'Cars' });
  ok(await admin.post(`${at}/submit`, { body: { plate: '沪T 1' } }));
  const shown = async () =>
    ok(await admin.get('/blade-log/audit/list', { entity: registerName('told') })).records[0].entityLabel;
  expect(await shown()).toEqual({ zh: '车辆登记', en: 'Cars' });
  ok(await actOn(admin, 'withdraw', modelId));
  expect(await shown()).toEqual({ zh: '车辆登记', en: 'Cars' });
});

it('what a register says of a record that a data scope hides is hidden with it, also in the audit trail', async () => {
  const { at } = await publishModel(admin, carModel('secretcar'));
  const customer = await leaseOf(server).customer({ realName: '韩雪', idNo: '110101199003071655' });
  const { id } = ok(await admin.post(`${at}/submit`, { body: { plate: '沪H 1', customerId: customer.id } }));
  const free = ok(await admin.post(`${at}/submit`, { body: { plate: '沪F 1' } }));
  const name = registerName('secretcar');
  const rights = [name, `${name}_export`, 'customer', 'auditLog'];
  const bound = await boundPerson(server, rights, [{ scopeClass: 'customer', scopeType: 2 }]);
  const seen = async () => [
    ok(await bound.get(`${at}/list`)).records.map(({ plate }: { plate: string }) => plate),
    (await bound.get(`${at}/detail`, { id })).status,
    (await bound.get(`${at}/export`, { format: 'csv' })).raw.toString('utf8').includes('沪H 1'),
    (await bound.get(`${at}/history`, { id })).status,
    ok(await bound.get('/blade-log/audit/list', { entity: name, action: 'add' })).records.map(
      ({ entityId }: { entityId: string }) => entityId,
    ),
  ];
  expect(await seen()).toEqual([['沪F 1'], 404, false, 404, [free.id]]);
  await server.sql('update lease_customer set create_user = $2 where id = $1', [customer.id, bound.userId]);
  expect(await seen()).toEqual([['沪F 1', '沪H 1'], 200, true, 200, [free.id, id]]);
});

it('a register opens none of the platform’s own records to the people of a tenant', async () => {
  const { client } = await server.foundTenant();
  expect((await client.get('/blade-system/tenant/choices')).status).toBe(403);
  const pointing = modelFor('tenants', [
    fieldFor('title', 'text', { isRequired: true }),
    fieldFor('tenantRef', 'ref', { to: 'tenant' }),
  ]);
  const refused = await actOn(client, 'publish', await draw(client, pointing));
  expect([refused.status, refused.body.problems]).toEqual([400, { 'fields.1.to': 'reference' }]);
  expect((await client.get('/blade-system/tenant/choices')).status).toBe(403);
});

describe('a changed model', () => {
  async function published(code: string) {
    const model = carModel(code);
    const { id, at } = await publishModel(admin, model);
    for (const [place, price] of [
      ['A', '10'],
      ['B', '20'],
    ] as const)
      ok(await admin.post(`${at}/submit`, { body: { plate: place, price, state: 2 } }));
    const change = async (fields: typeof model.fields) => {
      ok(await saveFields(admin, id, { ...model, fields }));
      return actOn(admin, 'publish', id);
    };
    return { model, id, at, change, others: model.fields.slice(1) };
  }

  it('is served as it was until it is published again, with all records', async () => {
    const { model, at, change, others, id } = await published('grown');
    const longer = { ...plate, maxLength: 100 };
    const added = fieldFor('seats', 'integer', { isRequired: true, initial: 5 });
    ok(await saveFields(admin, id, { ...model, fields: [longer, ...others, added] }));
    const long = { body: { plate: 'x'.repeat(60) } };
    expect((await admin.post(`${at}/submit`, long)).body.problems).toEqual({ plate: 'tooLong' });
    ok(await actOn(admin, 'publish', id));
    ok(await admin.post(`${at}/submit`, long));
    const { records } = ok(await admin.get(`${at}/list`));
    expect(records.map(({ plate, seats }: Record<string, unknown>) => [String(plate).length, seats])).toEqual([
      ...[[60, 5]],
      ...[
        [1, 5],
        [1, 5],
      ],
    ]);
    // A field that is left out keeps its values, and gets them back.
    ok(await change([longer, added]));
    expect(ok(await admin.get(`${at}/list`)).records[1]).not.toHaveProperty('price');
    expect((await admin.get(`${at}/list`, { price_ge: '1' })).status).toBe(400);
    ok(await change([longer, ...others]));
    expect(ok(await admin.get(`${at}/list`)).records[1]).toMatchObject({ plate: 'B', price: '20.00' });
    const [{ versions }] = await server.sql(
      `select count(*)::int as versions from live_publication p join live_register r on r.id = p.register_id where r.code = 'grown'`,
    );
    expect(versions).toBe(4);
  });

  it.each([
    ['register.kindChanged', (all: ReturnType<typeof carModel>['fields']) => [all[0]!, fieldFor('price', 'text')]],
    ['register.emptyValues', (all) => [...all.slice(0, 3), { ...all[3]!, isRequired: true }]],
    ['register.emptyValues', (all) => [...all, fieldFor('more', 'text', { isRequired: true })]],
    ['register.duplicates', (all) => [all[0]!, all[1]!, { ...all[2]!, isUnique: true }]],
    ['register.narrowed', (all) => [all[0]!, { ...all[1]!, max: 15 }]],
    ['register.choiceUsed', (all) => [all[0]!, { ...all[2]!, choices: [{ value: 1, zh: '在库', en: 'In stock' }] }]],
  ] satisfies [string, (all: ReturnType<typeof carModel>['fields']) => object][])(
    'that would lose or contradict values is refused: %s',
    async (reason, fieldsOf) => {
      const { model, id, at, change } = await published(
        `refused_${Math.abs(reason.length * fieldsOf.toString().length)}`,
      );
      const before = await server.fingerprint();
      const held = ok(await admin.get(`${at}/list`));
      const answer = await change(fieldsOf(model.fields) as never);
      expect(reasonOf(answer)).toBe(reason);
      expect(answer.body.msg).toContain('字段 ');
      expect(ok(await admin.get(`${at}/list`))).toEqual(held);
      expect(ok(await admin.get('/blade-develop/model/detail', { id }))).toMatchObject({
        state: 3,
        publishedVersion: 1,
      });
      expect(await server.fingerprint()).not.toBe(before); // the draft was saved, and nothing else
    },
  );

  it('may change the kind of a field without values, and is removed once its register is empty', async () => {
    const { model, id, at, change } = await published('emptied');
    const asText = fieldFor('boughtOn', 'text', { isUnique: true });
    ok(await change([...model.fields.slice(0, 3), asText]));
    ok(await admin.post(`${at}/submit`, { body: { plate: 'C', boughtOn: '去年' } }));
    const removed = () => admin.post('/blade-develop/model/remove', { query: { ids: id } });
    expect(reasonOf(await removed())).toBe('model.published');
    ok(await actOn(admin, 'withdraw', id));
    expect(reasonOf(await removed())).toBe('register.holdsRows');
    ok(await actOn(admin, 'publish', id));
    const ids = ok(await admin.get(`${at}/list`)).records.map((row: { id: string }) => row.id);
    ok(await admin.post(`${at}/remove`, { query: { ids: ids.join() } }));
    ok(await actOn(admin, 'withdraw', id));
    const [{ name }] = await server.sql(`select 'live_' || id as name from live_register where code = 'emptied'`);
    ok(await removed());
    expect(await server.sql('select to_regclass($1) as name', [name])).toEqual([{ name: null }]);
    await publishModel(admin, carModel('emptied'));
    expect(ok(await admin.get(`${at}/list`)).total).toBe(0);
  });
});

it('two people who publish at once make one register, and the other is told', async () => {
  const id = await draw(admin, carModel('raced'));
  const answers = await Promise.all([1, 2, 3].map(() => actOn(admin, 'publish', id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status !== 200).map(reasonOf)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^(stale|action\.notOffered)$/)]),
  );
  expect(await server.sql(`select version from live_register where code = 'raced'`)).toEqual([{ version: 1 }]);
  const menus = await server.sql(
    `select 1 from sys_menu where code in ('registers', $1) and is_deleted = 0 and owner_tenant = '000000'`,
    [registerName('raced')],
  );
  expect(menus).toHaveLength(2);
});
