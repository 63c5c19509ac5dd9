/** The list of instalments opens on what there is to do. */
import { feature } from '../../../../../src/features/lease/paymentPlan/paymentPlan';
import type { CrudSlice } from '../../../../../src/store/crud/crud';
import type { CrudState } from '../../../../../src/store/crud/crudState';
import { quiet, start } from '../../../../support/fakeWorld';

const at = (feature.slices[0] as CrudSlice).actions;
const pageUrl = '/paymentPlan/page';
const countUrl = '/paymentPlan/views';
async function opened(address = '/lease/plan') {
  const app = await start({ at: address });
  await quiet();
  return { ...app, see: (): CrudState => app.slice('paymentPlan') };
}

it('opens on what is unpaid, soonest first, with the numbers of all views', async () => {
  const app = await opened();
  expect(app.last(pageUrl).call.query).toMatchObject({
    payStatus: '0',
    isFrozen: '0',
    ascs: 'paymentDate',
    current: 1,
  });
  expect(app.see().seek).toEqual({ payStatus: '0', isFrozen: '0' });
  await app.last(countUrl).answer({ overdue: 12, today: 5, week: 27, unpaid: 545, all: 1109 });
  expect(app.see().counts).toMatchObject({ overdue: 12, all: 1109 });
});

it('says of a changed account that it waits, where another person decides on it', async () => {
  const app = await opened();
  await app.last(pageUrl).answer({ records: [{ id: '1' }], total: 1 });
  app.do(at.edit('1'));
  const row = { id: '1', version: 1, bankCardCode: '6222021234567890128', bankName: '工商银行' };
  await app.last('/paymentPlan/detail').answer(row);
  app.do(at.type({ bankCardCode: '6222021234567890999' }));
  app.do(at.save());
  await quiet();
  const data = { ...row, approvalAct: 8 };
  const body = { code: 200, success: true, data, msg: '已提交审批，通过后自动执行', heldAct: 8 };
  await app.last('/paymentPlan/update').answerRaw(200, body);
  expect(app.see().form).toBeNull();
  expect(app.toasts()).toEqual(['success: 已提交审批，通过后自动执行']);
});

it('asks again for the numbers until it has them', async () => {
  const app = await opened();
  await app.last(countUrl).cutOff();
  await app.clock.advance(1000);
  await app.last(countUrl).cutOff();
  await app.clock.advance(2000);
  await app.last(countUrl).answer({ all: 5 });
  expect(app.see().counts).toEqual({ all: 5 });
  await app.clock.advance(60_000);
  expect(app.calls(countUrl)).toHaveLength(3);
});

it('counts anew with the list, and not for another page of it', async () => {
  const app = await opened();
  await app.last(pageUrl).answer({ records: [{ id: '1' }], total: 40 });
  await app.last(countUrl).answer({});
  app.do(at.list({ current: 2, size: 10 }));
  expect(app.calls(countUrl)).toHaveLength(1);
  app.do(at.list({}));
  expect(app.calls(countUrl)).toHaveLength(2);
});

it('shows what a figure elsewhere led to, and not the first view', async () => {
  const app = await opened('/lease/plan?overdue=1');
  expect(app.last(pageUrl).call.query).toMatchObject({ overdue: '1' });
  expect(app.last(pageUrl).call.query).not.toHaveProperty('payStatus');
});

it('stays as the person has filtered it when its page comes back', async () => {
  const app = await opened();
  await app.last(pageUrl).answer({ records: [], total: 0 });
  app.do(at.list({ current: 1, filters: {} }));
  await app.last(pageUrl).answer({ records: [{ id: '1' }], total: 1 });
  expect(app.see().query.filters).toEqual({});
});
