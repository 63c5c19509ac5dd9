import { formatMoney, formatRate } from '../../../contract/domain/money';
import { text } from './text';

/** Stands for a missing value. */
export function Dash() {
  return (
    <span className={text.dash} data-dash>
      -
    </span>
  );
}

export interface MoneyProps {
  /** Yuan as a decimal string; null, undefined and '' are shown as a dash. */
  value: string | null | undefined;
  strong?: boolean;
}

export function Money({ value, strong = false }: MoneyProps) {
  return value === null || value === undefined || value === '' ? (
    <Dash />
  ) : (
    <span className={strong ? `${text.figure} ${text.strong}` : text.figure}>{formatMoney(value)}</span>
  );
}

/** A rate with two decimals and its sign: 7.20%. */
export function Percent({ value }: { value: string | number | null | undefined }) {
  return value === null || value === undefined || value === '' ? (
    <Dash />
  ) : (
    <span className={text.figure}>{formatRate(value)}%</span>
  );
}
