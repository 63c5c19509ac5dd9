import { add, sum } from '../../../../../contract/domain/money';
import type { PaymentPlan } from '../../../../../contract/modules/lease/paymentPlan';
import type { PaymentBatch } from '../../../../../contract/wire/lease/payments';
import { csvOf } from '../../../../../src/features/crud/transfer/csv';
import {
  banksOf,
  mayBePaid,
  payments,
  rowsOf,
  stepOf,
  totalsOf,
} from '../../../../../src/features/lease/paymentPlan/paymentsSlice';
import { shortAmount } from '../../../../../src/features/lease/paymentPlan/words';
import { route, tabs } from '../../../../../src/store/navigation/route';
import { allPermissions, quiet, type Started, start } from '../../../../support/fakeWorld';

const { actions: at, selectors: see } = payments;
/** 2026-11-20 14:36 in Shanghai. */
const now = Date.UTC(2026, 10, 20, 6, 36);

function row(id: string, more: Partial<PaymentPlan> = {}): PaymentPlan {
  return {
    id,
    orderId: `9${id}`,
    contractCode: `HT20260101${id.padStart(6, '0')}`,
    customerName: `客户${id}`,
    currentPeriods: 1,
    totalPeriods: 12,
    paymentDate: '2026-11-20',
    rent: '100.10',
    principal: '0.00',
    amountPayable: '100.10',
    openAmount: '100.10',
    lateOpen: '0.00',
    direction: 1,
    payStatus: 0,
    isFrozen: 0,
    overdueDays: 0,
    businessStatus: 6,
    bankName: '甲银行',
    bankCardCode: '6299001234567890',
    ...more,
  } as PaymentPlan;
}
function batchOf(rows: readonly PaymentPlan[], more: Partial<PaymentBatch> = {}): PaymentBatch {
  const { count, totalAmount, banks } = totalsOf(rows);
  return {
    ...{ batchNo: null, direction: 1, count, banks, overdue: 0 },
    ...(totalAmount === undefined ? {} : { totalAmount }),
    trial: `trial of ${rows.map(({ id }) => id).join()}`,
    offenders: [],
    needsReason: [],
    settles: [],
    ...more,
  };
}
function pageOf(records: readonly PaymentPlan[], total = records.length) {
  return { records, total };
}

const one = row('1');
const two = row('2', { bankName: '乙银行', rent: '0.05', principal: '60000.00', openAmount: '60000.05' });
const late = row('3', { paymentDate: '2026-11-15', overdueDays: 5 });
const frozen = row('4', { isFrozen: 1 });

/** The rows of the day and the overdue ones are two questions. */
async function answerRows(app: Started, today: PaymentPlan[], overdue: PaymentPlan[] = []) {
  for (const asked of app.waiting().filter(({ call }) => call.url.endsWith('/page')))
    await asked.answer(pageOf('paymentDate_datelt' in (asked.call.query ?? {}) ? overdue : today));
}
/** Which directions there are is known first: rows of one of them are asked for. */
async function answerFigures(app: Started, overview: object = { directions: [1], sides: [] }) {
  await app.last('/calendar').answer([]);
  await app.last('/overview').answer(overview);
}
async function opened(search = '', permissions = allPermissions) {
  const app = await start({ now, at: `/lease/payments${search}`, permissions });
  await quiet();
  await answerFigures(app);
  return app;
}
/** The workbench with rows one, two and four of today and a late one. */
async function bench() {
  const app = await opened();
  await answerRows(app, [one, two, frozen], [late]);
  return app;
}
function state(app: Started) {
  return app.see(see.all);
}
function batches(app: Started) {
  return app.calls('/updateBat');
}
function dryRuns(app: Started) {
  return batches(app).filter(({ call }) => call.query?.dryRun === true);
}
function payings(app: Started) {
  return batches(app).filter(({ call }) => call.query?.dryRun === undefined);
}
function keyOf(asked: { call: { headers?: Record<string, string> } } | undefined) {
  return asked?.call.headers?.['Idempotency-Key'];
}

async function pick(app: Started, ...rows: PaymentPlan[]) {
  app.do(at.pick({ ids: rows.map(({ id }) => id), on: true }));
  await app.clock.advance(300);
}
async function tried(app: Started, rows: PaymentPlan[], more: Partial<PaymentBatch> = {}) {
  await pick(app, ...rows);
  await dryRuns(app).at(-1)!.answer(batchOf(rows, more));
}
async function confirm(app: Started, typed: string) {
  app.do(at.confirm());
  await quiet();
  app.do(at.type({ typed }));
}
async function pay(app: Started) {
  app.do(at.pay());
  await quiet();
}

describe('the rows on the table', () => {
  it('are those due today and the overdue ones, in the order of their dates', async () => {
    const app = await bench();
    const ranges = app.calls('/paymentPlan/page').map(({ call }) => call.query);
    expect(ranges).toEqual([
      { current: 1, size: 200, payStatus: '0', isFrozen: '0', paymentDate_datelt: '2026-11-20', direction: '1' },
      {
        current: 1,
        size: 200,
        payStatus: '0',
        isFrozen: '0',
        paymentDate_datege: '2026-11-20',
        paymentDate_datele: '2026-11-20',
        direction: '1',
      },
    ]);
    expect(state(app).rows?.map(({ id }) => id)).toEqual(['3', '1', '2', '4']);
  });

  it('are asked for in runs of days that follow each other', async () => {
    const app = await bench();
    for (const [date, isMore] of [
      ['2026-11-30', false],
      ['2026-12-01', true],
      ['2026-11-25', true],
    ] as const)
      app.do(at.lookAt({ date, isMore }));
    await quiet();
    const ranges = app
      .waiting()
      .filter(({ call }) => call.url.endsWith('/page'))
      .map(({ call }) => [call.query?.paymentDate_datege, call.query?.paymentDate_datele]);
    expect(ranges).toEqual([
      ['2026-11-25', '2026-11-25'],
      ['2026-11-30', '2026-12-01'],
    ]);
  });

  it('are those of an order when the address names one', async () => {
    const app = await opened('?orderId=77');
    expect(app.last('/page').call.query).toEqual({
      current: 1,
      size: 200,
      payStatus: '0',
      isFrozen: '0',
      orderId: '77',
    });
  });

  it('are those that the address names, ticked, and ticked once: coming back to the tab does not tick them again', async () => {
    const app = await opened('?ids=1,2');
    expect(app.calls('/detail').map(({ call }) => call.query?.id)).toEqual(['1', '2']);
    await app.calls('/detail')[0]!.answer(one);
    await app.calls('/detail')[1]!.answer({ ...two, payStatus: 1 });
    expect(state(app).rows?.map(({ id }) => id)).toEqual(['1']);
    expect(state(app).picked).toEqual({ 1: true });
    expect(app.navigated.at(-1)).toBe('replace /lease/payments');
    const tab = app.see(tabs.selectors.list).find(({ path }) => path === '/lease/payments');
    expect(tab?.search).toBe('');
    app.do(route.actions.go('/wel/index'));
    await quiet();
    app.do(at.pick({ ids: ['1'], on: false }));
    app.do(route.actions.go('/lease/payments'));
    await quiet();
    for (const asked of app.waiting().filter(({ call }) => call.url.endsWith('/detail'))) await asked.answer(one);
    expect(app.calls('/detail')).toHaveLength(4);
    expect(state(app)).toMatchObject({ scope: { kind: 'rows' }, picked: {} });
  });

  it('lose their selection when they leave: hidden rows are not paid', async () => {
    const app = await bench();
    await tried(app, [one, two]);
    app.do(at.load());
    await quiet();
    await answerRows(app, [two], []);
    expect(state(app).picked).toEqual({ 2: true });
    expect(state(app).trial).toBeNull();
    await app.clock.advance(300);
    expect(dryRuns(app).at(-1)?.call.query?.ids).toBe('2');
  });

  it('are of one direction: the one with more first, and the other when it is chosen, without what was ticked', async () => {
    const app = await start({ now, at: '/lease/payments', permissions: allPermissions });
    await quiet();
    const side = { todayCount: 1, overdueCount: 1, paidCount: 0 };
    const sides = [
      { direction: 1, ...side, weekCount: 3 },
      { direction: 2, ...side, weekCount: 9 },
    ];
    await answerFigures(app, { directions: [1, 2], sides });
    expect(app.last('/page').call.query).toMatchObject({ direction: '2' });
    const due = row('7', { direction: 2 });
    await answerRows(app, [due], []);
    await tried(app, [due]);
    app.do(at.face(1));
    await quiet();
    expect(app.last('/page').call.query).toMatchObject({ direction: '1' });
    expect(state(app)).toMatchObject({ picked: {}, trial: null, rows: null });
    await answerRows(app, [one], []);
    expect(rowsOf(state(app), 'all').map(({ id }) => id)).toEqual(['1']);
  });

  it('that an address names are ticked in one direction only', async () => {
    const app = await start({ now, at: '/lease/payments?ids=1,7', permissions: allPermissions });
    await quiet();
    await answerFigures(app, { directions: [1, 2], sides: [] });
    await app.calls('/detail')[0]!.answer(one);
    await app.calls('/detail')[1]!.answer(row('7', { direction: 2 }));
    expect(state(app).picked).toEqual({ 1: true });
  });

  it('can be asked for again when there was no connection', async () => {
    const app = await opened();
    await app
      .waiting()
      .find(({ call }) => call.url.endsWith('/page'))!
      .cutOff();
    expect(state(app).lost.rows).toBe('cutOff');
    expect(app.toasts()).toEqual([]);
    app.do(at.load());
    await quiet();
    await answerRows(app, [one]);
    expect(state(app).lost.rows).toBeUndefined();
  });
});

describe('what the selection comes to', () => {
  it('is what exact sums say, to the cent and by bank', () => {
    const rows = Array.from({ length: 300 }, (_, at) =>
      row(String(at + 1), {
        rent: `${at}.${String(at % 100).padStart(2, '0')}`,
        principal: at % 7 === 0 ? '9999999999.99' : '0.00',
        openAmount: add(`${at}.${String(at % 100).padStart(2, '0')}`, at % 7 === 0 ? '9999999999.99' : '0.00'),
        lateOpen: at % 3 === 0 ? '0.07' : '0.00',
        bankName: `银行${at % 4}`,
      }),
    );
    const totals = totalsOf(rows);
    // The late charge of a row is paid with it.
    expect(totals.totalAmount).toBe(sum(rows.flatMap((one) => [one.openAmount!, one.lateOpen!])));
    expect(totals.banks.map(({ count }) => count)).toEqual([75, 75, 75, 75]);
    expect(sum(totals.banks.map((bank) => bank.totalAmount!))).toBe(totals.totalAmount);
    expect(totalsOf([one, { ...two, lateOpen: null }])).toMatchObject({ count: 2, totalAmount: undefined });
  });

  it('is by bank what the trial says, once there is one', () => {
    const banks = [{ bankName: '甲银行', count: 1, totalAmount: '99.00' }];
    const picks = { rows: [one], picked: { '1': true as const } };
    const trial = { batch: batchOf([one], { banks }), time: '10:00:00' };
    expect(banksOf({ ...picks, trial: null })).toMatchObject([{ totalAmount: '100.10' }]);
    expect(banksOf({ ...picks, trial })).toEqual(banks);
  });

  it.each([
    ['an ordinary row', one, true],
    ['a frozen row', frozen, false],
    ['a paid row', row('5', { payStatus: 1 }), false],
    ['a row of a settled order', row('6', { businessStatus: 8 }), false],
  ])('counts %s as payable: %#', (_name, of, may) => expect(mayBePaid(of)).toBe(may));

  it.each([
    ['894232.91', '89.4万', '894.2k'],
    ['120600000', '1.2亿', '120.6M'],
    ['560.49', '560', '560'],
    ['0', '0', '0'],
  ])('%s is short %s and %s', (amount, zh, en) => {
    expect([shortAmount(amount, 'zh'), shortAmount(amount, 'en')]).toEqual([zh, en]);
  });
});

describe('the dry run', () => {
  it('waits until the ticking pauses, and asks once', async () => {
    const app = await bench();
    app.do(at.pick({ ids: ['1'], on: true }));
    await app.clock.advance(200);
    app.do(at.pick({ ids: ['2'], on: true }));
    await app.clock.advance(299);
    expect(dryRuns(app)).toEqual([]);
    await app.clock.advance(1);
    expect(dryRuns(app).map(({ call }) => call.query)).toEqual([{ ids: '1,2', dryRun: true }]);
  });

  it('shows the newest selection when an older answer is late', async () => {
    const app = await bench();
    await pick(app, one);
    await pick(app, two);
    const [first, second] = dryRuns(app);
    await second!.answer(batchOf([one, two]));
    await first!.answer(batchOf([one]));
    expect(first!.isAborted).toBe(true);
    expect(state(app).trial?.batch.count).toBe(2);
    expect(state(app).trial?.time).toBe('14:36:00');
  });

  it('is given up when nothing is picked any more', async () => {
    const app = await bench();
    await pick(app, one);
    app.do(at.pick({ ids: ['1'], on: false }));
    await dryRuns(app)[0]!.answer(batchOf([one]));
    expect(state(app).trial).toBeNull();
    expect(state(app).busy.trial).toBeUndefined();
  });

  it('says in the bar that there was no connection, or why it was refused, and can be run again', async () => {
    const app = await bench();
    await pick(app, one);
    await dryRuns(app)[0]!.cutOff();
    expect(state(app).lost.trial).toBe(true);
    app.do(at.tryAgain());
    await app.clock.advance(300);
    await dryRuns(app)[1]!.refuse(403, '付款计划 1 不存在或无权操作');
    expect(state(app).trialRefusal).toBe('付款计划 1 不存在或无权操作');
    expect(app.toasts()).toEqual([]);
  });

  it('is not asked for by those who may not pay', async () => {
    const app = await opened(
      '',
      allPermissions.filter((code) => code !== 'paymentPlan_pay'),
    );
    await answerRows(app, [one]);
    await pick(app, one);
    expect(batches(app)).toEqual([]);
  });

  it('names the rows that stop the batch; taking them out lets it through', async () => {
    const app = await bench();
    await tried(app, [one, frozen], { offenders: [{ id: '4', text: '合同X第1期已冻结' }] });
    app.do(at.confirm());
    await quiet();
    expect(state(app).dialog).toBeNull();
    app.do(at.drop(['4']));
    await app.clock.advance(300);
    await dryRuns(app)
      .at(-1)!
      .answer(batchOf([one]));
    app.do(at.confirm());
    await quiet();
    expect(state(app).dialog).not.toBeNull();
  });
});

describe('confirming', () => {
  it.each(['', '1', '3', 'two'])('sends nothing while %j stands where 2 belongs', async (typed) => {
    const app = await bench();
    await tried(app, [one, two]);
    await confirm(app, typed);
    await pay(app);
    expect(payings(app)).toEqual([]);
    expect(state(app).busy.pay).toBeUndefined();
  });

  it('sends nothing without the reason that a row needs, and then sends it', async () => {
    const app = await bench();
    await tried(app, [one], { needsReason: [{ id: '1', text: '距应付日还有 9 天' }] });
    await confirm(app, '1');
    await pay(app);
    expect(payings(app)).toEqual([]);
    app.do(at.type({ reason: ' 客户要求 ' }));
    await pay(app);
    // What was seen goes along: the server books that, or refuses.
    expect(payings(app)[0]?.call.query).toEqual({ ids: '1', reason: '客户要求', trial: 'trial of 1' });
  });

  it('pays once however often the button is pressed', async () => {
    const app = await bench();
    await tried(app, [one, two]);
    await confirm(app, '2');
    app.do(at.pay());
    app.do(at.pay());
    await quiet();
    app.do(at.pay());
    await quiet();
    expect(payings(app)).toHaveLength(1);
  });

  it('keeps its dialog and its key when no answer comes, and its reason too: the retry is the same request', async () => {
    const app = await bench();
    await tried(app, [one], { needsReason: [{ id: '1', text: '提前' }] });
    await confirm(app, '1');
    app.do(at.type({ reason: '客户要求' }));
    await pay(app);
    await payings(app)[0]!.cutOff();
    expect(state(app).dialog).not.toBeNull();
    expect(state(app).attempt?.isUnanswered).toBe(true);
    app.do(at.type({ reason: '别的' }));
    app.do(at.putOff());
    await confirm(app, '1');
    await pay(app);
    const [first, again] = payings(app);
    expect(again?.call).toEqual(first?.call);
    expect(keyOf(again)).toMatch(/^id-/);
  });

  it('takes a new key for another selection', async () => {
    const app = await bench();
    await tried(app, [one]);
    await confirm(app, '1');
    await pay(app);
    await payings(app)[0]!.cutOff();
    await tried(app, [two]);
    expect(state(app).dialog).toBeNull();
    await dryRuns(app)
      .at(-1)!
      .answer(batchOf([one, two]));
    await confirm(app, '2');
    await pay(app);
    const [first, second] = payings(app);
    expect(second?.call.query?.ids).toBe('1,2');
    expect(keyOf(second)).not.toBe(keyOf(first));
  });

  it('shows a refusal in the dialog and finds out which rows are in the way', async () => {
    const app = await bench();
    await tried(app, [one, two]);
    await confirm(app, '2');
    await pay(app);
    await payings(app)[0]!.refuse(400, '合同X第1期已付款', { reason: 'plan.offenders' });
    expect(state(app).dialog?.refusal).toBe('合同X第1期已付款');
    expect(app.toasts()).toEqual([]);
    await app.clock.advance(300);
    await dryRuns(app)
      .at(-1)!
      .answer(batchOf([one, two], { offenders: [{ id: '1', text: '合同X第1期已付款' }] }));
    await pay(app);
    expect(payings(app)).toHaveLength(1);
    app.do(at.drop(['1']));
    await quiet();
    expect(state(app)).toMatchObject({ dialog: null, picked: { 2: true } });
    await answerRows(app, [two], []);
    expect(state(app).rows?.map(({ id }) => id)).toEqual(['2']);
    await app.clock.advance(300);
    expect(dryRuns(app).at(-1)?.call.query?.ids).toBe('2');
  });

  it('says why a batch was refused until the person types anew', async () => {
    const app = await bench();
    await tried(app, [one]);
    await confirm(app, '1');
    await pay(app);
    await payings(app)[0]!.refuse(400, '试算已变化');
    expect(state(app).dialog?.refusal).toBe('试算已变化');
    app.do(at.type({ typed: '' }));
    expect(state(app).dialog).toMatchObject({ typed: '', refusal: '' });
  });

  it('cannot be left while the payment is on its way', async () => {
    const app = await bench();
    await tried(app, [one]);
    await confirm(app, '1');
    await pay(app);
    app.do(at.putOff());
    expect(state(app).dialog).not.toBeNull();
  });
});

describe('a paid batch', () => {
  const paid = async () => {
    const app = await bench();
    await tried(app, [one, two]);
    await confirm(app, '2');
    await pay(app);
    const settles = [{ orderId: '92', contractCode: 'HT20260101000002', customerName: '客户2' }];
    await payings(app)[0]!.answer(batchOf([one, two], { batchNo: 'PC20261120000001', settles }));
    return app;
  };

  it('shows its number and the orders it settled, and everything around it anew', async () => {
    const app = await paid();
    expect(state(app).receipt).toMatchObject({
      batch: { batchNo: 'PC20261120000001', settles: [{ contractCode: 'HT20260101000002' }] },
      time: '2026-11-20 14:36:00',
    });
    expect(state(app)).toMatchObject({ picked: {}, trial: null, attempt: null, dialog: null });
    const asked = app.waiting().map(({ call }) => call.url.split('/').at(-1));
    expect(asked).toEqual(expect.arrayContaining(['calendar', 'overview', 'page']));
  });

  it('can be taken home as a table, without whole card numbers', async () => {
    const app = await paid();
    app.do(at.exportRows({ heads: ['合同编号'], name: '付款明细' }));
    await quiet();
    const [file] = app.saved;
    expect(file?.name).toBe('付款明细.csv');
    expect(file?.text.split('\r\n')).toHaveLength(4);
    expect(file?.text).toContain('PC20261120000001');
    expect(file?.text).not.toContain('6299001234567890');
  });
});

it('writes no cell that a spreadsheet would run', () => {
  expect(csvOf([['=1+1', 'say "hi"', '-5', '100.10']])).toBe('\'=1+1,"say ""hi""",\'-5,100.10\r\n');
  expect(csvOf([['-5.50', '-5+1', '']], { keepsNumbers: true })).toBe("-5.50,'-5+1,\r\n");
  expect(csvOf([['＝1+1', 'a;=1']])).toBe('\'＝1+1,"a;\'=1"\r\n');
});

it('counts the steps: choosing, dry run, confirming, done', async () => {
  const app = await bench();
  const steps = [stepOf(state(app))];
  await tried(app, [one]);
  steps.push(stepOf(state(app)));
  await confirm(app, '1');
  steps.push(stepOf(state(app)));
  await pay(app);
  await payings(app)[0]!.answer(batchOf([one], { batchNo: 'PC1' }));
  steps.push(stepOf(state(app)));
  expect(steps).toEqual([0, 1, 2, 3]);
});
