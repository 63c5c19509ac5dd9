import { sql } from 'kysely';
import { cents } from '../../../contract/domain/money';
import { type Asset, asset } from '../../../contract/modules/lease/asset';
import { order } from '../../../contract/modules/lease/order';
import { type Purchase, purchase } from '../../../contract/modules/lease/purchase';
import { supplier } from '../../../contract/modules/lease/supplier';
import { defineServerModule } from '../../engine/serverModule';
import type { Change, Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { ofCustomer } from '../customer/ofCustomer';
import { purchasesOf, refuseInFile } from './bound';
import { refuseBeyond } from './judging';

/** Refuses what is paid, in a payment file or cancelled. */
async function refuseDone(cx: Context, row: Purchase & { isCancelled?: number }): Promise<void> {
  const bound = (await purchasesOf(cx, { assetIds: [row.assetId] })).find(({ id }) => id === row.id);
  if (!bound || cents(bound.paidAmount) > 0n) return refuse('purchase.notEditable');
  refuseInFile([bound]);
}

/** The object with its order, held until the work ends; the object first, as its own changes do it. */
async function heldObject(cx: Context, assetId: string): Promise<Asset> {
  const of = (await cx.rows(asset).hold(assetId)) ?? refuse('notYours');
  if ((await cx.rows(order).lock([of.orderId])).length === 0) refuse('notYours');
  return of;
}

async function wasInFile({ trx, tenantId }: Context, ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select 1 from lease_pay_item where tenant_id = ${tenantId} and purchase_id = any(${[...ids]}::bigint[]) limit 1`.execute(
    trx,
  );
  return rows.length > 0;
}

export default defineServerModule(purchase, {
  table: 'lease_purchase',
  list: 'lease_purchase_list',
  sums: ['amount', 'paidAmount'],
  filters: { customerId: ofCustomer },
  shows: {
    supplierId: { module: asset.name, field: 'supplierId', by: 'assetId' },
    supplierName: { module: supplier.name, field: 'supplierName', by: 'supplierId' },
  },
  // Named as every record is that a field points to.
  showing: ({ assetName: _, ...row }: Purchase & { assetName?: string }) => row as Purchase,
  madeOf: [{ module: asset.name, column: 'asset_id' }],
  entered: 'purchase.notRemovable',

  async saving(next, cx, before) {
    const of = await heldObject(cx, next.assetId);
    if (before) await refuseDone(cx, before);
    // Most objects have one invoice, which is entered with them.
    const isOfObject = !next.invoiceNo && of.invoiceNo;
    const invoice = isOfObject ? { invoiceNo: of.invoiceNo, invoiceDate: next.invoiceDate || of.invoiceDate } : {};
    const invoiceAmount = await refuseBeyond(cx, { ...next, ...invoice }, of);
    return { ...invoice, invoiceAmount, orderId: of.orderId };
  },

  async removing(doomed, cx) {
    if (
      await wasInFile(
        cx,
        doomed.map(({ id }) => id),
      )
    )
      refuse('purchase.notRemovable');
  },

  actions: {
    cancel: {
      async run(cx, [row]) {
        await heldObject(cx, row!.assetId);
        await refuseDone(cx, row!);
        // Its state is read from this and from what is paid of it.
        return { isCancelled: 1 } as Change<Purchase>;
      },
    },
  },
});
