/** Lines wait again: what was done with them is taken back. */
import { sum } from '../../../contract/domain/money';
import { type BankStatement, bankStatement, lineStates } from '../../../contract/modules/lease/bankStatement';
import { type Receipt, receipt } from '../../../contract/modules/lease/receipt';
import type { UndoneLines } from '../../../contract/wire/ledger/takingBack';
import { writeAudit } from '../../engine/audit/entries';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { reverseReceipt, tryReversal } from '../ledger/reverse';
import { refuseChanged, trialOf } from '../ledger/trial';
import { type StoredLine, settleLines } from './store';

/** Takes back what was done with lines, or only says what that comes to: receipts that they made are reversed, the others wait again. */
export async function undoLines(
  cx: Context,
  statement: BankStatement,
  lines: readonly StoredLine[],
  { reason, isTrial, trial }: { reason: string; isTrial: boolean; trial?: string | undefined },
): Promise<UndoneLines> {
  const booked = lines.filter(({ state }) => state === lineStates.booked);
  const rest = lines.filter(({ state }) => state === lineStates.linked || state === lineStates.ignored);
  if (booked.length > 0 && !(await cx.may('receipt_reverse'))) refuse('forbidden', { permission: 'receipt_reverse' });
  const held = (await cx.rows(receipt).lock(booked.map(({ receiptId }) => receiptId!))) as Receipt[];
  if (held.length < booked.length) refuse('notYours');
  const figures = await tryReversal(cx, held);
  const amount = sum(held.map((row) => row.amount ?? '0'));
  const outcome = {
    ...figures,
    receipts: held.length,
    amount,
    waiting: rest.length,
    trial: trialOf([figures.trial, held.map(({ id }) => id).sort(), rest.map(({ id, state }) => [id, state])]),
  };
  if (isTrial) return outcome;
  refuseChanged(trial, outcome, amount);
  for (const row of held) await reverseReceipt(cx, row, { reason });
  await settleLines(
    cx,
    rest.map(({ id }) => ({ id, state: lineStates.open })),
  );
  writeAudit(cx, bankStatement, statement, [], { action: 'reverse', reason });
  return outcome;
}
