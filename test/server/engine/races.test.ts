/** Rules about several rows hold for concurrent calls, each before it can see what the other does. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { registry } from '../../../server/app';
import { lostRace } from '../../../server/engine/saving/uniqueness';
import { type Client, leaseOf, ok, type Server, startServer } from '../../support/server';

let server: Server;
let a: Awaited<ReturnType<Server['foundTenant']>>;
let gate: pg.Client;
function sys(path: string) {
  return `/blade-system/${path}`;
}
const gateKey = 7_150_077;

beforeAll(async () => {
  server = await startServer();
  a = await server.foundTenant();
  gate = new pg.Client(server.connections.owner);
  await gate.connect();
  // Every change writes its history last: there it waits for the gate, after its checks.
  await server.sql(`
    create function wait_at_gate() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(${gateKey}); return new; end $$`);
  await server.sql('create trigger gate before insert on audit_log for each row execute function wait_at_gate()');
});
afterAll(async () => {
  await gate.end();
  await server.close();
});

type Ask = () => ReturnType<Client['post']>;
/** Results of calls none of which could finish before each had come as far as it can; `ok` or the reason, in order. */
async function atOnce(...asks: Ask[]): Promise<string[]> {
  await gate.query(`select pg_advisory_lock(${gateKey})`);
  let ended = 0;
  const answers = asks.map(async (ask) => {
    const { status, body } = await ask();
    ended++;
    return status === 200 ? 'ok' : String(body.reason);
  });
  for (;;) {
    const { rows } = await gate.query(`
      select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    if (rows[0].count + ended >= asks.length) break;
    await sleep(5);
  }
  await gate.query(`select pg_advisory_unlock(${gateKey})`);
  return (await Promise.all(answers)).sort();
}

let made = 0;
function name(of: string) {
  return `${of}${++made}`;
}
async function place() {
  const [role] = await server.sql('select id from sys_role where tenant_id = $1 and is_admin', [a.tenantId]);
  const [dept] = await server.sql('select id from sys_dept where tenant_id = $1 order by id limit 1', [a.tenantId]);
  return { roleId: role.id as string, deptId: dept.id as string };
}
function person(body: object) {
  return { realName: '人', name: '人', password: '', ...body };
}
async function newRole() {
  const body = { roleName: '角', roleAlias: name('r'), sort: 1 };
  return ok(await a.client.post(sys('role/submit'), { body })).id as string;
}
async function newDept() {
  const deptName = name('部');
  return ok(await a.client.post(sys('dept/submit'), { body: { deptName, fullName: deptName, sort: 1 } })).id as string;
}

it('two administrators who stop each other leave one', async () => {
  const { roleId } = await place();
  const { userId, account } = {
    ...(await server.addUser({ account: 'second', tenantId: a.tenantId })),
    account: 'second',
  };
  await server.sql('update sys_user set role_ids = $2 where id = $1', [userId, [roleId]]);
  const second = await server.as(account, a.tenantId);
  const stop = (client: Client, userIds: string) => () =>
    client.post(sys('user/change-status'), { query: { userIds, status: 0 } });
  const answers = await atOnce(stop(a.client, userId), stop(second, a.adminId));
  expect(answers).toEqual(['grant.lastAdmin', 'ok']);
  await server.sql('update sys_user set status = 1 where tenant_id = $1', [a.tenantId]);
  a.client = await server.as('admin', a.tenantId);
});

it('the last free account is taken once', async () => {
  const [{ count }] = await server.sql('select count(*)::int from sys_user where tenant_id = $1 and is_deleted = 0', [
    a.tenantId,
  ]);
  await server.sql('update tenant set account_number = $2 where tenant_id = $1', [a.tenantId, count + 1]);
  const at = await place();
  const add = (account: string) => () => a.client.post(sys('user/submit'), { body: person({ account, ...at }) });
  expect(await atOnce(add(name('q')), add(name('q')))).toEqual(['ok', 'user.full']);
  await server.sql('update tenant set account_number = -1 where tenant_id = $1', [a.tenantId]);
});

it('accounts and aliases that look alike are given once', async () => {
  const at = await place();
  const add = (account: string) => () => a.client.post(sys('user/submit'), { body: person({ account, ...at }) });
  expect(await atOnce(add('li.lei'), add('Li.Lei'))).toEqual(['invalid', 'ok']);
  const role = (roleAlias: string) => () =>
    a.client.post(sys('role/submit'), { body: { roleName: '角', roleAlias, sort: 1 } });
  expect(await atOnce(role('lead'), role('lеаd'))).toEqual(['invalid', 'ok']); // the second in Cyrillic letters
});

describe('a value that another row gets at the same moment', () => {
  /** Writes a copy of the row with these values past every rule of the program, and leaves the transaction open until
   *  `work` waits for it. */
  const beside = async (table: string, id: string, values: object, work: () => ReturnType<Client['post']>) => {
    await gate.query('begin');
    await gate.query(
      `insert into ${table} select (jsonb_populate_record(t, $2::jsonb)).* from ${table} t where id = $1`,
      [id, JSON.stringify({ id: server.deps.newId(), ...values })],
    );
    let isOver = false;
    const answer = work().finally(() => {
      isOver = true;
    });
    for (let isWaiting = false; !isWaiting && !isOver; await sleep(5)) {
      const { rows } = await gate.query(`
        select 1 from pg_stat_activity where datname = current_database() and wait_event = 'transactionid'`);
      isWaiting = rows.length > 0;
    }
    await gate.query('commit');
    return answer;
  };
  const add = (path: string, body: object, client = a.client) => client.post(path, { body });
  const cases: [string, () => Promise<[string, string, object, () => ReturnType<Client['post']>, object]>][] = [
    [
      'a product, in its own words',
      async () => {
        const { id, ...body } = await leaseOf(server, a.client).product();
        const productCode = name('code');
        return [
          'lease_product',
          id,
          { product_code: productCode },
          () => add('/blade-product/product/submit', { ...body, productCode }),
          { reason: 'product.codeTaken', msg: `产品编号 ${productCode} 已存在`, problems: { productCode: 'taken' } },
        ];
      },
    ],
    [
      'a customer, in its own words',
      async () => {
        const { id, idNo: _, ...body } = await leaseOf(server, a.client).customer();
        return [
          'lease_customer',
          id,
          { open_id: 'wx-1' },
          () => add('/blade-customer/customer/submit', { ...body, openId: 'wx-1' }),
          { reason: 'customer.openIdTaken', problems: { openId: 'taken' } },
        ];
      },
    ],
    [
      'a position, in the usual words',
      async () => {
        const post = { category: 1, postName: '岗', sort: 1 };
        const { id } = ok(await add(sys('post/submit'), { ...post, postCode: name('post') }));
        return [
          'sys_post',
          id,
          { post_code: 'same' },
          () => add(sys('post/submit'), { ...post, postCode: 'same' }),
          { reason: 'invalid', msg: '岗位编号已存在', problems: { postCode: 'taken' } },
        ];
      },
    ],
    [
      'a user, whose account may not even look alike',
      async () => {
        const body = person({ account: 'twice', ...(await place()) });
        return [
          'sys_user',
          a.adminId,
          { account: 'twice', phone: null },
          () => add(sys('user/submit'), body),
          { reason: 'invalid', msg: '登录账号已存在', problems: { account: 'taken' } },
        ];
      },
    ],
    [
      'a parameter of the platform',
      async () => {
        const [{ id }] = await server.sql('select id from sys_param limit 1');
        const body = { paramName: '参数', paramKey: 'same.key', paramValue: '1' };
        return [
          'sys_param',
          id,
          { param_key: 'same.key' },
          () => add(sys('param/submit'), body, server.admin),
          { reason: 'invalid', msg: '参数键名已存在', problems: { paramKey: 'taken' } },
        ];
      },
    ],
  ];
  it.each(cases)('is reported on its field: %s', async (_what, prepare) => {
    const [table, id, values, work, told] = await prepare();
    const late = await beside(table, id, values, work);
    expect(late.body).toMatchObject({ code: 400, ...told });
    // The same answer as for a later call.
    expect((await work()).body).toMatchObject({ code: 400, ...told });
  });
});

it('two departments do not come to hang on each other', async () => {
  const [one, two] = [await newDept(), await newDept()];
  const move = (id: string, parentId: string) => async () => {
    const row = ok(await a.client.get(sys('dept/detail'), { id }));
    return a.client.post(sys('dept/submit'), { body: { ...row, parentId } });
  };
  expect(await atOnce(move(one, two), move(two, one))).toEqual(['ok', 'tree.ownParent']);
});

it('what is being used is not removed', async () => {
  const at = await place();
  const deptId = await newDept();
  const remove =
    (path: string, ids: string, client = a.client) =>
    () =>
      client.post(path, { query: { ids } });
  const join = () => a.client.post(sys('user/submit'), { body: person({ account: name('d'), ...at, deptId }) });
  expect(['dept.inUse', 'invalid']).toContain((await atOnce(join, remove(sys('dept/remove'), deptId)))[0]);

  const roleId = await newRole();
  const { userId } = await server.addUser({ account: name('u'), tenantId: a.tenantId });
  const give = () => a.client.post(sys('user/grant'), { query: { userIds: userId, roleIds: roleId } });
  const roleGone = remove(sys('role/remove'), roleId);
  expect(['grant.foreignRole', 'role.inUse']).toContain((await atOnce(give, roleGone)).find((one) => one !== 'ok'));

  const lease = leaseOf(server, a.client);
  const [customer, product] = [await lease.customer(), await lease.product()];
  const order = () =>
    a.client.post('/blade-order/order/submit', {
      body: { customerId: customer.id, productId: product.id, totalAmount: '10000', tel: '13800138000' },
    });
  const gone = remove('/blade-customer/customer/remove', customer.id);
  expect(['customer.inUse', 'invalid']).toContain((await atOnce(order, gone)).find((one) => one !== 'ok'));
});

it('a scope that is being given is not removed, nor a package', async () => {
  const [menuId] = await server.menuIds('order');
  const body = { menuId, scopeName: '域', resourceCode: name('s'), scopeClass: 'order', scopeField: '*', scopeType: 2 };
  const { id } = ok(await server.admin.post(sys('data-scope/submit'), { body }));
  const roleId = await newRole();
  const give = () =>
    a.client.post(sys('role/grant'), { body: { roleIds: [roleId], menuIds: [menuId], dataScopeIds: [id] } });
  const remove = () => server.admin.post(sys('data-scope/remove'), { query: { ids: id } });
  expect(['grant.beyondOwn', 'scope.inUse']).toContain((await atOnce(give, remove)).find((one) => one !== 'ok'));

  const pack = ok(
    await server.admin.post(sys('tenant-package/submit'), { body: { packageName: name('包'), menuId: menuId! } }),
  );
  const other = await server.foundTenant();
  const query = { tenantId: other.tenantId, packageId: pack.id };
  const set = () => server.admin.post(sys('tenant/package-setting'), { query });
  const drop = () => server.admin.post(sys('tenant-package/remove'), { query: { ids: pack.id } });
  expect(['notYours', 'tenant.packageInUse']).toContain((await atOnce(set, drop)).find((one) => one !== 'ok'));
});

it.each([
  ['a database', { constraint: 'sys_post_code', message: 'duplicate key' }],
  // which names its shard's index in the message alone
  ['a node of a cluster', { message: 'duplicate key value violates unique constraint "sys_post_code_102763"' }],
])('the field is named whose value %s finds taken', async (_, told) => {
  const error = Object.assign(new Error(told.message), told, { code: '23505' });
  const refusal = await lostRace(server.deps, registry.values(), error, { postCode: 'ceo' }, 'en');
  expect(refusal?.problems).toEqual({ postCode: 'taken' });
});
