import type { ReactNode } from 'react';
import { orderSigns } from '../../../../contract/domain/lifecycle/orderStates';
import { wordFor } from '../../../store/crud/dict';
import { signChip } from '../../crud/cells';
import type { Format } from '../../crud/screen';

/** The order's state as icon, text and tint. */
export function orderChip(status: unknown, { language, dicts }: Format): ReactNode {
  const key = Number(status ?? 0);
  return signChip(orderSigns[key] ?? orderSigns[0]!, wordFor(dicts, 'order_business_status', key, language));
}
