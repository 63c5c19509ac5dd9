/** What roles hold is replaced for all of them at once. */
import { questionsDuring } from '../../support/questions';
import { ok, platform, type Server, startServer } from '../../support/server';

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

async function roles(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => server.deps.newId());
  await server.sql(
    `insert into sys_role (id, tenant_id, role_name, role_alias, sort, create_time, update_time)
     select id, $2, 'many' || id, 'many' || id, 1, now(), now() from unnest($1::bigint[]) id`,
    [ids, platform],
  );
  return ids;
}
/** Copies of a button. */
async function buttons(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => server.deps.newId());
  await server.sql(
    `insert into sys_menu select (jsonb_populate_record(m, jsonb_build_object('id', one, 'code', 'many' || one))).*
     from sys_menu m cross join unnest($1::bigint[]) one where m.code = 'role_grant'`,
    [ids],
  );
  return ids;
}
const grant = async (roleIds: string[], menuIds: string[]) =>
  ok(
    await server.admin.post('/blade-system/role/grant', {
      body: { roleIds, menuIds, dataScopeIds: [], apiScopeIds: [] },
    }),
  );
const held = async (roleIds: string[]) =>
  (
    await server.sql(
      `select role_id as id, array_agg(menu_id::text order by menu_id) as menus from sys_role_menu
       where role_id = any($1) group by 1 order by 1`,
      [roleIds],
    )
  ).map(({ menus }) => menus);

it('by as many statements for many roles as for two', async () => {
  const [first, second, third] = (await buttons(3)) as [string, string, string];
  const ask = async (count: number) => {
    const ids = await roles(count);
    await grant(ids, [first, second]);
    // One holds another button.
    await server.sql('insert into sys_role_menu (tenant_id, role_id, menu_id) values ($1, $2, $3)', [
      platform,
      ids[0],
      third,
    ]);
    const questions = await questionsDuring(() => grant(ids, [second, third]));
    expect(await held(ids)).toEqual(ids.map(() => [second, third].sort()));
    const history = await server.sql(
      `select changes from audit_log where entity = 'role' and entity_id = any($1) order by id desc limit $2`,
      [ids, count],
    );
    expect(history).toHaveLength(count);
    return questions;
  };
  const few = await ask(2);
  expect(few).not.toEqual([]);
  expect((await ask(30)).length).toBe(few.length);
});

it('as what each of them holds beside the rights that exclude each other', async () => {
  const ids = await roles(2);
  const [pay, voucher] = [await server.menuIds('paymentPlan_pay'), await server.menuIds('order_voucher')];
  await grant(ids, [pay[0]!, voucher[0]!]);
  const notes = await server.sql(
    `select reason from audit_log where entity = 'role' and entity_id = any($1) and action = 'grant'`,
    [ids],
  );
  expect(notes.map(({ reason }) => reason.includes('paymentPlan_pay + order_voucher'))).toEqual([true, true]);
});
