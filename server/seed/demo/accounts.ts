/** The account of the invented company; the same number as in files that people try out. */
import { addDays } from '../../../contract/domain/calendar';
import { companyAccount } from '../../../contract/modules/lease/companyAccount';
import { type Book, system } from './book';

export const demoAccount = { account: '1001234567890123456', opening: '1000.00' } as const;

export function registerAccount(book: Book, { name, today }: { name: string; today: string }): void {
  const openedFrom = addDays(today, -30);
  book.add(
    companyAccount,
    'lease_company_account',
    { bankName: '工商银行', accountName: name, openedFrom, state: 1, ...demoAccount },
    { at: `${openedFrom} 09:00:00`, by: system },
  );
}
