import type { TFunction } from 'i18next';
import type { PayItem } from '../../../../contract/wire/bank/lines';

type Paid = Pick<PayItem, 'currentPeriods' | 'assetName'> & Partial<Pick<PayItem, 'invoiceNo'>>;

/** What a payment is for: the instalment, or the object that is bought, with its invoice where that is known. */
export function paidFor({ currentPeriods, assetName, invoiceNo }: Paid, t: TFunction): string {
  if (assetName === null) return t('receipts.periodShort', { period: currentPeriods ?? 0 });
  return invoiceNo ? t('bank.forInvoice', { name: assetName, invoice: invoiceNo }) : assetName;
}
