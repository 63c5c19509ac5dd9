/**
 * Exact money and rates. On the wire and in records an amount is a decimal string in yuan ("10600.00") and a rate is
 * a decimal percent with up to four places ("7.2", 6.0006). Arithmetic is done on bigints only: amounts in cents,
 * rates in ten-thousandths of a percent. Floating point never touches either.
 */

/** Not an amount: `value` is what was given. */
export class NotMoney extends RangeError {
  override name = 'NotMoney';
  constructor(readonly value: unknown) {
    super(`not an amount in yuan with at most two decimals: ${String(value).slice(0, 40)}`);
  }
}

/** Not a rate: `value` is what was given. */
export class NotRate extends RangeError {
  override name = 'NotRate';
  constructor(readonly value: unknown) {
    super(`not a percentage with at most four decimals: ${String(value).slice(0, 40)}`);
  }
}

const MONEY = /^-?\d{1,16}(\.\d{1,2})?$/;
const RATE = /^\d{1,4}(\.\d{1,4})?$/;

/** 100 % in the units of `rate`. */
export const RATE_WHOLE = 1_000_000n;

/** A JSON number has about 15 significant digits. Above this, two decimals may already be lost when the number arrives,
 *  so only strings and whole numbers may be that large. */
const FRACTION_LIMIT = 1e13;

/** The text of a value that `shape` allows, or null. A number is read by its shortest decimal form, so 0.1 + 0.2
 *  (0.30000000000000004) is refused rather than quietly rounded. */
function plainDecimal(value: unknown, shape: RegExp): string | null {
  if (typeof value === 'number' && !Number.isSafeInteger(value) && Math.abs(value) >= FRACTION_LIMIT) return null;
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return shape.test(text) ? text : null;
}

/** "12.5" as a whole number of 10^-places: `scaled('12.5', 2)` is 1250n. */
function scaled(text: string, places: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole.replace('-', '') + fraction.padEnd(places, '0')) * (whole.startsWith('-') ? -1n : 1n);
}

function magnitude(n: bigint): bigint {
  return n < 0n ? -n : n;
}

/** n / d to the nearest whole number; a half goes away from zero. Throws RangeError when d is 0. */
export function roundedDivide(n: bigint, d: bigint): bigint {
  const quotient = (2n * magnitude(n) + magnitude(d)) / (2n * magnitude(d));
  return n < 0n === d < 0n ? quotient : -quotient;
}

export function isMoney(value: unknown): value is string | number {
  return plainDecimal(value, MONEY) !== null;
}

/** An amount in cents. Throws NotMoney on anything but a plain decimal: exponents, separators, blanks, a third
 *  decimal, more than 16 digits before the point, NaN and infinities. */
export function cents(value: string | number): bigint {
  const text = plainDecimal(value, MONEY);
  if (text === null) throw new NotMoney(value);
  return scaled(text, 2);
}

/** Cents as the wire writes them: "10600.00", "-0.04". */
export function yuan(amount: bigint): string {
  const digits = String(magnitude(amount)).padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export function sum(amounts: readonly (string | number)[]): string {
  return yuan(amounts.reduce((total, amount) => total + cents(amount), 0n));
}

export function add(a: string | number, b: string | number): string {
  return yuan(cents(a) + cents(b));
}

export function subtract(a: string | number, b: string | number): string {
  return yuan(cents(a) - cents(b));
}

/** The smaller one; `Math.min` takes no bigints. */
export function lesser(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}
export function greater(a: bigint, b: bigint): bigint {
  if (a > b) return a;
  return b;
}

/** An amount taken a whole number of times. */
export function times(amount: string | number, count: number | bigint): string {
  return yuan(cents(amount) * BigInt(count));
}

/** For people: "1234567.8" is shown as "1,234,567.80". */
export function formatMoney(amount: string | number): string {
  return yuan(cents(amount)).replace(/\d(?=(\d{3}){1,6}\.)/g, (digit) => `${digit},`);
}

/** A detail of a sentence: decimal yuan as people read it, anything else as it is. */
export function readable(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d{4,}\.\d\d$/.test(value) ? formatMoney(value) : value;
}

const DIGITS = '零壹贰叁肆伍陆柒捌玖';
const UNITS: readonly (readonly [size: bigint, name: string])[] = [
  [100_000_000n, '亿'],
  [10_000n, '万'],
  [1_000n, '仟'],
  [100n, '佰'],
  [10n, '拾'],
];

/** A whole number in capital characters. A place left empty below a unit is read as one 零. */
function capitalNumber(n: bigint): string {
  const unit = UNITS.find(([size]) => n >= size);
  if (!unit) return DIGITS.charAt(Number(n));
  const [size, name] = unit;
  const rest = n % size;
  const head = capitalNumber(n / size) + name;
  if (rest === 0n) return head;
  return head + (rest < size / 10n ? '零' : '') + capitalNumber(rest);
}

/**
 * The amount in capital characters, as vouchers and contracts write it: 310000.00 is 叁拾壹万元整.
 * Where banking rules leave a choice we close an amount that ends in 角 with 整, and write no 零 between 元 and 角.
 */
export function capitals(amount: string | number): string {
  const total = cents(amount);
  const whole = magnitude(total) / 100n;
  const jiao = (magnitude(total) / 10n) % 10n;
  const fen = magnitude(total) % 10n;
  const parts = [
    total < 0n && '负',
    (whole > 0n || total === 0n) && `${capitalNumber(whole)}元`,
    jiao > 0n && `${capitalNumber(jiao)}角`,
    jiao === 0n && fen > 0n && whole > 0n && '零',
    fen > 0n ? `${capitalNumber(fen)}分` : '整',
  ];
  return parts.filter(Boolean).join('');
}

export function isRate(value: unknown): value is string | number {
  return plainDecimal(value, RATE) !== null;
}

/** A percentage in ten-thousandths of a percent: `rate('7.2')` is 72000n. Throws NotRate on anything but a plain
 *  decimal from 0 to 9999.9999 with at most four decimals. */
export function rate(value: string | number): bigint {
  const text = plainDecimal(value, RATE);
  if (text === null) throw new NotRate(value);
  return scaled(text, 4);
}

/** For people: two decimals, and up to four where the rate needs them. "7.2" is "7.20", 6.0006 is "6.0006". */
export function formatRate(value: string | number): string {
  const digits = String(rate(value)).padStart(5, '0');
  return `${digits.slice(0, -4)}.${digits.slice(-4).replace(/0{1,2}$/, '')}`;
}
