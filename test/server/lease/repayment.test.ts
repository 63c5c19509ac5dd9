/** Ways of repaying: what products accept, what orders keep, and that plan, preview and contract are one figure. */
import { hasRentTable, methods } from '../../../contract/domain/leasing/methods/methods';
import { cents, formatMoney, sum, yuan } from '../../../contract/domain/money';
import { planAnnexOf } from '../../support/papers/planAnnex';
import { textOf } from '../../support/pdfText';
import { type Client, leaseOf, ok, type Server, startServer } from '../../support/server';

let server: Server;
let admin: Client;
let lease: ReturnType<typeof leaseOf>;
beforeAll(async () => {
  server = await startServer();
  admin = server.admin;
  lease = leaseOf(server);
});
afterAll(() => server.close());
beforeEach(() => server.clock.set('2026-11-20 10:00:00'));

const products = '/blade-product/product';
const orders = '/blade-order/order';

async function refusedFields(body: object): Promise<Record<string, string>> {
  const answer = await admin.post(`${products}/submit`, {
    body: { productName: '稳租', productCode: 'P-X', deadline: 365, amountPer: '10000', yearRate: '12', ...body },
  });
  expect(answer.body.code).toBe(400);
  return answer.body.data?.problems ?? answer.body.problems ?? {};
}

describe('a product', () => {
  it.each([
    [{ getType: 0 }, { repayMethod: 1, getType: 0, periods: 12 }],
    [{ getType: 1 }, { repayMethod: 2, getType: 1, periods: 1 }],
    [
      { getType: 1, repayMethod: 2 },
      { repayMethod: 2, getType: 1, periods: 1 },
    ],
    [
      { getType: 0, repayMethod: 3, frequency: 3 },
      { repayMethod: 3, getType: 0, periods: 4 },
    ],
    [
      { getType: 0, repayMethod: 1, timing: 2 },
      { periods: 13, frequency: 2, rounding: 1, residualRate: '0' },
    ],
    [{ getType: 0, repayMethod: 3, gracePeriods: 2, graceKind: 2 }, { periods: 10 }],
    [
      { getType: 0, repayMethod: 6 },
      { repayMethod: 6, periods: 0 },
    ],
  ])('of %p is stored as %p', async (body, expected) => {
    expect(await lease.product(body)).toMatchObject(expected);
  });

  it.each([
    [{}, { getType: 'required' }],
    [{ getType: 1, repayMethod: 3 }, { getType: 'contradicts' }],
    [{ getType: 1, repayMethod: 2, frequency: 3 }, { frequency: 'contradicts' }],
    [{ getType: 0, repayMethod: 1, residualRate: '10' }, { residualRate: 'contradicts' }],
    [{ getType: 0, repayMethod: 3, frequency: 1, dueDay: 15 }, { dueDay: 'contradicts' }],
    [{ getType: 0, repayMethod: 3, gracePeriods: 12 }, { gracePeriods: 'graceTooLong' }],
    [{ getType: 0, repayMethod: 3, deadline: 500 }, { deadline: 'notWholePeriods' }],
    [{ getType: 0, repayMethod: 4, frequency: 3, deadline: 45 }, { deadline: 'notWholePeriods' }],
    [{ getType: 0, repayMethod: 5, frequency: 1, deadline: 365 }, { deadline: 'notWholePeriods' }],
    [{ getType: 0, repayMethod: 1, dueDay: 15, deadline: 10 }, { deadline: 'notWholePeriods' }],
    [{ getType: 0, repayMethod: 3, dueDay: 32 }, { dueDay: 'tooLarge' }],
    [{ getType: 0, repayMethod: 99 }, { repayMethod: 'notAChoice' }],
    [{ getType: 0, repayMethod: 3, dayCount: 364 }, { dayCount: 'notAChoice' }],
  ])('of %p is refused with %p', async (body, problems) => {
    expect(await refusedFields(body)).toEqual(problems);
  });

  it('follows whichever of method and older name is changed', async () => {
    const { id } = await lease.product({ getType: 0, repayMethod: 3, residualRate: '10', gracePeriods: 1 });
    const update = async (body: object) => ok(await admin.post(`${products}/update`, { body: { id, ...body } }));
    expect(await update({ getType: 1 })).toMatchObject({
      ...{ repayMethod: 2, getType: 1, periods: 1, residualRate: '0', gracePeriods: 0 },
    });
    expect(await update({ repayMethod: 4 })).toMatchObject({ repayMethod: 4, getType: 0, periods: 12 });
  });
});

const rentTable = [
  { paymentDate: '2026-12-15', principal: '20000.00', rent: '1000.00' },
  { paymentDate: '2027-03-15', principal: '0.00', rent: '1500.00' },
  { paymentDate: '2027-11-30', principal: '100000.00', rent: '3000.55' },
];
/** Two rows that repay what is left. */
function tableOf(principal: string) {
  return JSON.stringify([
    { paymentDate: '2027-03-15', principal: '0.00', rent: '1500.00' },
    { paymentDate: '2027-11-30', principal, rent: '3000.55' },
  ]);
}
const ways: [string, object, object][] = [
  ['interest first with charges', { repayMethod: 1, feeRate: '1', depositRate: '5' }, {}],
  ['interest first in advance by quarters', { repayMethod: 1, timing: 2, frequency: 3 }, {}],
  ['all at maturity with a purchase price', { repayMethod: 2, purchasePrice: '100' }, {}],
  ['an annuity with a residual value', { repayMethod: 3, residualRate: '10', rounding: 2, purchasePrice: '1' }, {}],
  ['an annuity after a grace', { repayMethod: 3, gracePeriods: 2, graceKind: 2, dueDay: 5 }, {}],
  ['equal principal by actual days', { repayMethod: 4, dayCount: 1 }, {}],
  ['flat rate in advance', { repayMethod: 5, timing: 2 }, {}],
  ['a rent table', { repayMethod: 6 }, { rentTable }],
  ['principal in steps', { repayMethod: 7, deadline: 720 }, {}],
];
it('there is an order of each method below', () => {
  const numbers = ways.map(([, goods]) => (goods as { repayMethod: number }).repayMethod);
  expect([...new Set(numbers)]).toEqual(methods.map(({ number }) => number));
});

describe('an order', () => {
  it.each(ways)('with %s has one plan in preview, contract and ledger', async (_name, goods, more) => {
    const body = { totalAmount: '120000', interestDate: '2026-12-01', ...more };
    const held = await lease.confirmed(body, {
      getType: 'repayMethod' in goods && goods.repayMethod === 2 ? 1 : 0,
      yearRate: '12',
      ...goods,
    });
    const { productId, customerId } = held;
    const query = { productId, customerId, totalAmount: '120000', interestDate: '2026-12-01' };
    const typed = 'rentTable' in more ? { rentTable: JSON.stringify(rentTable) } : {};
    const preview = ok(await admin.get(`${orders}/preview`, { ...query, ...typed }));
    expect(preview.explanation.length).toBeGreaterThan(1);
    expect(Number(preview.yearlyYield)).toBeGreaterThan(0);

    ok(await admin.post('/blade-fascContract/fascContract/makeContract', { query: { orderId: held.id, type: 2 } }));
    await server.drain();
    const papers = ok(await admin.get('/blade-fascContract/fascContract/list', { orderId: held.id })).records;
    const file = await server.app.inject({ url: papers[0].previewUrl });
    const text = textOf(file.rawPayload).replace(/\s/g, '');

    await server.sql('update lease_order set business_status = 5, prqy = 1, qyqy = 1, signed_time = $2 where id = $1', [
      held.id,
      '2026-11-20 10:00:00',
    ]);
    server.clock.set('2026-12-01 10:00:00');
    ok(await lease.move(held.id, 6));
    const rows = await lease.plan(held.id);
    const names = [
      'kind',
      'currentPeriods',
      'paymentDate',
      'days',
      'rent',
      'principal',
      'other',
      'amountPayable',
      'balance',
    ];
    const figures = (of: Record<string, unknown>[]) =>
      of.map((row) => names.map((name) => row[name])).sort((a, b) => (String(a) < String(b) ? -1 : 1));
    expect(figures(rows)).toEqual(figures(preview.rows));
    expect(sum(rows.map((row: { amountPayable: string }) => row.amountPayable))).toBe(preview.totalPayable);
    expect((await lease.read(held.id)).maturity).toBe(preview.maturity);
    // On the second day it can be closed and repaid in any other way.
    server.clock.set('2026-12-02 10:00:00');
    const exit = ok(await admin.get(`${orders}/exit-quote`, { id: held.id, exitDate: '2026-12-02' }));
    expect(Number(exit.principalLeft)).toBe(120_000);
    const asked = { id: held.id, fromDate: '2026-12-02', extend: 0 };
    const left = ok(await admin.get(`${orders}/restructure-preview`, asked)).principal;
    for (const { number } of methods) {
      const table = hasRentTable(number) ? { rentTable: tableOf(left) } : {};
      const next = await admin.get(`${orders}/restructure-preview`, { ...asked, repayMethod: number, ...table });
      expect([number, sum(ok(next).rows.map((row: { principal: string }) => row.principal))]).toEqual([number, left]);
    }

    const shown = (of: Record<string, string>[]) =>
      of.map((row) => [row.rent, row.principal, row.amountPayable].map((amount) => yuan(cents(amount!))));
    expect(shown(planAnnexOf(file.rawPayload).rows as never)).toEqual(shown(preview.rows));
    expect(text).toContain(`应付金额合计人民币`);
    expect(text).toContain(formatMoney(preview.totalPayable));
    expect(text).not.toContain('undefined');
  });

  it('keeps the terms of its product when that changes', async () => {
    const goods = await lease.product({ getType: 0, repayMethod: 3, yearRate: '12', feeRate: '2' });
    const held = await lease.order({
      productId: goods.id,
      customerId: (await lease.customer()).id,
      totalAmount: '120000',
    });
    expect(held).toMatchObject({ repayMethod: 3, dayCount: 0, feeRate: '2', fee: '2400.00', getType: 0 });
    ok(await lease.move(held.id, 1));
    ok(await admin.post(`${products}/update`, { body: { id: goods.id, repayMethod: 4, feeRate: '0' } }));
    expect(await lease.read(held.id)).toMatchObject({ repayMethod: 3, fee: '2400.00' });
  });

  it('may lack its rent table as a draft and not when it is submitted', async () => {
    const goods = { getType: 0, repayMethod: 6 };
    const held = await lease.order({ totalAmount: '120000' }, goods);
    expect((await lease.move(held.id, 1)).body).toMatchObject({ code: 400, msg: '租金表：请填写租金表' });
    const update = (body: object) =>
      admin.post(`${orders}/update`, { body: { id: held.id, version: held.version, ...body } });
    expect((await update({ rentTable: [{ ...rentTable[0], principal: '1' }] })).body.msg).toBe(
      '租金表：各行本金之和须等于总金额',
    );
    expect((await update({ rentTable, interestDate: '2027-01-01' })).body.msg).toBe(
      '租金表：第 1 行的日期早于起租日期',
    );
    expect((await update({ rentTable: 'rows' })).body.code).toBe(400);
    const stored = ok(await update({ rentTable: rentTable.map((row) => ({ ...row, more: 1 })) }));
    expect(JSON.parse(stored.rentTable)).toEqual(rentTable.map((row) => expect.objectContaining(row)));
    expect(stored.rentTable).not.toContain('more');
    ok(await lease.move(held.id, 1));
  });

  it('of another method has no rent table', async () => {
    const held = await lease.order({ totalAmount: '120000' });
    const answer = await admin.post(`${orders}/update`, { body: { id: held.id, version: held.version, rentTable } });
    expect(answer.body).toMatchObject({ code: 400 });
  });

  it('settles with its last charge, and charges come before no instalment', async () => {
    const held = await lease.signed(
      { totalAmount: '120000', interestDate: '2026-11-20' },
      { getType: 0, repayMethod: 3, yearRate: '12', feeRate: '1', purchasePrice: '100' },
    );
    ok(await lease.move(held.id, 6));
    const rows = await lease.plan(held.id);
    expect(rows.filter(({ kind }: { kind: number }) => kind !== 1)).toHaveLength(2);
    const pay = (ids: string[], reason = '') =>
      admin.post('/blade-paymentPlan/paymentPlan/updateBat', {
        query: { ids: String(ids), ...(reason && { reason }) },
      });
    const first = rows.find(({ currentPeriods }: { currentPeriods: number }) => currentPeriods === 1);
    server.clock.set(`${first.paymentDate} 10:00:00`);
    ok(await pay([first.id]));
    const others = rows.filter(({ id }: { id: string }) => id !== first.id).map(({ id }: { id: string }) => id);
    const { totalAmount } = ok(await pay(others, '提前付清'));
    expect(cents(totalAmount) > cents('110000')).toBe(true);
    expect((await lease.read(held.id)).businessStatus).toBe(8);
  });
});
