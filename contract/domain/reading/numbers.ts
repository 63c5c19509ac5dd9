/** The one reader of numbers: of what people type and paste, of cells, of statements and papers. */
import { plainCharacters } from './characters';

export type NumberKind = 'money' | 'rate' | 'integer';

/** Letters that a number may have: a longer text is none, and is not read. */
const longest = 60;
/** Decimals of each kind; zeros behind them say nothing. */
const places: Readonly<Record<NumberKind, number>> = { money: 2, rate: 4, integer: 0 };

const digits = String.raw`\d+(?:\.\d+)?`;
const grouped = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|${digits}`;
/** A rate has too few digits for groups: its comma is a decimal one, or a mistake. */
const shapes: Readonly<Record<NumberKind, RegExp>> = {
  money: new RegExp(`^([-+]?) ?(?:CNY|RMB|人民币|¥)? ?([-+]?) ?(${grouped}) ?(?:元|CNY|RMB)? ?([-+]?)$`, 'i'),
  rate: new RegExp(`^([-+]?)()(${digits}) ?%?()$`),
  integer: new RegExp(`^([-+]?)()(${grouped})()$`),
};

/**
 * `1,234.50`, `￥1,234.5元`, `１２．５`, `7.2%`, `50.00-` and `(50.00)` as a decimal; undefined for what is no number of the
 * kind. A comma stands before each group of three digits or it is no separator, so that `7,2` is not taken for 72.
 */
export function numberIn(kind: NumberKind, text: string): string | undefined {
  if (text.length > longest) return undefined;
  const plain = plainCharacters(text).replace(/[−–]/g, '-').replace(/。/g, '.').replace(/\s+/g, ' ');
  const inBrackets = kind === 'money' ? /^\(([^()]*)\)$/.exec(plain)?.[1] : undefined;
  const found = shapes[kind].exec((inBrackets ?? plain).trim());
  if (!found) return undefined;
  const [, first = '', second = '', held = '', last = ''] = found;
  const signs = `${inBrackets === undefined ? '' : '-'}${first}${second}${last}`;
  if (signs.length > 1) return undefined;
  const [whole = '', fraction = ''] = held.replaceAll(',', '').split('.');
  let kept = fraction;
  while (kept.length > places[kind] && kept.endsWith('0')) kept = kept.slice(0, -1);
  return `${signs === '-' ? '-' : ''}${whole.replace(/^0+(?=\d)/, '')}${kept === '' ? '' : `.${kept}`}`;
}

/** Whether it is a comma that keeps a text from being a number. */
export function hasUnclearComma(text: string): boolean {
  return /^[^\p{L}]*\d[,，]\d/u.test(text.slice(0, longest));
}
