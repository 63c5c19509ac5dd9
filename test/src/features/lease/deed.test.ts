/** Deeds whose figures are others when they are sent: the new ones are asked for, and can be confirmed. */

import { deed } from '../../../../src/features/lease/deed/deedSlice';
import { orderMoves } from '../../../../src/features/lease/order/orderMovesSlice';
import { typingPauseMs } from '../../../../src/sagas/crud/foretell';
import { feedback } from '../../../../src/store/feedback';
import { quiet, start } from '../../../support/fakeWorld';

const { actions: at, selectors: see } = deed;

it('shows the new quote of an exit beside the refusal of the old one', async () => {
  const app = await start({ at: '/lease/order' });
  await quiet();
  app.do(at.begin({ name: 'exit', subject: { id: '7', version: '3', name: 'HT1', contractCode: 'HT1' } }));
  const quoted = async (total: string) => {
    await quiet();
    await app.clock.advance(typingPauseMs);
    await app.last('/exit-quote').answer({ total });
  };
  await quoted('100.00');
  app.do(at.type({ reason: '客户提前还款' }));
  await quoted('100.00');
  app.do(at.send());
  await app.last('/order/exit').refuse(400, '结算金额已变为 100.50 元', { reason: 'order.exitChanged' });
  await quoted('100.50');
  expect(see.all(app.store.getState() as never)).toMatchObject({
    trial: { total: '100.50' },
    refusal: '结算金额已变为 100.50 元',
  });
  app.do(at.send());
  expect(app.last('/order/exit').call.body).toMatchObject({ amount: '100.50' });
});

it('sends a refund with the version of the order whose amount and account were shown', async () => {
  const app = await start({ at: '/lease/order' });
  await quiet();
  app.do(orderMoves.actions.refund({ id: '7', version: '3', amount: '100.00', to: '工商银行 ****7890' }));
  app.do(feedback.actions.answered({ isSure: true, reason: '已退' }));
  expect(app.last('/order/refund').call.body).toEqual({ id: '7', version: '3', reason: '已退' });
});

it('says before an exit is sent that others decide on it, whatever the reason will be', async () => {
  const app = await start({ at: '/lease/order' });
  await quiet();
  app.do(at.begin({ name: 'exit', subject: { id: '7', version: '3', name: 'HT1', contractCode: 'HT1' } }));
  await quiet();
  await app.clock.advance(typingPauseMs);
  await app.last('/exit-quote').answer({ total: '100.00' });
  await app.last('/order/exit/foretell').answer({ act: 12, text: '提交后由他人审批' });
  expect(app.last('/order/exit/foretell').call.body).toMatchObject({ id: '7', amount: '100.00', reason: '-' });
  expect(see.all(app.store.getState() as never)).toMatchObject({ waits: '提交后由他人审批', refusal: '' });
  expect(app.calls('/order/exit')).toEqual([]);
});

it('says in a question that others decide on what it asks', async () => {
  const app = await start({ at: '/lease/order' });
  await quiet();
  app.do(orderMoves.actions.move({ id: '7', to: 11 }));
  await app.last('/order/detail').answer({ id: '7', businessStatus: 1, totalAmount: '100.00' });
  await app.last('/update-businessStatus/foretell').answer({ act: 4, text: '提交后由他人审批' });
  expect(feedback.selectors.question(app.store.getState() as never)).toMatchObject({ waits: '提交后由他人审批' });
  app.do(feedback.actions.answered({ isSure: true, reason: '不要了' }));
  expect(app.last('/update-businessStatus').call.query).toMatchObject({ reason: '不要了' });
});

it('asks no more about a dialog that is closed, and counts a refused question as nothing undone', async () => {
  const app = await start({ at: '/lease/order' });
  await quiet();
  const open = () =>
    app.do(at.begin({ name: 'exit', subject: { id: '7', version: '3', name: 'HT1', contractCode: 'HT1' } }));
  open();
  await quiet();
  await app.clock.advance(typingPauseMs);
  await app.last('/exit-quote').answer({ total: '100.00' });
  const noted = app.store.getState().log;
  await app.last('/order/exit/foretell').refuse(400, 'order.exitState');
  expect(app.store.getState().log).toEqual(noted);
  expect(see.all(app.store.getState() as never)).toMatchObject({ waits: '', refusal: '' });
  app.do(at.type({ reason: '客户申请' }));
  await app.clock.advance(typingPauseMs);
  await app.last('/exit-quote').answer({ total: '100.00' });
  const late = app.last('/order/exit/foretell');
  app.do(at.done({ name: 'exit', subject: { id: '7', name: 'HT1' } } as never));
  await late.answer({ act: 12, text: '提交后由他人审批' });
  expect(see.all(app.store.getState() as never)).toMatchObject({ name: null, waits: '' });
});

it('says of a booking that waits for others only that it does', async () => {
  const app = await start({ at: '/lease/receipt' });
  await quiet();
  app.do(at.begin({ name: 'claim', subject: { id: '7', name: 'SK1' } }));
  await quiet();
  app.do(at.type({ customerId: '9' }));
  await app.clock.advance(typingPauseMs);
  await app.last('/receipt/claim').answer({ receiptNo: null, trial: 't' });
  app.do(at.send());
  const waiting = '已提交审批，通过后自动执行';
  const body = { code: 200, success: true, data: { receiptNo: null }, msg: waiting, heldAct: 23 };
  await app.last('/receipt/claim').answerRaw(200, body);
  expect(app.store.getState().feedback.toasts.map(({ text, say }) => text ?? say)).toEqual([waiting]);
});
