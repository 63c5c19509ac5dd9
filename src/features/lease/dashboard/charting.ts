import type { Language } from '../../../../contract/domain/languages';
import type { Direction } from '../../../../contract/domain/lifecycle/direction';
import { cents, formatMoney, roundedDivide, sum, yuan } from '../../../../contract/domain/money';
import { madeFor } from '../../../../contract/domain/text';
import type { Dashboard, ListQuery } from '../../../../contract/wire/figures';
import { usePageAddress } from '../../crud/links';
import { useFormat } from '../../crud/useFormat';

/** Length of a bar: never shown as a number, so a float suffices. */
export function length(amount: string) {
  return Number(cents(amount));
}

/** Address of the list behind a figure. */
export function useListAddress(): (list: ListQuery) => string | undefined {
  return usePageAddress();
}

/** Label of `2026-11` on a chart: the year in January and in the first month, else the month alone. */
export function monthLabel(month: string, isFirst: boolean) {
  return isFirst || month.endsWith('-01') ? month.slice(2) : month.slice(5);
}
/** Labels of the months on a chart; of many months those of each quarter's first, for which there is room. */
export function monthLabels(months: readonly string[], current: string): string[] {
  if (months.length <= 12) return months.map((month, index) => monthLabel(month, index === 0));
  return months.map((month) => (Number(month.slice(5)) % 3 === 1 || month === current ? monthLabel(month, false) : ''));
}

/** Yuan as so many of a larger unit, to two decimals: 1234567.89 in 10,000 → 123.46. For charts, where the last cent is noise. */
export function formatInUnits(amount: string | number, unit: bigint): string {
  return formatMoney(yuan(roundedDivide(cents(amount), unit)));
}

/** What charts of a language count amounts in, as `dashboard.unit` says it. */
const units = { zh: 10_000n, en: 1_000n } satisfies Partial<Record<Language, bigint>>;
/** Writes amounts as the charts of the current language do. */
export function useUnits(): (amount: string) => string {
  const { language } = useFormat();
  const unit = madeFor<bigint>(units, language);
  return (amount) => formatInUnits(amount, unit);
}

/** The directions of the figures, the one with more to be paid first. */
export function sidesOf({ orders, plan }: Pick<Dashboard, 'orders' | 'plan'>): Direction[] {
  const open = (direction: Direction) =>
    cents(sum((plan?.sides.find((side) => side.direction === direction)?.ages ?? []).map(({ amount }) => amount)));
  const found = [...(plan?.sides ?? []), ...(orders?.sides ?? [])].map(({ direction }) => direction);
  return [...new Set(found)].sort((a, b) => Number(open(b) - open(a)) || a - b);
}

/** The figures of one direction. */
export function sideIn<S extends { direction: Direction }>(part: { sides: readonly S[] } | undefined, of: Direction) {
  return part?.sides.find(({ direction }) => direction === of);
}

/** Marks of an axis whose lengths are square roots: round numbers at equal distances, the last not below `most`. */
export function rootedMarks(most: number): number[] {
  const steps = [1.6, 2.4, 3.2, 4, 4.8, 6.4, 8, 16];
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1) / 1.6));
  const top = (steps.find((step) => step * power >= most) ?? 16) * power;
  return [0, 1, 4, 9, 16].map((part) => (part * top) / 16);
}
