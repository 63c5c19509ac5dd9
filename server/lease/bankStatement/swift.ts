/** Reads the statements of a file in the format MT940 (SWIFT, customer statement message). */
import { swiftLayout } from '../../../contract/domain/bank/layouts';
import {
  balanced,
  isYuan,
  NotStatement,
  purposeOf,
  type ReadFile,
  type ReadLine,
  type ReadStatement,
  tellsAccount,
} from '../../../contract/domain/bank/statement';
import { cents, isMoney, subtract } from '../../../contract/domain/money';
import { accountNumberIn } from '../../../contract/domain/reading/accounts';
import { dayIn } from '../../../contract/domain/reading/days';
import { numberIn } from '../../../contract/domain/reading/numbers';

/** Letters of a line: a text goes on in the next one without a blank where its line is full. */
const lineLength = 65;
/** Lines of a text that are read; a line of a statement shows 500 letters of them. */
const mostTextLines = 30;

interface Field {
  tag: string;
  lines: string[];
}

/** Whether a file is of this format: its first field says so, within the blocks around it or without them. */
export function isSwift(text: string): boolean {
  return /(?:^|[\r\n]|\{4:\s{0,4}):20:/.test(text.slice(0, 2000)) && /[\r\n]:(?:25|60[FM]):/.test(text.slice(0, 4000));
}

/** The fields of each message, in their order. */
function messagesIn(text: string): Field[][] {
  const messages: Field[][] = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, tag, rest = ''] = /^(?:\{4:)?:(\d{2}[A-Z]?):(.*)$/.exec(line) ?? [];
    if (tag === '20') messages.push([]);
    const fields = messages.at(-1);
    if (!fields) continue;
    if (tag) fields.push({ tag, lines: [rest] });
    else if (!/^(?:-\}?|\{.*)$/.test(line.trim()) && line.trim() !== '') {
      const { lines } = fields.at(-1)!;
      if (lines.length < mostTextLines) lines.push(line);
    }
  }
  return messages;
}

function joinedText(lines: readonly string[]): string {
  return lines.reduce((text, line, at) => text + (at > 0 && lines[at - 1]!.length < lineLength ? ' ' : '') + line, '');
}

/** An amount with its decimal comma, for which some banks write a point; undefined for what is none. */
function amountOf(text: string): string | undefined {
  const amount = /^\d{1,15}(?:,\d{0,6}|\.\d\d)$/.test(text)
    ? numberIn('money', text.replace(/,$/, '').replace(',', '.'))
    : undefined;
  return isMoney(amount) ? amount : undefined;
}

interface Balance {
  day: string;
  currency: string;
  amount: string;
}
function balanceOf(fields: readonly Field[], tags: readonly string[]): (Balance & { tag: string }) | undefined {
  const field = fields.find(({ tag }) => tags.includes(tag));
  if (!field) return undefined;
  const [, sign, day = '', currency = '', digits = ''] =
    /^([CD])(\d{6})([A-Z]{3})([\d,.]+)\s*$/.exec(field.lines[0]!) ?? [];
  const amount = amountOf(digits);
  if (amount === undefined) throw new NotStatement('badBalance', { text: field.lines[0]!.slice(0, 40) });
  return { tag: field.tag, day, currency, amount: sign === 'D' ? subtract('0', amount) : amount };
}

/** Name, account and purpose in a text about an entry: by numbered parts, by words between slashes, or as it stands. */
function saidIn(lines: readonly string[]): Pick<ReadLine, 'partyName' | 'partyAccount' | 'purpose'> {
  const text = joinedText(lines);
  const [, mark] = /^\d{3}([?^~>@])(?=\d{2})/.exec(text) ?? /^([?])(?=\d{2})/.exec(text) ?? [];
  if (mark) {
    const parts = lines.join('').split(mark).slice(1);
    const of = (from: number, to: number) =>
      parts
        .filter((part) => Number(part.slice(0, 2)) >= from && Number(part.slice(0, 2)) <= to)
        .map((part) => part.slice(2));
    return {
      partyName: of(32, 33).join('').trim(),
      partyAccount: of(31, 31).join(''),
      purpose: [...of(20, 29), ...of(60, 63)].join('').trim(),
    };
  }
  const word = (...names: readonly string[]) => {
    const found = new RegExp(`/(?:${names.join('|')})/+([^/]{1,140})`).exec(text);
    return found?.[1]?.trim() ?? '';
  };
  return { partyName: word('NAME', 'ORDP', 'BENM'), partyAccount: word('ACCT', 'IBAN'), purpose: text.trim() };
}

/** Some banks write a blank before the code of the kind, or in place of its last letter. */
const entryShape = /^(\d{6})(\d{4})?(R?[CD]|E[CD])([A-Z])?([\d,.]+) ?([A-Z][A-Z0-9]{2}[A-Z0-9 ])(.*)$/;

/** An entry as a line: `RC` takes a credit back, so that money goes out. Undefined for one that is only expected. */
function lineOf({ lines }: Field, about: Field | undefined, number: number): ReadLine | undefined | null {
  const fail = (): never => {
    throw new NotStatement('badRow', { row: number, text: (lines[0] ?? '').slice(0, 40) });
  };
  const [, day = '', , sign = '', , digits = '', , references = ''] = entryShape.exec(lines[0] ?? '') ?? fail();
  const amount = amountOf(digits) ?? fail();
  if (sign.startsWith('E')) return undefined;
  if (cents(amount) === 0n) return null;
  const [own = '', banks = ''] = references.split('//');
  const [serial = ''] = [banks, own].map((one) => one.trim()).filter((one) => one !== '' && one !== 'NONREF');
  const said = saidIn(about?.lines ?? []);
  const texts = [said.purpose, ...lines.slice(1)].map((one) => one.trim());
  return {
    number,
    direction: sign === 'C' || sign === 'RD' ? 1 : 2,
    valueDate: dayIn(`20${day}`) ?? fail(),
    amount,
    partyName: said.partyName.slice(0, 64),
    partyAccount: accountNumberIn(said.partyAccount).slice(0, 40),
    purpose: purposeOf(texts, sign.startsWith('R')),
    serialNo: serial.slice(0, 60),
    balance: '',
  };
}

/** The number of an account: behind the code of its bank, before its currency, which some banks write behind a slash. */
function accountOf(fields: readonly Field[]): string {
  const text = fields.find(({ tag }) => tag === '25' || tag === '25P')?.lines[0] ?? '';
  const parts = text.split('/').filter((part, at) => part !== '' && !(at > 0 && /^[A-Z]{3}$/.test(part.trim())));
  return accountNumberIn(parts.at(-1) ?? '')
    .replaceAll('.', '')
    .replace(/(?<=\d)[A-Z]{3}$/, '');
}

interface Pages {
  account: string;
  fields: Field[];
  closing: Balance | undefined;
}

/** Statements of several pages as one: a page ends with an interim balance, with which the next one begins. */
function statementsOf(messages: readonly Field[][]): Pages[] {
  const found: Pages[] = [];
  let open: Pages | undefined;
  for (const fields of messages) {
    const account = accountOf(fields);
    if (!tellsAccount(account)) throw new NotStatement('noAccount');
    const opening = balanceOf(fields, ['60F', '60M']);
    const closing = balanceOf(fields, ['62F', '62M']);
    // A report during the day has a limit from which it tells entries, and no balances.
    if (!opening && fields.some(({ tag }) => tag === '34F')) throw new NotStatement('otherMessage', { name: 'MT942' });
    if (!opening || !closing) throw new NotStatement('noBalance');
    for (const { currency } of [opening, closing])
      if (!isYuan(currency)) throw new NotStatement('foreignAccount', { account, currency });
    if (opening.tag === '60M') {
      if (open?.account !== account || !open.closing) throw new NotStatement('pageMissing', { account });
      if (cents(open.closing.amount) !== cents(opening.amount))
        throw new NotStatement('unbalanced', { row: found.length, reached: open.closing.amount, said: opening.amount });
      open.fields.push(...fields);
      open.closing = closing;
    } else {
      if (open) throw new NotStatement('pageMissing', { account: open.account });
      open = { account, fields: [...fields], closing };
      found.push(open);
    }
    if (closing.tag === '62F') open = undefined;
  }
  if (open) throw new NotStatement('pageMissing', { account: open.account });
  return found;
}

function statementOf({ account, fields, closing }: Pages, count: { entries: number }): ReadStatement {
  const passed: ReadStatement['passed'] = {};
  const lines: ReadLine[] = [];
  let held = 0;
  for (const [at, field] of fields.entries()) {
    if (field.tag !== '61') continue;
    held++;
    const next = fields[at + 1];
    const line = lineOf(field, next?.tag === '86' ? next : undefined, ++count.entries);
    if (line) lines.push(line);
    else {
      const why = line === null ? 'noMoney' : 'pending';
      passed[why] = (passed[why] ?? 0) + 1;
    }
  }
  const said = { opening: balanceOf(fields, ['60F'])!.amount, closing: closing!.amount };
  const common = { layout: swiftLayout, account, held, passed };
  if (lines.length > 0) return { ...common, ...balanced(lines, said), lines };
  if (cents(said.opening) !== cents(said.closing))
    throw new NotStatement('notMoved', { account, opening: said.opening, closing: said.closing });
  return { ...common, ...said, lines: [] };
}

/** All statements of a file. Throws `NotStatement`. */
export function readSwift(text: string): ReadFile {
  const count = { entries: 0 };
  return { statements: statementsOf(messagesIn(text)).map((one) => statementOf(one, count)), otherSheets: [] };
}
