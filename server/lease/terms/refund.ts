/** Money of a cancelled order goes back to its customer. */

import { cancelled } from '../../../contract/domain/lifecycle/orderStates';
import { cents } from '../../../contract/domain/money';
import { label } from '../../../contract/domain/text';
import { order, refundStates } from '../../../contract/modules/lease/order';
import { directions, sources } from '../../../contract/modules/lease/receipt';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { balanceOf } from '../ledger/accounts';
import { bookAll } from '../ledger/book';
import { doneToday, movementChanges } from '../ledger/deciding';

/**
 * The open refund of an order was paid. It is booked against what the order holds; an order from before the ledger
 * holds nothing there, and its history alone says so. False when it waits for the approval of others. `valueDate`: the day
 * that they have seen.
 */
export async function returnMoney(cx: Context, id: string, reason: string, valueDate = cx.today): Promise<boolean> {
  const [held] = await cx.rows(order).lock([id]);
  if (!held) return refuse('notYours');
  if (held.businessStatus !== cancelled || held.refundStatus !== refundStates.open) refuse('order.noRefund');
  const { refundDue, customerId } = held;
  const whose = [customerId];
  const ofDay = await doneToday(cx, 'refund', { customers: whose });
  const deed = { act: 'refund', module: order, row: held, amount: refundDue, ofDay, whose } as const;
  // Those who decide on refunds do so with the right to refunds, which the person who asks needs as well.
  if ((await cx.approvals.isForPeople(deed)) && !(await cx.may('receipt_refund')))
    refuse('forbidden', { permission: 'receipt_refund' });
  const movement = {
    direction: directions.paidOut,
    valueDate,
    amount: refundDue,
    source: sources.byHand,
    partyName: held.customerName,
    partyAccount: held.refundCardCode,
    bankName: held.refundBankName,
    customerId,
    remark: reason || null,
  };
  const isHeld = await cx.approvals.hold({
    ...deed,
    name: held.contractCode ?? held.id,
    input: { isOfOrder: true, valueDate },
    reason,
    changes: [
      {
        label: label('退款金额', 'Refund'),
        before: null,
        after: refundDue,
        says: { order: ['refundDue'], receipt: ['amount'] },
      },
      ...movementChanges(movement, held.customerName),
    ],
  });
  if (isHeld) return false;
  const balance = await balanceOf(cx, { account: 'order', orderId: id, way: directions.received });
  if (cents(balance) >= cents(refundDue!))
    await bookAll(
      cx,
      [
        {
          movement,
          others: [{ account: 'order', customerId, orderId: id, amount: `-${refundDue}` }],
        },
      ],
      reason,
    );
  await cx
    .rows(order)
    .update(held, { refundStatus: refundStates.returned, refundTime: cx.time }, { action: 'refund', reason });
  return true;
}
