/** A value has one reading, whether it is saved by a form, called for, imported or filtered by. */
import { product } from '../../../contract/modules/lease/product';
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
