/** What payments to a supplier may come to: the price of their object, and their invoice. */
import { cents } from '../../../contract/domain/money';
import type { Asset } from '../../../contract/modules/lease/asset';
import type { Purchase } from '../../../contract/modules/lease/purchase';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { type BoundPurchase, calledObject, purchasesOf, sumOf, toldPrice, toldSum } from './bound';

type Judged = Pick<Purchase, 'amount' | 'invoiceNo' | 'invoiceAmount'> & { id?: string | undefined };

function besides(all: readonly BoundPurchase[], { id }: Judged): BoundPurchase[] {
  return all.filter((other) => other.id !== id);
}
/** The others together with it. */
function withOthers(others: readonly BoundPurchase[], one: Judged): string {
  return sumOf([...besides(others, one), { amount: one.amount ?? '0' } as BoundPurchase]);
}

/**
 * Refuses more than the price of its object, and more than its invoice: all that names the number for the supplier counts,
 * whatever the order, and everyone who enters the number states the same amount. The order of the object must be locked. Answers the amount of its invoice, where it is
 * known.
 */
export async function refuseBeyond(cx: Context, one: Judged, of: Asset): Promise<string | null> {
  const price = of.purchasePrice;
  const priced = await purchasesOf(cx, { assetIds: [of.id] });
  const paid = withOthers(priced, one);
  if (price && cents(paid) > cents(price))
    refuse('purchase.beyondPrice', {
      object: calledObject(of),
      amount: toldSum(besides(priced, one), 'amount', paid),
      price: toldPrice(of, price),
    });
  const { invoiceNo, invoiceAmount } = one;
  if (!invoiceNo || !of.supplierId) return invoiceAmount || null;
  // Two orders that name the same invoice at the same time would both find room in it.
  await cx.exclusive(`purchase.invoice:${of.supplierId}:${invoiceNo}`);
  const others = await purchasesOf(cx, { invoiceNo, supplierId: of.supplierId });
  const stated = besides(others, one).find((other) => other.invoiceAmount);
  const said = stated?.invoiceAmount;
  if (said && invoiceAmount && cents(said) !== cents(invoiceAmount))
    refuse('purchase.otherInvoice', { invoice: invoiceNo, amount: toldSum([stated!], 'invoiceAmount', said) });
  const limit = invoiceAmount || said;
  const billed = withOthers(others, one);
  if (limit && cents(billed) > cents(limit))
    refuse('purchase.beyondInvoice', {
      invoice: invoiceNo,
      amount: toldSum(besides(others, one), 'amount', billed),
      limit: invoiceAmount || toldSum([stated!], 'invoiceAmount', limit),
    });
  return limit || null;
}
