import { formatMoney } from '../money';
import { type Label, label } from '../text';

/** An amount as a text with its currency. */
export function inYuan(amount: string | number): Label {
  const shown = formatMoney(amount);
  return label(`${shown} 元`, `CNY ${shown}`);
}
