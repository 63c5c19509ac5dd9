/** Booking a line to what a person chooses. Where the bank names another party, another person decides on it. */
import type { Proposal } from '../../../contract/domain/bank/match';
import { type BankStatement, bankStatement, lineStates } from '../../../contract/modules/lease/bankStatement';
import { order } from '../../../contract/modules/lease/order';
import type { Outcome } from '../../../contract/wire/ledger/booking';
import type { ApprovedDeed } from '../../engine/serverModule';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { notNamed } from '../ledger/bearer';
import { namedBy } from '../ledger/deciding';
import { bookMovement, type Rest, refuseOther } from '../ledger/moves';
import { bookChosen } from './confirming';
import { movementOf, otherNameDeed } from './movement';
import { lockLines, type StoredLine, settleLines } from './store';

/** What a person books a line to. `customerId`: whose money it is, where that is chosen. */
export interface Assigned {
  orderIds: readonly string[];
  customerId: string | null;
  rest: Rest;
  /** What the person has confirmed. */
  trial?: string | undefined;
}

/** The customers that get the money of the line. */
async function customersOf(cx: Context, { orderIds, customerId }: Assigned): Promise<string[]> {
  const held = await Promise.all(orderIds.map((id) => cx.rows(order).get(id)));
  const ids = held.flatMap((one) => (one?.customerId ? [one.customerId] : []));
  return [...new Set(customerId ? [...ids, customerId] : ids)];
}

/** Books a locked line of a statement, or asks others to decide on it: then the receipt is null. */
export async function assignLine(
  cx: Context,
  statement: BankStatement,
  line: StoredLine,
  { isTrial, reason, ...asked }: Assigned & { isTrial: boolean; reason: string },
): Promise<Outcome> {
  if (line.state !== lineStates.open) refuse('bank.lineDone', { row: line.lineNo });
  await cx.approvals.refusePending(bankStatement, [line.id]);
  const { orderIds, customerId, rest, trial: confirmed } = asked;
  const movement = { ...movementOf(statement, line), customerId };
  const book = (isTrial: boolean) =>
    bookMovement(cx, movement, {
      ...{ aim: { shares: [], orderIds, customerId }, rest, trial: confirmed },
      ...{ isTrial, explained: reason },
    });
  if (isTrial) return book(true);
  const customerIds = await customersOf(cx, asked);
  const customers = await notNamed(cx, line, customerIds);
  if (customers.length > 0) {
    const outcome = await book(true);
    refuseOther(confirmed, outcome);
    const input = { ...asked, trial: outcome.trial };
    const names = namedBy([...orderIds, ...outcome.entries.map((entry) => entry.orderId)], customerIds);
    const deed = otherNameDeed(cx, statement, line, { customers, names, booked: outcome.booked, reason, input });
    if (await cx.approvals.hold(deed)) return outcome;
  }
  const outcome = await book(false);
  await settleLines(cx, [{ id: line.id, state: lineStates.booked, receiptId: outcome.receiptId }]);
  return outcome;
}

/** The line that others have agreed to book: as a person chose, or by the answer that was proposed. */
export const approvedAssigning: ApprovedDeed = async (cx, { id, input, reason }) => {
  const { lineId, proposal, ...asked } = input as unknown as Assigned & { lineId: string; proposal?: Proposal };
  const statement = (await cx.rows(bankStatement).hold(id)) as BankStatement | undefined;
  const [line] = await lockLines(cx, id, { ids: [lineId] });
  if (!statement || !line) return refuse('notYours');
  if (proposal) await bookChosen(cx, statement, [{ line, proposal }], { reason, trial: asked.trial });
  else await assignLine(cx, statement, line, { ...asked, reason, isTrial: false });
};
