/** What every installation begins with, and what a later start does about it. */
import { ensureEssentials } from '../../../server/seed/essentials';
import { platform, type Server, startServer } from '../../support/server';

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

function startAgain() {
  return server.owner.withTenant(platform, '2026-11-20', (trx) => ensureEssentials(server.deps, trx, undefined));
}
/** The rows that the product brings along, with the transaction that wrote each. */
function brought(table: string) {
  return server.sql(`select xmin::text as written, t.* from ${table} t order by id`);
}

it('a start without a new release writes no menu, dictionary or parameter again', async () => {
  const tables = ['sys_menu', 'sys_dict', 'dict_biz', 'sys_param'];
  const before = await Promise.all(tables.map(brought));
  await startAgain();
  expect(await Promise.all(tables.map(brought))).toEqual(before);
});

it('a menu that differs follows the release, one that people edited stays, and one that is missing comes back', async () => {
  const [menu] = await server.sql(`select * from sys_menu where code = 'product'`);
  const [button] = await server.sql(`select * from sys_menu where code = 'product_add'`);
  const [view] = await server.sql(`select * from sys_menu where code = 'product_view'`);
  await server.sql(`update sys_menu set name = 'old', sort = 99 where id = $1`, [menu.id]);
  await server.sql(`update sys_menu set name = 'ours', update_user = 1 where id = $1`, [button.id]);
  await server.sql('update sys_menu set is_deleted = 1 where id = $1', [view.id]);
  await startAgain();
  expect(await server.sql('select * from sys_menu where id = $1', [menu.id])).toEqual([menu]);
  expect(await server.sql('select name from sys_menu where id = $1', [button.id])).toEqual([{ name: 'ours' }]);
  const { id: _, ...known } = view;
  const [again] = await server.sql(`select * from sys_menu where code = 'product_view' and is_deleted = 0`);
  expect(again).toEqual({ ...known, id: expect.any(String) });
  expect(again.id).not.toBe(view.id);
});
