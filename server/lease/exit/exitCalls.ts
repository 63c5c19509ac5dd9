/** Calls by which an order is closed before its maturity. */

import Type from 'typebox';
import { addDays } from '../../../contract/domain/calendar';
import type { ExitQuote } from '../../../contract/domain/leasing/exit';
import { inYuan } from '../../../contract/domain/ledger/inYuan';
import { terminating } from '../../../contract/domain/lifecycle/orderStates';
import { cents } from '../../../contract/domain/money';
import { joined, type Label, label } from '../../../contract/domain/text';
import { type Order, order } from '../../../contract/modules/lease/order';
import { checkVersion } from '../../engine/saving/saving';
import { defineCall } from '../../kernel/call';
import type { Context, Deed } from '../../kernel/context';
import { ChangedTrial, refuse } from '../../kernel/errors';
import { amount, day, freeText, id, money, optional, shape, whole, words } from '../../kernel/schemas';
import { heldOf } from '../ledger/orderMoney';
import { moveOrder, settlePaid } from '../order/orderLifecycle';
import { runningState } from './exiting';
import { type ExitAsked, exitLimits, quoteFor, refuseBlind } from './quoting';

async function lockedOrder(cx: Context, id: string): Promise<Order> {
  const [held] = await cx.rows(order).lock([id]);
  return held ?? refuse('notYours');
}

/** What closes the order, as the person sees it before. */
async function exitTrial(cx: Context, held: Order, asked: ExitAsked) {
  const { deposit } = await heldOf(cx, held.id);
  return { ...(await quoteFor(cx, held, asked)), exitUntil: asked.exitUntil, deposit };
}

/** What the amount is made of: one line with it, so that who may not see it sees no part of it either. */
function madeOf({ principalLeft, owing, fee, late, charges, total }: ExitQuote): Label {
  const parts = [
    [label('本金', 'principal'), principalLeft],
    [label('利息', 'interest'), owing],
    [label('手续费', 'fee'), fee],
    [label('逾期费', 'late charges'), late],
    [label('其他费用', 'other charges'), charges],
  ] as const;
  const of = (language: 'zh' | 'en') => {
    const said = parts.map(([title, amount]) => `${title[language]} ${inYuan(amount)[language]}`);
    return joined(said, language);
  };
  const all = inYuan(total);
  return label(`${all.zh}（${of('zh')}）`, `${all.en} (${of('en')})`);
}

/** The rate of the interest, where the person who asks has chosen another one than the order's. */
function chosenRate({ yearRate }: Order, { exitRate }: ExitAsked): Deed['changes'] {
  if (!exitRate || Number(exitRate) === Number(yearRate)) return [];
  return [{ label: order.fields.yearRate.label, before: `${Number(yearRate)}%`, after: `${Number(exitRate)}%` }];
}

/** Closes the order, or asks others to decide: true when it is done. */
export async function exitOrder(cx: Context, held: Order, asked: ExitAsked, reason: string): Promise<boolean> {
  const quote = await exitTrial(cx, held, asked);
  if (asked.amount !== undefined && cents(asked.amount) !== cents(quote.total))
    throw new ChangedTrial(quote, { amount: quote.total }, 'order.exitChanged');
  const isHeld = await cx.approvals.hold({
    act: 'orderExit',
    module: order,
    row: held,
    name: held.contractCode ?? held.id,
    input: { ...asked, askedOn: cx.today, amount: asked.amount ?? quote.total },
    amount: quote.total,
    reason,
    changes: [
      { label: order.fields.exitDate.label, before: null, after: quote.exitDate },
      { label: order.fields.exitUntil.label, before: null, after: asked.exitUntil },
      { label: order.fields.exitAmount.label, before: null, after: madeOf(quote) },
      ...chosenRate(held, asked),
    ],
  });
  if (isHeld) return false;
  await moveOrder(cx, held, terminating, { by: 'system', reason, exit: asked });
  await settlePaid(cx, [held.id]); // a settlement of nothing is paid already
  return true;
}

const asks = {
  exitDate: day(),
  exitUntil: optional(day()),
  exitRate: optional(freeText('提前结清年利率（%）', 'Yearly rate of the days that have passed, percent')),
  feeRate: optional(freeText('手续费率（%）', 'Fee on the principal that is left, percent')),
};
function askedOf<A extends { exitDate: string; exitUntil?: string }>(asked: A): ExitAsked & A {
  // A quote cannot be open beyond the end of the calendar.
  if (asked.exitDate > exitLimits.lastDay) refuse('badParameter', { name: 'exitDate' });
  return { ...asked, exitUntil: asked.exitUntil ?? addDays(asked.exitDate, exitLimits.usualDays) };
}

export const exitCalls = [
  defineCall({
    method: 'GET',
    path: order.url('exit-quote'),
    title: ['提前结清试算', 'What closes an order before its maturity'],
    query: { id: id(), ...asks },
    answer: shape({
      exitDate: day(),
      exitUntil: day(),
      days: whole(),
      earned: amount(),
      rentPaid: amount(),
      owing: amount(),
      principalLeft: amount(),
      fee: amount(),
      late: amount(),
      charges: amount(),
      total: amount(),
      deposit: amount(),
      row: shape({ rent: amount(), principal: amount(), other: amount() }),
    }),
    permission: 'order_terminate',
    async handle(cx, { input: { id, ...given } }) {
      await refuseBlind(cx);
      const held = (await cx.rows(order).get(id)) ?? refuse('notYours');
      return exitTrial(cx, held, askedOf(given));
    },
  }),
  defineCall({
    method: 'POST',
    path: order.url('exit'),
    foretells: true,
    title: ['提前结清', 'Close an order before its maturity'],
    body: {
      id: id(),
      version: freeText('订单版本', 'Of the order as it was looked at'),
      ...asks,
      amount: money(),
      reason: words(500, '原因', 'Why'),
    },
    answer: Type.Boolean({ description: '是否已办理；false 表示已提交审批 (false: it waits for approval)' }),
    permission: 'order_terminate',
    async handle(cx, { input: { id, version, reason, ...given } }) {
      await refuseBlind(cx);
      const held = await lockedOrder(cx, id);
      checkVersion(order, held, { version });
      if (reason.trim() === '') refuse('order.reasonNeeded');
      return exitOrder(cx, held, askedOf(given), reason);
    },
  }),
  defineCall({
    method: 'POST',
    path: order.url('exit-withdraw'),
    title: ['撤回提前结清', 'The order goes on as if no exit had been asked for'],
    body: {
      id: id(),
      version: freeText('订单版本', 'Of the order as it was looked at'),
      reason: words(500, '原因', 'Why'),
    },
    answer: Type.Literal(true),
    permission: 'order_terminate',
    async handle(cx, { input: { id, version, reason } }) {
      const held = await lockedOrder(cx, id);
      checkVersion(order, held, { version });
      if (reason.trim() === '') refuse('order.reasonNeeded');
      if (held.businessStatus !== terminating) refuse('order.exitState');
      await cx.approvals.refusePending(order, [held.id]);
      await moveOrder(cx, held, runningState(cx, held), { by: 'system', reason });
      return true as const;
    },
  }),
];
