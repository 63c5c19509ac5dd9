import type { Sign } from '../../../../contract/domain/lifecycle/orderStates';
import { formatMoney } from '../../../../contract/domain/money';
import { collection, promiseStates } from '../../../../contract/modules/lease/collection';
import { signChip, textOf } from '../../crud/cells';
import type { Format } from '../../crud/screen';

const signs: Record<number, Sign> = {
  [promiseStates.waiting]: { tone: 'warning', glyph: 'clock' },
  [promiseStates.kept]: { tone: 'success', glyph: 'checkmark-circle' },
  [promiseStates.broken]: { tone: 'danger', glyph: 'warning' },
  [promiseStates.replaced]: { tone: 'quiet', glyph: 'arrow-sync' },
};

/** What became of a promise. */
export function promiseChip(state: number, format: Format) {
  return signChip(
    signs[state] ?? signs[promiseStates.waiting]!,
    textOf(collection.fields.promiseState, state, format) ?? '',
  );
}

/** `2027-03-12 5,000.00`: what was promised for which day. */
export function promiseWords({ date, amount }: { date: string; amount: string }): string {
  return `${date} ${formatMoney(amount)}`;
}
