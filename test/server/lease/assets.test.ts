/** Lease objects and their suppliers: asked for before contracts, printed in them, fixed by them, and in one order at a time. */
import { asset } from '../../../contract/modules/lease/asset';
import { scopeTypes } from '../../../contract/modules/system/dataScope';
import { textOfPages } from '../../support/pdfText';
import { allBut, boundPerson } from '../../support/scopes';
import { type Client, leaseOf, ok, platform, type Server, startServer } from '../../support/server';

let server: Server;
let admin: Client;
let lease: ReturnType<typeof leaseOf>;
const assets = '/blade-asset/asset';
const vin = '1M8GDM9AXKP042788';

beforeAll(async () => {
  server = await startServer();
  admin = server.admin;
  lease = leaseOf(server);
});
afterAll(() => server.close());

let made = 0;
const object = (orderId: string, more: object = {}) =>
  admin.post(`${assets}/submit`, {
    body: { orderId, assetName: '数控机床', kind: 1, serialNo: `SN-${++made}`, ...more },
  });
const make = (orderId: string, query: object = {}) => {
  server.clock.advance(2 * 60_000);
  return admin.post('/blade-fascContract/fascContract/makeContract', { query: { orderId, ...query } });
};
const why = ({ body }: { body: { reason?: string } }) => body.reason;

describe('an order whose product asks for an object', () => {
  it('gets no contract without one, by no way; with one, its lease contract lists it and nothing printed changes', async () => {
    const { id, version } = await lease.confirmed({ tel: '021-55556666' }, { needsAsset: 1 });
    expect(version).toBeGreaterThan(0);
    expect(why(await make(id))).toBe('asset.needed');
    expect(why(await lease.move(id, 4, { reason: '直接签约' }))).toBe('asset.needed');
    expect(await lease.read(id)).toMatchObject({ businessStatus: 3, paperState: null });
    const seller = ok(
      await admin.post('/blade-supplier/supplier/submit', {
        body: { supplierName: '华东重机', creditCode: '91310000775785552l' },
      }),
    );
    expect(seller.creditCode).toBe('91310000775785552L');
    const car = { assetName: '重型牵引车', kind: 2, serialNo: ' 1m8gdm9a xkp042788', model: '解放 J7' };
    const bought = { supplierId: seller.id, purchasePrice: '356000.00', location: '上海' };
    const first = ok(await object(id, { ...car, ...bought }));
    expect(first).toMatchObject({ serialNo: vin, supplierName: '华东重机', state: 1 });
    const second = ok(await object(id));
    const [agreement, contract] = ok(await make(id));
    const textOf = async ({ previewUrl }: { previewUrl: string }) =>
      textOfPages((await server.anybody.send({ url: previewUrl.replace('https://lease.example', '') })).raw).join('');
    const printed = await textOf(contract);
    for (const word of ['附件二', '租赁物清单', vin, '重型牵引车', '解放', '华东重机', '356,000.00', second.serialNo])
      expect([word, printed.includes(word)]).toEqual([word, true]);
    expect(await textOf(agreement)).not.toContain(vin);

    const edit = (row: { id: string }, body: object) =>
      admin.post(`${assets}/submit`, { body: { id: row.id, ...body } });
    for (const body of [
      { serialNo: '1HGBH41JXMN109186' },
      { purchasePrice: '1.00' },
      { model: '' },
      { assetName: '挂车' },
    ])
      expect([body, why(await edit(first, body))]).toEqual([body, 'asset.frozen']);
    expect(why(await object(id))).toBe('asset.fixedList');
    expect(why(await admin.post(`${assets}/remove`, { query: { ids: second.id } }))).toBe('asset.fixedList');
    ok(await edit(first, { policyNo: 'P-1', insuredUntil: '2027-01-01', state: 2 }));
    const ids = [agreement.id, contract.id].join(',');
    ok(await admin.post('/blade-fascContract/fascContract/remove', { query: { ids } }));
    ok(await edit(first, { model: '解放 J6' }));
    const history = ok(await admin.get('/blade-order/order/history', { id }));
    expect(history.some(({ entity }: { entity: string }) => entity === 'asset')).toBe(true);
    expect((await admin.post('/blade-supplier/supplier/remove', { query: { ids: seller.id } })).body.reason).toBe(
      'supplier.inUse',
    );
  });

  it('is asked again by no order of another product', async () => {
    const { id } = await lease.confirmed({ tel: '021-55556666' });
    const [, contract] = ok(await make(id));
    const [{ doc }] = await server.sql('select doc from lease_contract where id = $1', [contract.id]);
    expect(doc.objects).toBeUndefined();
  });
});

describe('a serial number', () => {
  it('of a vehicle is a VIN with its check digit', async () => {
    const { id } = await lease.order();
    const of = async (serialNo: string) =>
      (await object(id, { kind: 2, serialNo })).body.problems?.serialNo as string | undefined;
    expect(await of('1M8GDM9A1KP042788')).toBe('badCheckDigit');
    expect(await of('1M8GDM9AXKP04278')).toBe('badFormat');
    expect(await of('IM8GDM9AXKP042788')).toBe('badFormat');
    const machine = ok(await object(id, { serialNo: 'X-9' }));
    const turned = await admin.post(`${assets}/submit`, { body: { id: machine.id, kind: 2 } });
    expect(turned.body.problems).toEqual({ serialNo: 'badFormat' });
  });

  it('is in one order that has not ended, also when two take it at once', async () => {
    const [one, two] = [await lease.order(), await lease.order()];
    const answers = await Promise.all([one, two].map(({ id }) => object(id, { serialNo: 'TWICE-1' })));
    expect(answers.map(why).sort()).toEqual(['asset.serialTaken', undefined].sort());
    const [winner, loser] = answers[0]!.body.success ? [one, two] : [two, one];
    expect(why(await object(loser.id, { serialNo: 'twice -1' }))).toBe('asset.serialTaken');
    expect(why(await object(winner.id, { serialNo: 'TWICE-1' }))).toBe('asset.serialTaken');
    ok(await lease.move(winner.id, 11, { reason: '客户放弃' }));
    ok(await object(loser.id, { serialNo: 'TWICE-1' }));
  });
});

it('a policy or registration that ends within 30 days is told of once, to those who see the object', async () => {
  const reads = ['asset', 'order'];
  await server.addUser({ account: 'keeper', permissions: reads });
  await server.addUser({ account: 'other', permissions: ['order'] });
  const { roleId } = await server.addUser({ account: 'own', permissions: reads });
  const [menuId] = await server.menuIds('order');
  const own = { menuId, scopeName: '本人', resourceCode: 'own', scopeClass: 'order', scopeField: '*' };
  const { id: scopeId } = ok(
    await admin.post('/blade-system/data-scope/submit', {
      body: { ...own, scopeType: scopeTypes.own, scopeColumn: 'createUser' },
    }),
  );
  await server.sql('insert into sys_role_scope values ($1, $2, 1, $3)', [platform, roleId, scopeId]);
  const hidden = allBut(asset.fields, 'assetName', 'serialNo', 'contractCode', 'customerName', 'insuredUntil');
  const blind = await boundPerson(server, reads, [{ scopeClass: 'asset', scopeType: 1, scopeField: hidden }]);
  const { id } = await lease.order();
  const day = (days: number) => new Date(Date.parse('2026-11-20') + days * 86_400_000).toISOString().slice(0, 10);
  const { id: soon } = ok(await object(id, { assetName: '注塑机', insuredUntil: day(30), registeredUntil: day(31) }));
  const run = async () => {
    const [{ id: jobId }] = await server.sql(
      `select id from job_info where tenant_id = $1 and processor_info = 'asset.expiry'`,
      [platform],
    );
    ok(await admin.post('/blade-job/job-info/run', { query: { id: jobId } }));
    await server.drain();
  };
  const inboxOf = async (account: string) => {
    const { records } = ok(await (await server.as(account)).get('/blade-desk/inbox/page', { size: 50 }));
    return records
      .filter(({ subject }: { subject: string }) => subject === 'asset')
      .map(({ title, subjectId }: { title: string; subjectId: string }) => `${title} ${subjectId === soon}`);
  };
  await run();
  await run();
  expect(await inboxOf('keeper')).toEqual([`租赁物保险将于 ${day(30)} 到期 true`]);
  expect(await inboxOf('own')).toEqual([]);
  const [said] = ok(await blind.get('/blade-desk/inbox/page')).records;
  expect([said.title, said.content]).toEqual(['租赁物保险将于 *** 到期', '***（***），订单 ***。']);
  expect(await inboxOf('other')).toEqual([]);
  server.clock.advance(86_400_000);
  await run();
  expect(await inboxOf('keeper')).toHaveLength(2);
  // Renewed for a short time only: another end, told of once more.
  ok(await admin.post(`${assets}/submit`, { body: { id: soon, insuredUntil: day(20) } }));
  await run();
  expect(await inboxOf('keeper')).toHaveLength(3);
});
