/** What the calls of the ledger answer about money that was booked, or would be. */
import { parts } from '../../../contract/domain/ledger/allocation';
import { amount, day, id, list, nullable, shape, text, whole } from '../../kernel/schemas';

export const split = Object.fromEntries(parts.map((part) => [part, amount()])) as Record<
  (typeof parts)[number],
  ReturnType<typeof amount>
>;
export const outcome = {
  receiptId: nullable(id()),
  receiptNo: nullable(text()),
  entries: list(
    shape({
      ...split,
      planId: id(),
      orderId: id(),
      contractCode: text(),
      customerName: text(),
      currentPeriods: whole(),
      paymentDate: day(),
      amount: amount(),
      openAmount: amount(),
    }),
  ),
  booked: amount(),
  rest: amount(),
  trial: text(),
  needsReason: list(text()),
};
/** What is taken back, or would be. */
export const takenBack = {
  ...split,
  rows: list(
    shape({
      ...split,
      planId: id(),
      orderId: id(),
      contractCode: text(),
      customerName: text(),
      currentPeriods: whole(),
      paymentDate: day(),
      amount: amount(),
    }),
  ),
  reopened: amount(),
  others: list(shape({ account: whole(), amount: amount() })),
  running: list(text()),
  trial: text(),
};
