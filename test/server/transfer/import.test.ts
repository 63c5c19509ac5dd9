/** Lists that come in as files: every row by the rules of a form, all of them or none. */
import { setImmediate } from 'node:timers/promises';
import * as xlsx from '@e965/xlsx';
import { mostRowsImported } from '../../../contract/domain/files/lists';
import { identityCardCheck } from '../../../contract/domain/identity';
import { allModules } from '../../../contract/modules';
import { customer } from '../../../contract/modules/lease/customer';
import { order } from '../../../contract/modules/lease/order';
import { dept } from '../../../contract/modules/system/dept';
import { user } from '../../../contract/modules/system/user';
import { columnsTaken } from '../../../contract/schema/columns';
import type { Module } from '../../../contract/schema/module';
import type { ImportResult } from '../../../contract/wire/transfer';
import { type Answer, leaseOf, multipart, ok, type Server, startServer } from '../../support/server';

let server: Server;
let lease: ReturnType<typeof leaseOf>;

beforeAll(async () => {
  server = await startServer();
  lease = leaseOf(server);
});
afterAll(() => server.close());

type Cells = (string | number | null)[];
function bookOf(rows: Cells[]): Buffer {
  return xlsx.write(xlsx.utils.book_new(xlsx.utils.aoa_to_sheet(rows), '表'), { type: 'buffer', compression: true });
}
type Importable = Pick<Module, 'url'>;
function send(
  module: Importable,
  file: Buffer,
  { client = server.admin, dryRun = false, key = '', language = 'zh' } = {},
): Promise<Answer> {
  const { payload, headers } = multipart(file, 'list.xlsx');
  return client.send({
    method: 'POST',
    url: `/api${module.url('import')}`,
    query: dryRun ? { dryRun: '1' } : {},
    payload,
    headers: { ...headers, 'accept-language': language, ...(key ? { 'idempotency-key': key } : {}) },
  });
}
/** What an answer says of a file with nothing to say about. */
const plain = { warnings: [], notes: ['读取的工作表：表'] };
const head = ['客户名称', '联系电话', '证件类型', '证件号码', '备注'];
let made = 0;
function customerRow(more: Record<number, string | number | null> = {}): Cells {
  const phone = `139${String(++made).padStart(8, '0')}`;
  return [`导入${made}`, phone, null, null, '批量'].map((cell, at) => (at in more ? more[at]! : cell));
}
async function count(table = 'lease_customer'): Promise<number> {
  const [row] = await server.sql<{ n: number }>(`select count(*)::int as n from ${table} where is_deleted = 0`);
  return row!.n;
}

describe('500 customers', () => {
  it('with three bad rows are refused, these rows named and nothing written; without them they are added', async () => {
    const rows = Array.from({ length: 500 }, () => customerRow());
    const bad = rows.map((row, at) =>
      at === 9
        ? customerRow({ 0: '' })
        : at === 99
          ? customerRow({ 2: '驾驶证' })
          : at === 400
            ? customerRow({ 2: '居民身份证', 3: '110105194912310021' })
            : row,
    );
    const before = await server.fingerprint();
    const problems = [
      { row: 11, column: '客户名称', text: '请输入客户名称' },
      {
        row: 101,
        column: '证件类型',
        text: expect.stringMatching(/^“驾驶证”不是证件类型的可选项，可填：居民身份证、/),
      },
      { row: 402, column: '证件号码', text: '证件号码校验位不正确，请核对' },
    ];
    const trial = await send(customer, bookOf([head, ...bad]), { dryRun: true });
    expect(ok(trial)).toEqual({ rows: 500, added: 0, problems, problemCount: 3, ...plain });
    const real = await send(customer, bookOf([head, ...bad]));
    expect([real.status, real.body.reason, real.body.rows]).toEqual([400, 'transfer.rowsRefused', problems]);
    const good = await send(customer, bookOf([head, ...rows]), { dryRun: true });
    expect(ok(good)).toEqual({ rows: 500, added: 0, problems: [], problemCount: 0, ...plain });
    expect(await server.fingerprint()).toBe(before);
    const n = await count();
    expect(ok(await send(customer, bookOf([head, ...rows])))).toMatchObject({ rows: 500, added: 500, problems: [] });
    expect(await count()).toBe(n + 500);
    const [{ entries }] = await server.sql("select count(*)::int as entries from audit_log where entity = 'customer'");
    expect(entries).toBe(500);
  }, 120_000);

  it('are found by the search, and stand in an unbroken history', async () => {
    const [{ terms }] = await server.sql(
      `select count(*)::int as terms from lease_customer c where remark = '批量' and not exists (
         select 1 from search_term s where s.tenant_id = c.tenant_id and s.entity = 'customer' and s.record_id = c.id and s.term = c.tel)`,
    );
    expect(terms).toBe(0);
    const found = ok(await server.admin.post('/blade-desk/search', { body: { text: '导入400' } }));
    expect(JSON.stringify(found)).toContain('导入400');
    expect(ok(await server.admin.get('/blade-log/audit/verify'))).toMatchObject({ isWhole: true });
  });

  it('name all that is wrong with the values of a row, whatever of it cannot be read', async () => {
    const wrong = customerRow({ 0: '', 1: '12', 2: '驾照' });
    const { problems } = ok(await send(customer, bookOf([head, wrong]), { dryRun: true }));
    expect(problems).toEqual([
      { row: 2, column: '证件类型', text: expect.stringContaining('“驾照”不是证件类型的可选项，可填：') },
      { row: 2, column: '客户名称', text: '请输入客户名称' },
      { row: 2, column: '联系电话', text: '联系电话格式不正确' },
    ]);
  });

  it('list columns that are not known as the language lists', async () => {
    const file = bookOf([
      ['foo', 'bar'],
      ['1', '2'],
    ]);
    const refused = await send(customer, file, { dryRun: true, language: 'en' });
    expect(refused.body.msg).toBe('Unknown columns: foo, bar. Rename them as in the template, or delete them.');
  });

  it('say what is wrong in the language of the person', async () => {
    const answer = ok(
      await send(
        customer,
        bookOf([
          ['Customer name', 'Phone'],
          ['x', '12'],
        ]),
        { dryRun: true, language: 'en' },
      ),
    );
    expect(answer.problems).toEqual([{ row: 2, column: 'Phone', text: 'Phone has an invalid format' }]);
  });
});

describe('an import', () => {
  it('is done once under its key', async () => {
    const file = bookOf([head, customerRow()]);
    const n = await count();
    const first = await send(customer, file, { key: 'import-key-1' });
    const second = await send(customer, file, { key: 'import-key-1' });
    expect([ok(first), await count()]).toEqual([ok(second), n + 1]);
    expect((await send(customer, bookOf([head, customerRow()]), { key: 'import-key-1' })).body.reason).toBe(
      'keyReused',
    );
  });

  it('of two at once with the same unique value succeeds once', async () => {
    const file = () =>
      bookOf([
        ['openId', ...head],
        ['wx-one', ...customerRow()],
      ]);
    const answers = await Promise.all([send(customer, file()), send(customer, file())]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const refused = answers.find(({ status }) => status === 400)!;
    expect(refused.body.rows).toEqual([{ row: 2, column: '微信标识', text: expect.stringContaining('微信') }]);
    const twice = await send(
      customer,
      bookOf([
        ['openId', ...head],
        ['wx-two', ...customerRow()],
        ['wx-two', ...customerRow()],
      ]),
    );
    expect(twice.body.rows).toMatchObject([{ row: 3, column: '微信标识' }]);
  });

  it('needs its own right and that to add', async () => {
    for (const [account, permissions, status] of [
      ['adder', ['customer', 'customer_add'], 403],
      ['importer', ['customer', 'customer_import'], 403],
      ['both', ['customer', 'customer_add', 'customer_import'], 200],
    ] as const) {
      await server.addUser({ account, permissions: [...permissions] });
      const client = await server.as(account);
      expect([account, (await send(customer, bookOf([head, customerRow()]), { client })).status]).toEqual([
        account,
        status,
      ]);
    }
  });

  it('takes a file of ours back: exported, masked figures aside', async () => {
    const columns = 'realName,idType,kycStatus,remark,createTime';
    const { raw } = await server.admin.get(customer.url('export'), { columns, remark: '', realName: '导入1', size: 1 });
    const book = xlsx.read(raw);
    const rows = xlsx.utils.sheet_to_json<Cells>(book.Sheets[book.SheetNames[0]!]!, { header: 1, raw: false });
    const again = rows.slice(0, 3).map((row, at) => [...row, at === 0 ? '联系电话' : `1370000000${at}`]);
    expect(ok(await send(customer, bookOf(again)))).toMatchObject({ added: 2 });
    const masked = ok(await send(customer, bookOf([head, customerRow({ 1: '138****8000' })]), { dryRun: true }));
    expect(masked.problems).toEqual([{ row: 2, column: '联系电话', text: '联系电话含有星号，请填写完整内容' }]);
  });

  it('of comma-separated values reads what an export made safe', async () => {
    const csv = Buffer.from('\uFEFF客户名称,联系电话,备注\r\n\'=HYPERLINK(1),"13655550001\t","a\r\nb"\r\n');
    expect(ok(await send(customer, csv))).toMatchObject({ added: 1 });
    const [row] = await server.sql("select real_name, tel, remark from lease_customer where tel = '13655550001'");
    expect(row).toEqual({ real_name: '=HYPERLINK(1)', tel: '13655550001', remark: 'a\r\nb' });
  });

  it.each<[string, () => Buffer, string]>([
    ['noise', () => Buffer.from([0, 1, 2, 3, 0xff, 0xfe, 0x80]), 'transfer.unreadable'],
    ['no rows', () => bookOf([head]), 'transfer.noRows'],
    [
      'an unknown column',
      () =>
        bookOf([
          ['客户名称', '身高'],
          ['x', 'y'],
        ]),
      'transfer.unknownColumns',
    ],
    [
      'a column twice',
      () =>
        bookOf([
          ['客户名称', 'realName'],
          ['x', 'y'],
        ]),
      'transfer.columnTwice',
    ],
    [
      'columns that are set by the server alone',
      () =>
        bookOf([
          ['客户名称', 'tenantId'],
          ['x', '1'],
        ]),
      'transfer.unknownColumns',
    ],
    ['a page', () => Buffer.from('<!DOCTYPE x>\nx'), 'transfer.unknownColumns'],
  ])('with %s is refused', async (_name, file, reason) => {
    const n = await count();
    const answer = await send(customer, file());
    expect([answer.status < 500, answer.body.reason, await count()]).toEqual([true, reason, n]);
  });

  it('takes 20,000 rows and refuses more', async () => {
    const rows = Array.from({ length: mostRowsImported + 1 }, () => ['x']);
    const csv = (count: number) => Buffer.from(['客户名称', ...rows.slice(0, count)].join('\r\n'));
    expect((await send(customer, csv(mostRowsImported + 1), { dryRun: true })).body.reason).toBe(
      'transfer.tooManyRows',
    );
    let [longest, goesOn] = [0, true];
    const startedAt = performance.now();
    const others = (async () => {
      for (let last = startedAt; goesOn; last = performance.now()) {
        await setImmediate();
        longest = Math.max(longest, performance.now() - last);
      }
    })();
    // Each row lacks its phone.
    const { rows: read, problemCount }: ImportResult = ok(
      await send(customer, csv(mostRowsImported), { dryRun: true }),
    );
    goesOn = false;
    await others;
    expect([read, problemCount]).toEqual([mostRowsImported, mostRowsImported]);
    expect(longest).toBeLessThan((performance.now() - startedAt) / 4); // other requests have their turn meanwhile
  });

  it('that would outlast a proxy’s patience is refused, and nothing is written', async () => {
    const n = await count();
    const { now } = server.deps;
    let asked = 0;
    server.deps.now = () => now() + 100 * asked++;
    const answer = await send(customer, bookOf([head, ...Array.from({ length: 600 }, () => customerRow())]));
    server.deps.now = now;
    expect([answer.body.reason, await count()]).toEqual(['transfer.tooSlow', n]);
    expect(answer.body.msg).toMatch(/每份约 \d+ 行/);
  });

  it('names at most 500 problems, and counts the others as long as a person waits', async () => {
    const rows = Array.from({ length: 600 }, () => [null, 'x']);
    const tried = async () =>
      ok(await send(customer, bookOf([head, ...rows, customerRow()]), { dryRun: true })) as ImportResult;
    const { problems, problemCount } = await tried();
    expect([problems.length, problemCount]).toEqual([500, 1200]);
    const { now } = server.deps;
    let asked = 0;
    server.deps.now = () => now() + 30 * asked++;
    const slow = await tried();
    server.deps.now = now;
    expect(slow.problems).toHaveLength(500);
    expect(slow.problemCount).toBeLessThan(1200);
  });

  it('reads the other names of a document as the choice that they mean', async () => {
    const rows = ['身份证', '居民身份证', 'id card', '营业执照', '统一社会信用代码'].map((type) =>
      customerRow({ 2: type }),
    );
    expect(ok(await send(customer, bookOf([head, ...rows]))).added).toBe(rows.length);
    const phones = rows.map(([, phone]) => phone);
    const kept = await server.sql('select id_type from lease_customer where tel = any($1) order by tel', [phones]);
    expect(kept.map(({ id_type: type }) => type)).toEqual([1, 1, 1, 2, 2]);
  });

  it('keeps to the fields that the person sees', async () => {
    const { roleId } = await server.addUser({
      account: 'half',
      permissions: ['customer', 'customer_add', 'customer_import'],
    });
    const [menuId] = await server.menuIds('customer');
    const body = {
      menuId,
      scopeName: '域',
      resourceCode: 'h',
      scopeClass: 'customer',
      scopeType: 1,
      scopeField: 'realName,tel',
    };
    const { id } = ok(await server.admin.post('/blade-system/data-scope/submit', { body }));
    await server.sql('insert into sys_role_scope select $1, $2, 1, $3', ['000000', roleId, id]);
    const client = await server.as('half');
    expect(ok(await send(customer, bookOf([head, customerRow({ 4: '秘密' })]), { client }))).toMatchObject({
      added: 1,
    });
    const { raw } = await client.get(customer.url('import-template'));
    const book = xlsx.read(raw);
    expect(xlsx.utils.sheet_to_json(book.Sheets[book.SheetNames[0]!]!, { header: 1 })).toEqual([
      ['客户名称 *', '联系电话 *'],
    ]);
    const [row] = await server.sql('select remark from lease_customer order by id desc limit 1');
    expect(row).toEqual({ remark: null });
  });
});

describe('records that rows point to', () => {
  it('are found by name, by name and note, or by id; others are a problem of the row', async () => {
    const goods = await lease.product({ productName: '月月盈' });
    const [one, two] = [
      await lease.customer({ realName: '王五', tel: '13811110001' }),
      await lease.customer({ realName: '王五', tel: '13811110002' }),
    ];
    const single = await lease.customer({ realName: '独一', tel: '13811110003' });
    const heads = ['客户名称', '产品名称', '总金额(元)', '起租日期'];
    const file = (...names: string[]) =>
      bookOf([heads, ...names.map((name): Cells => [name, '月月盈', '20,000.00', '2026/12/1'])]);
    const bad = ok(await send(order, file('王五', '查无此人', '独一'), { dryRun: true }));
    expect(bad.problems).toEqual([
      { row: 2, column: '客户名称', text: '“王五”对应多条客户名称，请填写“名称（联系电话）”或其 ID' },
      { row: 3, column: '客户名称', text: '找不到“查无此人”' },
    ]);
    const n = await count('lease_order');
    expect(ok(await send(order, file('王五（13811110002）', one.id, '独一')))).toMatchObject({ added: 3 });
    const rows = await server.sql(
      'select customer_id, product_id, total_amount, business_status, interest_date::text from lease_order order by id desc limit 3',
    );
    expect(rows.map(({ customer_id }) => customer_id).reverse()).toEqual([two.id, one.id, single.id]);
    expect(rows[0]).toMatchObject({
      product_id: goods.id,
      total_amount: '20000.00',
      business_status: 0,
      interest_date: '2026-12-01',
    });
    const shares = await send(order, bookOf([heads, ['独一', '月月盈', '15000', null]]));
    expect(shares.body.rows).toEqual([{ row: 2, column: '', text: expect.stringContaining('整数倍') }]);
    expect(await count('lease_order')).toBe(n + 3);
  });

  it('may be rows above in the same file', async () => {
    const rows: Cells[] = [
      ['部门名称', '部门全称', '上级部门', '排序'],
      ['华东区', '华东区', null, 1],
      ['上海部', '上海部', '华东区', 2],
      ['浦东组', '浦东组', '上海部', 3],
    ];
    expect(ok(await send(dept, bookOf(rows)))).toMatchObject({ added: 3 });
    const found = await server.sql(
      `select c.dept_name as name, p.dept_name as above from sys_dept c left join sys_dept p on p.id = c.parent_id
       where c.dept_name in ('华东区', '上海部', '浦东组') order by c.id`,
    );
    expect(found.map(({ name, above }) => `${name}<${above}`)).toEqual([
      '华东区<null',
      '上海部<华东区',
      '浦东组<上海部',
    ]);
  });
});

describe('people', () => {
  it('get one-time passwords, in this answer alone', async () => {
    const heads = ['登录账号', '用户姓名', '用户昵称', '所属角色', '所属部门'];
    const rows = ['li', 'han'].map((account): Cells => [account, account, account, '普通用户', '总部']);
    const names = await server.sql(
      'select role_name from sys_role where is_deleted = 0 union all select dept_name from sys_dept where is_deleted = 0',
    );
    const [role, department] = [names[0]!.role_name, names.at(-1)!.role_name];
    const file = bookOf([heads, ...rows.map((row) => [...row.slice(0, 3), role, department])]);
    expect(ok(await send(user, file, { dryRun: true }))).toEqual({
      rows: 2,
      added: 0,
      problems: [],
      problemCount: 0,
      ...plain,
    });
    const answer: ImportResult = ok(await send(user, file, { key: 'people-key-1' }));
    expect(answer.issued).toEqual(
      ['li', 'han'].map((account) => ({
        id: expect.any(String),
        account,
        oneTimeWord: expect.stringMatching(/^\w{4}-\w{4}-\w{4}$/),
      })),
    );
    const again: ImportResult = ok(await send(user, file, { key: 'people-key-1' }));
    expect(again.issued!.every(({ oneTimeWord }) => oneTimeWord === undefined)).toBe(true);
    await server.signIn('li', answer.issued![0]!.oneTimeWord);
  });
});

describe('every module that can be added to', () => {
  const importable = allModules.filter((module) => module.offers('import'));

  it('comes in unless its declaration says that it does not', () => {
    const left = allModules.filter(
      (module) => module.offers('add') && !module.refuses?.includes('add') && !importable.includes(module),
    );
    const others = ['jobserver', 'jobinfo']; // and diagrams, which are files of their own kind
    expect(left.map(({ name }) => name)).toEqual([
      'picture',
      'loanInformation',
      'companyAccount',
      'purchase', // each is entered from its own papers
      'contractTemplate', // it is released with what others agreed to
      'note',
      'flow_model',
      'tenant',
      'tenantPackage',
      'client',
      ...others,
      'datasource', // its password is entered, and tried, by a person
      'model', // nothing without its fields
      'code', // nothing without its model
    ]);
  });

  it('has a template that its own import reads', async () => {
    for (const module of importable) {
      const answer = await server.admin.get(module.url('import-template'));
      const book = xlsx.read(answer.raw);
      const [heads] = xlsx.utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 });
      expect([module.name, heads!.length]).toEqual([module.name, columnsTaken(module.fields).length]);
      const notes = xlsx.utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[1]!]!, { header: 1 });
      expect([module.name, notes.length]).toEqual([module.name, heads!.length + 1]);
      expect([module.name, (await send(module, answer.raw)).body.reason]).toEqual([module.name, 'transfer.noRows']);
    }
  });
});

it('many files of one person wait or are refused, and keep no other person waiting', async () => {
  const file = bookOf([head, ...Array.from({ length: 2000 }, () => customerRow())]);
  await server.addUser({ account: 'otherReader', permissions: ['customer', 'customer_add', 'customer_import'] });
  const other = await server.as('otherReader');
  const many = Array.from({ length: 14 }, () => send(customer, file, { dryRun: true }));
  const [one, ...answers] = await Promise.all([send(customer, file, { dryRun: true, client: other }), ...many]);
  const busy = answers.filter(({ body }) => body.reason === 'busy');
  expect([one!.status, busy.length, answers.length - busy.length]).toEqual([200, 4, 10]);
  expect(busy.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
});

describe('a file is told about as a form is', () => {
  const sheetsOf = (
    ...sheets: { name: string; rows: Cells[]; isHidden?: boolean; hiddenRow?: number; hiddenColumn?: number }[]
  ): Buffer => {
    const book = xlsx.utils.book_new();
    for (const { name, rows, hiddenRow, hiddenColumn } of sheets) {
      const sheet = xlsx.utils.aoa_to_sheet(rows);
      if (hiddenColumn) sheet['!cols'] = head.map((_, at) => ({ hidden: at + 1 === hiddenColumn }));
      if (hiddenRow) sheet['!rows'] = rows.map((_, at) => ({ hidden: at + 1 === hiddenRow }));
      xlsx.utils.book_append_sheet(book, sheet, name);
    }
    book.Workbook = { Sheets: sheets.map(({ name, isHidden }) => ({ name, Hidden: isHidden ? 1 : 0 })) };
    return xlsx.write(book, { type: 'buffer' });
  };
  const body = '11010519880707451';
  const idNo = `${body}${identityCardCheck(body)}`;
  const identified = (name: string, phone: string) => [name, phone, '居民身份证', idNo, '批量'];
  const trial = async (file: Buffer, language = 'zh'): Promise<ImportResult> =>
    ok(await send(customer, file, { dryRun: true, language }));

  it('warns of doubles within the file and against the list, by the row', async () => {
    const twice = [
      head,
      identified('双甲', '13711110001'),
      identified('双乙', '137 1111 0001'),
      identified('双丙', '１３７１１１１０００１'),
    ];
    const phone = { column: '联系电话' };
    const number = { column: '证件号码' };
    const same = (row: number) => [phone, number].map((one) => ({ row, ...one, text: '与第 2 行相同' }));
    expect((await trial(bookOf(twice))).warnings).toEqual([...same(3), ...same(4)]);
    await lease.customer({ realName: '已在', tel: '13711110002', idType: 1, idNo });
    const again = [head, identified('双丁', '137-1111-0002')];
    const known = [phone, number].map((one) => ({ row: 2, ...one, text: '已有客户“已在”使用' }));
    expect((await trial(bookOf(again))).warnings).toEqual(known);
    expect((await trial(bookOf(again), 'en')).warnings[0]!.text).toBe('Already used by “已在” (Customer)');
    // It is a warning: the rows are imported all the same.
    expect(ok(await send(customer, bookOf(again)))).toMatchObject({ added: 1, warnings: [] });
  });

  it('says which sheet was read and what was passed over', async () => {
    const rows = [[...head, null], [...customerRow(), '多余'], customerRow(), customerRow()];
    const file = sheetsOf(
      { name: '旧名单', rows: [head, customerRow()], isHidden: true },
      { name: '封面', rows: [] },
      { name: '名单', rows, hiddenRow: 3, hiddenColumn: 5 },
      { name: '说明', rows: [['x']] },
    );
    const { rows: count, notes, problems } = await trial(file);
    expect([count, problems]).toEqual([2, []]);
    expect(notes).toEqual([
      '读取的工作表：名单',
      '未读取隐藏的工作表：旧名单',
      '没有内容的工作表：封面',
      '未读取的其他工作表：说明',
      '未读取 1 个隐藏的行：3',
      '已读取的隐藏列：备注',
      '未读取 1 个没有列标题的单元格：F2',
    ]);
    const made = await trial(
      bookOf([
        [...head, '创建时间'],
        [...customerRow(), '2026-11-01 00:00:00'],
      ]),
    );
    expect(made.notes).toContain('不能导入、未读取的列：创建时间');
  });

  it.each([
    ['#N/A', 0x2a],
    ['#REF!', 0x17],
  ])('refuses the error %s in any column', async (shown, code) => {
    for (const [at, column] of [
      [0, '客户名称'],
      [4, '备注'],
      [2, '证件类型'],
    ] as const) {
      const book = xlsx.utils.book_new(xlsx.utils.aoa_to_sheet([head, customerRow()]), '表');
      book.Sheets.表![xlsx.utils.encode_cell({ r: 1, c: at })] = { t: 'e', v: code, w: shown };
      const { problems } = await trial(xlsx.write(book, { type: 'buffer' }));
      expect(problems).toEqual([{ row: 2, column, text: `单元格是错误值 ${shown}` }]);
    }
  });
});
