/** What a number must be to receive a code: checked on both sides. */

/** Problem of a mobile number of the mainland (eleven digits with an operator's prefix); undefined when there is
 *  none. */
export function judgeMobile(phone: string): 'notElevenDigits' | 'notAMobile' | undefined {
  if (phone.length !== 11) return 'notElevenDigits';
  return /^1[3-9]\d{9}$/.test(phone) ? undefined : 'notAMobile';
}

export function isMobile(phone: string): boolean {
  return judgeMobile(phone) === undefined;
}
