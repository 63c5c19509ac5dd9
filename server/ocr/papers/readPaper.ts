/** Values of a paper from the lines that were recognised in it: found by their labels, cut and normalised, never made up. */
import { isDate } from '../../../contract/domain/calendar';
import { bankOfCard, isCardNumber, isLuhn } from '../../../contract/domain/papers/bankCards';
import { storedDay } from '../../../contract/domain/reading/days';
import { numberIn } from '../../../contract/domain/reading/numbers';
import { fieldsOf, judgeValue, noEnd } from '../../../contract/wire/ocr/judging';
import { type PaperFieldKind, type PaperType, paperTypes } from '../../../contract/wire/ocr/papers';
import type { Found, TextLine } from '../../kernel/ocr';
import { labelsOf } from './labels';
import { boxOf, confidenceOf, type Letter, type Row, rowsOf, type Spot, spotsOf } from './page';

/** Letters that are taken for digits where only digits can stand. */
const asDigit: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  Q: '0',
  D: '0',
  〇: '0',
  l: '1',
  I: '1',
  i: '1',
  '!': '1',
  Z: '2',
  z: '2',
  S: '5',
  s: '5',
  B: '8',
};
function digitsIn(text: string): string {
  return [...text].map((letter) => asDigit[letter] ?? letter).join('');
}

/** A part of a text, and where it begins. */
interface Cut {
  value: string;
  from: number;
  to: number;
}
function cut(
  text: string,
  pattern: RegExp,
  make: (found: RegExpExecArray) => string = ([all]) => all,
): Cut | undefined {
  const found = pattern.exec(text);
  return found ? { value: make(found), from: found.index, to: found.index + found[0].length } : undefined;
}

function dateOf(found: RegExpExecArray): string {
  const [, year, month, day] = found;
  return storedDay(`${year}-${month}-${day}`);
}
/** The signs between the numbers of a date may have been misread; the numbers may not. */
const amountLetters = '零壹贰叁肆伍陆柒捌玖拾佰仟万亿元圆角分整正';
const amountInWords = new RegExp(`(?<![${amountLetters}])[${amountLetters}]{3,}$`);
const dateIn = /(\d{4})[^\d]{1,2}(\d{1,2})[^\d]{1,2}(\d{1,2})(?!\d)/;

/** The value of this kind in a text. Digits of a number are joined before: blanks are gone. */
function cutBy(kind: PaperFieldKind, text: string): Cut | undefined {
  switch (kind) {
    case 'identity': {
      const made = cut(digitsIn(text), /\d{17}[\dXx]/, ([all]) => all.toUpperCase());
      return made;
    }
    case 'credit':
      return cut(text.toUpperCase(), /[0-9A-Z]{18}/, ([all]) =>
        [...all].map((one) => ({ O: '0', I: '1', Z: '2', S: '5', V: 'V' })[one] ?? one).join(''),
      );
    case 'card': {
      const plain = digitsIn(text).replace(/-/g, ' ');
      return cut(plain, /\d{12,19}/);
    }
    case 'money':
      return cut(digitsIn(text), /\d[\d,，]*(?:\.\d{1,2})?(?!\d)/, ([all]) => {
        const plain = all.replace(/[,，]/g, '');
        return plain.includes('.') ? plain : `${plain}.00`;
      });
    case 'date':
      return cut(digitsIn(text), dateIn, dateOf);
    default: {
      const start = /^[:：;；,，.。、\-·)）>]*/.exec(text)![0].length;
      const value = text.slice(start).replace(/(?<![:：;；,，.。、·(（<])[:：;；,，.。、·(（<]+$/, '');
      return value ? { value, from: start, to: start + value.length } : undefined;
    }
  }
}

function found(key: string, made: Cut | undefined, letters: readonly Letter[]): Found | undefined {
  if (!made || made.value === '') return undefined;
  const own = letters.slice(made.from, made.to);
  return { key, value: made.value, confidence: confidenceOf(own), box: boxOf(own) };
}
function textOf(letters: readonly Letter[]): string {
  return letters.map((one) => one.text[0] ?? ' ').join('');
}

/** Fields whose values may go on in further rows, below their first letter. */
const longFields = new Set(['address', 'scope']);
/** Rows of one value stand at most so many heights apart. */
const nextRow = 2.1;

/** A wider gap than so many heights of the letters ends a value: what follows is another column, or a speck. */
const widestGap = 2;
function together(letters: readonly Letter[]): Letter[] {
  const end = letters.findIndex(
    ({ left, line }, at) =>
      at > 0 && left - letters[at - 1]!.right > widestGap * Math.min(line.box[3], letters[at - 1]!.line.box[3]),
  );
  return letters.slice(0, end < 0 ? undefined : end);
}

/** The letters behind a label, up to the next one; of long values also those below. */
function behind(rows: readonly Row[], spotsIn: SpotsIn, spot: Spot): Letter[] {
  const row = rows[spot.row]!;
  const next = spotsIn(spot.row).find((one) => one.from >= spot.to);
  const letters = together(row.letters.slice(spot.to, next?.from));
  if (!longFields.has(spot.key)) return letters;
  const [first] = letters;
  const edge = first ? first.left - 1.5 * (first.right - first.left) : row.letters[spot.to - 1]!.right;
  const limit = next ? row.letters[next.from]!.left : Number.POSITIVE_INFINITY;
  const all = [...letters];
  let above = row;
  for (let index = spot.row + 1; index < rows.length; index++) {
    const below = rows[index]!;
    if (below.top - above.top > nextRow * Math.max(above.height, below.height)) break;
    if (spotsIn(index).some((one) => below.letters[one.from]!.left < limit)) break;
    const own = together(below.letters.filter(({ left, right }) => left >= edge && right <= limit));
    if (own.length === 0) break;
    all.push(...own);
    above = below;
  }
  return all;
}

/** The labels in a row, from left to right. */
type SpotsIn = (row: number) => readonly Spot[];
function spotsByRow(spots: readonly Spot[]): SpotsIn {
  const byRow = new Map<number, Spot[]>();
  for (const spot of spots) {
    const own = byRow.get(spot.row);
    if (own) own.push(spot);
    else byRow.set(spot.row, [spot]);
  }
  return (row) => byRow.get(row) ?? [];
}

type Page = { rows: readonly Row[]; spots: readonly Spot[] };

/** What stands behind the labels of the paper, by its key. */
function byLabels(type: PaperType, { rows, spots }: Page): Map<string, Found> {
  const values = new Map<string, Found>();
  const ordered = [...spots].sort((a, b) => a.faults - b.faults);
  const spotsIn = spotsByRow(spots);
  for (const spot of ordered) {
    const field = fieldsOf(type)[spot.key];
    if (!field || values.has(spot.key)) continue;
    const letters = behind(rows, spotsIn, spot);
    const one = found(spot.key, cutBy(field.kind, textOf(letters)), letters);
    if (one) values.set(spot.key, one);
  }
  return values;
}

/** The first value of a kind anywhere on the page, of several the one that holds its own rule. */
function anywhere(
  { rows }: Page,
  key: string,
  kind: PaperFieldKind,
  isRight: (value: string) => boolean,
): Found | undefined {
  const all = rows.flatMap(({ letters }) => {
    const one = found(key, cutBy(kind, textOf(letters)), letters);
    return one ? [one] : [];
  });
  return all.find(({ value }) => isRight(value)) ?? all[0];
}
function isPlausible(kind: PaperFieldKind): (value: string) => boolean {
  return (value) => judgeValue(kind, value, '9999-12-31') === undefined;
}

/** Cuts a part out of a value that was found behind another label. */
function part(
  key: string,
  whole: Found | undefined,
  pattern: RegExp,
  value?: (found: RegExpExecArray) => string,
): Found | undefined {
  const made = whole && cut(whole.value, pattern, value);
  return made && { ...whole, key, value: made.value };
}

type Finder = (page: Page, values: Map<string, Found>) => void;
function put(values: Map<string, Found>, one: Found | undefined): void {
  if (one) values.set(one.key, one);
}

const finders: Partial<Record<PaperType, Finder>> = {
  [paperTypes.idPortrait](page, values) {
    const sex = part('sex', values.get('sex'), /[男女]/);
    values.delete('sex');
    put(values, sex);
    put(values, part('nation', values.get('nation'), /^\p{Script=Han}{1,5}/u));
    put(values, part('name', values.get('name'), /^[\p{Script=Han}·]{2,20}/u));
    if (!values.has('idNo')) put(values, anywhere(page, 'idNo', 'identity', isPlausible('identity')));
  },
  [paperTypes.idEmblem]({ rows, spots }, values) {
    put(values, part('authority', values.get('authority'), /^\p{Script=Han}+/u));
    values.delete('validFrom');
    const spot = spots.find(({ key }) => key === 'validFrom');
    const places = spot ? [spot.row] : rows.map((_, at) => at);
    for (const at of places) {
      const letters = rows[at]!.letters.slice(spot?.to ?? 0);
      const text = digitsIn(textOf(letters));
      const both = /(\d{4})\D?(\d{2})\D?(\d{2})\D{1,2}(?:(\d{4})\D?(\d{2})\D?(\d{2})|长.?期?)/.exec(text);
      if (!both) continue;
      const [all, y1, m1, d1, y2, m2, d2] = both;
      const [from, to] = [`${y1}-${m1}-${d1}`, y2 ? `${y2}-${m2}-${d2}` : noEnd];
      const middle = both.index + Math.ceil(all.length / 2);
      if (isDate(from)) put(values, found('validFrom', { value: from, from: both.index, to: middle }, letters));
      if (isDate(to) || to === noEnd)
        put(values, found('validTo', { value: to, from: middle, to: both.index + all.length }, letters));
      break;
    }
  },
  [paperTypes.bankCard](page, values) {
    const number = anywhere(page, 'cardNo', 'card', (value) => isCardNumber(value) && isLuhn(value));
    put(values, number);
    put(values, part('validDate', values.get('validDate'), /(0\d|1[0-2])\/\d{2}/));
    if (!/^\d\d\/\d\d$/.test(values.get('validDate')?.value ?? '')) values.delete('validDate');
    for (const { letters } of page.rows) {
      const text = textOf(letters);
      const bank = cut(text, /\p{Script=Han}{2,10}银行/u);
      const kind = cut(text, /借记卡|储蓄卡|信用卡|贷记卡|准贷记卡/);
      if (bank && !values.has('bankName')) put(values, found('bankName', bank, letters));
      if (kind && !values.has('cardType')) put(values, found('cardType', kind, letters));
    }
    const known = number && bankOfCard(number.value);
    // The beginning of the number says which bank it is; the name on the card is art more often than text.
    if (known && !values.has('bankName'))
      put(values, { key: 'bankName', value: known, confidence: number.confidence, box: number.box });
  },
  [paperTypes.licence](page, values) {
    if (!values.has('creditCode')) put(values, anywhere(page, 'creditCode', 'credit', isPlausible('credit')));
    put(values, part('legalPerson', values.get('legalPerson'), /^[\p{Script=Han}·]{2,20}/u));
    const term = values.get('businessTerm');
    const both = new RegExp(`${dateIn.source}[^\\d]{1,3}${dateIn.source}`).exec(digitsIn(term?.value ?? ''));
    const plain = (at: number) => `${both![at]}年${Number(both![at + 1])}月${Number(both![at + 2])}日`;
    if (both) put(values, { ...term!, value: `${plain(1)}至${plain(4)}` });
    else if (/^长.?期?/.test(term?.value ?? '')) put(values, { ...term!, value: noEnd });
  },
  [paperTypes.slip]({ rows, spots }, values) {
    const payee = spots.find(({ key }) => key === 'payeeName' || key === 'payeeAccount');
    const border = payee ? rows[payee.row]!.letters[payee.from]!.left : Number.POSITIVE_INFINITY;
    const spotsIn = spotsByRow(spots);
    for (const spot of spots.filter(({ key }) => key === '_bank')) {
      const letter = rows[spot.row]!.letters[spot.from]!;
      const width = letter.right - letter.left;
      const key = letter.left >= border - 2 * width ? 'payeeBank' : 'payerBank';
      const letters = behind(rows, spotsIn, spot);
      if (!values.has(key)) put(values, found(key, cutBy('text', textOf(letters)), letters));
    }
    for (const key of ['serialNo', 'receiptNo']) {
      const one = values.get(key);
      const made = one && /[0-9A-Za-z][0-9A-Za-z.-]{5,}/.exec(digitsIn(one.value));
      if (one && made) values.set(key, { ...one, value: made[0].replace(/\./g, '-').replace(/-$/, '') });
      else values.delete(key);
    }
    put(values, part('amountWords', values.get('amountWords'), amountInWords));
  },
  [paperTypes.paperContract](_, values) {
    put(values, part('contractNumber', values.get('contractNumber'), /^[0-9A-Za-z\p{Script=Han}()〔〕[\]-]+/u));
  },
  [paperTypes.invoice]({ rows, spots }, values) {
    for (const key of ['invoiceCode', 'invoiceNo']) {
      const one = values.get(key);
      const made = one && /\d{8,20}/.exec(digitsIn(one.value));
      if (one && made) values.set(key, { ...one, value: made[0] });
      else values.delete(key);
    }
    // The sums of the columns stand in one row: the amount, then the tax.
    const sums = spots.find(({ key }) => key === 'amount');
    const letters = sums ? rows[sums.row]!.letters.slice(sums.to) : [];
    const text = digitsIn(textOf(letters));
    const [first, second] = [...text.matchAll(/\d[\d,]{0,30}\.\d{2}/g)];
    const money = (key: string, match: RegExpExecArray | undefined) => {
      const value = match && numberIn('money', match[0]);
      return match && value
        ? found(key, { value, from: match.index, to: match.index + match[0].length }, letters)
        : undefined;
    };
    values.delete('amount');
    put(values, money('amount', first));
    put(values, money('tax', second));
  },
};

/** The values that were found, in the order of the form. */
export function readPaper(type: PaperType, lines: readonly TextLine[]): Found[] {
  const rows = rowsOf(lines);
  const page = { rows, spots: spotsOf(rows, labelsOf[type]) };
  const values = byLabels(type, page);
  finders[type]?.(page, values);
  return Object.keys(fieldsOf(type)).flatMap((key) => values.get(key) ?? []);
}
