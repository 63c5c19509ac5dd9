import { nothing } from '../../../contract/domain/ledger/allocation';
import { inYuan } from '../../../contract/domain/ledger/inYuan';
import { add, cents, subtract } from '../../../contract/domain/money';
import { order } from '../../../contract/modules/lease/order';
import { type PaymentPlan, paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { accounts, entryKinds } from '../../../contract/modules/lease/receipt';
import { writeAudit } from '../../engine/audit/entries';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { addEntries } from './adding';
import { doneToday } from './deciding';
import { lateOf, notLate } from './late';
import { instalmentName } from './outOfTurn';
import { wayOf } from './way';

/**
 * Waives a late charge, or a part of it: an entry that moves no money. True when it waits for the approval of others.
 * `amount`: decimal yuan; all that is open without one.
 */
export async function waiveLate(
  cx: Context,
  row: PaymentPlan,
  { amount, reason }: { amount?: string; reason: string },
): Promise<boolean> {
  // A quote that closes the order has taken its late charge in.
  const { open, waived: before } = (row.isFrozen === 1 ? undefined : (await lateOf(cx, [row])).get(row.id)) ?? notLate;
  const waived = amount ?? open;
  if (cents(waived) <= 0n || cents(waived) > cents(open)) refuse('plan.noLate', { amount: open });
  const held = (await cx.rows(order).get(row.orderId!)) ?? refuse('notYours');
  const isHeld = await cx.approvals.hold({
    act: 'lateWaiver',
    module: paymentPlan,
    row,
    name: instalmentName(cx, held.contractCode, row.currentPeriods).trim(),
    input: { amount: waived },
    amount: waived,
    counted: add(before, waived),
    ofDay: await doneToday(cx, 'lateWaiver', { customers: [held.customerId], planId: row.id }),
    whose: [held.customerId],
    reason,
    changes: [
      { label: paymentPlan.fields.lateOpen.label, before: inYuan(open), after: inYuan(subtract(open, waived)) },
    ],
  });
  if (isHeld) return true;
  await addEntries(cx, [
    {
      ...nothing,
      id: cx.deps.newId(),
      tenant_id: cx.tenantId,
      kind: entryKinds.waiver,
      account: accounts.instalment,
      direction: wayOf(held),
      plan_id: row.id,
      purchase_id: null,
      due_date: row.paymentDate,
      planned_time: row.createTime,
      order_id: held.id,
      customer_id: held.customerId,
      receipt_id: null,
      reverses_id: null,
      amount: waived,
      late: waived,
      batch_no: null,
      value_date: cx.today,
      reason,
      create_user: cx.principal?.userId ?? null,
      create_time: cx.time,
    },
  ]);
  writeAudit(cx, paymentPlan, row, [{ field: 'lateOpen', before: open, after: subtract(open, waived) }], {
    action: 'waive',
    reason,
  });
  return false;
}
