/** Card numbers as people type and read them. */
import { accountNumberIn } from '../../../../../contract/domain/reading/accounts';

/** Digits in groups of four, as on the card. */
export function groupCard(text: string): string {
  const digits = accountNumberIn(text);
  return /^\d+$/.test(digits) ? digits.replace(/\d{4}(?=\d)/g, '$& ') : text;
}
/** 12 to 19 digits, ignoring blanks and hyphens. */
export function isCard(text: string): boolean {
  return /^\d{12,19}$/.test(accountNumberIn(text));
}

/** Luhn check of a card number. Old passbooks do not satisfy it, so it only warns. */
export function hasCheckDigit(card: string): boolean {
  const digits = [...accountNumberIn(card)].reverse().map(Number);
  const total = digits.reduce((sum, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    return sum + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return total % 10 === 0;
}
