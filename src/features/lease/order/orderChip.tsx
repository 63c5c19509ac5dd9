import type { ReactNode } from 'react';
import { orderSigns } from '../../../../contract/domain/lifecycle/orderStates';
import { wordFor } from '../../../store/crud/dict';
import { StatusChip } from '../../../ui/layout/status';
import type { Format } from '../../crud/screen';

/** The order's state as icon, text and tint. */
export function orderChip(status: unknown, { language, dicts }: Format): ReactNode {
  const key = Number(status ?? 0);
  const { tone, glyph } = orderSigns[key] ?? orderSigns[0]!;
  return (
    <StatusChip tone={tone} glyph={glyph}>
      {wordFor(dicts, 'order_business_status', key, language)}
    </StatusChip>
  );
}
