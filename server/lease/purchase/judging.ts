/** What payments to a supplier may come to: the price of their object, and their invoice. */
import { cents } from '../../../contract/domain/money';
import type { Asset } from '../../../contract/modules/lease/asset';
import type { Purchase } from '../../../contract/modules/lease/purchase';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { type BoundPurchase, purchasesOf, sumOf } from './bound';

type Judged = Pick<Purchase, 'amount' | 'invoiceNo' | 'invoiceAmount'> & { id?: string | undefined };

/** The others together with it. */
function withOthers(others: readonly BoundPurchase[], { id, amount }: Judged): string {
  return sumOf([...others.filter((other) => other.id !== id), { amount: amount ?? '0' } as BoundPurchase]);
}

/**
 * Refuses more than the price of its object, and more than its invoice: all that names the number for the supplier counts,
 * whatever the order, and everyone who enters the number states the same amount. The order of the object must be locked. Answers the amount of its invoice, where it is
 * known.
 */
export async function refuseBeyond(cx: Context, one: Judged, of: Asset): Promise<string | null> {
  const price = of.purchasePrice;
  const paid = withOthers(await purchasesOf(cx, { assetIds: [of.id] }), one);
  if (price && cents(paid) > cents(price)) refuse('purchase.beyondPrice', { name: of.assetName, amount: paid, price });
  const { invoiceNo, invoiceAmount } = one;
  if (!invoiceNo || !of.supplierId) return invoiceAmount || null;
  // Two orders that name the same invoice at the same time would both find room in it.
  await cx.exclusive(`purchase.invoice:${of.supplierId}:${invoiceNo}`);
  const others = await purchasesOf(cx, { invoiceNo, supplierId: of.supplierId });
  const said = others.find((other) => other.id !== one.id && other.invoiceAmount)?.invoiceAmount;
  if (said && invoiceAmount && cents(said) !== cents(invoiceAmount))
    refuse('purchase.otherInvoice', { invoice: invoiceNo, amount: said });
  const limit = invoiceAmount || said;
  const billed = withOthers(others, one);
  if (limit && cents(billed) > cents(limit))
    refuse('purchase.beyondInvoice', { invoice: invoiceNo, amount: billed, limit });
  return limit || null;
}
