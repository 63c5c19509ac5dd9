/** A value has one reading, whether it is saved by a form, called for, imported or filtered by. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { creditCodeCheck } from '../../../contract/domain/identity';
import { customer } from '../../../contract/modules/lease/customer';
import { product } from '../../../contract/modules/lease/product';
import { supplier } from '../../../contract/modules/lease/supplier';
import { leaseOf, ok, type Server, startServer } from '../../support/server';

let server: Server;
let lease: ReturnType<typeof leaseOf>;
beforeAll(async () => {
  server = await startServer();
  lease = leaseOf(server);
});
afterAll(() => server.close());

let made = 0;
function importCsv(module: { url(call: string): string }, rows: readonly (readonly string[])[], dryRun = false) {
  const csv = rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n');
  return server.admin.upload(module.url('import'), Buffer.from(csv), {
    name: 'list.csv',
    query: dryRun ? { dryRun: '1' } : {},
  });
}
const head = ['productName', 'productCode', 'deadline', 'amountPer', 'yearRate', 'getType'];
function goods(amountPer: string, yearRate: string, deadline = '365') {
  return [`稳租${++made}号`, `V-${made}`, deadline, amountPer, yearRate, '0'];
}
const unclear = (name: string) => `${name}中的逗号无法识别：小数点请写“.”，千位分隔请写作 1,234.50`;

describe('a number', () => {
  it.each([
    ['10,000.00', '7.2', '365'],
    ['￥10,000', '7.2%', '365'],
    ['１０，０００', '７．２％', '３６５'],
    ['10000元', '\u202d7.2\u202c', '\u200b365'],
  ])('%s is the same in a call and in a file', async (amountPer, yearRate, deadline) => {
    const called = await lease.product({ amountPer, yearRate, deadline });
    expect(called).toMatchObject({ amountPer: '10000.00', yearRate: '7.2', deadline: 365 });
    const row = goods(amountPer, yearRate, deadline);
    expect(ok(await importCsv(product, [head, row]))).toMatchObject({ added: 1 });
    const { records } = ok(await server.admin.get(product.url('list'), { productName: row[0] }));
    expect(records).toMatchObject([{ amountPer: '10000.00', yearRate: '7.2', deadline: 365 }]);
  });

  it('with a comma that groups nothing is refused by call and by file, in words', async () => {
    const body = { productName: '稳租', productCode: 'V-comma', deadline: 365, getType: 0 };
    const refused = await server.admin.post(product.url('submit'), {
      body: { ...body, amountPer: '12,5', yearRate: '7,2' },
    });
    expect(refused.body).toMatchObject({ problems: { amountPer: 'unclearComma', yearRate: 'unclearComma' } });
    const { problems } = ok(await importCsv(product, [head, goods('12,5', '7,2', '3,65')], true));
    expect(problems.map(({ text }: { text: string }) => text).sort()).toEqual(
      [unclear('每份金额'), unclear('租金折算年化利率'), unclear('产品期限')].sort(),
    );
  });

  it('filters a list as it is typed', async () => {
    const kept = await lease.product({ amountPer: '43210' });
    const { records } = ok(await server.admin.get(product.url('list'), { amountPer: '43,210.00' }));
    expect(records).toMatchObject([{ id: kept.id }]);
    expect((await server.admin.get(product.url('list'), { amountPer: '4,3210' })).body.reason).toBe('badParameter');
  });
});

describe('a phone', () => {
  it('is one number in every spelling: stored, known again, filtered by and found', async () => {
    const made = await lease.customer({ realName: '甲一', tel: '+86 139-0000-8888' });
    expect(made.tel).toBe('13900008888');
    const typed = '\u202d139 0000 8888\u202c';
    const alike = ok(await server.admin.post(customer.url('alike'), { body: { tel: typed } }));
    expect(alike).toMatchObject([{ field: 'tel', id: made.id }]);
    for (const tel of ['13900008888', '139 0000 8888', '0086-139-0000-8888', '0000 8888', '１３９００００８８８８']) {
      const { records } = ok(await server.admin.get(customer.url('list'), { tel }));
      expect([tel, records.map(({ id }: { id: string }) => id)]).toEqual([tel, [made.id]]);
    }
    for (const text of ['139 0000 8888', '+86 139 0000 8888', '00008888'])
      expect([text, ok(await server.admin.post('/blade-desk/search', { body: { text } }))]).toMatchObject([
        text,
        [{ entity: 'customer', records: [{ id: made.id }] }],
      ]);
  });

  it('with an area code is found with its hyphen, without it, and by a part', async () => {
    const made = await lease.customer({ realName: '甲二', tel: '（010）65881234' });
    expect(made.tel).toBe('010-65881234');
    for (const tel of ['01065881234', '(010) 6588-1234', '6588 1234', '0106588']) {
      const { records } = ok(await server.admin.get(customer.url('list'), { tel }));
      expect([tel, records.map(({ id }: { id: string }) => id)]).toEqual([tel, [made.id]]);
    }
  });

  it('of a file is stored like one that is typed', async () => {
    const rows = [
      ['realName', 'tel'],
      ['甲三', '139 1111 2222'],
      ['甲四', '\u200b+8613911112223'],
    ];
    expect(ok(await importCsv(customer, rows))).toMatchObject({ added: 2 });
    const found = await server.sql("select tel from lease_customer where real_name in ('甲三', '甲四') order by 1");
    expect(found).toEqual([{ tel: '13911112222' }, { tel: '13911112223' }]);
  });

  it('of a person is taken in any spelling, so that two do not share it', async () => {
    const { userId } = await server.addUser({ account: 'called' });
    await server.sql("update sys_user set phone = '13922223333' where id = $1", [userId]);
    const other = await server.addUser({ account: 'other' });
    const row = ok(await server.admin.get('/blade-system/user/detail', { id: other.userId }));
    const [dept] = await server.sql('select id from sys_dept');
    const taken = await server.admin.post('/blade-system/user/update', {
      body: { ...row, deptId: dept.id, phone: '139 2222 3333' },
    });
    expect(taken.body.problems).toEqual({ phone: 'taken' });
  });

  it('that a former version has kept as it was typed gets the one form', async () => {
    const before: Record<string, string> = {
      '+86 139 3333 0001': '13933330001',
      '139 3333 0002': '13933330002',
      '(010) 6588-0003': '010-65880003',
      '400-820-0004': '4008200004',
      '0571-88150005转801': '0571-88150005转801',
      '+852 2345 0006': '+852 2345 0006',
    };
    for (const tel of Object.keys(before)) {
      const { id } = await lease.customer({ realName: '旧', tel: '13900000000' });
      await server.sql('update lease_customer set tel = $2 where id = $1', [id, tel]);
    }
    const file = join(__dirname, '../../../server/migrations/0060_phone_spelling.sql');
    await server.sql(readFileSync(file, 'utf8'));
    const rows = await server.sql<{ tel: string }>("select tel from lease_customer where real_name = '旧' order by id");
    expect(rows.map(({ tel }) => tel)).toEqual(Object.values(before));
  });
});

describe('a document number', () => {
  it('is the same in capitals, full width and with gaps', async () => {
    const typed = '110105 19491231 002Ｘ';
    const made = await lease.customer({ realName: '证一', tel: '13944445555', idNo: typed });
    await lease.customer({ realName: '证二', tel: '13944445556', idNo: '11010519491231002x' });
    const { records } = ok(
      await server.admin.get(customer.url('list'), { idNo: '11010519491231002x', realName: '证一' }),
    );
    expect(records.map(({ id }: { id: string }) => id)).toEqual([made.id]);
    const alike = ok(await server.admin.post(customer.url('alike'), { body: { idNo: typed, id: made.id } }));
    expect(alike.length).toBeGreaterThan(0);
  });

  it('of a supplier is known again before a second one is added', async () => {
    const body = '9111000010000000';
    const code = `${body}1${creditCodeCheck(`${body}1`)}`;
    const add = (creditCode: string) =>
      server.admin.post(supplier.url('submit'), { body: { supplierName: '供应商', creditCode, status: 1 } });
    expect(ok(await add(` ${code.slice(0, 8)}-${code.slice(8).toLowerCase()}`)).creditCode).toBe(code);
    expect((await add(code.replace('9', '９'))).body.reason).toBe('supplier.creditCodeTaken');
  });
});
