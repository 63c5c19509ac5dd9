import type { ReactNode } from 'react';
import type { Sign } from '../../../../contract/domain/lifecycle/orderStates';
import { formatMoney } from '../../../../contract/domain/money';
import { type BankStatement, bankStatement, chainStates } from '../../../../contract/modules/lease/bankStatement';
import { signChip, textOf } from '../../crud/cells';
import type { Format } from '../../crud/screen';

const signs: Record<number, Sign> = {
  [chainStates.unbroken]: { tone: 'success', glyph: 'checkmark-circle' },
  [chainStates.gap]: { tone: 'danger', glyph: 'warning' },
  [chainStates.explained]: { tone: 'quiet', glyph: 'checkmark-circle' },
  [chainStates.unregistered]: { tone: 'warning', glyph: 'warning' },
};

/** Whether a statement goes on where the one before ended; a gap with its amount. */
export function chainChip({ chain, gap }: Pick<BankStatement, 'chain' | 'gap'>, format: Format): ReactNode {
  const state = chain ?? chainStates.unregistered;
  const words = textOf(bankStatement.fields.chain, state, format) ?? '';
  const isOpen = state === chainStates.gap || state === chainStates.explained;
  return signChip(signs[state]!, isOpen ? `${words} ${formatMoney(gap ?? '0')}` : words);
}
