/** Moves that people make. Confirming a voucher books the money that it shows. */
import { awaitingContract, voucherReview } from '../../../contract/domain/lifecycle/orderStates';
import type { Order } from '../../../contract/modules/lease/order';
import { directions, sources } from '../../../contract/modules/lease/receipt';
import type { Voucher } from '../../../contract/wire/lease/voucher';
import type { Context } from '../../kernel/context';
import { bookAll } from '../ledger/book';
import { moveOrder } from '../order/orderLifecycle';
import { otherUses } from './slips';

/** The transfer belongs to the order until its lease starts. One that another order shares is booked for each, and the
 *  bank's number, which the ledger takes once, stands in the remark. */
async function bookVoucher(cx: Context, held: Order): Promise<void> {
  const { id, customerId, voucherAmount, voucherDate, voucherPayer, voucherSerial, voucherReason } = held;
  const uses = voucherSerial ? await otherUses(cx, held, voucherSerial) : [];
  const isShared = uses.some(({ by }) => by === 'serial');
  const movement = {
    direction: directions.received,
    valueDate: voucherDate,
    amount: voucherAmount,
    source: sources.voucher,
    partyName: voucherPayer,
    customerId,
    ...(isShared ? { remark: `${voucherSerial} ${voucherReason ?? ''}`.trim() } : { serialNo: voucherSerial }),
  };
  const line = { account: 'order', customerId, orderId: id, amount: voucherAmount! } as const;
  await bookAll(cx, [{ movement, others: [line] }], voucherReason ?? '');
}

/** As `moveOrder` for a person. */
export async function moveByPerson(
  cx: Context,
  held: Order,
  to: number,
  asked: { reason: string; pictureIds?: string[]; voucher?: Partial<Voucher> | undefined },
): Promise<Order> {
  const moved = await moveOrder(cx, held, to, { by: 'person', ...asked });
  const isConfirmed = held.businessStatus === voucherReview && moved.businessStatus === awaitingContract;
  if (isConfirmed) await bookVoucher(cx, moved);
  return moved;
}
