/** Supplier payments that a bank is asked to make: whether they can be made, and what they are booked to. */
import { isAllSigned } from '../../../contract/domain/contractKinds';
import { isTerminal } from '../../../contract/domain/lifecycle/orderStates';
import { isAccountNumber } from '../../../contract/domain/lifecycle/plausible';
import { cents, lesser, subtract, yuan } from '../../../contract/domain/money';
import { accountNumberIn } from '../../../contract/domain/reading/accounts';
import { joined } from '../../../contract/domain/text';
import { type Asset, asset } from '../../../contract/modules/lease/asset';
import { type Order, order } from '../../../contract/modules/lease/order';
import { type Purchase, purchase } from '../../../contract/modules/lease/purchase';
import { directions } from '../../../contract/modules/lease/receipt';
import { type Supplier, supplier } from '../../../contract/modules/lease/supplier';
import { hidesAny } from '../../engine/rights/scopes';
import type { Context } from '../../kernel/context';
import { refuse, Told } from '../../kernel/errors';
import type { AccountLine } from '../ledger/accounts';
import { wayOf } from '../ledger/way';
import { calledContract } from '../terms/calledOrder';
import { calledObject, purchasesOf, refuseInFile } from './bound';
import { refuseBeyond } from './judging';

/** A supplier payment with whom it goes to, held until the work ends. */
export interface PayableSupplier {
  row: Purchase;
  held: Order;
  of: Asset;
  payeeName: string;
  account: string;
  bankName: string;
  amount: string;
}

function names(held: Order, of: Asset) {
  return { contract: calledContract(held), object: calledObject(of) };
}

async function refuseBlind(cx: Context): Promise<void> {
  if (await hidesAny(cx, purchase, 'amount', 'paidAmount')) refuse('amountsHidden');
  if (await hidesAny(cx, supplier, 'supplierName', 'bankCardCode', 'bankName')) refuse('fieldsHidden');
}

function calledSupplier({ id, supplierName }: Supplier): Told {
  return new Told({ module: supplier, ids: [id], values: { supplierName } });
}

/** The account of a supplier, which no change that others decide on is about to replace. */
async function accountOf(cx: Context, seller: Supplier) {
  await cx.approvals.refusePending(supplier, [seller.id]);
  const account = accountNumberIn(seller.bankCardCode ?? '');
  if (!isAccountNumber(account) || !seller.bankName) refuse('purchase.noAccount', { supplier: calledSupplier(seller) });
  return { payeeName: seller.supplierName, account, bankName: seller.bankName };
}

/** Refuses a payment of an order that the customer has not signed, or that has ended. */
function judgeOrder(held: Order): void {
  const contract = calledContract(held);
  if (wayOf(held) !== directions.received) refuse('purchase.notOffered');
  if (isTerminal(held.businessStatus ?? 0)) refuse('purchase.orderEnded', { contract });
  // The contracts of an order that came with a portfolio were signed on paper.
  if (!isAllSigned(held) && !held.takeoverDate) refuse('purchase.notSigned', { contract });
}

/** Locks purchases with what they are paid for; refuses those that no bank can be asked to pay. */
export async function payableSuppliers(cx: Context, ids: readonly string[]): Promise<PayableSupplier[]> {
  if (ids.length === 0) return [];
  await refuseBlind(cx);
  const rows = (await cx.rows(purchase).lock(ids)) as (Purchase & { isCancelled: number })[];
  const missing = ids.filter((id) => !rows.some((row) => row.id === id));
  if (missing.length > 0) refuse('plan.unknownRows', { ids: joined(missing.slice(0, 10), cx.language) });
  const objects = new Map<string, Asset>();
  for (const id of [...new Set(rows.map(({ assetId }) => assetId))].sort())
    objects.set(id, (await cx.rows(asset).hold(id)) ?? refuse('notYours'));
  const orders = new Map(
    ((await cx.rows(order).lock([...new Set(rows.map(({ orderId }) => orderId!))])) as Order[]).map((one) => [
      one.id,
      one,
    ]),
  );
  const found: PayableSupplier[] = [];
  for (const row of rows) {
    const of = objects.get(row.assetId)!;
    const held = orders.get(row.orderId!) ?? refuse('notYours');
    const said = names(held, of);
    if (row.isCancelled === 1 || cents(row.paidAmount ?? '0') > 0n) refuse('purchase.notDue', said);
    judgeOrder(held);
    if (!of.purchasePrice) refuse('purchase.noPrice', said);
    if (!row.invoiceNo || !row.invoiceAmount) refuse('purchase.noInvoice', said);
    const seller =
      (of.supplierId && (await cx.rows(supplier).hold(of.supplierId))) || refuse('purchase.noSupplier', said);
    await refuseBeyond(cx, row, of);
    found.push({ row, held, of, ...(await accountOf(cx, seller)), amount: row.amount! });
  }
  return found;
}

/** Refuses purchases that wait in another file. */
export async function refuseWaitingSuppliers(cx: Context, payable: readonly PayableSupplier[]): Promise<void> {
  const bound = await purchasesOf(cx, { assetIds: payable.map(({ of }) => of.id) });
  refuseInFile(bound.filter(({ id }) => payable.some(({ row }) => row.id === id)));
}

/** Refuses what is not as it was when its file was made. */
export function refuseOtherSupplier(
  { held, of, ...now }: PayableSupplier,
  then: Pick<PayableSupplier, 'payeeName' | 'account' | 'bankName' | 'amount'>,
): void {
  const isSame = (['payeeName', 'account', 'bankName'] as const).every((name) => now[name] === then[name]);
  if (!isSame || cents(now.amount) !== cents(then.amount)) refuse('purchase.changed', names(held, of));
}

/**
 * What payments that a bank has made are booked to, in their order: also one that was cancelled meanwhile, because the money
 * has left. What a purchase does not need any more, because it was paid twice, is unclaimed until the supplier returns it.
 */
export async function supplierLines(
  cx: Context,
  paid: readonly { purchaseId: string; amount: string }[],
): Promise<AccountLine[][]> {
  if (paid.length === 0) return [];
  const rows = new Map(
    ((await cx.rows(purchase).lock(paid.map(({ purchaseId }) => purchaseId))) as Purchase[]).map((row) => [
      row.id,
      row,
    ]),
  );
  const orderIds = [...new Set([...rows.values()].map(({ orderId }) => orderId!))];
  if ((await cx.rows(order).lock(orderIds)).length < orderIds.length) refuse('notYours');
  return paid.map(({ purchaseId, amount }) => {
    const row = rows.get(purchaseId) ?? refuse('notYours');
    const open = cents(row.amount!) - cents(row.paidAmount ?? '0');
    const taken = yuan(lesser(open, cents(amount)));
    const left = subtract(amount, taken);
    const lines: AccountLine[] = [
      { account: 'purchase', orderId: row.orderId!, purchaseId, amount: taken },
      { account: 'unclaimed', amount: left },
    ];
    return lines.filter((line) => cents(line.amount) > 0n);
  });
}
