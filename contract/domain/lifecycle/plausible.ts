/** Numbers that people type: whether they can be what they are said to be. */

/** A mobile or fixed number, also with a country code, an area code or an extension. */
export function isPhone(text: string): boolean {
  return /^\+?[\d\s()（）-]+$/.test(text) && /^\d{7,18}$/.test(text.replace(/\D/g, ''));
}

/** The number of a card, a passbook or a company's account, also in groups. */
export function isAccountNumber(text: string): boolean {
  return /^\d{8,30}$/.test(text.replace(/[\s-]/g, ''));
}
