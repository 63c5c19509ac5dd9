/** Shapes and views of lists: whose they are, what they tell, and what is refused. */
import { order } from '../../../contract/modules/lease/order';
import { type ListSettings, mostViews, type SavedView, type ViewDraft } from '../../../contract/wire/listViews';
import { type Client, leaseOf, ok, type Server, startServer } from '../../support/server';

const base = '/blade-desk/list-view';
const active = 6;

let server: Server;
let tenantId: string;
let boss: Client;
let li: Client;
let wang: Client;
let stranger: Client;
beforeAll(async () => {
  server = await startServer();
  ({ tenantId, client: boss } = await server.foundTenant());
  for (const account of ['li', 'wang']) await server.addUser({ account, permissions: ['order', 'customer'], tenantId });
  await server.addUser({ account: 'zhao', permissions: ['customer'], tenantId });
  li = await server.as('li', tenantId);
  wang = await server.as('wang', tenantId);
  stranger = (await server.foundTenant()).client;
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.sql('delete from list_view');
  await server.sql('delete from list_shape');
});

function draft(change: Partial<ViewDraft> = {}): ViewDraft {
  return {
    module: 'order',
    name: '履约中',
    seek: { businessStatus: String(active) },
    filters: { businessStatus: String(active) },
    descs: 'contractCode',
    shape: {
      columns: [
        { name: 'contractCode', isPinned: true },
        { name: 'totalAmount', width: 160 },
      ],
      size: 30,
    },
    isShared: false,
    ...change,
  };
}
function submit(client: Client, change: object = {}) {
  return client.post(`${base}/submit`, { body: { ...draft(), ...change } });
}
async function settings(client: Client, module = 'order'): Promise<ListSettings> {
  return ok(await client.get(`${base}/list`, { module }));
}
async function names(client: Client, module?: string) {
  return (await settings(client, module)).views.map(({ name }) => name);
}
async function reasonOf(answer: ReturnType<typeof submit>) {
  const { status, body } = await answer;
  return [status, body.reason];
}
/** A person to whom a data scope shows only these fields of the orders that its rule matches. */
async function scoped(account: string, fields: readonly string[], scopeType = 1): Promise<Client> {
  const { roleId } = await server.addUser({ account, permissions: ['order'], tenantId });
  const [menuId] = await server.menuIds('order');
  const body = {
    menuId,
    scopeName: '域',
    resourceCode: account,
    scopeClass: 'order',
    scopeType,
    scopeField: fields.join(','),
  };
  const { id } = ok(await server.admin.post('/blade-system/data-scope/submit', { body }));
  await server.sql('insert into sys_role_scope select $1, $2, 1, $3', [tenantId, roleId, id]);
  return server.as(account, tenantId);
}
function fieldsWithout(...hidden: string[]) {
  return Object.keys(order.fields).filter((name) => !hidden.includes(name));
}

describe('the shape of a list', () => {
  const shape = {
    columns: [{ name: 'tel', width: 140 }, { name: 'createTime' }],
    density: 'comfortable',
    size: 50,
  };

  it('is kept for the person and the list alone, and replaced by the next', async () => {
    ok(await li.post(`${base}/shape`, { body: { module: 'order', shape } }));
    expect((await settings(li)).shape).toEqual(shape);
    expect((await settings(li, 'customer')).shape).toEqual({});
    for (const client of [wang, boss, stranger]) expect((await settings(client)).shape).toEqual({});
    ok(await li.post(`${base}/shape`, { body: { module: 'order', shape: {} } }));
    expect((await settings(li)).shape).toEqual({});
  });

  it('has no columns that a data scope hides', async () => {
    const client = await scoped('noPhone', fieldsWithout('tel'));
    const kept = { ...shape, columns: [{ name: 'createTime' }] };
    ok(await client.post(`${base}/shape`, { body: { module: 'order', shape } }));
    expect((await settings(client)).shape).toEqual(kept);
    await server.sql(`update list_shape set shape = $1`, [JSON.stringify(shape)]);
    expect((await settings(client)).shape).toEqual(kept);
  });

  it.each([
    ['a column that the list does not have', { columns: [{ name: 'constructor' }] }],
    ['a width out of bounds', { columns: [{ name: 'tel', width: 4 }] }],
    ['another row height', { density: 'huge' }],
    ['members without a meaning', { colour: 'red' }],
    ['too many columns', { columns: Array.from({ length: 101 }, () => ({ name: 'tel' })) }],
    ['a list', [1]],
  ])('is refused with %s', async (_, wrong) => {
    const body = { module: 'order', shape: wrong };
    expect(await reasonOf(li.post(`${base}/shape`, { body }))).toEqual([400, 'badParameter']);
    expect((await settings(li)).shape).toEqual({});
  });
});

describe('a saved view', () => {
  it('is its owner’s alone until it is shared, and then for all of the tenant who may see the list', async () => {
    const { id } = ok(await submit(li)) as SavedView;
    expect(await settings(li)).toEqual({
      shape: {},
      hidden: [],
      views: [{ ...draft(), module: undefined, id, isOwn: true, mayChange: true, owner: 'li' }].map(
        ({ module: _, ...view }) => view,
      ),
    });
    expect([await names(wang), await names(boss)]).toEqual([[], []]);
    ok(await submit(li, { id, isShared: true }));
    expect((await settings(wang)).views).toMatchObject([
      { id, isOwn: false, mayChange: false, isShared: true, owner: 'li' },
    ]);
    expect((await settings(boss)).views).toMatchObject([{ id, isOwn: false, mayChange: true }]);
    expect([await names(stranger), await names(li, 'customer')]).toEqual([[], []]);
    const zhao = await server.as('zhao', tenantId);
    for (const path of ['list', 'counts'])
      expect((await zhao.get(`${base}/${path}`, { module: 'order' })).body.reason).toBe('forbidden');
    expect(await reasonOf(submit(zhao))).toEqual([403, 'forbidden']);
  });

  it('is changed and removed by its owner, a shared one also by an administrator', async () => {
    const own = ok(await submit(li, { name: '自用' })) as SavedView;
    const shared = ok(await submit(li, { isShared: true })) as SavedView;
    const remove = (client: Client, { id }: SavedView) => client.post(`${base}/remove`, { body: { id } });
    for (const client of [wang, boss, stranger]) {
      expect(await reasonOf(submit(client, { id: own.id, name: 'x' }))).toEqual([404, 'notFound']);
      expect(await reasonOf(remove(client, own))).toEqual([404, 'notFound']);
    }
    expect(await reasonOf(submit(wang, { id: shared.id, name: 'x' }))).toEqual([403, 'view.notOwner']);
    expect(await reasonOf(remove(wang, shared))).toEqual([403, 'view.notOwner']);
    expect(ok(await submit(boss, { id: shared.id, name: '全部在租', isShared: true }))).toMatchObject({
      name: '全部在租',
      owner: 'li',
      isOwn: false,
    });
    expect(await names(li)).toEqual(['自用', '全部在租']);
    ok(await remove(boss, shared));
    ok(await remove(li, own));
    expect(await names(li)).toEqual([]);
    expect(await reasonOf(remove(li, own))).toEqual([404, 'notFound']);
  });

  it('cannot be applied by a person from whom a data scope hides a field it reads, and does not tell its values', async () => {
    ok(await submit(li, { isShared: true, filters: { tel: '13912345678' }, seek: { tel: '13912345678' } }));
    ok(await submit(li, { isShared: true, name: '按金额', filters: {}, seek: {}, descs: 'totalAmount' }));
    ok(await submit(li, { isShared: true, name: '可用' }));
    const client = await scoped('blind', fieldsWithout('tel', 'totalAmount'));
    const { views, hidden } = await settings(client);
    // What is made of the amount would tell it.
    const plans = ['rentTable', 'restructuring', 'restructured'];
    expect(hidden).toEqual(['tel', 'totalAmount', 'residual', 'deposit', 'fee', ...plans]);
    expect(views).toMatchObject([
      { lacks: ['tel'], filters: {}, seek: {} },
      { name: '按金额', lacks: ['totalAmount'] },
      { name: '可用', filters: { businessStatus: '6' }, shape: { columns: [{ name: 'contractCode' }] } },
    ]);
    expect(views.map(({ lacks }) => lacks !== undefined)).toEqual([true, true, false]);
    expect(views[1]).not.toHaveProperty('descs');
    expect(JSON.stringify(views)).not.toContain('13912345678');
    expect(Object.keys(ok(await client.get(`${base}/counts`, { module: 'order' })))).toEqual([views[2]!.id]);
    expect(await reasonOf(submit(client, { filters: { tel: '1' }, seek: {} }))).toEqual([400, 'badParameter']);
    expect(await reasonOf(submit(client, { filters: {}, seek: { 'tel.from': '1' } }))).toEqual([400, 'badParameter']);
    expect(await reasonOf(submit(client, { descs: 'totalAmount' }))).toEqual([400, 'badParameter']);
  });

  it('keeps no identity number, which lists mask and tables encrypt', async () => {
    const idNo = '110101199003077715';
    for (const change of [
      { filters: { idNo_equal: idNo }, seek: {} },
      { filters: { idNo }, seek: {} },
      { filters: {}, seek: { idNo } },
    ]) {
      const about = { module: 'customer', descs: '', shape: {}, ...change };
      expect(await reasonOf(submit(li, about))).toEqual([400, 'view.identity']);
    }
    expect(JSON.stringify(await server.sql('select * from list_view'))).not.toContain(idNo);
  });

  it('counts its rows under the data scopes of the person who asks', async () => {
    const { order: started } = await leaseOf(server, boss).started();
    const { id } = ok(await submit(li, { isShared: true })) as SavedView;
    const counts = async (client: Client) => ok(await client.get(`${base}/counts`, { module: 'order' }));
    expect(started.id).toBeTruthy();
    expect([await counts(li), await counts(wang)]).toEqual([{ [id]: 1 }, { [id]: 1 }]);
    const ownRowsOnly = await scoped('narrow', ['*'], 2);
    expect(await counts(ownRowsOnly)).toEqual({ [id]: 0 });
    expect(await counts(stranger)).toEqual({});
  });

  it.each([
    ['a condition that the list does not know', { filters: { nothing: '1' } }, 'badParameter'],
    ['a value that its field cannot have', { filters: { businessStatus: 'x' } }, 'badParameter'],
    ['a condition that is no text', { filters: { businessStatus: 1 } }, 'badParameter'],
    ['a typed condition that the list does not know', { seek: { constructor: '1' } }, 'badParameter'],
    ['a sort that the list does not know', { descs: 'remark;drop' }, 'badParameter'],
    ['another list', { module: 'nothing' }, 'badParameter'],
    ['a name of spaces', { name: '  ' }, 'missingParameter'],
    ['a long name', { name: 'x'.repeat(41) }, 'badParameter'],
    ['no conditions at all', { filters: undefined }, 'missingParameter'],
  ])('is refused with %s', async (_, change, reason) => {
    expect(await reasonOf(submit(li, change))).toEqual([400, reason]);
    expect(await names(li)).toEqual([]);
  });

  it('has a name of its own among those of the person, also when two are saved at the same time', async () => {
    const both = await Promise.all([submit(li), submit(li)]);
    expect(both.map(({ body }) => body.reason ?? 'saved').sort()).toEqual(['saved', 'view.taken']);
    ok(await submit(wang));
    const other = ok(await submit(li, { name: '别的' })) as SavedView;
    expect(await reasonOf(submit(li, { id: other.id }))).toEqual([400, 'view.taken']);
  });

  it('is one of at most so many', async () => {
    await server.sql(
      `insert into list_view (tenant_id, id, user_id, module, name, seek, filters, shape, is_shared, create_time, update_time)
       select $1::varchar, n, (select id from sys_user where tenant_id = $1::varchar and account = 'li'), 'order', 'v' || n, '{}', '{}',
              '{}', false, now(), now() from generate_series(1, $2::int) n`,
      [tenantId, mostViews],
    );
    expect(await reasonOf(submit(li))).toEqual([400, 'view.tooMany']);
    ok(await submit(li, { module: 'customer', filters: {}, seek: {}, descs: '', shape: {} }));
    ok(await submit(li, { id: '1' }));
  });
});
