/** What payments to suppliers bind: their objects, and the orders of these. */
import { sql } from 'kysely';
import { cents, sum } from '../../../contract/domain/money';
import { type Asset, asset } from '../../../contract/modules/lease/asset';
import { itemStates } from '../../../contract/modules/lease/payBatch';
import { purchase } from '../../../contract/modules/lease/purchase';
import type { Context } from '../../kernel/context';
import { refuse, Told } from '../../kernel/errors';
import { calledFile, type WaitingFile } from '../payBatch/waiting';
import { calledContract } from '../terms/calledOrder';

/** A payment to a supplier that is not called off, with the payment file in which it waits. */
export interface BoundPurchase {
  id: string;
  orderId: string;
  assetId: string;
  assetName: string;
  contractCode: string;
  invoiceNo: string;
  invoiceAmount: string | null;
  supplierId: string | null;
  amount: string;
  paidAmount: string;
  file: WaitingFile | null;
}

/** The purchases of objects, of an order, or of an invoice; those that were cancelled and not paid are missing. */
export async function purchasesOf(
  { trx, tenantId }: Context,
  of: { assetIds: readonly string[] } | { orderId: string } | { invoiceNo: string; supplierId: string },
): Promise<BoundPurchase[]> {
  const which =
    'assetIds' in of
      ? sql`p.asset_id = any(${[...of.assetIds]}::bigint[])`
      : 'orderId' in of
        ? sql`p.order_id = ${of.orderId}`
        : sql`p.invoice_no = ${of.invoiceNo} and a.supplier_id = ${of.supplierId}`;
  const { rows } = await sql<BoundPurchase>`
    select p.id, p.order_id as "orderId", p.asset_id as "assetId", a.asset_name as "assetName",
           coalesce(o.contract_code, '') as "contractCode", coalesce(p.invoice_no, '') as "invoiceNo",
           p.invoice_amount as "invoiceAmount", a.supplier_id as "supplierId", p.amount, p.paid_amount as "paidAmount",
           (select json_build_object('batchId', b.id::text, 'batchNo', b.batch_no) from lease_pay_item i
            join lease_pay_batch b on b.tenant_id = ${tenantId} and b.id = i.batch_id
            where i.tenant_id = ${tenantId} and i.purchase_id = p.id and i.state = ${itemStates.waiting}) as file
    from lease_purchase p
    join lease_asset a on a.tenant_id = ${tenantId} and a.id = p.asset_id
    join lease_order o on o.tenant_id = ${tenantId} and o.id = p.order_id
    where p.tenant_id = ${tenantId} and p.is_deleted = 0 and (p.is_cancelled = 0 or p.paid_amount > 0) and ${which}
    order by p.id`.execute(trx);
  return rows;
}

/** How sentences call an object. */
export function calledObject({ id, assetName }: Pick<Asset, 'id' | 'assetName'>): Told {
  return new Told({ module: asset, ids: [id], values: { assetName } });
}

/** What payments come to, for who sees the amounts of all of them. */
export function toldSum(
  purchases: readonly Pick<BoundPurchase, 'id'>[],
  field: 'amount' | 'paidAmount' | 'invoiceAmount',
  value: string,
): Told {
  return new Told({ module: purchase, ids: purchases.map(({ id }) => id), values: { [field]: value } });
}

/** The price of an object. */
export function toldPrice({ id }: Pick<Asset, 'id'>, purchasePrice: string): Told {
  return new Told({ module: asset, ids: [id], values: { purchasePrice } });
}

/** A bank that was asked to pay it may do so at any moment. */
export function refuseInFile(purchases: readonly BoundPurchase[]): void {
  const waiting = purchases.find(({ file }) => file !== null);
  if (!waiting) return;
  const { file, orderId, contractCode, assetId, assetName } = waiting;
  refuse('purchase.inFile', {
    contract: calledContract({ id: orderId, contractCode }),
    object: calledObject({ id: assetId, assetName }),
    file: calledFile(file!),
  });
}

/** Refuses what purchases do not let be done to their locked object; without `next` it is to be removed. */
export async function refuseBoundObject(cx: Context, before: Asset, next?: Asset): Promise<void> {
  const bound = await purchasesOf(cx, { assetIds: [before.id] });
  const object = calledObject(before);
  if (bound.length > 0 && next?.orderId !== before.orderId) refuse('purchase.objectBound', { object });
  const isBegun = bound.some(({ file, paidAmount }) => file || cents(paidAmount) > 0n);
  if (isBegun && (next!.supplierId || null) !== (before.supplierId || null))
    refuse('purchase.supplierBound', { object });
  const amount = sumOf(bound);
  const price = next?.purchasePrice;
  if (bound.length > 0 && before.purchasePrice && (!price || cents(price) < cents(amount)))
    refuse('purchase.beyondPrice', {
      object,
      amount: toldSum(bound, 'amount', amount),
      price: toldPrice(before, price || '0.00'),
    });
}

export function sumOf(purchases: readonly BoundPurchase[]): string {
  return sum(purchases.map(({ amount }) => amount));
}

/** Refuses to cancel an order whose suppliers were paid, or may be by a bank. */
export async function refuseBought(cx: Context, orderId: string): Promise<void> {
  const bound = await purchasesOf(cx, { orderId });
  refuseInFile(bound);
  const amount = sum(bound.map(({ paidAmount }) => paidAmount));
  if (cents(amount) > 0n) refuse('purchase.orderPaid', { amount: toldSum(bound, 'paidAmount', amount) });
}
