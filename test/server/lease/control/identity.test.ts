/** An identity is verified by a person who looked at a paper and did not enter it. */
import { aloneSince } from '../../../support/approvals';
import { type Client, ok, type Server, startServer } from '../../../support/server';

let server: Server;
let clerk: Client;
let checker: Client;
beforeAll(async () => {
  server = await startServer({ hasDemo: true });
  await server.sql('update sys_user set must_change_password = 0');
  clerk = await server.as('lin.yumo');
  checker = await server.as('shen.zhiyao');
}, 120_000);
afterAll(() => server.close());

const customers = '/blade-customer/customer';
const idNo = '11010519491231002X';
const seen = { paper: 1, paperNo: idNo, way: 1 };
const read = async (id: string) => ok(await checker.get(`${customers}/detail`, { id }));
const enter = async (body: object = {}) =>
  ok(
    await clerk.post(`${customers}/submit`, {
      body: { realName: '沈予安', tel: '13800138000', idType: 1, idNo, ...body },
    }),
  ).id as string;
const verify = (who: Client, ids: string, body: object = {}) =>
  who.post(`${customers}/verify`, { body: { ids, ...seen, ...body } });

it('a status that the clerk sends is ignored, when a customer is added, changed or imported', async () => {
  const id = await enter({ kycStatus: 1 });
  expect((await read(id)).kycStatus).toBe(0);
  ok(await clerk.post(`${customers}/submit`, { body: { id, tel: '13800138001', kycStatus: 1, verifiedBy: '1' } }));
  expect(await read(id)).toMatchObject({ kycStatus: 0, verifiedBy: null, tel: '13800138001' });
  const file = Buffer.from('\uFEFF客户名称,联系电话,认证状态\r\n导入客户,13655550009,已认证\r\n');
  ok(await server.admin.upload(`${customers}/import`, file, { name: 'customers.csv' }));
  const [row] = await server.sql("select kyc_status from lease_customer where tel = '13655550009'");
  expect(row).toEqual({ kyc_status: 0 });
});

it('is verified by the right alone, by another person, with the number that the paper has', async () => {
  const id = await enter();
  expect((await verify(clerk, id)).status).toBe(403);
  for (const [body, reason] of [
    [{ paperNo: '110105194912310038' }, 'customer.numberDiffers'],
    [{ validUntil: '2020-01-01' }, 'customer.paperExpired'],
    [{ way: '' }, 'invalid'],
    [{ paper: '' }, 'invalid'],
  ] as const)
    expect([body, (await verify(checker, id, body)).body.reason]).toEqual([body, reason]);
  expect((await read(id)).kycStatus).toBe(0);
  ok(await verify(checker, id, { paperNo: idNo.toLowerCase(), validUntil: '2099-01-01', note: '原件清晰' }));
  expect(await read(id)).toMatchObject({
    kycStatus: 1,
    verifiedPaper: 1,
    verifiedWay: 1,
    verifiedUntil: '2099-01-01',
    verifiedByName: '沈知遥',
    verifiedTime: server.clock.text(),
  });
  const [entry] = ok(await checker.get(`${customers}/history`, { id }));
  expect(entry).toMatchObject({ action: 'verify', userName: '沈知遥', reason: '原件清晰' });
  expect(entry.changes).toContainEqual({ field: 'verifiedPaper', before: null, after: 1 });
  expect((await verify(checker, id)).body.reason).toBe('action.notOffered');
});

it('the person who entered the customer, or the name or number last, does not verify it', async () => {
  const body = { realName: '自录客户', tel: '13800138002', idType: 1, idNo };
  const { id } = ok(await server.admin.post(`${customers}/submit`, { body }));
  expect((await verify(server.admin, id)).body.reason).toBe('customer.samePerson');
  const other = await enter();
  ok(await server.admin.post(`${customers}/submit`, { body: { id: other, remark: '来电' } }));
  ok(await verify(server.admin, other));
  ok(await server.admin.post(`${customers}/submit`, { body: { id: other, realName: '沈予宁' } }));
  expect((await verify(server.admin, other)).body.reason).toBe('customer.samePerson');
  ok(await verify(checker, other));
});

it('another name, kind or number of the paper has to be verified anew, another phone has not', async () => {
  const id = await enter();
  ok(await verify(checker, id));
  const change = (body: object) => clerk.post(`${customers}/submit`, { body: { id, ...body } });
  ok(await change({ tel: '13800138009' }));
  expect((await read(id)).kycStatus).toBe(1);
  for (const body of [{ realName: '沈予宁' }, { idNo: '110105198001010024' }]) {
    const answer = await change(body);
    if (!answer.body.success) throw new Error(JSON.stringify(answer.body));
    expect(await read(id)).toMatchObject({ kycStatus: 0, verifiedPaper: null, verifiedBy: null, verifiedTime: null });
    await server.sql('update lease_customer set kyc_status = 1 where id = $1', [id]);
  }
});

it('a verification is undone with a reason', async () => {
  const id = await enter();
  ok(await verify(checker, id));
  const undo = (reason: string) => checker.post(`${customers}/unverify`, { body: { ids: id, reason } });
  expect((await undo(' ')).body.reason).toBe('action.reasonNeeded');
  ok(await undo('证件照片不清'));
  expect(await read(id)).toMatchObject({ kycStatus: 0, verifiedBy: null });
  const [entry] = ok(await checker.get(`${customers}/history`, { id }));
  expect(entry).toMatchObject({ action: 'unverify', reason: '证件照片不清' });
});

it('verified customers of the demo say by whom, and it was not the person who entered them', async () => {
  const rows = await server.sql(
    'select create_user, verified_by, verified_time from lease_customer where kyc_status = 1 and verified_by is not null and remark is distinct from $1',
    [''],
  );
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows) expect(row.verified_by).not.toBe(row.create_user);
});

it('one person alone verifies what they entered', async () => {
  const body = { realName: '独任客户', tel: '13800138003', idType: 1, idNo };
  const { id } = ok(await server.admin.post(`${customers}/submit`, { body }));
  await aloneSince(server);
  ok(await verify(server.admin, id));
});
