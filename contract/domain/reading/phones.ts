/** The one reader of phone numbers: how they are stored, compared, searched for and sent to. */
import { isMobile } from '../mobile';
import { plainCharacters } from './characters';

/** Letters that a number may have: a longer text is none, and is not read. */
const longest = 40;
const extension = / ?(?:转|分机|ext\.?|x|#) ?(\d{1,6})$/i;
const landline = /^(0(?:10|2\d|[3-9]\d\d))(\d{7,8})$/;

/** The zero that was once dialled before a mobile number of another place. */
const trunk = /^0(?=1[3-9]\d{9}$)/;

/** The digits of a number of the mainland, with a hyphen behind the area; undefined where they are not as many. */
function national(digits: string): string | undefined {
  const [, area, own] = landline.exec(digits) ?? [];
  if (area) return `${area}-${own}`;
  return digits.length >= 7 && digits.length <= 18 ? digits : undefined;
}

/**
 * A number in its one form: `13900008888` for each spelling of it with blanks, hyphens and the country, `010-65881234` for
 * `(010) 6588 1234`, `010-65881234转801`, `+85223456789`; undefined for what is no number.
 */
export function phoneIn(text: string): string | undefined {
  if (text.length > longest) return undefined;
  // A decimal zero is of those who held the number as a number.
  const plain = plainCharacters(text)
    .replace(/\s+/g, ' ')
    .replace(/^(\d{7,})\.0$/, '$1');
  const [, said = ''] = extension.exec(plain) ?? [];
  const written = plain.replace(extension, '');
  // A third group behind a landline is its extension, too.
  const [, line = written, own = said] = /^(\(?0\d{2,3}\)?[ -]?\d{7,8})-(\d{1,6})$/.exec(written) ?? [];
  if (!/^\(?\+?\d[\d ().\p{Pd}]*$/u.test(line.replace(/^\(\+/, '+').replace(/^\+\(/, '+'))) return undefined;
  const digits = line.replace(/\D/g, '');
  const isAbroad = /^\(?\+/.test(line) || /^00[1-9]\d{7}/.test(digits);
  const whole = isAbroad ? digits.replace(/^00/, '') : digits;
  const found = isAbroad && !whole.startsWith('86') ? abroad(whole) : home(whole, isAbroad);
  return found && (own === '' ? found : `${found}转${own}`);
}

function abroad(digits: string): string | undefined {
  return digits.length >= 7 && digits.length <= 15 ? `+${digits}` : undefined;
}

function home(digits: string, hasCountry: boolean): string | undefined {
  const rest = digits.slice(2).replace(trunk, '');
  if (!hasCountry) {
    const isWhole = digits.startsWith('86') && (isMobile(rest) || (digits.length > 11 && landline.test(`0${rest}`)));
    return isWhole ? home(digits, true) : national(digits.replace(trunk, ''));
  }
  const isArea = !isMobile(rest) && !/^(?:0|[48]00)/.test(rest);
  return national(isArea && landline.test(`0${rest}`) ? `0${rest}` : rest);
}

/** A number in its one form; what is none stays as it is, for those who judge it. */
export function storedPhone(text: string): string {
  return phoneIn(text) ?? text.trim();
}

/** The number that short messages reach; undefined where it is none. */
export function mobileIn(text: string | null | undefined): string | undefined {
  const phone = text ? phoneIn(text) : undefined;
  return phone !== undefined && isMobile(phone) ? phone : undefined;
}

/** The same for one that must get short messages: another number stays as it is, for those who say why it gets none. */
export function storedMobile(text: string): string {
  return mobileIn(text) ?? text.trim();
}

/** A number, or a part of one, as it is looked for: what is no number is looked for as it is typed. */
export function soughtPhone(text: string): string {
  const phone = phoneIn(text);
  return phone !== undefined && (isMobile(phone) || /^[(（]|\+/.test(text.trim())) ? phone : plainCharacters(text);
}
