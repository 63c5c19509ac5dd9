import { formatMoney, formatRate } from '../../../contract/domain/money';
import { text } from './text';

/** What stands where there is no value. */
export function Dash() {
  return <span className={text.dash}>-</span>;
}

export interface MoneyProps {
  /** Yuan as a decimal string; null, undefined and '' show as nothing there. */
  value: string | null | undefined;
  strong?: boolean;
  /** Only where no column head or label says it. */
  unit?: string;
}

export function Money({ value, strong = false, unit }: MoneyProps) {
  return value === null || value === undefined || value === '' ? (
    <Dash />
  ) : (
    <span className={strong ? `${text.figure} ${text.strong}` : text.figure}>
      {formatMoney(value)}
      {unit && ` ${unit}`}
    </span>
  );
}

/** A rate in percent, two decimals and its sign: 7.20%. */
export function Percent({ value }: { value: string | number | null | undefined }) {
  return value === null || value === undefined || value === '' ? (
    <Dash />
  ) : (
    <span className={text.figure}>{formatRate(value)}%</span>
  );
}
