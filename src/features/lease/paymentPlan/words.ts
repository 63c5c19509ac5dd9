import type { TFunction } from 'i18next';
import type { Part } from '../../../../contract/domain/ledger/allocation';
import { cents, formatMoney, roundedDivide } from '../../../../contract/domain/money';
import { joined, type Language, madeFor, textIn } from '../../../../contract/domain/text';
import type { PaymentBatch } from '../../../../contract/wire/lease/payments';

/** Yuan per unit, the largest first; by default units are thousands. */
const units: Readonly<Record<Language, readonly (readonly [yuan: bigint, name: string])[]>> = {
  zh: [
    [100_000_000n, '亿'],
    [10_000n, '万'],
  ],
  en: [
    [1_000_000n, 'M'],
    [1_000n, 'k'],
  ],
};
/** Short amount for a calendar day: 894232.91 is 89.4万 or 894.2k. */
export function shortAmount(amount: string, language: Language): string {
  const total = cents(amount);
  const unit = madeFor(units, language).find(([yuan]) => total >= yuan * 100n);
  if (!unit) return String(roundedDivide(total, 100n));
  const tenths = roundedDivide(total, unit[0] * 10n);
  return `${tenths / 10n}.${tenths % 10n}${unit[1]}`;
}

/** An amount, or a dash where a data scope hides it. */
export function amountOrDash(amount: string | undefined): string {
  return amount === undefined ? '—' : formatMoney(amount);
}

const shares = ['rent', 'principal', 'other', 'late'] as const satisfies readonly Part[];

/** What a batch consists of, each part with its amount; parts of nothing are left out, and those that are hidden. */
export function shareTexts(batch: Pick<PaymentBatch, Part>, t: TFunction): [name: string, value: string][] {
  return shares.flatMap((part): [string, string][] => {
    const amount = batch[part];
    if (amount === undefined || (cents(amount) === 0n && part !== 'rent' && part !== 'principal')) return [];
    return [[t(`payments.share_${part}`), t('payments.yuan', { amount: formatMoney(amount) })]];
  });
}

/** Groups of figures as parts of a line. The sign stands behind what it follows, so that no line begins with one. */
export function signedParts(groups: readonly (readonly string[])[]): string[] {
  const filled = groups.filter((group) => group.length > 0);
  return filled.flatMap((group, at) =>
    group.map((part, index) => {
      if (index < group.length - 1) return `${part} +`;
      return at < filled.length - 1 ? `${part} ·` : part;
    }),
  );
}

/** yyyy-MM-dd without the year where it is the current one. */
export function dayOf(date: string, today: string): string {
  return date.slice(0, 5) === today.slice(0, 5) ? date.slice(5) : date;
}

/** The first items of a list, joined as the language does. */
export function fewOf(names: readonly string[], language: Language, most = 3): string {
  return joined(names.slice(0, most), language) + (names.length > most ? textIn([' 等', ' …'], language) : '');
}
