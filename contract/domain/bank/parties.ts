/** Whether what a bank says of a party means a customer. */
import { accountNumberIn } from '../reading/accounts';

/** A name without what banks write differently: width, spaces, brackets. */
export function plainName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[\s·•・.()（）]/g, '')
    .toUpperCase();
}

export function isSameName(one: string, other: string): boolean {
  return plainName(one) !== '' && plainName(one) === plainName(other);
}
export function isSameAccount(one: string, other: string): boolean {
  return accountNumberIn(one) !== '' && accountNumberIn(one) === accountNumberIn(other);
}

/** Whether the bank names another account; it may hide all but the last digits. */
export function isOtherAccount(asked: string, said: string): boolean {
  const [one, other] = [accountNumberIn(asked), accountNumberIn(said)];
  if (one === '' || other === '') return false;
  return other.includes('*') ? one.slice(-4) !== other.slice(-4) : one !== other;
}
