import { sql } from 'kysely';
import { directions } from '../../../contract/domain/lifecycle/direction';
import { cancelled, settled, terminated } from '../../../contract/domain/lifecycle/orderStates';
import { judgeVin, plainSerial } from '../../../contract/domain/papers/vin';
import { textIn } from '../../../contract/domain/text';
import { isEmpty } from '../../../contract/domain/values';
import { type Asset, asset, assetKinds, printedFields } from '../../../contract/modules/lease/asset';
import { order } from '../../../contract/modules/lease/order';
import { defineServerModule } from '../../engine/serverModule';
import type { Context } from '../../kernel/context';
import { problemRefusal, refuse } from '../../kernel/errors';
import { ofCustomer } from '../customer/ofCustomer';
import { refuseBoundObject } from '../purchase/bound';
import { paperStateOf } from '../terms/orderPapers';
import { refuseTwice } from './objects';

/** Holds the orders until the work ends, so that no contract of them is printed meanwhile. */
async function holdOrders(cx: Context, ids: readonly (string | undefined)[]): Promise<void> {
  const wanted = [...new Set(ids.filter((id): id is string => id !== undefined))];
  const held = await cx.rows(order).lock(wanted);
  if (held.length < wanted.length) refuse('notYours');
}

const purchasedFields: readonly string[] = ['supplierId', 'purchasePrice'] satisfies readonly (keyof Asset)[];

/** The first field that contracts print and that the change sets to something else. */
function changedPrint(next: Asset, before: Asset) {
  return printedFields.find((name) => {
    // What the papers leave blank may be entered later: the supplier is paid after they are signed.
    if (purchasedFields.includes(name) && isEmpty(before[name])) return false;
    return (next[name] || null) !== (before[name] || null);
  });
}

export default defineServerModule(asset, {
  table: 'lease_asset',
  list: 'lease_asset_list',
  sums: ['purchasePrice'],
  filters: { customerId: ofCustomer },
  offers: {
    purchased: {
      where: ({ tenantId }) => sql<boolean>`order_id in (
        select id from lease_order where tenant_id = ${tenantId} and direction = ${directions.collect}
          and business_status not in (${settled}, ${terminated}, ${cancelled}))`,
      refuse: 'purchase.notOffered',
    },
  },

  async saving(typed, cx, before) {
    const next = { ...typed, serialNo: plainSerial(typed.serialNo) };
    await holdOrders(cx, [next.orderId, before?.orderId]);
    if (before) await refuseBoundObject(cx, before, next);
    const changed = before && changedPrint(next, before);
    if (!before || changed) {
      const isOut = async (orderId: string) => (await paperStateOf(cx, orderId)) !== null;
      if (!before && (await isOut(next.orderId))) refuse('asset.fixedList');
      if (before && changed && ((await isOut(before.orderId)) || (await isOut(next.orderId))))
        refuse('asset.frozen', { field: textIn(asset.fields[changed].label, cx.language) });
      const wrong = next.kind === assetKinds.vehicle ? judgeVin(next.serialNo) : undefined;
      if (wrong) throw problemRefusal(asset, 'serialNo', wrong, cx.language);
      await refuseTwice(cx, next);
    }
    return { serialNo: next.serialNo };
  },

  async removing(doomed, cx) {
    const orders = doomed.map(({ orderId }) => orderId);
    await holdOrders(cx, orders);
    for (const one of doomed) await refuseBoundObject(cx, one);
    for (const orderId of new Set(orders)) if ((await paperStateOf(cx, orderId)) !== null) refuse('asset.fixedList');
  },
});
