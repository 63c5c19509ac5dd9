import Type from 'typebox';
import {
  awaitingContract,
  cancelled,
  draft,
  editableFields,
  isRemovable,
  voucherReview,
} from '../../contract/domain/orderStates';
import { textIn } from '../../contract/domain/text';
import { type Order, order } from '../../contract/modules/lease/order';
import { paymentPlan } from '../../contract/modules/lease/paymentPlan';
import { picture, voucherPicType } from '../../contract/modules/lease/picture';
import { maskOf } from '../../contract/schema/mask';
import { writeRecord } from '../engine/saving';
import { hidesAny, withinScope } from '../engine/scopes';
import { type ApprovedDeed, defineServerModule } from '../engine/serverModule';
import { defineCall } from '../kernel/call';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { amount, day, freeText, id, idList, list, nullable, optional, shape, whole } from '../kernel/schemas';
import { approvedRefund } from './ledger/moves';
import { moveOrder, scheduleOf, snapshot } from './orderLifecycle';

/**
 * Confirming a voucher confirms what the person saw: `pictureIds`, and the `version` of the order, which every change
 * of a voucher raises. Clients of the family send neither.
 */
async function checkLookedAt(cx: Context, held: Order, looked: string[], version?: string): Promise<void> {
  if (version && version !== String(held.version)) refuse('order.voucherChanged');
  if (looked.length === 0) return;
  const vouchers = await cx.rows(picture).find({ orderId: held.id, picType: voucherPicType });
  if (vouchers.length !== looked.length || vouchers.some(({ id }) => !looked.includes(id)))
    refuse('order.voucherChanged');
}

const schedule = shape({
  rows: list(
    shape({
      currentPeriods: whole(),
      totalPeriods: whole(),
      paymentDate: day(),
      days: whole(),
      rent: amount(),
      principal: amount(),
      amountPayable: amount(),
      monthlyRent: amount(),
    }),
  ),
  basis: whole(),
  periods: whole(),
  maturity: day(),
  totalRent: amount(),
  monthlyRent: amount(),
  totalPayable: amount(),
  residue: amount(),
});

/** What decides where and from when money flows, once an order is submitted. */
const accountFields = ['bankCardCode', 'bankName', 'interestDate'] as const;
function accountOf(row: Order) {
  return Object.fromEntries(accountFields.map((name) => [name, row[name] || null]));
}

/** Whether a change of the account or of the start waits for the decision of others. */
async function heldAccount(cx: Context, next: Order, before: Order): Promise<boolean> {
  const changed = accountFields.filter((name) => (next[name] || null) !== (before[name] || null));
  if (changed.length === 0) return false;
  const shown = (row: Order, name: (typeof accountFields)[number]) =>
    row[name] ? maskOf(order.fields[name], row[name]) : null;
  return cx.approvals.hold({
    act: 'orderAccount',
    module: order,
    row: before,
    input: accountOf(next),
    amount: before.totalAmount,
    changes: changed.map((name) => ({
      label: order.fields[name].label,
      before: shown(before, name) as string | null,
      after: shown(next, name) as string | null,
    })),
  });
}

/** The move of an order that others have approved. */
const approvedMove: ApprovedDeed = async (cx, { id, input, reason }) => {
  const { to, pictureIds } = input as { to: number; pictureIds: string[] };
  const [held] = await cx.rows(order).lock([id]);
  if (!held) return refuse('notYours');
  if (to === awaitingContract && held.businessStatus === voucherReview) await checkLookedAt(cx, held, pictureIds);
  await moveOrder(cx, held, to, { by: 'person', reason });
};

const served = defineServerModule(order, {
  table: 'lease_order',
  list: 'lease_order_list',
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
      if (fixed) refuse('order.notEditable', { field: textIn(fixed[1].label, cx.language) });
      await cx.approvals.refusePending(order, [before.id]);
      if (status !== draft && (await heldAccount(cx, next, before))) return accountOf(before);
    }
    // A draft follows its product; afterwards the order keeps the agreed terms.
    return status === draft ? { ...(await snapshot(cx, next)), businessStatus: status } : undefined;
  },

  async removing(doomed, cx) {
    if (doomed.some(({ businessStatus }) => !isRemovable(businessStatus ?? draft))) refuse('order.notRemovable');
    await cx.approvals.refusePending(
      order,
      doomed.map(({ id }) => id),
    );
  },

  approved: {
    orderSubmit: approvedMove,
    orderVoucher: approvedMove,
    orderStart: approvedMove,
    orderCancel: approvedMove,
    orderOverride: approvedMove,
    refund: approvedRefund,
    async orderAccount(cx, { id, input }) {
      const [held] = await cx.rows(order).lock([id]);
      if (!held) return refuse('notYours');
      await writeRecord(cx, served, { body: { ...input, id, version: held.version } });
    },
  },

  calls: [
    defineCall({
      method: 'POST',
      path: order.url('update-businessStatus'),
      title: ['变更订单状态', 'Move an order to another state'],
      query: {
        id: id(),
        businessStatus: Type.Integer({ minimum: 0, maximum: cancelled }),
        reason: optional(freeText()),
        version: optional(freeText('确认凭证时所见的版本', 'Of the order as it was looked at')),
        pictureIds: idList(),
      },
      answer: Type.Boolean({ description: '是否已变更；false 表示已提交审批 (false: it waits for approval)' }),
      permission: order.permission('list'), // each move requires its own permission
      async handle(cx, { input: { id, businessStatus: to, reason = '', version, pictureIds } }) {
        const [held] = await cx.rows(order).lock([id]);
        if (!held) return refuse('notYours');
        if (to === awaitingContract && held.businessStatus === voucherReview)
          await checkLookedAt(cx, held, pictureIds, version);
        const moved = await moveOrder(cx, held, to, { by: 'person', reason: reason.slice(0, 500), pictureIds });
        return moved.businessStatus === to;
      },
    }),
    defineCall({
      method: 'GET',
      path: order.url('preview'),
      title: ['付款计划试算', 'The schedule that an order would get'],
      query: {
        productId: id(),
        customerId: id(),
        totalAmount: optional(freeText()),
        interestDate: optional(freeText()),
      },
      answer: schedule,
      permission: order.permission('list'),
      /** The schedule of an order that started with these values. Writes nothing. */
      async handle(cx, { input: { totalAmount = '', interestDate = cx.today, ...of } }) {
        if (await hidesAny(cx, paymentPlan, 'amountPayable', 'rent', 'principal')) refuse('amountsHidden');
        const terms = await snapshot(cx, { ...of, totalAmount });
        return scheduleOf({ ...terms, totalAmount, interestDate } as Order);
      },
    }),
    {
      method: 'GET',
      path: order.url('summary'),
      title: ['各状态的订单数与总金额', 'Orders in each state, and their principal'],
      answer: list(
        shape({ businessStatus: nullable(whole()), count: whole(), totalAmount: optional(nullable(amount())) }),
      ),
      permission: order.permission('list'),
      /** How many orders are in each state, and their principal: the pills above the list. */
      async handle(cx) {
        if (await hidesAny(cx, order, 'businessStatus')) refuse('fieldsHidden');
        // An amount that a data scope hides is hidden in sums, too.
        const hasAmount = !(await hidesAny(cx, order, 'totalAmount'));
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
        return rows.map(({ totalAmount, ...row }) => ({
          ...row,
          count: Number(row.count),
          ...(hasAmount ? { totalAmount } : {}),
        }));
      },
    },
  ],
});
export default served;
