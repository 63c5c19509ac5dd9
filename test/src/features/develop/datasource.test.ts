/** The pages of data sources: commands in, state and calls out. */
import { questionFor, sourcePages } from '../../../../src/features/develop/datasource/sourcePagesSlice';
import { quiet, start } from '../../../support/fakeWorld';

const { actions: at, selectors: see } = sourcePages;
const source = { id: '7', name: '门店系统', driverClass: 'com.mysql.cj.jdbc.Driver' };
const queryPath = '/tool/datasource/query/7';

async function openedQuery() {
  const app = await start({ at: queryPath });
  await quiet();
  await app.last('/datasource/detail').answer(source);
  return app;
}

it('quotes the name of a table as its database does', () => {
  expect(questionFor(source, 'a`b')).toBe('select * from `a``b`');
  expect(questionFor({ driverClass: 'org.postgresql.Driver' }, 'a"b')).toBe('select * from "a""b"');
});

it('runs what is typed, once at a time, and tells a refusal in place', async () => {
  const app = await openedQuery();
  const page = () => app.see(see.queryOf, queryPath);
  const calls = () => app.asked.filter(({ call }) => call.url.endsWith('/datasource/query'));
  app.do(at.run({ path: queryPath }));
  await quiet();
  expect(calls()).toHaveLength(0); // nothing is typed
  app.do(at.type({ id: '7', text: 'select 1' }));
  app.do(at.run({ path: queryPath }));
  app.do(at.run({ path: queryPath }));
  await quiet();
  expect(calls()).toHaveLength(1);
  expect(calls()[0]!.call).toMatchObject({ body: { id: '7', text: 'select 1' }, isSlow: true });
  expect(page()).toMatchObject({ isRunning: true });
  await app.last('/datasource/query').answer({ columns: ['a'], rows: [['1']], isCut: false });
  expect(page()).toMatchObject({ isRunning: false, result: { rows: [['1']] }, problem: null });
  app.do(at.run({ path: queryPath }));
  await quiet();
  await app.last('/datasource/query').refuse(400, '数据库拒绝了该查询：no');
  expect(page()).toMatchObject({ isRunning: false, result: null, problem: '数据库拒绝了该查询：no' });
});

it('offers a question for a table, but keeps what was typed and not run yet', async () => {
  const app = await openedQuery();
  const typed = () => app.see(see.textOf, '7');
  app.do(at.ask({ head: source, table: 'car' }));
  await quiet();
  expect(typed()).toBe('select * from `car`');
  app.do(at.ask({ head: source, table: 'order' }));
  await quiet();
  expect(typed()).toBe('select * from `car`');
  app.do(at.run({ path: queryPath }));
  await quiet();
  await app.last('/datasource/query').answer({ columns: [], rows: [], isCut: false });
  app.do(at.ask({ head: source, table: 'order' }));
  await quiet();
  expect(typed()).toBe('select * from `order`');
});
