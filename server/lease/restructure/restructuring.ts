/** A new plan for what is unpaid: previewed, asked for, withdrawn before the supplement is signed, and in force with it. */

import { planTermsOf } from '../../../contract/domain/leasing/record';
import { type RestructureAsk, type Restructuring, restructure } from '../../../contract/domain/leasing/restructure';
import { rowKinds } from '../../../contract/domain/leasing/rowKinds';
import type { PlanTerms } from '../../../contract/domain/leasing/terms';
import { inYuan } from '../../../contract/domain/ledger/inYuan';
import { active } from '../../../contract/domain/lifecycle/orderStates';
import { cents } from '../../../contract/domain/money';
import { label, textIn } from '../../../contract/domain/text';
import { type Order, order } from '../../../contract/modules/lease/order';
import { type PaymentPlan, paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { type KeptRestructuring, keptRestructuring } from '../../../contract/wire/lease/restructure';
import type { Context } from '../../kernel/context';
import { ChangedTrial, refuse } from '../../kernel/errors';
import { pause } from '../exit/pauses';
import { seenPlanRows } from '../exit/quoting';
import { refuseWaiting } from '../payBatch/waiting';
import { keepInvestmentRate } from '../terms/investment';
import { inWords } from '../terms/inWords';
import { voidSupplements } from '../terms/orderPapers';

/** `rent`: of the new rows, as the person has seen it; refused when it is another one now. */
export type Asked = RestructureAsk & { rent?: string | undefined };

/** The terms that the unpaid part follows from now. */
function termsNow(held: Order): PlanTerms {
  return keptRestructuring(held.restructured)?.terms ?? planTermsOf(held);
}

/** What a new plan is refused for, by the term at fault. */
const restructureRefusals = {
  fromDate: 'order.restructureFrom',
  extend: 'order.restructureWhole',
  deadline: 'order.restructureTerm',
  frequency: 'order.restructureDue',
  dueDay: 'order.restructureDue',
  rentTable: 'order.restructureTable',
} as const;

/** What the new plan would be. Refused for terms that make none. */
export async function proposed(cx: Context, held: Order, asked: Asked): Promise<Restructuring> {
  if (held.businessStatus !== active || held.restructuring) refuse('order.restructureState');
  if (asked.fromDate < cx.today) refuse('order.restructureDay');
  const rows = await seenPlanRows(cx, held.id);
  const made = inWords(restructureRefusals, () =>
    restructure(
      termsNow(held),
      rows.map((row) => ({
        id: row.id,
        kind: row.kind ?? rowKinds.instalment,
        currentPeriods: row.currentPeriods ?? 0,
        paymentDate: row.paymentDate!,
        days: row.days ?? 0,
        rent: row.rent ?? '0',
        principal: row.principal ?? '0',
        other: row.other ?? '0',
        amountPayable: row.amountPayable ?? '0',
        paidAmount: row.paidAmount ?? '0',
      })),
      asked,
    ),
  );
  if (asked.rent !== undefined && cents(asked.rent) !== cents(made.after.rent))
    throw new ChangedTrial(previewOf(cx, made), { rent: made.after.rent }, 'order.restructureChanged');
  return made;
}

/** The new plan as the person sees it before. */
export function previewOf({ language }: Context, { terms: _, explanation, ...made }: Restructuring) {
  return { ...made, explanation: explanation.map((sentence) => textIn(sentence, language)) };
}

function locked(cx: Context, ids: readonly string[]): Promise<PaymentPlan[]> {
  return cx.rows(paymentPlan).lockAll(ids);
}

/** Asks for a new plan; another person decides. True when it waits for the customer's signature. */
export async function askForRestructuring(cx: Context, held: Order, asked: Asked, reason: string): Promise<boolean> {
  const made = await proposed(cx, held, asked);
  const isHeld = await cx.approvals.hold({
    act: 'orderRestructure',
    module: order,
    row: held,
    name: held.contractCode ?? held.id,
    input: { ...asked, rent: made.after.rent },
    amount: held.totalAmount,
    reason,
    isAlways: true,
    changes: [
      {
        label: label('剩余期数', 'Remaining instalments'),
        before: String(made.before.count),
        after: String(made.after.count),
      },
      {
        label: label('剩余租金', 'Remaining rent'),
        before: inYuan(made.before.rent),
        after: inYuan(made.after.rent),
        says: { paymentPlan: ['rent'] },
      },
      { label: order.fields.maturity.label, before: made.before.maturity, after: made.maturity },
    ],
  });
  if (isHeld) return false;
  const replaced = await locked(cx, made.replaced);
  await refuseWaiting(
    cx,
    replaced.map((row) => ({ row, held })),
  );
  const kept: KeptRestructuring = { ...made, fromDate: asked.fromDate, reason };
  await cx.rows(order).update(held, { restructuring: JSON.stringify(kept) }, { action: 'restructure', reason });
  return true;
}

function waiting(held: Order): KeptRestructuring {
  return keptRestructuring(held.restructuring) ?? refuse('order.restructureNone');
}

/** The plan goes on as before; supplements that are out are void. Refused once one is signed. */
export async function withdrawRestructuring(cx: Context, held: Order, reason: string): Promise<void> {
  waiting(held);
  await voidSupplements(cx, held.id, reason);
  await cx.rows(order).update(held, { restructuring: null }, { action: 'restructureWithdraw', reason });
}

/** The supplement is signed: the rows of the next plan version take the place of those that they replace. */
export async function applyRestructuring(cx: Context, held: Order): Promise<void> {
  const kept = waiting(held);
  const all = await cx.rows(paymentPlan).find({ orderId: held.id });
  const old = await locked(cx, kept.replaced);
  await cx.rows(paymentPlan).updateAll(old.map((row) => [row, { payStatus: 2 as const }]));
  await pause(cx, old);
  const shared = {
    orderId: held.id,
    planVersion: Math.max(...all.map(({ planVersion }) => planVersion ?? 1)) + 1,
    bankCardCode: held.bankCardCode,
    bankName: held.bankName,
  };
  for (const { residual: _, ...row } of kept.rows) await cx.rows(paymentPlan).insert({ ...row, ...shared });
  await cx
    .rows(order)
    .update(
      held,
      { restructuring: null, restructured: JSON.stringify(kept), maturity: kept.maturity },
      { action: 'restructured', reason: kept.reason },
    );
  await keepInvestmentRate(cx, held.id);
}
