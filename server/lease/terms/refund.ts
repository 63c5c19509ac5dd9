/** Money of a cancelled order goes back to its customer. */
import { cents } from '../../../contract/domain/money';
import { cancelled } from '../../../contract/domain/orderStates';
import { type Order, order, refundStates } from '../../../contract/modules/lease/order';
import { directions, sources } from '../../../contract/modules/lease/receipt';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { balanceOf, bookAll } from '../ledger/book';

/** The open refund of an order was paid. It is booked against what the order holds; an order from before the ledger
 *  holds nothing there, and its history alone says so. */
export async function returnMoney(cx: Context, id: string, reason: string): Promise<Order> {
  const [held] = await cx.rows(order).lock([id]);
  if (!held) return refuse('notYours');
  if (held.businessStatus !== cancelled || held.refundStatus !== refundStates.open) refuse('order.noRefund');
  const { refundDue, customerId } = held;
  const balance = await balanceOf(cx, { account: 'order', orderId: id, way: directions.received });
  if (cents(balance) >= cents(refundDue!))
    await bookAll(
      cx,
      [
        {
          movement: {
            direction: directions.paidOut,
            valueDate: cx.today,
            amount: refundDue,
            source: sources.byHand,
            partyName: held.customerName,
            partyAccount: held.refundCardCode,
            bankName: held.refundBankName,
            customerId,
            remark: reason || null,
          },
          others: [{ account: 'order', customerId, orderId: id, amount: `-${refundDue}` }],
        },
      ],
      reason,
    );
  return cx
    .rows(order)
    .update(held, { refundStatus: refundStates.returned, refundTime: cx.time }, { action: 'refund', reason });
}
