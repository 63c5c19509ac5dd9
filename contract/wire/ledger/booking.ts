/** What people enter when money has moved, and what the server answers: both sides read this. */

import type { Amounts } from '../../domain/ledger/allocation';
import { directions, directionTexts } from '../../modules/lease/receipt';
import { choice, date, longText, money, ref, text } from '../../schema/fields';

/** Where money goes that no instalment needs. */
export const rests = { unclaimed: 1, prepaid: 2 } as const;

/** The form of a movement of money. */
export const bookingFields = {
  direction: choice('方向', 'Direction', directionTexts, {
    required: true,
    initial: directions.paidOut,
  }),
  valueDate: date('到账日期', 'Value date', { required: true }),
  amount: money('金额', 'Amount', { required: true, min: 0.01, max: 100_000_000_000 }),
  customerId: ref('customer')('客户', 'Customer'),
  partyName: text('对方户名', 'Counterparty'),
  partyAccount: text('对方账号', 'Account', { maxLength: 40 }),
  bankName: text('银行', 'Bank'),
  serialNo: text('银行流水号', 'Bank reference'),
  rest: choice(
    '余款',
    'What is left',
    { [rests.unclaimed]: ['继续待认领', 'Keep unclaimed'], [rests.prepaid]: ['转为客户预收预付', 'Prepaid balance'] },
    { required: true, initial: rests.unclaimed },
  ),
  remark: longText('备注', 'Remark'),
};
/** The part of it that says where an unclaimed amount belongs. */
export const claimFields = {
  customerId: bookingFields.customerId,
  rest: bookingFields.rest,
  reason: longText('说明', 'Remark'),
};

/** What an instalment gets, and what is open of it afterwards. Amounts are decimal yuan. */
export interface BookedEntry extends Amounts {
  planId: string;
  orderId: string;
  contractCode: string;
  customerName: string;
  currentPeriods: number;
  /** `yyyy-MM-dd` */
  paymentDate: string;
  amount: string;
  openAmount: string;
}
/** What a movement was booked to, or would be. */
export interface Outcome {
  /** null in a trial. */
  receiptId: string | null;
  receiptNo: string | null;
  entries: BookedEntry[];
  booked: string;
  /** What none of the instalments needed. */
  rest: string;
  /** Stands for these figures: sent along, they are what is booked, or it is refused. */
  trial: string;
  /** Why it needs a reason: instalments out of turn, or with the money of another customer. */
  needsReason: string[];
}
