/** A person's rights never exceed those of the administrator who creates, changes or takes over the person. */
import { scopedModules } from '../../../contract/modules';
import { online } from '../../../contract/modules/system/online';
import { md5 } from '../../../server/auth/password/oneTimePassword';
import { lookAlikes } from '../../../server/auth/people';
import { questionsDuring } from '../../support/questions';
import { type Client, leaseOf, ok, password, type Server, startServer } from '../../support/server';

let server: Server;
let a: Awaited<ReturnType<Server['foundTenant']>>;
function sys(path: string) {
  return `/blade-system/${path}`;
}
const modules = Object.values(scopedModules);
/** All permissions of administration, and all lists whose rows a scope may be about. */
const administering = [
  ...['role_add', 'role_edit', 'role_delete', 'role_grant', 'dept_add', 'dept_edit', 'dept_delete'],
  ...['add', 'edit', 'delete', 'role', 'reset', 'status', 'platform', 'unlock', 'audit'].map((verb) => `user_${verb}`),
];
const readable = modules.map((module) => module.permission('list'));
const everything = [...new Set([...readable, ...administering])];

beforeAll(async () => {
  server = await startServer({ env: { SWITCH_MODE: 'true' } });
  a = await server.foundTenant();
});
afterAll(() => server.close());

let made = 0;
function name(of: string) {
  return `${of}${++made}`;
}
async function scope(scopeClass: string, body: object): Promise<string> {
  const [menuId] = await server.menuIds(scopedModules[scopeClass]!.permission('list'));
  const kept = { menuId, scopeName: '域', resourceCode: name('b'), scopeClass, scopeField: '*' };
  return ok(await server.admin.post(sys('data-scope/submit'), { body: { ...kept, ...body } })).id;
}
function bind(roleId: string, ...scopeIds: string[]) {
  return server.sql('insert into sys_role_scope select $1, $2, 1, unnest($3::bigint[])', [
    a.tenantId,
    roleId,
    scopeIds,
  ]);
}
async function dept(deptName: string, parentId = '0'): Promise<string> {
  return ok(await a.client.post(sys('dept/submit'), { body: { deptName, fullName: deptName, parentId, sort: 1 } })).id;
}
async function person(deptId: string, permissions: string[], ...scopeIds: string[]) {
  const account = name('p');
  const added = await server.addUser({ account, permissions, tenantId: a.tenantId });
  await server.sql('update sys_user set dept_ids = $2 where id = $1', [added.userId, [deptId]]);
  await bind(added.roleId, ...scopeIds);
  return { ...added, account, client: await server.as(account, a.tenantId) };
}
async function reasonOf(answer: Promise<{ status: number; body: any }>) {
  const { status, body } = await answer;
  return [status, body.reason];
}
const refused = [403, 'grant.seesMore'];
async function orders(client: Client) {
  return ok(await client.get('/blade-order/order/page', { size: 200 })).total;
}

describe('a lead who sees the own orders only', () => {
  let north: string;
  let own: string;
  let lead: Awaited<ReturnType<typeof person>>;
  let colleague: Awaited<ReturnType<typeof person>>;
  beforeAll(async () => {
    north = await dept('北区');
    own = await scope('order', { scopeType: 2 });
    lead = await person(north, everything, own);
    colleague = await person(north, ['order'], own);
    await leaseOf(server, a.client).order();
    expect([await orders(a.client), await orders(lead.client), await orders(colleague.client)]).toEqual([1, 0, 0]);
  });
  const give = (userId: string, roleIds: string) =>
    lead.client.post(sys('user/grant'), { query: { userIds: userId, roleIds } });

  it('makes a role and a person with it who see none either', async () => {
    const body = { roleName: '新角色', roleAlias: name('r'), sort: 1 };
    const role = ok(await lead.client.post(sys('role/submit'), { body }));
    const menuIds = await server.menuIds('order');
    ok(await lead.client.post(sys('role/grant'), { body: { roleIds: [role.id], menuIds, dataScopeIds: [] } }));
    const account = name('n');
    const card = { account, realName: '新人', name: '新人', roleId: role.id, deptId: north };
    const added = ok(await lead.client.post(sys('user/submit'), { body: card }));
    await server.sql('update sys_user set must_change_password = 0 where id = $1', [added.id]);
    expect(await orders(await server.as(account, a.tenantId))).toBe(0);
  });
  it('frees no colleague by emptying a role', async () => {
    const menuIds = await server.menuIds('order');
    const body = { roleIds: [colleague.roleId], menuIds, dataScopeIds: [], apiScopeIds: [] };
    ok(await lead.client.post(sys('role/grant'), { body }));
    expect(await orders(colleague.client)).toBe(0);
  });
  it('grants no role without a scope, is offered none, and cannot take over a person who sees more', async () => {
    const free = await person(north, ['order']);
    expect(await reasonOf(give(colleague.userId, free.roleId))).toEqual(refused);
    const offered = JSON.stringify(ok(await lead.client.get(sys('role/givable'))));
    expect([offered.includes(free.roleId), offered.includes(colleague.roleId)]).toEqual([false, true]);
    const userIds = free.userId;
    for (const [verb, query] of [
      ['reset-password', { userIds }],
      ['change-status', { userIds, status: 0 }],
      ['unlock', { userIds }],
      ['remove', { ids: userIds }],
      ['grant', { userIds, roleIds: colleague.roleId }],
    ] as const)
      expect([verb, ...(await reasonOf(lead.client.post(sys(`user/${verb}`), { query })))]).toEqual([verb, ...refused]);
    const menuIds = await server.menuIds('order');
    const body = { roleIds: [free.roleId], menuIds: [...menuIds], dataScopeIds: [own] };
    ok(await lead.client.post(sys('role/grant'), { body }));
    expect(await orders(free.client)).toBe(0);
  });
  it('is offered thirty roles with as many questions to the database as three', async () => {
    const administers = await person(north, everything, own);
    const more = async (count: number, isBound: boolean) => {
      for (let i = 0; i < count; i++) {
        const { roleId } = await server.addUser({ account: name('q'), permissions: ['order'], tenantId: a.tenantId });
        if (isBound) await bind(roleId, own);
      }
    };
    const ask = async () => {
      let offered = 0;
      const questions = await questionsDuring(async () => {
        offered = ok(await administers.client.get(sys('role/givable'))).length;
      });
      expect(questions).not.toEqual([]);
      return { offered, questions };
    };
    await more(3, true);
    const few = await ask();
    expect(few.offered).toBeGreaterThanOrEqual(3);
    await more(27, true);
    await more(3, false);
    const many = await ask();
    expect(many).toEqual({ offered: few.offered + 27, questions: few.questions });
  });
  it('does not take over a colleague whose own orders they do not see', async () => {
    const busy = await person(north, ['order'], own);
    const query = { userIds: busy.userId };
    ok(await lead.client.post(sys('user/unlock'), { query }));
    await server.sql('update lease_order set create_user = $1', [busy.userId]);
    expect(await reasonOf(lead.client.post(sys('user/reset-password'), { query }))).toEqual(refused);
  });
  it('lets in no registration with more', async () => {
    const free = await person(north, ['order']);
    const guest = await person(north, []);
    await server.sql(`update sys_user set status = 2, role_ids = '{}' where id = $1`, [guest.userId]);
    const pass = (roleIds: string) =>
      lead.client.post(sys('user/audit-pass'), { query: { userIds: guest.userId, roleIds } });
    expect(await reasonOf(pass(free.roleId))).toEqual(refused);
    ok(await pass(colleague.roleId));
  });
  it('loosens no scope that binds them or others', async () => {
    const clerk = await server.addUser({ account: name('c'), permissions: ['data_scope', 'data_scope_edit'] });
    await server.sql('insert into sys_role_scope values ($1, $2, 1, $3)', ['000000', clerk.roleId, own]);
    const [{ account }] = await server.sql('select account from sys_user where id = $1', [clerk.userId]);
    const client = await server.as(account);
    const row = ok(await client.get(sys('data-scope/detail'), { id: own }));
    const body = { ...row, scopeType: 1 };
    expect(await reasonOf(client.post(sys('data-scope/submit'), { body }))).toEqual(refused);
  });
});

describe('a lead who sees their departments and below', () => {
  it('cannot move a person to where more is seen, nor a department to where a person would see more', async () => {
    const [north, south] = [await dept('北'), await dept('南')];
    const first = await dept('一组', north);
    const tree = await scope('order', { scopeType: 4 });
    const lead = await person(north, everything, tree);
    const other = await person(first, ['order'], tree);
    const edit = async (deptId: string) => {
      const card = ok(await a.client.get(sys('user/detail'), { id: other.userId }));
      return reasonOf(lead.client.post(sys('user/submit'), { body: { ...card, deptId } }));
    };
    expect(await edit(south)).toEqual(refused);
    expect(await edit(north)).toEqual([200, undefined]);
    const row = ok(await a.client.get(sys('dept/detail'), { id: south }));
    const move = (client: Client) => client.post(sys('dept/submit'), { body: { ...row, parentId: first } });
    expect(await reasonOf(move(lead.client))).toEqual(refused);
    ok(await move(a.client));
  });
});

it('cannot end a session of a person who holds more, nor of the platform’s owner', async () => {
  const clerk = await server.addUser({ account: name('c'), permissions: ['online', 'online_end'] });
  const [{ account }] = await server.sql('select account from sys_user where id = $1', [clerk.userId]);
  const client = await server.as(account);
  const [{ sid }] = await server.sql(
    `select sid from sign_in s join sys_user u on u.id = s.user_id where u.is_super and ended_at is null limit 1`,
  );
  expect(await reasonOf(client.post(online.url('end'), { query: { ids: sid } }))).toEqual([403, 'grant.beyondOwn']);
  expect((await server.admin.get(sys('user/info'))).status).toBe(200);
});

describe('an account', () => {
  const signIn = (username: string, word = password) =>
    server.token({ username, password: md5(word), grant_type: 'password' }, { 'tenant-id': a.tenantId });
  it('may be written in any case and width, and has one count of wrong passwords', async () => {
    const { account } = await person(await dept(name('部')), []);
    const wide = account.replace('p', 'Ｐ');
    for (const written of [account.toUpperCase(), wide]) expect((await signIn(written)).status).toBe(200);
    await signIn(account, 'wrong');
    await signIn(wide, 'wrong');
    const counted = await server.sql('select failures from sign_in_failure where tenant_id = $1', [a.tenantId]);
    expect(counted).toEqual([{ failures: 2 }]);
  });
  it('that nobody has is counted once for all its spellings, by a name that tells nothing of what was typed', async () => {
    for (const typed of ['Sesame-Open-1', 'sesame-open-1', 'Ｓesame-Open-1']) await signIn(typed, 'x');
    const counted = await server.sql('select account, failures from sign_in_failure where failures = 3');
    expect(counted).toEqual([{ account: expect.stringMatching(/^\?[\w-]{32}$/), failures: 3 }]);
    expect(JSON.stringify(await server.sql('select * from sign_in_failure'))).not.toMatch(/sesame/i);
  });
  it('that looks like another from before still works by its exact spelling', async () => {
    const [one, two] = [await person(await dept(name('部')), []), await person(await dept(name('部')), [])];
    await server.sql('update sys_user set account = $2 where id = $1', [two.userId, one.account.toUpperCase()]);
    expect((await signIn(one.account)).body.user_id).toBe(one.userId);
    expect((await signIn(one.account.toUpperCase())).body.user_id).toBe(two.userId);
    expect(await lookAlikes(server.deps)).toEqual([
      { tenantId: a.tenantId, accounts: [one.account, one.account.toUpperCase()] },
    ]);
    const card = ok(await a.client.get(sys('user/detail'), { id: two.userId }));
    expect(card.account).toBe(one.account.toUpperCase());
  });
});

it('conflicting rights are reported for a combination of roles, and recorded', async () => {
  const deptId = await dept(name('部'));
  const [one, two] = [await person(deptId, ['order_voucher']), await person(deptId, ['paymentPlan_pay'])];
  const told = async (roleIds: string) => ok(await a.client.get(sys('role/exclusions'), { roleIds }));
  expect(await told(one.roleId)).toEqual([]);
  const roleIds = `${one.roleId},${two.roleId}`;
  expect(await told(roleIds)).toMatchObject([{ codes: 'paymentPlan_pay,order_voucher' }]);
  ok(await a.client.post(sys('user/grant'), { query: { userIds: one.userId, roleIds } }));
  const [entry] = ok(await a.client.get(sys('user/history'), { id: one.userId }));
  expect([entry.action, entry.reason]).toEqual(['grant', '不相容权限：paymentPlan_pay + order_voucher']);
});

it.each([
  ['paymentPlan_edit', 'paymentPlan_pay'],
  ['order_edit', 'paymentPlan_pay'],
  ['customer_edit', 'fascContract_counter'],
  ['approval_orderAccount', 'order_edit'],
])('%s and %s are such rights', async (first, second) => {
  const deptId = await dept(name('部'));
  const [one, two] = [await person(deptId, [first]), await person(deptId, [second])];
  const query = { roleIds: `${one.roleId},${two.roleId}` };
  const [{ codes }, ...others] = ok(await a.client.get(sys('role/exclusions'), query));
  expect([codes.split(',').sort(), others]).toEqual([[first, second].sort(), []]);
});

describe('a tree', () => {
  const chain = async (tenantId: string, levels: number): Promise<string> => {
    const first = 900_000_000 + ++made * 10_000;
    await server.sql(
      `insert into sys_dept (id, tenant_id, parent_id, dept_name, full_name, sort, create_time, update_time)
       select $1::bigint + n, $2, case when n = 1 then 0 else $1::bigint + n - 1 end, '层', '层', 1, now(), now()
       from generate_series(1, $3::int) n`,
      [first, tenantId, levels],
    );
    return String(first + levels);
  };
  it('has thirty levels at most', async () => {
    const last = await chain(a.tenantId, 29);
    const thirtieth = await dept('三十', last);
    const body = { deptName: '深', fullName: '深', parentId: thirtieth, sort: 1 };
    expect(await reasonOf(a.client.post(sys('dept/submit'), { body }))).toEqual([400, 'tree.tooDeep']);
    const row = ok(await a.client.get(sys('dept/detail'), { id: await dept('上') }));
    const top = (
      await server.sql(`select id from sys_dept where tenant_id = $1 and dept_name = '层' and parent_id = 0`, [
        a.tenantId,
      ])
    )[0].id;
    const under = ok(await a.client.get(sys('dept/detail'), { id: top }));
    const move = { ...under, parentId: row.id };
    expect(await reasonOf(a.client.post(sys('dept/submit'), { body: move }))).toEqual([400, 'tree.tooDeep']);
  });
  it('that is endless in the table, or a ring, takes no list away', async () => {
    const b = await server.foundTenant();
    const last = await chain(b.tenantId, 4000);
    const first = String(Number(last) - 3999);
    for (const call of ['dept/tree', 'dept/list']) expect((await b.client.get(sys(call))).status).toBe(200);
    await server.sql('update sys_dept set parent_id = $1 where id = $2', [last, first]);
    for (const call of ['dept/tree', 'dept/list']) expect((await b.client.get(sys(call))).status).toBe(200);
  });
});

/** The same numbers for the same seed. */
function dice(seed: number) {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)]!;
  return { pick, some: <T>(from: readonly T[], odds = 0.4): T[] => from.filter(() => next() < odds), chance: next };
}

describe.each([1, 2])('whatever a bound person administers (%i)', (seed) => {
  it('no person gains sight of a row that the administrator does not see', async () => {
    const { pick, some, chance } = dice(seed * 7919);
    const top = await dept(name('顶'));
    const mid = await dept(name('中'), top);
    const depts = [top, mid, await dept(name('下'), mid), await dept(name('旁'))];
    const bound = ['customer', 'product', 'user'];
    const scopes: { id: string; module: string }[] = [];
    for (const module of bound) {
      for (const scopeType of [1, 2, 3, 4]) scopes.push({ id: await scope(module, { scopeType }), module });
      const rule = { field: 'createDept', is: 'in', value: pick([{ my: 'deptIds' }, { my: 'deptTree' }, some(depts)]) };
      scopes.push({ id: await scope(module, { scopeType: 5, scopeValue: JSON.stringify(rule) }), module });
    }
    const ofModule = (module: string, isLead: boolean) =>
      isLead || chance() < 0.7
        ? some(scopes.filter((one) => one.module === module).slice(isLead ? 1 : 0), 0.35).map(({ id }) => id)
        : [];
    const leadScopes = [
      pick(scopes.filter(({ module }) => module === 'customer').slice(1)).id,
      ...ofModule('user', true),
    ];
    const lead = await person(pick(depts), everything, ...new Set(leadScopes));
    const people = [];
    for (let n = 0; n < 4; n++) {
      const ids = chance() < 0.5 ? leadScopes : bound.flatMap((module) => ofModule(module, false));
      people.push(await person(pick(depts), some(everything, 0.6), ...new Set(ids)));
    }
    const makers = [lead, ...people].map(({ userId }) => userId);
    for (let n = 0; n < 24; n++)
      await server.sql(
        `insert into lease_customer (id, tenant_id, real_name, tel, create_user, create_dept, create_time, update_time)
         values ($1, $2, '客', '13800138000', $3, $4, now(), now())`,
        [server.deps.newId(), a.tenantId, pick(makers), pick(depts)],
      );

    const seenBy = async (client: Client): Promise<Set<string>> => {
      const seen = new Set<string>();
      for (const module of ['customer', 'product', 'user', 'post'].map((one) => scopedModules[one]!)) {
        const { status, body } = await client.get(module.url('list'), { size: 500 });
        if (status === 200) for (const { id } of body.data.records) seen.add(`${module.name} ${id}`);
      }
      return seen;
    };
    /** Working with all roles, and with each alone. */
    const seenInAnyWay = async (account: string): Promise<Set<string>> => {
      const [{ role_ids: roleIds }] = await server.sql(
        'select role_ids from sys_user where tenant_id = $1 and account = $2',
        [a.tenantId, account],
      );
      const all = new Set<string>();
      for (const roleId of roleIds.length > 1 ? [null, ...roleIds] : [null]) {
        const client = await server.as(account, a.tenantId);
        await server.sql('update sign_in set role_id = $1 where sid = (select max(sid) from sign_in)', [roleId]);
        for (const row of await seenBy(client)) all.add(row);
      }
      return all;
    };
    const limit = await seenBy(lead.client);
    const first = new Map<string, Set<string>>();
    for (const { account } of [lead, ...people]) first.set(account, await seenInAnyWay(account));
    const everybody = [lead, ...people].map(({ account, userId }) => ({ account, userId }));
    const roles = [lead, ...people].map(({ roleId }) => roleId);
    const touched = new Set<string>();
    const old = new Set((await server.sql('select id from sys_user')).map(({ id }) => `user ${id}`));

    const acts: (() => Promise<unknown>)[] = [
      async () => {
        const body = { roleName: '角', roleAlias: name('g'), sort: 1 };
        const { status, body: answer } = await lead.client.post(sys('role/submit'), { body });
        if (status === 200) roles.push(answer.data.id);
      },
      async () => {
        const menuIds = await server.menuIds(...some(everything, 0.7));
        const dataScopeIds = some(scopes, 0.3).map(({ id }) => id);
        const sent = chance() < 0.5 ? [] : dataScopeIds.filter((id) => leadScopes.includes(id));
        await lead.client.post(sys('role/grant'), { body: { roleIds: [pick(roles)], menuIds, dataScopeIds: sent } });
      },
      async () => {
        const account = name('x');
        const body = { account, realName: '新', name: '新', roleId: some(roles, 0.3).join(',') || pick(roles) };
        const answer = await lead.client.post(sys('user/submit'), { body: { ...body, deptId: pick(depts) } });
        if (answer.status !== 200) return;
        await server.sql('update sys_user set must_change_password = 0 where id = $1', [answer.body.data.id]);
        everybody.push({ account, userId: answer.body.data.id });
        touched.add(account);
      },
      async () => {
        const whom = pick(everybody);
        const query = { userIds: whom.userId, roleIds: some(roles, 0.3).join(',') || pick(roles) };
        const { status } = await lead.client.post(sys('user/grant'), { query });
        if (status === 200) touched.add(whom.account);
      },
      async () => {
        const whom = pick(everybody);
        const query = { userIds: whom.userId };
        const { status } = await lead.client.post(sys('user/reset-password'), { query });
        await server.sql('update sys_user set must_change_password = 0 where id = $1', [whom.userId]);
        if (status === 200 && whom.userId !== lead.userId) touched.add(whom.account);
      },
      async () => {
        const whom = pick(everybody);
        const card = ok(await a.client.get(sys('user/detail'), { id: whom.userId }));
        const body = { ...card, deptId: pick(depts) };
        const { status } = await lead.client.post(sys('user/submit'), { body });
        if (status === 200 && whom.userId !== lead.userId) touched.add(whom.account);
      },
      async () => {
        const row = ok(await a.client.get(sys('dept/detail'), { id: pick(depts) }));
        await lead.client.post(sys('dept/submit'), { body: { ...row, parentId: pick(['0', ...depts]) } });
      },
    ];
    for (let n = 0; n < 15; n++) await pick(acts)();

    for (const { account } of everybody) {
      const before = first.get(account);
      for (const row of await seenInAnyWay(account)) {
        if (limit.has(row) || (row.startsWith('user ') && !old.has(row))) continue;
        // What was seen by a person beyond the lead's control does not matter here.
        expect([account, row, before?.has(row) === true && !touched.has(account)]).toEqual([account, row, true]);
      }
    }
  });
});
