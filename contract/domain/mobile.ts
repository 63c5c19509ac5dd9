/** What a number must be to get a code: judged on both sides. */

/** Eleven digits that a mobile operator of the mainland gives out; undefined when it is one. */
export function judgeMobile(phone: string): 'notElevenDigits' | 'notAMobile' | undefined {
  if (phone.length !== 11) return 'notElevenDigits';
  return /^1[3-9]\d{9}$/.test(phone) ? undefined : 'notAMobile';
}

export function isMobile(phone: string): boolean {
  return judgeMobile(phone) === undefined;
}
