import {
  awaitingContract,
  cancelled,
  draft,
  editableFields,
  isRemovable,
  voucherReview,
} from '../../contract/domain/orderStates';
import { type Order, order } from '../../contract/modules/lease/order';
import { paymentPlan } from '../../contract/modules/lease/paymentPlan';
import { picture, voucherPicType } from '../../contract/modules/lease/picture';
import { hiddenFields, withinScope } from '../engine/scopes';
import { defineServerModule } from '../engine/serverModule';
import { idList, need, needId, type Params } from '../kernel/call';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { moveOrder, scheduleOf, snapshot } from './orderLifecycle';

/**
 * Whoever confirms a voucher confirms what they looked at: `pictureIds`, and the `version` of the order, which changes
 * with every way back on which a voucher may give way to another. Clients of the family send neither.
 */
const checkLookedAt = async (cx: Context, held: Order, params: Params): Promise<void> => {
  if (params.version && params.version !== String(held.version)) refuse('order.voucherChanged');
  const looked = idList({ params, body: {} }, 'pictureIds');
  if (looked.length === 0) return;
  const vouchers = await cx.rows(picture).find({ orderId: held.id, picType: voucherPicType });
  if (vouchers.length !== looked.length || vouchers.some(({ id }) => !looked.includes(id)))
    refuse('order.voucherChanged');
};

const served = defineServerModule(order, {
  table: 'lease_order',
  sums: ['totalAmount'],

  async saving(next, cx, before) {
    const status = before?.businessStatus ?? draft;
    if (before) {
      const free = editableFields(status);
      const fixed = Object.entries(order.fields).find(
        ([name, field]) =>
          !('derived' in field) &&
          !free.includes(name) &&
          (next[name as keyof Order] || null) !== (before[name as keyof Order] || null),
      );
      if (fixed) refuse('order.notEditable', { field: fixed[1].label[cx.language] });
    }
    // While it is a draft the order follows its product; from then on it keeps what was agreed.
    return status === draft ? { ...(await snapshot(cx, next)), businessStatus: status } : undefined;
  },

  async removing(doomed) {
    if (doomed.some(({ businessStatus }) => !isRemovable(businessStatus ?? draft))) refuse('order.notRemovable');
  },

  calls: [
    {
      method: 'POST',
      path: order.url('update-businessStatus'),
      permission: order.permission('list'), // each move asks for the right of its own
      async handle(cx, { params }) {
        const asked = need(params, 'businessStatus');
        const to = /^\d{1,2}$/.test(asked) ? Number(asked) : Number.NaN;
        if (!(to <= cancelled)) refuse('badParameter', { name: 'businessStatus' });
        const [held] = await cx.rows(order).lock([needId(params)]);
        if (!held) return refuse('notYours');
        if (to === awaitingContract && held.businessStatus === voucherReview) await checkLookedAt(cx, held, params);
        await moveOrder(cx, held, to, { by: 'person', reason: (params.reason ?? '').slice(0, 500) });
        return true;
      },
    },
    {
      method: 'GET',
      path: order.url('preview'),
      permission: order.permission('list'),
      /** The schedule an order would get if it started with what it says now. Writes nothing. */
      async handle(cx, { params }) {
        const hidden = await hiddenFields(cx, paymentPlan);
        if (['amountPayable', 'rent', 'principal'].some((name) => hidden.has(name))) refuse('amountsHidden');
        const { productId = '', customerId = '', totalAmount = '', interestDate } = params;
        const terms = await snapshot(cx, {
          productId: needId({ productId }, 'productId'),
          customerId: needId({ customerId }, 'customerId'),
          totalAmount,
        });
        return scheduleOf({ ...terms, totalAmount, interestDate: interestDate || cx.today } as Order);
      },
    },
    {
      method: 'GET',
      path: order.url('summary'),
      permission: order.permission('list'),
      /** How many orders are in each state, and their principal: the pills above the list. */
      async handle(cx) {
        const { trx, tenantId } = cx;
        const rows = await trx
          .selectFrom('lease_order')
          .select(({ fn }) => [
            'business_status as businessStatus',
            fn.countAll().as('count'),
            fn.sum('total_amount').as('totalAmount'),
          ])
          .where('tenant_id', '=', tenantId)
          .where('is_deleted', '=', 0)
          .where(await withinScope(cx, order))
          .groupBy('business_status')
          .orderBy('business_status')
          .execute();
        // An amount that a data scope hides is not told by adding it up either.
        const isHidden = (await hiddenFields(cx, order)).has('totalAmount');
        return rows.map(({ totalAmount, ...row }) => ({
          ...row,
          count: Number(row.count),
          ...(isHidden ? {} : { totalAmount }),
        }));
      },
    },
  ],
});
export default served;
