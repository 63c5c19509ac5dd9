/** The search above all pages, over real records. */
import type { FoundGroup } from '../../../contract/wire/search';
import { type Client, leaseOf, ok, type Server, startServer } from '../../support/server';

describe('the search for records', () => {
  let server: Server;
  let lease: ReturnType<typeof leaseOf>;
  let order: { id: string; contractCode: string };
  let customer: { id: string };

  const find = async (text: string, client: Client = server.admin): Promise<FoundGroup[]> =>
    ok(await client.post('/blade-desk/search', { body: { text } }));
  const titles = async (text: string, client?: Client) =>
    Object.fromEntries(
      (await find(text, client)).map(({ entity, records }) => [entity, records.map(({ title }) => title)]),
    );

  beforeAll(async () => {
    server = await startServer();
    lease = leaseOf(server);
    customer = await lease.customer({ realName: '欧阳重光', tel: '13912345678', idNo: '' });
    order = await lease.confirmed({ customerId: customer.id, tel: '13912345678' });
  });
  afterAll(() => server.close());

  it.each([
    ['a part of the phone', '1234'],
    ['the phone, written with spaces', '139 1234 5678'],
    ['full-width digits', '１３９１２'],
  ])('finds a customer by %s, and their orders', async (_, text) => {
    expect(await titles(text)).toEqual({ customer: ['欧阳重光'], order: [order.contractCode] });
  });

  it.each([
    ['its whole name', '欧阳重光'],
    ['one character of it', '重'],
    ['its end', '重光'],
    ['its initials, as one reads them', 'oycg'],
    ['its initials, in the other reading', 'OYZG'],
  ])('finds a customer by %s, and their order', async (_, text) => {
    expect(await titles(text)).toMatchObject({ customer: ['欧阳重光'], order: [order.contractCode] });
  });

  it('says where a record is shown', async () => {
    const [first, second] = await find('欧阳');
    const shown = [first, second].map((group) => [group?.entity, group?.records[0]?.rest ?? group?.records[0]?.search]);
    expect(Object.fromEntries(shown)).toEqual({
      order: `detail/${order.id}`,
      customer: `detail/${customer.id}`,
    });
  });

  it('finds an order by its number, a part after the letters, and its end', async () => {
    const { contractCode } = order;
    for (const text of [contractCode, contractCode.toLowerCase(), contractCode.slice(2), contractCode.slice(-4)])
      expect((await titles(text)).order).toContain(contractCode);
  });

  it.each([' ', 'a', '1', '-', '%', '_', '139%', "'; drop table x; --", '无此人', '\\'])(
    'finds nothing for %j',
    async (text) => {
      expect(await find(text)).toEqual([]);
    },
  );

  it('refuses a text that is too long, and one with a NUL', async () => {
    expect((await server.admin.post('/blade-desk/search', { body: { text: '长'.repeat(61) } })).status).toBe(400);
    expect((await server.admin.post('/blade-desk/search', { body: { text: 'a\u0000b' } })).status).toBe(400);
    expect((await server.admin.post('/blade-desk/search', { body: { text: '' } })).status).toBe(400);
    expect((await server.anybody.post('/blade-desk/search', { body: { text: '欧阳' } })).status).toBe(401);
  });

  it('follows a change and a removal', async () => {
    const made = await lease.customer({ realName: '司徒静', tel: '13700001111', idNo: '' });
    expect((await titles('司徒')).customer).toEqual(['司徒静']);
    const body = { ...made, realName: '端木静', tel: '13700001111' };
    ok(await server.admin.post('/blade-customer/customer/submit', { body }));
    expect(await find('司徒')).toEqual([]);
    expect((await titles('端木')).customer).toEqual(['端木静']);
    ok(await server.admin.post('/blade-customer/customer/remove', { query: { ids: made.id } }));
    expect(await find('端木')).toEqual([]);
  });

  it('shows whole terms first, then the newest, and no more than eight', async () => {
    for (let at = 0; at < 10; at++) await lease.customer({ realName: `诸葛${'甲乙丙丁戊己庚辛壬癸'[at]}`, idNo: '' });
    await lease.customer({ realName: '诸葛', idNo: '' });
    const found = (await titles('诸葛')).customer!;
    expect(found).toHaveLength(8);
    expect(found.slice(0, 2)).toEqual(['诸葛', '诸葛癸']);
  });

  it('shows a person only what the menus, rows and fields of their roles allow', async () => {
    await server.addUser({ account: 'clerk', permissions: ['order'] });
    const clerk = await server.as('clerk');
    expect(Object.keys(await titles('欧阳', clerk))).toEqual(['order']);

    const { roleId } = await server.addUser({ account: 'scoped', permissions: ['order', 'customer'] });
    const scope = async (scopeClass: string, more: object) => {
      const menuId = (await server.menuIds(scopeClass))[0];
      const made = ok(
        await server.admin.post('/blade-system/data-scope/submit', {
          body: { menuId, scopeClass, scopeName: `${scopeClass} ${Math.random()}`, resourceCode: scopeClass, ...more },
        }),
      );
      await server.sql('insert into sys_role_scope select $1, $2, 1, $3', ['000000', roleId, made.id]);
    };
    await scope('order', { scopeType: 2, scopeColumn: 'createUser', scopeField: '*' });
    await scope('customer', { scopeType: 1, scopeField: 'tel' });
    const scoped = await server.as('scoped');
    // The order is another person's; the name of the customer is hidden, the phone is not.
    expect(await find('欧阳', scoped)).toEqual([]);
    const [group, ...others] = await find('13912345678', scoped);
    expect(others).toEqual([]);
    expect(group).toEqual({
      entity: 'customer',
      records: [{ id: customer.id, title: '139****5678', note: '', rest: `detail/${customer.id}` }],
    });
  });

  it('keeps to the tenant', async () => {
    const { client } = await server.foundTenant();
    expect(await find('欧阳', client)).toEqual([]);
    await leaseOf(server, client).customer({ realName: '欧阳娜', idNo: '' });
    expect(await titles('欧阳', client)).toEqual({ customer: ['欧阳娜'] });
    expect((await titles('欧阳')).customer).toEqual(['欧阳重光']);
  });

  it('gives terms to records that were loaded past the program, once, and to those of all batches', async () => {
    await server.sql(
      `insert into lease_customer (id, tenant_id, real_name, tel, create_time, update_time)
       select 500 + n, '000000', '宇文' || n, '13600000000', '2026-01-01', '2026-01-01' from generate_series(1, 2100) n`,
    );
    expect(await find('宇文2100')).toEqual([]);
    await server.advance();
    expect((await titles('宇文2100')).customer).toEqual(['宇文2100']);
    const [before] = await server.sql('select count(*) from search_term');
    await server.advance();
    expect(await server.sql('select count(*) from search_term')).toEqual([before]);
  });

  it('opens the list, narrowed to the record, where a module has no page of one', async () => {
    const { contractCode } = await lease.signed({});
    await server.advance(); // contracts that the test has put into the table get their terms
    const contractNumber = `${contractCode}-01`;
    const papers = (await find(contractNumber)).find(({ entity }) => entity === 'fascContract');
    expect(papers?.records).toMatchObject([{ search: `contractNumber=${contractNumber}` }]);
    expect(papers?.records[0]).not.toHaveProperty('rest');
  });
});
