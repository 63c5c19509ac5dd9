/** Texts of rows and fields that a data scope hides are in no answer of any call, whatever module the call is of. */
import { allModules, modules as business, scopedModules } from '../../../contract/modules';
import { type Module, referencesOf } from '../../../contract/schema/module';
import { registry } from '../../../server/app';
import { shownOfAbove } from '../../../server/engine/rights/scopes';
import { documentOf } from '../../../server/http/openapi';
import { columnOf, type Table } from '../../../server/kernel/table';
import { oneOfEach } from '../../support/moduleRecords';
import { purchasesOf } from '../../support/purchases';
import { allBut, boundPerson } from '../../support/scopes';
import { type Client, leaseOf, ok, platform, type Server, startServer } from '../../support/server';

let server: Server;
let codes: string[];
const modules: readonly Module[] = Object.values(scopedModules).filter(({ name }) => name !== 'auditLog');
/** The fields of each module whose texts are marked. */
const marked = new Map<string, string[]>();

beforeAll(async () => {
  server = await startServer();
  const { admin } = server;
  const lease = leaseOf(server);
  const { order, rows } = await lease.started({ interestDate: '2026-08-17' });
  const { order: bought } = await lease.started({ interestDate: '2026-08-17' }, { direction: 2 });
  const { object, enter, pay } = purchasesOf(server);
  await pay([ok(await enter((await object(bought.id)).id)).id]);
  ok(await admin.post('/blade-bank/batch/make', { body: { ids: [rows[0].id], layout: 2, reason: '客户要求' } }));
  await server.sql('update message_template set is_on = 1');
  ok(await admin.post('/blade-paymentPlan/paymentPlan/updateBat', { query: { ids: rows[1].id, reason: '补录' } }));
  await lease.voucher(order.id);
  await oneOfEach(admin, server, platform);
  const dept = { deptName: '机密部', fullName: '机密部', parentId: '0', sort: 1 };
  const { id: deptId } = ok(await admin.post('/blade-system/dept/submit', { body: dept }));
  await server.sql('update lease_order set create_dept = $1', [deptId]);
  await server.sql('update sys_user set dept_ids = $1', [[deptId]]);
  const found = await server.sql<{ code: string }>(
    'select code from sys_menu where is_deleted = 0 group by code having count(*) = 1',
  );
  codes = found.map(({ code }) => code);
  await server.drain();
  for (const at of modules.keys()) await mark(at);
}, 120_000);
afterAll(() => server.close());

/** Texts that the program reads, or that other rows copy. */
const isData =
  /path|link|url|code$|key$|alias|^account$|cron|processor|class|sql|params|bucket|endpoint|host|^table|^column|id$|ids$|address|tag|json|version|method|serviceName|area|icon|menuUnder|prefix|^entity$|^subject$|^action$|^source$|^field|mime|contentType|extension|^state|status|^kind|^type$|^channel|sendTime|domain|businessTable|category|userAgent/i;
function markOf(at: number, name: string): string {
  return `ZQ${at}_${Object.keys(modules[at]!.fields).indexOf(name)}x`;
}
/** Writes into the texts of a module which field of which module they are. */
async function mark(at: number): Promise<void> {
  const module = modules[at]!;
  const served = registry.get(module.name)! as Table;
  const columns = await server.sql<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = $1
     and data_type in ('character varying', 'text') and coalesce(character_maximum_length, 100) >= 16`,
    [served.table],
  );
  const names = Object.entries(module.fields).flatMap(([name, { kind }]) =>
    ['text', 'longText'].includes(kind) &&
    !isData.test(name) &&
    columns.some((column) => column.name === columnOf(served, name))
      ? [name]
      : [],
  );
  for (const name of names) {
    const column = columnOf(served, name);
    await server.sql(`update ${served.table} set ${column} = $1 || right(id::text, 7) where ${column} <> ''`, [
      markOf(at, name),
    ]);
  }
  marked.set(module.name, names);
}

type Question = { path: string; query: Record<string, string> };
/** Each call that reads: without ids, and with those that its module has, or the names of its parameters. */
async function questions(): Promise<Question[]> {
  const ids: Record<string, string> = {};
  for (const { name } of modules.filter((one) => one.name !== 'online')) {
    const { table } = registry.get(name)!;
    const [row] = await server.sql<{ id: string }>(`select id::text as id from ${table} order by id desc limit 1`);
    if (row) ids[name] = row.id;
  }
  return Object.entries(documentOf(server.app).paths ?? {}).flatMap(([at, item]): Question[] => {
    // What was done is told in histories and logs by the names of that time.
    if (!item?.get || at.includes('{') || /\/oauth\/logout|\/history$|\/blade-log\//.test(at)) return [];
    const path = at.replace(/^\/api/, '');
    const parameters = (item.get.parameters ?? []).flatMap((one) => ('name' in one && one.in === 'query' ? [one] : []));
    let bases: Record<string, string>[] = [{}];
    for (const { name, required, schema } of parameters) {
      if (name === 'size') bases = bases.map((base) => ({ ...base, size: '100' }));
      if (!required || /ids?$/i.test(name)) continue;
      const offered = (schema as { enum?: unknown[] } | undefined)?.enum?.map(String);
      const values = offered ?? [/format/i.test(name) ? 'csv' : /date|day|from|to$/i.test(name) ? '2026-11-20' : '1'];
      bases = bases.flatMap((base) => values.map((value) => ({ ...base, [name]: value })));
    }
    const owner = allModules.find((one) => path.startsWith(one.url('')));
    return bases.flatMap((query) => [
      { path, query },
      ...parameters.flatMap(({ name }) => {
        if (!/ids?$/i.test(name) || name === 'tenantId') return [];
        const kind = name.replace(/ids?$/i, '');
        const id = kind === '' ? ids[owner?.name ?? ''] : (ids[kind] ?? ids[`${kind}Plan`] ?? ids[`payment${kind}`]);
        return id ? [{ path, query: { ...query, [name]: id } }] : [];
      }),
    ]);
  });
}

/** Who did something is told with what they did, and by whom a task waits to be done, as histories do. */
const named = [
  ...['note/detail', 'note/list', 'receipt/entries', 'attach/detail', 'attach/list', 'online/list', 'follow/list'],
  ...['process/history-flow-list', 'process/instance-detail', 'work/task-detail', 'follow/open-tasks'],
];
const told: Readonly<Record<string, readonly string[]>> = {
  user: named,
  role: named,
  // A rule says which process decides.
  flow_manager: ['approval-rule/detail', 'approval-rule/list', 'approval-rule/processes'],
};

it('is told by no call', async () => {
  const marks = (at: number, { status, raw }: Awaited<ReturnType<Client['get']>>): string[] =>
    status === 200 ? [...new Set(raw.toString('utf8').match(new RegExp(`ZQ${at}_\\d+x`, 'g')))] : [];
  const asked = await questions();
  const telling = new Map<number, Question[]>();
  for (const question of asked) {
    const answer = await server.admin.get(question.path, question.query);
    for (const at of modules.keys())
      if (marks(at, answer).length > 0) telling.set(at, [...(telling.get(at) ?? []), question]);
  }
  const leaks: unknown[] = [];
  let tries = 0;
  for (const [at, list] of telling) {
    const { name, fields } = modules[at]!;
    const scopes = [
      { scopeClass: name, scopeType: 2 },
      { scopeClass: name, scopeType: 1, scopeField: allBut(fields, ...marked.get(name)!) },
    ];
    for (const scope of scopes) {
      const person = await boundPerson(server, codes, [scope]);
      for (const { path, query } of list) {
        tries++;
        const found = marks(at, await person.get(path, query));
        if (found.length > 0 && !told[name]?.some((end) => path.endsWith(end)))
          leaks.push([scope.scopeType === 2 ? 'rows' : 'fields', name, path, query, found]);
      }
    }
  }
  console.log(`${asked.length} questions, ${telling.size} modules told, ${tries} tries by bound people`);
  expect(leaks).toEqual([]);
  expect([telling.size >= 25, tries > 400]).toEqual([true, true]);
}, 600_000);

it('is in no field that is made of hidden ones: neither shown, found nor sorted by', async () => {
  const made = [...registry.values()].flatMap(({ module, says = {} }) =>
    Object.entries(says).flatMap(([text, of]) =>
      Object.entries(of).flatMap(([other, fields]) => fields.map((field) => ({ module, text, other, field }))),
    ),
  );
  expect(made.length).toBeGreaterThan(4);
  await server.sql(
    `update lease_order set restructuring = '{"replaced": []}', restructured = '{"replaced": []}', invested = 5,
       rent_table = '[{"paymentDate": "2026-12-01", "amount": "1.00"}]',
       investment_rate = 1, exit_amount = 7, refund_card_code = '6222000011112222', refund_bank_name = '甲银行'`,
  );
  await server.sql(
    `insert into lease_portfolio_import (id, tenant_id, file_name, sha256, takeover_date, principal, create_time, update_time)
     values ($1, $2, 'a.xlsx', 'a', '2026-10-31', 5, '2026-11-01', '2026-11-01')`,
    [server.deps.newId(), platform],
  );
  await server.sql(
    `insert into lease_bank_statement (id, tenant_id, bank_name, account, date_from, date_to, line_count, opening, closing,
       layout, file_name, sha256, create_time, update_time)
     values ($1, $2, '甲银行', '6222000011112222', '2026-11-01', '2026-11-01', 0, 0, 0, 1, 'a.csv', 'b', '2026-11-01', '2026-11-01')`,
    [server.deps.newId(), platform],
  );
  for (const { module, text, other, field } of made) {
    const at = module.url('list');
    const known = ok(await server.admin.get(at, { size: 10 })).records;
    const { filters = {} } = registry.get(module.name)!;
    // One that is no more than a condition is in no row.
    expect([text, text in filters || known.some((row: Record<string, unknown>) => row[text])]).toEqual([text, true]);
    const scopeField = allBut(registry.get(other)!.module.fields, field);
    const blind = await boundPerson(server, [module.name], [{ scopeClass: other, scopeType: 1, scopeField }]);
    const { records } = ok(await blind.get(at, { size: 10 }));
    expect([field, records.length, records.some((row: object) => text in row)]).toEqual([field, known.length, false]);
    for (const asked of [{ [`${text}_like`]: 'x' }, { [text]: '1' }, { ascs: text }])
      expect([text, (await blind.get(at, asked)).body.reason]).toEqual([text, 'badParameter']);
  }
});

it('what rows show of the record that they belong to is stored there alone', async () => {
  const columns = await server.sql<{ table: string; name: string }>(
    `select table_name as table, column_name as name from information_schema.columns where table_schema = 'public'`,
  );
  const stored = [...registry.values()].flatMap((served) => {
    const { belongsTo } = served.module;
    const above = belongsTo && registry.get(referencesOf(served.module).find(({ name }) => name === belongsTo)!.to);
    if (!above) return [];
    return shownOfAbove(served, above)
      .filter((name) =>
        columns.some((one) => one.table === served.table && one.name === columnOf(served as Table, name)),
      )
      .map((name) => `${served.module.name}.${name}`);
  });
  expect(stored).toEqual([]);
});

/** States and counts, from which no value of another field can be read. */
const states = [
  ...['order.identityLacks', 'order.paperState', 'order.awaited', 'purchase.state', 'collection.promiseState'],
  ...['bankStatement.openCount', 'portfolioImport.differenceCount', 'portfolioImport.undecidedCount'],
  ...[
    'fascContract.progress',
    'fascContract.previewHidden',
    'fascContract.checkableUntil',
    'contractTemplate.paperCount',
  ],
];

it('a field of the business that holds whole records says of which fields it is made', () => {
  const open = [...registry.values()].flatMap(({ module, says = {} }) =>
    [...business.lease!, ...business.esign!].some(({ name }) => name === module.name)
      ? Object.entries(module.fields).flatMap(([name, { derived, kind }]) =>
          derived && kind === 'json' && !(name in says) ? [`${module.name}.${name}`] : [],
        )
      : [],
  );
  expect(open).toEqual([]);
});

it('a field of the business that is stored nowhere says of which fields it is made', async () => {
  const columns = await server.sql<{ table: string; name: string }>(
    `select table_name as table, column_name as name from information_schema.columns where table_schema = 'public'`,
  );
  const open = [...registry.values()].flatMap((served) => {
    const { module, table, says = {}, shows = {} } = served;
    if (![...business.lease!, ...business.esign!].some(({ name }) => name === module.name)) return [];
    const above = module.belongsTo && registry.get(module.fields[module.belongsTo]?.to ?? '');
    const ofAbove = above ? shownOfAbove(served, above) : [];
    const isSaid = (name: string) => name in says || name in shows || ofAbove.includes(name) || name === 'approvalAct';
    return Object.entries(module.fields).flatMap(([name, { derived, kind }]) =>
      derived &&
      !['text', 'longText', 'json'].includes(kind) &&
      !isSaid(name) &&
      !columns.some((one) => one.table === table && one.name === columnOf(served as Table, name))
        ? [`${module.name}.${name}`]
        : [],
    );
  });
  expect(open.sort()).toEqual([...states].sort());
});
