/**
 * Where the money of an order flows and from when, once its contracts are out: changed by a request that a second person
 * decides on. What it changes is the same in the order and in its unpaid instalments; paid ones stay.
 */

import {
  active,
  awaitingContract,
  awaitingVoucher,
  isTerminal,
  signing,
} from '../../../contract/domain/lifecycle/orderStates';
import { isAccountNumber } from '../../../contract/domain/lifecycle/plausible';
import { isStartDay, startWindow } from '../../../contract/domain/lifecycle/startDates';
import type { Label } from '../../../contract/domain/text';
import { label } from '../../../contract/domain/text';
import { isEmpty } from '../../../contract/domain/values';
import { type Order, order, paperStates } from '../../../contract/modules/lease/order';
import { type PaymentPlan, paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { maskOf } from '../../../contract/schema/mask';
import type { Context } from '../../kernel/context';
import { Refusal, refuse } from '../../kernel/errors';
import { moveOrder } from '../order/orderLifecycle';
import { hasLivePaper, paperStateOf, voidUnsigned } from './orderPapers';

export const accountFields = ['bankCardCode', 'bankName', 'interestDate'] as const;
type AccountField = (typeof accountFields)[number];
export type Account = { [name in AccountField]?: string | null };

/** The fields that a change sets to something else. */
export function changedFields(before: Account, next: Account): AccountField[] {
  return accountFields.filter((name) => name in next && (next[name] || null) !== (before[name] || null));
}

/** What those who decide read of a change; account numbers are masked. */
export function shownChanges(before: Account, next: Account) {
  const shown = (of: Account, name: AccountField) =>
    of[name] ? (maskOf(order.fields[name], of[name]) as string) : null;
  return changedFields(before, next).map((name): { label: Label; before: string | null; after: string | null } => ({
    label: order.fields[name].label,
    before: shown(before, name),
    after: shown(next, name),
  }));
}

function refuseField(name: AccountField): never {
  throw new Refusal('invalid', { text: order.fields[name].label.zh }, { [name]: 'badFormat' });
}

/** Refuses a start that the order may not have. `state`: of its contracts. */
export function refuseStart(
  cx: Context,
  held: Pick<Order, 'signedTime'>,
  day: string,
  state: Order['paperState'],
): void {
  if (state === paperStates.signed) {
    const { from, to } = startWindow(held.signedTime ?? cx.time);
    if (day < from || day > to) refuse('order.startOutside', { from, to });
  } else if (!isStartDay(day, cx.today)) {
    const { from, to } = startWindow(cx.time);
    refuse('order.startOutside', { from, to });
  }
}

/** Whether money of the customer has come in, which goes back to the account where the order is cancelled or runs. */
export function takesTwo({ businessStatus, pzsfqr }: Pick<Order, 'businessStatus' | 'pzsfqr'>): boolean {
  return (businessStatus ?? 0) >= active || pzsfqr === 1;
}

async function judge(cx: Context, held: Order, next: Account): Promise<AccountField[]> {
  const status = held.businessStatus ?? 0;
  if (isTerminal(status) || status < awaitingVoucher) refuse('order.changeState');
  const changed = changedFields(held, next);
  if (changed.length === 0) refuse('order.nothingChanged');
  if (changed.includes('interestDate')) {
    if (status >= active) refuse('order.startRunning');
    if (!next.interestDate) refuseField('interestDate');
    refuseStart(cx, held, next.interestDate!, await paperStateOf(cx, held.id));
  }
  if (changed.includes('bankCardCode') && !isAccountNumber(String(next.bankCardCode ?? '')))
    refuseField('bankCardCode');
  if (changed.includes('bankName') && isEmpty(next.bankName)) refuseField('bankName');
  return changed;
}

async function unpaidRows(cx: Context, orderId: string): Promise<PaymentPlan[]> {
  const rows = (await cx.rows(paymentPlan).find({ orderId })).filter(({ payStatus }) => payStatus === 0);
  return cx.rows(paymentPlan).lockAll(rows.map(({ id }) => id));
}

const voidedFor = label('账户或起租日已变更，请重新发起签约', 'Account or start changed; issue the contracts again');

/** Writes a change that was decided: order, unpaid instalments, and an end of contracts that are out unsigned. */
export async function changeAccount(cx: Context, held: Order, next: Account, reason: string): Promise<Order> {
  const changed = await judge(cx, held, next);
  const change = Object.fromEntries(changed.map((name) => [name, next[name]]));
  const note = { action: 'changeAccount', reason } as const;
  const written = await cx.rows(order).update(held, change, note);
  const { interestDate: _start, ...account } = change;
  if (Object.keys(account).length > 0)
    for (const row of await unpaidRows(cx, held.id)) await cx.rows(paymentPlan).update(row, account, note);
  return reprint(cx, written, voidedFor.zh);
}

/** Contracts that no longer say what holds are void; an order without any waits for new ones. */
export async function reprint(cx: Context, held: Order, reason: string): Promise<Order> {
  await voidUnsigned(cx, held.id, reason);
  if (held.businessStatus !== signing || (await hasLivePaper(cx, held.id))) return held;
  return moveOrder(cx, held, awaitingContract, { by: 'system', reason });
}

/** Asks for a change, or makes it where no second person can decide; answers whether it was made. */
export async function askForChange(cx: Context, held: Order, next: Account, reason: string): Promise<boolean> {
  const changed = await judge(cx, held, next);
  if (reason.trim() === '') refuse('order.reasonNeeded');
  const rows = await unpaidRows(cx, held.id);
  await cx.approvals.refusePending(
    paymentPlan,
    rows.map(({ id }) => id),
  );
  const isHeld = await cx.approvals.hold({
    act: 'orderAccount',
    module: order,
    row: held,
    name: held.contractCode ?? held.customerName ?? held.id,
    input: Object.fromEntries(changed.map((name) => [name, next[name]])),
    amount: held.totalAmount,
    reason,
    isAlways: takesTwo(held) || (await paperStateOf(cx, held.id)) !== null,
    changes: shownChanges(held, next),
  });
  if (isHeld) return false;
  await changeAccount(cx, held, next, reason);
  return true;
}
