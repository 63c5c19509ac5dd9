import { assetKinds } from '../../../contract/modules/lease/asset';
import type { Order } from '../../../contract/modules/lease/order';
import { supplier } from '../../../contract/modules/lease/supplier';
import type { Context } from '../../kernel/context';
import { objectsFor } from '../../lease/asset/objects';
import type { LeaseObject } from './objectsAnnex';

/** The objects of an order as its lease contract states them; nothing where it has none. */
export async function objectsOf(cx: Context, held: Order): Promise<{ objects?: LeaseObject[] }> {
  const own = await objectsFor(cx, held);
  if (own.length === 0) return {};
  const objects: LeaseObject[] = [];
  for (const { assetName, kind, serialNo, model, supplierId, purchasePrice } of own) {
    const [seller] = supplierId ? await cx.rows(supplier).find({ id: supplierId }) : [];
    objects.push({
      name: assetName,
      isVehicle: kind === assetKinds.vehicle,
      serialNo,
      ...(model ? { model } : {}),
      ...(seller ? { supplier: seller.supplierName } : {}),
      ...(purchasePrice ? { price: purchasePrice } : {}),
    });
  }
  return { objects };
}
