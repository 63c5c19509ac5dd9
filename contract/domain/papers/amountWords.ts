/** Amounts in the capital characters of bank slips: 壹万贰仟叁佰元整. */
import { isMoney } from '../money';

const digits: Readonly<Record<string, number>> = Object.fromEntries(
  ['零〇', '壹一弌', '贰二贰貳', '叁三叄', '肆四', '伍五', '陆六陸', '柒七', '捌八', '玖九'].flatMap((letters, value) =>
    [...letters].map((letter) => [letter, value]),
  ),
);
const units: Readonly<Record<string, number>> = { 拾: 10, 十: 10, 佰: 100, 百: 100, 仟: 1000, 千: 1000 };
const sections: Readonly<Record<string, number>> = { 万: 10_000, 萬: 10_000, 亿: 100_000_000, 億: 100_000_000 };

/** Whole yuan; undefined where a character is no part of a number. */
function wholeOf(text: string): number | undefined {
  let all = 0;
  let section = 0;
  let digit: number | undefined;
  for (const letter of text) {
    const unit = units[letter];
    const power = sections[letter];
    if (letter in digits) digit = digits[letter]!;
    else if (unit !== undefined) {
      section += (digit ?? 1) * unit;
      digit = undefined;
    } else if (power !== undefined) {
      section += digit ?? 0;
      // 亿 also multiplies the 万 before it.
      all = power === 100_000_000 ? (all + section) * power : all + section * power;
      section = 0;
      digit = undefined;
    } else return undefined;
  }
  return all + section + (digit ?? 0);
}

/** The amount that the words say, as `1234.56`; undefined where they are no amount. */
export function amountOfWords(words: string): string | undefined {
  const text = words
    .replace(/[\s：:]/g, '')
    .replace(/^人民币/, '')
    .replace(/[整正]$/, '');
  const found = /^(?:([^元圆角分]+)[元圆])?(?:零?([^元圆角分零])角)?(?:零?([^元圆角分零])分)?$/.exec(text);
  if (!found || text === '') return undefined;
  const yuan = wholeOf(found[1] ?? '零');
  const part = (letter: string | undefined) => (letter === undefined ? 0 : digits[letter]);
  const [tenths, hundredths] = [part(found[2]), part(found[3])];
  if (yuan === undefined || tenths === undefined || hundredths === undefined) return undefined;
  const amount = `${yuan}.${tenths}${hundredths}`;
  return isMoney(amount) ? amount : undefined;
}
