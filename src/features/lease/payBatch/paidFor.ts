import type { TFunction } from 'i18next';
import type { PayItem } from '../../../../contract/wire/bank/lines';

/** What a payment is for: the instalment, or the object that is bought. */
export function paidFor({ currentPeriods, assetName }: Pick<PayItem, 'currentPeriods' | 'assetName'>, t: TFunction) {
  return assetName ?? t('receipts.periodShort', { period: currentPeriods ?? 0 });
}
