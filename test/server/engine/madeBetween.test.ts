/** Every list is narrowed by when its records were made. */
import { allModules } from '../../../contract/modules';
import type { Row } from '../../../contract/schema/module';
import { ok, type Server, startServer } from '../../support/server';

type Answer = { records: Row[]; total: number } | Row[];
function rowsOf(answer: Answer): Row[] {
  return Array.isArray(answer) ? answer : answer.records;
}

describe('the time at which a record was made', () => {
  let server: Server;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

  const lists = allModules.filter((module) => module.offers('list'));
  it.each(lists.map((module) => [module.name, module] as const))('narrows the list of %s', async (_, module) => {
    const list = async (query: Record<string, string>) =>
      rowsOf(ok(await server.admin.get(module.url('list'), { size: 1, ...query })) as Answer);
    const all = await list({});
    for (const row of all) expect(row.createTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(await list({ createTime_dategt: '2999-01-01 00:00:00' })).toEqual([]);
    expect(await list({ createTime_datelt: '1990-01-01 00:00:00' })).toEqual([]);
    expect((await list({ createTime_dategt: '1990-01-01 00:00:00' })).length).toBe(all.length);
  });
});
