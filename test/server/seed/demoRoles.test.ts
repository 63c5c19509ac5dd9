/** What the roles of the demo may take out as files. */
import { type Server, startServer } from '../../support/server';

let server: Server;
beforeAll(async () => {
  server = await startServer({ hasDemo: true });
});
afterAll(() => server.close());

async function codesOf(role: string): Promise<string[]> {
  const rows = await server.sql(
    `select m.code from sys_role r join sys_role_menu g on g.tenant_id = r.tenant_id and g.role_id = r.id
     join sys_menu m on m.id = g.menu_id where r.role_name = $1 order by 1`,
    [role],
  );
  return rows.map(({ code }) => code);
}

it('holds the exports of the daily work', async () => {
  expect(await codesOf('业务专员')).toEqual(expect.arrayContaining(['customer_export', 'order_export']));
  expect(await codesOf('财务专员')).toEqual(expect.arrayContaining(['paymentPlan_export', 'receipt_export']));
  const lead = await codesOf('业务主管');
  const lease = ['customer', 'order', 'paymentPlan', 'receipt', 'fascContract', 'product', 'asset', 'supplier'];
  expect(lead).toEqual(expect.arrayContaining(lease.map((name) => `${name}_export`)));
});

it.each(['业务专员', '业务主管', '合同专员', '财务专员', '风控专员'])(
  'takes out of %s no list that the role may not open',
  async (role) => {
    const codes = await codesOf(role);
    expect(codes.length).toBeGreaterThan(20);
    const exported = codes.filter((code) => code.endsWith('_export')).map((code) => code.slice(0, -'_export'.length));
    expect(exported.filter((name) => !codes.includes(name) && !codes.includes(`${name}_view`))).toEqual([]);
  },
);
