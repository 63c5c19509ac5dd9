/** The end of an order before its lease starts: what it takes, and what is owed to the customer then. */

import { addDays } from '../../../contract/domain/calendar';
import { signatureFlags } from '../../../contract/domain/contractKinds';
import { type Order, refundStates } from '../../../contract/modules/lease/order';
import { annulmentDaysIn } from '../../../contract/modules/system/param';
import { paramOf } from '../../engine/params';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { refuseBought } from '../purchase/bound';
import { annulments, annulSigned, isAnnulled, signedPapers, voidUnsigned } from './orderPapers';

async function daysToSign(cx: Context): Promise<number> {
  return annulmentDaysIn(await paramOf(cx.trx, 'order.annulmentDays'));
}

/**
 * Whether cancelling the order takes a second person: a contract is signed, and the customer has not signed its
 * termination. Refused before the termination agreement has waited for the customer as long as it has to, and while a
 * supplier of its objects is paid.
 */
export async function cancelTakesTwo(cx: Context, { id }: Pick<Order, 'id'>): Promise<boolean> {
  await refuseBought(cx, id);
  if ((await signedPapers(cx, id)).length === 0 || (await isAnnulled(cx, id))) return false;
  const days = await daysToSign(cx);
  const since = (await annulments(cx, id)).map(({ createTime }) => createTime!.slice(0, 10)).sort()[0];
  if (since === undefined) return refuse('order.annulFirst', { days });
  const date = addDays(since, days);
  if (cx.today < date) refuse('order.annulWaits', { date });
  return true;
}

/** Ends the contracts of an order that is cancelled. Its confirmed money becomes an open refund. */
export async function cancelOrder(cx: Context, held: Order, reason: string): Promise<Partial<Order>> {
  await cancelTakesTwo(cx, held);
  await voidUnsigned(cx, held.id, reason);
  await annulSigned(cx, held.id, reason);
  const refund = {
    refundStatus: refundStates.open,
    refundDue: held.voucherAmount ?? held.totalAmount,
    refundCardCode: held.bankCardCode,
    refundBankName: held.bankName,
  };
  return { ...signatureFlags(0), ...(held.pzsfqr === 1 ? refund : {}) };
}
