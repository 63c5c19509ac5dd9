import { cents } from '../../../../contract/domain/money';
import type { ListQuery } from '../../../../contract/wire/figures';
import { usePageAddress } from '../../crud/links';

/** Length of a bar: never shown as a number, so a float suffices. */
export function length(amount: string) {
  return Number(cents(amount));
}

/** Address of the list behind a figure. */
export function useListAddress(): (list: ListQuery) => string | undefined {
  return usePageAddress();
}

/** Label of `2026-11` on a chart: the year in January, else the month alone. */
export function monthLabel(month: string, isFirst: boolean) {
  return isFirst || month.endsWith('-01') ? month.slice(2) : month.slice(5);
}
