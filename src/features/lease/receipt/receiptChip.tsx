import type { ReactNode } from 'react';
import { paySigns } from '../../../../contract/domain/lifecycle/orderStates';
import { type Receipt, receipt, receiptStates } from '../../../../contract/modules/lease/receipt';
import { signChip, textOf } from '../../crud/cells';
import type { Format } from '../../crud/screen';

/** Whether a receipt is in force. */
export function receiptChip({ state }: Pick<Receipt, 'state'>, format: Format): ReactNode {
  const sign = state === receiptStates.reversed ? paySigns.void : paySigns.paid;
  return signChip(sign, textOf(receipt.fields.state, state, format) ?? '');
}
