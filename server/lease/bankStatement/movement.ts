/** The movement of money that a line of a bank shows, and how others decide on it where the bank names another party. */
import { joined, label } from '../../../contract/domain/text';
import { type BankStatement, bankStatement } from '../../../contract/modules/lease/bankStatement';
import { sources } from '../../../contract/modules/lease/receipt';
import type { Context, Deed } from '../../kernel/context';
import type { Movement } from '../ledger/accounts';
import { dueSays, movementChanges, partySays } from '../ledger/deciding';
import type { Way } from '../ledger/way';
import type { StoredLine } from './store';

export function movementOf(statement: BankStatement, line: StoredLine): Movement {
  return {
    direction: line.direction as Way,
    valueDate: line.valueDate,
    amount: line.amount,
    source: sources.statement,
    bankName: statement.bankName ?? '',
    ...(line.receiptSerial ? { serialNo: line.receiptSerial } : {}),
    ...(line.partyName ? { partyName: line.partyName } : {}),
    ...(line.partyAccount ? { partyAccount: line.partyAccount } : {}),
    ...(line.purpose ? { remark: line.purpose } : {}),
  };
}

/** Booking a line for customers whom the bank does not name. `booked`: decimal yuan that instalments of theirs get. */
export function otherNameDeed(
  cx: Context,
  statement: BankStatement,
  line: StoredLine,
  {
    customers,
    booked,
    ...how
  }: {
    customers: readonly string[];
    names: NonNullable<Deed['names']>;
    booked: string;
    reason: string;
    input: object;
  },
): Deed {
  return {
    act: 'lineOther',
    module: bankStatement,
    row: statement,
    parts: [line.id],
    name: line.partyName || [statement.bankName, line.valueDate].filter(Boolean).join(' '),
    names: how.names,
    input: { ...how.input, lineId: line.id },
    amount: line.amount,
    reason: how.reason,
    changes: [
      ...movementChanges(movementOf(statement, line)),
      {
        label: label('入账客户', 'Booked for'),
        before: line.partyName || '-',
        after: joined(customers, cx.language),
        says: partySays,
      },
      { label: label('入账到期次的金额', 'To instalments'), before: null, after: booked, says: dueSays },
    ],
  };
}
