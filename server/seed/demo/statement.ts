/** A statement of the demo's own bank account, to be imported: some customers have paid what they owe in the next days. */
import { sharedColumns, statementLayouts } from '../../../contract/domain/bank/layouts';
import { addDays } from '../../../contract/domain/calendar';
import { csvLine } from '../../../contract/domain/csv';
import { directions } from '../../../contract/domain/lifecycle/direction';
import { active } from '../../../contract/domain/lifecycle/orderStates';
import { add, cents, yuan } from '../../../contract/domain/money';
import { demoAccount } from './accounts';
import type { Book, Draft } from './book';

/** Instalments that it pays; the last one of them in part. */
const mostPaid = 6;
const daysAhead = 14;

interface Line {
  amount: string;
  partyName: string;
  partyAccount: string;
  purpose: string;
}

function paidAhead({ tables }: Book, today: string): { row: Draft; held: Draft }[] {
  const orders = new Map((tables.get('lease_order') ?? []).map((held) => [held.id, held]));
  const until = addDays(today, daysAhead);
  return (tables.get('lease_payment_plan') ?? [])
    .map((row) => ({ row, held: orders.get(String(row.orderId))! }))
    .filter(
      ({ row, held }) => held.direction === directions.collect && held.businessStatus === active && row.payStatus === 0,
    )
    .filter(({ row }) => String(row.paymentDate) >= today && String(row.paymentDate) <= until)
    .sort((a, b) => (String(a.row.paymentDate) < String(b.row.paymentDate) ? -1 : 1))
    .slice(0, mostPaid);
}

/** As ICBC writes it, of yesterday. */
export function statementOf(book: Book, today: string): string {
  const paid = paidAhead(book, today).map(({ row, held }, at, all): Line => {
    const whole = String(row.amountPayable);
    return {
      amount: at === all.length - 1 ? yuan(cents(whole) / 2n) : whole,
      partyName: String(held.customerName),
      partyAccount: String(row.bankCardCode),
      purpose: '租金',
    };
  });
  const interest = { amount: '12.36', partyName: '工商银行', partyAccount: '', purpose: '结息' };
  const day = addDays(today, -1);
  const columns = { ...sharedColumns, ...statementLayouts.icbc.columns };
  const names = [
    'serial',
    'ownAccount',
    'partyAccount',
    'date',
    'debit',
    'credit',
    'purpose',
    'partyName',
    'balance',
  ] as const;
  let balance: string = demoAccount.opening;
  const lines = [...paid, interest].map(({ amount, partyName, partyAccount, purpose }, at) => {
    balance = add(balance, amount);
    const serial = `${day.replaceAll('-', '')}${String(at + 1).padStart(4, '0')}`;
    return [serial, demoAccount.account, partyAccount, `${day} 10:20:30`, '', amount, purpose, partyName, balance];
  });
  return `\uFEFF${[names.map((name) => columns[name][0]!), ...lines].map(csvLine).join('')}`;
}
