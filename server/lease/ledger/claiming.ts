/** Claiming what is unclaimed of a receipt. Where the bank names another party, another person decides on it. */
import { totalOf } from '../../../contract/domain/ledger/allocation';
import { cents, subtract } from '../../../contract/domain/money';
import { joined, label } from '../../../contract/domain/text';
import { type Receipt, receipt, receiptStates, sources } from '../../../contract/modules/lease/receipt';
import type { Outcome } from '../../../contract/wire/ledger/booking';
import type { ApprovedDeed } from '../../engine/serverModule';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { nextNumber } from '../numbers';
import { refuseWaiting } from '../payBatch/waiting';
import type { AccountLine, Movement } from './accounts';
import { type Aim, type Aimed, aimed } from './aims';
import { notNamed } from './bearer';
import { judgeLine } from './book';
import { counterDay } from './counter';
import { aimChanges, doneToday, movementChanges, namedBy, partySays } from './deciding';
import { outcomeOf, type Rest, refuseBlind, refuseOther, refuseUnknownCustomer, restLines, transfer } from './moves';
import { outOfTurn, refuseUnexplained } from './outOfTurn';
import { refuseUnreceived } from './principal';
import type { Way } from './way';

/** What is claimed of a receipt, and for what. `amount`: yuan; all that is unclaimed without one. */
interface Claim {
  amount?: string;
  aim: Aim;
  rest: Rest;
  reason: string;
  /** What the person has confirmed. */
  trial?: string | undefined;
}

/** Whether others decide on a claim: what a bank's paper names one party for goes to another. */
async function isForOthers(
  cx: Context,
  row: Receipt,
  { amount, aim, rest, trial, reason }: Claim & { amount: string },
  found: Aimed,
): Promise<boolean> {
  if (row.source !== sources.statement) return false;
  const ids = [...found.lines.map(({ held }) => held.customerId), aim.customerId].filter((id) => id != null);
  const customers = await notNamed(cx, row, [...new Set(ids)]);
  if (customers.length === 0) return false;
  const lines = found.lines.map((line) => ({ ...line, amount: totalOf(line.amounts) }));
  return cx.approvals.hold({
    act: 'claimOther',
    module: receipt,
    row,
    name: row.receiptNo ?? row.id,
    names: namedBy(
      found.lines.map(({ held }) => held.id),
      ids,
    ),
    input: { amount, aim, rest, trial },
    amount,
    ofDay: await doneToday(cx, 'claimOther', { customers: ids, receiptId: row.id }),
    whose: ids,
    reason,
    changes: [
      ...movementChanges(row),
      {
        label: label('认领客户', 'Claimed for'),
        before: row.partyName || '-',
        after: joined(customers, cx.language),
        says: partySays,
      },
      ...aimChanges(cx, lines, { left: found.left, isPrepaid: rest === 'prepaid' }),
    ],
  });
}

/** Books what was unclaimed of a locked receipt, or a part of it. */
export async function claimReceipt(
  cx: Context,
  row: Receipt,
  { amount, aim, rest, isTrial, trial, reason }: Claim & { isTrial: boolean },
): Promise<Outcome> {
  await refuseBlind(cx);
  if (row.state !== receiptStates.booked) refuse('receipt.reversed');
  await cx.approvals.refusePending(receipt, [row.id]);
  await refuseUnknownCustomer(cx, aim.customerId);
  const unclaimed = row.openAmount ?? '0.00';
  const claimed = amount ?? unclaimed;
  if (cents(claimed) <= 0n || cents(claimed) > cents(unclaimed)) refuse('receipt.claimed', { amount: unclaimed });
  await cx.shared('ledger.close');
  const valueDate = await counterDay(cx, row.valueDate!);
  const way = row.direction as Way;
  const found = await aimed(cx, { amount: claimed, way, valueDate }, aim);
  const others = rest === 'prepaid' ? restLines(rest, found.left, way, aim.customerId) : [];
  const moved = rest === 'prepaid' ? claimed : subtract(claimed, found.left);
  if (cents(moved) === 0n) refuse('receipt.nothingToClaim');
  const movement: Movement = { direction: way, valueDate, amount: '0.00', source: row.source };
  for (const line of found.lines) judgeLine(movement, line);
  await refuseWaiting(cx, found.lines);
  await refuseUnreceived(cx, found.lines);
  const unexplained = await outOfTurn(cx, [{ customerId: row.customerId, lines: found.lines }]);
  const outcome = outcomeOf(found, unexplained);
  if (isTrial) return outcome;
  refuseOther(trial, outcome);
  refuseUnexplained(unexplained, reason);
  if (await isForOthers(cx, row, { amount: claimed, aim, rest, reason, trial: outcome.trial }, found)) return outcome;
  const from: AccountLine = { account: 'unclaimed', amount: subtract('0', moved) };
  const booking = { movement, instalments: found.lines, others: [from, ...others] };
  await transfer(cx, booking, { transferNo: await nextNumber(cx, 'RL'), receiptId: row.id, reason });
  await cx
    .rows(receipt)
    .update(
      row,
      { openAmount: subtract(unclaimed, moved), ...(row.customerId ? {} : { customerId: aim.customerId }) },
      { action: 'claim', reason },
    );
  return outcomeOf(found, unexplained, row);
}

/** The claim that others have agreed to. */
export const approvedClaim: ApprovedDeed = async (cx, { id, input, reason }) => {
  const [row] = await cx.rows(receipt).lock([id]);
  await claimReceipt(cx, (row as Receipt | undefined) ?? refuse('notYours'), {
    ...(input as unknown as Claim),
    reason,
    isTrial: false,
  });
};
