/** Reads the rows of a statement of a bank: recognises its layout and checks its balance. Amounts are decimal yuan. */
import { add, cents, isMoney, subtract, sum } from '../money';
import { accountNumberIn } from '../reading/accounts';
import { plainCharacters } from '../reading/characters';
import { dayOfMoment } from '../reading/days';
import { numberIn } from '../reading/numbers';
import type { Text } from '../text';
import {
  longestHeading,
  plainHeading,
  preamble,
  type StatementColumn,
  type StatementLayout,
  sharedColumns,
  sides,
  statementLayouts,
} from './layouts';
import { type StatementLine, takenBack } from './match';

/** A row of the file, counted as the spreadsheet does, from 1. Empty cells are ''. */
export interface FileRow {
  number: number;
  cells: readonly string[];
}
/** A line as the bank lists it. */
export interface ReadLine extends StatementLine {
  /** Row of the file, or place in it. */
  number: number;
  serialNo: string;
  /** After the line; '' where the bank does not say. */
  balance: string;
}
export interface ReadStatement {
  /** Number of the layout. */
  layout: number;
  account: string;
  opening: string;
  closing: string;
  lines: ReadLine[];
  /** Rows below the heading, or entries. */
  held: number;
  /** How many of them are no lines, by the reason. */
  passed: Partial<Record<PassedOver, number>>;
}

/** Why a row of a file, or an entry, is no line: nothing that a file holds is left out without a word. */
export const passedOver = {
  total: ['合计或余额行', 'totals or balances'],
  heading: ['重复的表头', 'repeated headings'],
  note: ['说明行', 'notes'],
  noMoney: ['金额为 0', 'without an amount'],
  pending: ['银行尚未入账', 'not booked by the bank yet'],
} as const satisfies Record<string, Text>;
export type PassedOver = keyof typeof passedOver;

/** What a file of a bank holds. */
export interface ReadFile {
  /** Those in which nothing has moved have no lines. */
  statements: ReadStatement[];
  /** Names of sheets with content that are no statements. */
  otherSheets: string[];
}
/** What a file holds, and how much of it was read: the rest is told by its reason. */
export interface FileCount {
  statements: number;
  held: number;
  read: number;
  passed: Partial<Record<PassedOver, number>>;
  otherSheets: string[];
}
export function countOf({ statements, otherSheets }: ReadFile): FileCount {
  const passed: FileCount['passed'] = {};
  let [held, read] = [0, 0];
  for (const one of statements) {
    held += one.held;
    read += one.held;
    for (const [why, count] of Object.entries(one.passed) as [PassedOver, number][]) {
      passed[why] = (passed[why] ?? 0) + count;
      read -= count;
    }
  }
  return { statements: statements.length, held, read, passed, otherSheets };
}

/** Why a file is no statement; `row` where one row is the cause. */
export type StatementFault =
  | 'unknownLayout'
  | 'otherMessage'
  | 'noAccount'
  | 'noLines'
  | 'noBalance'
  | 'badBalance'
  | 'pageMissing'
  | 'unbalanced'
  | 'badRow'
  | 'otherCurrency'
  | 'foreignAccount'
  | 'notMoved'
  | 'unreadableXml';
export class NotStatement extends Error {
  override name = 'NotStatement';
  constructor(
    readonly fault: StatementFault,
    readonly values: Readonly<Record<string, string | number>> = {},
  ) {
    super(fault);
  }
}

/** Rows above the table that may hold facts. */
const mostAbove = 40;

type Found = { layout: StatementLayout; at: number; columns: Map<StatementColumn, number[]> };

function columnsOf(layout: StatementLayout, heads: readonly string[]): Found['columns'] {
  const columns: Found['columns'] = new Map();
  const columnNames = new Set(Object.keys({ ...layout.columns, ...sharedColumns }) as StatementColumn[]);
  for (const column of columnNames) {
    const shared: StatementLayout['columns'] = sharedColumns;
    const names = new Set([...(layout.columns[column] ?? []), ...(shared[column] ?? [])]);
    const places = [...names].map((name) => heads.indexOf(name)).filter((place) => place >= 0);
    // What is said about a line is spread over several columns, and its time may stand apart from its day.
    const isSpread = column === 'purpose' || column === 'date';
    if (places.length > 0) columns.set(column, isSpread ? places : places.slice(0, 1));
  }
  return columns;
}

function recognised(rows: readonly FileRow[]): Found {
  for (const [at, { cells }] of rows.slice(0, mostAbove).entries()) {
    const heads = cells.map(plainHeading);
    for (const layout of Object.values(statementLayouts) as StatementLayout[]) {
      const columns = columnsOf(layout, heads);
      if (layout.needs.every((column) => columns.has(column))) return { layout, at, columns };
    }
  }
  throw new NotStatement('unknownLayout');
}

/** Letters of a cell above the table that are read. */
const longestFact = 200;

/** Words and what stands behind their colons: several facts may share a cell, and letters of a word may stand apart. */
function factsIn(cell: string): [word: string, value: string][] {
  return cell
    .slice(0, longestFact)
    .normalize('NFKC')
    .replace(/(?<!\p{sc=Han})(\p{sc=Han})\s+(\p{sc=Han})(?=\s*:)/gu, '$1$2')
    .split(/(?<!\s)\s+(?=\p{sc=Han}{1,12}\s?:)/u)
    .map((part) => {
      const [word = '', ...rest] = part.split(':');
      return [plainHeading(word), rest.join(':').trim()];
    });
}

/**
 * The first fact behind one of the words that can be read: in the same cell, or in the next one. Above the table cells are
 * joined, and the next one is the next that is not empty; in a row of the table it is another column.
 */
function factIn<T>(
  rows: readonly FileRow[],
  words: readonly string[],
  read: (text: string) => T | undefined,
  isAbove = true,
): T | undefined {
  for (const { cells } of rows) {
    for (const [at, cell] of cells.entries()) {
      for (const [word, said] of factsIn(cell)) {
        if (!words.includes(word)) continue;
        const behind = isAbove ? cells.slice(at + 1).find((next) => next.trim() !== '') : cells[at + 1];
        const text = said || (behind ?? '').trim();
        const value = text === '' ? undefined : read(text);
        if (value !== undefined) return value;
      }
    }
  }
  return undefined;
}

/** All that a bank says about a line, where it takes a movement back with the word for it. */
export function purposeOf(said: readonly string[], isTakenBack: boolean): string {
  const texts = said.filter((text) => text !== '');
  return [...new Set(isTakenBack ? [takenBack, ...texts] : texts)].join(' ').slice(0, 500);
}

/** An amount as banks write it, of which `-` and nothing are none; undefined for what is no amount. */
export function amountIn(text: string): string | undefined {
  if (text.length > longestHeading) return undefined;
  if (/^-*$/.test(plainCharacters(text))) return '0';
  const amount = numberIn('money', text);
  return amount !== undefined && isMoney(amount) ? amount : undefined;
}

export function isYuan(currency: string): boolean {
  return /^(|156|0?01|元|本币)$|CNY|RMB|人民币/i.test(currency.trim());
}
/** What may be a currency behind its word; undefined for a text that is none, such as the next word. */
function currencyIn(text: string): string | undefined {
  return /^[A-Z]{3}\b|元|币(?!种)|镑|法郎/.test(text) ? text : undefined;
}

/** What a row of totals begins with, and what it is even where it has a day. */
const total =
  /^(?:[本当全每分][页日月期次]|查询|借方|贷方|收入|支出|转入|转出|交易|页){0,3}(?:合计|小计|总计|累计|汇总|总额|总收入|总支出|总?笔数|共\s*\d+\s*笔|承前|过次|转次|期初|期末|上期|本期|(?:sub)?total)/i;
const totalAlone = /^(?:[本当][页日月期]|借方|贷方|收入|支出|页)?(?:合计|小计|总计|累计)\s*[:：]?$/;

/** What the column of a time holds beside one of the day. */
const timeAlone = /^\d{1,2}:?\d{2}(?::?\d{2})?$/;

class LineReader {
  private readonly isSigned: boolean;
  constructor(
    private readonly found: Found,
    private readonly row: FileRow,
  ) {
    this.isSigned = found.columns.has('signed');
  }

  private texts(column: StatementColumn): string[] {
    const places = this.found.columns.get(column) ?? [];
    return places.map((place) => (this.row.cells[place] ?? '').trim()).filter(Boolean);
  }

  text(column: StatementColumn): string {
    return [...new Set(this.texts(column))].join(' ');
  }

  private day(): string | undefined {
    return dayOfMoment(this.texts('date').find((text) => !timeAlone.test(plainCharacters(text))) ?? '');
  }

  fail(column: StatementColumn): never {
    throw new NotStatement('badRow', { row: this.row.number, text: this.text(column).slice(0, 40) });
  }

  private amount(column: StatementColumn): string {
    return amountIn(this.text(column)) ?? this.fail(column);
  }

  /** Red ink: a bank takes a movement back by an amount below zero on the side of that movement. */
  isTakenBack(): boolean {
    if (this.isSigned) return false;
    const sided = this.found.columns.has('side') ? (['amount'] as const) : (['credit', 'debit'] as const);
    return sided.some((column) => cents(this.amount(column)) < 0n);
  }

  /** What came in, less what went out. */
  private moved(): string {
    if (this.isSigned) return this.amount('signed');
    if (this.found.columns.has('side')) {
      const side = sides[plainCharacters(this.text('side')).replace(/\s/g, '').toUpperCase()] ?? this.fail('side');
      const amount = this.amount('amount');
      return side === 1 ? amount : subtract('0', amount);
    }
    return subtract(this.amount('credit'), this.amount('debit'));
  }

  /** Why the row is no line; undefined for one with a day, or with an amount that would be lost. */
  passedAs(heading: FileRow): PassedOver | undefined {
    const begin = this.row.cells.find((cell) => cell.trim() !== '')?.trim() ?? '';
    if (totalAlone.test(begin)) return 'total';
    if (this.day()) return undefined;
    if (heading.cells.every((cell, at) => plainHeading(cell) === plainHeading(this.row.cells[at] ?? '')))
      return 'heading';
    if (total.test(begin)) return 'total';
    const amounts = (['debit', 'credit', 'signed', 'amount'] as const).map((column) => amountIn(this.text(column)));
    return amounts.some((amount) => amount !== undefined && cents(amount) !== 0n) ? undefined : 'note';
  }

  /** The line; undefined where no money moved. */
  read(): ReadLine | undefined {
    if (!isYuan(this.text('currency'))) throw new NotStatement('otherCurrency', { row: this.row.number });
    const valueDate = this.day() ?? this.fail('date');
    const moved = this.moved();
    if (cents(moved) === 0n) return undefined;
    const direction = cents(moved) > 0n ? 1 : 2;
    const party = direction === 1 ? (['payerName', 'payerAccount'] as const) : (['payeeName', 'payeeAccount'] as const);
    const [name, account] = this.isSigned ? party : (['partyName', 'partyAccount'] as const);
    const balance = this.text('balance');
    return {
      number: this.row.number,
      direction,
      valueDate,
      amount: direction === 1 ? add(moved, '0') : subtract('0', moved),
      partyName: this.text(name).slice(0, 64),
      partyAccount: accountNumberIn(this.text(account)).slice(0, 40),
      purpose: purposeOf([this.text('purpose')], this.isTakenBack()),
      serialNo: this.text('serial').slice(0, 60),
      balance: balance === '' ? '' : add(amountIn(balance) ?? this.fail('balance'), '0'),
    };
  }
}

export function signedAmount({ direction, amount }: Pick<ReadLine, 'direction' | 'amount'>): string {
  return direction === 1 ? amount : subtract('0', amount);
}

/** Banks list the oldest or the newest line first; here the oldest is. */
function inTime(lines: ReadLine[]): ReadLine[] {
  const [first, second] = lines;
  const isBackward = () => {
    if (first!.valueDate !== lines.at(-1)!.valueDate) return first!.valueDate > lines.at(-1)!.valueDate;
    // Within one day the balances say it.
    const follows = (one: ReadLine, next: ReadLine) =>
      cents(add(one.balance, signedAmount(next))) === cents(next.balance);
    return first!.balance !== '' && second!.balance !== '' && !follows(first!, second!) && follows(second!, first!);
  };
  return lines.length > 1 && isBackward() ? lines.reverse() : lines;
}

/** Both amounts are written in the same way. */
function unbalanced(row: number, reached: string, said: string): NotStatement {
  return new NotStatement('unbalanced', { row, reached: sum([reached]), said: sum([said]) });
}

/** Checks a statement as a whole: what was there and what moved make what is there. */
export function balanced(
  lines: readonly ReadLine[],
  said: { opening: string; closing: string },
): { opening: string; closing: string } {
  const [first, last] = [lines[0]!, lines.at(-1)!];
  const opening = said.opening || (first.balance && subtract(first.balance, signedAmount(first)));
  const closing = said.closing || last.balance;
  if (!opening || !closing) throw new NotStatement('noBalance');
  let reached = opening;
  for (const line of lines) {
    reached = add(reached, signedAmount(line));
    if (line.balance !== '' && cents(reached) !== cents(line.balance))
      throw unbalanced(line.number, reached, line.balance);
  }
  if (cents(reached) !== cents(closing)) throw unbalanced(last.number, reached, closing);
  return { opening: sum([opening]), closing: sum([closing]) };
}

/** The number of an account, which some banks put into brackets. */
function accountIn(text: string): string {
  return accountNumberIn(text).replace(/[[\]()【】]/g, '');
}

/** Whether a file names its account: some banks mask a part of the number, and what is left has to tell one. */
export function tellsAccount(account: string): boolean {
  return /^[0-9A-Z*]{6,40}$/i.test(account) && account.replaceAll('*', '').length >= 4;
}

/** The statement in the rows of a file. Throws `NotStatement`. */
export function readStatement(rows: readonly FileRow[]): ReadStatement {
  const found = recognised(rows);
  const above = rows.slice(0, found.at);
  const accounts = new Set<string>();
  const lines: ReadLine[] = [];
  const passed: ReadStatement['passed'] = {};
  const others: FileRow[] = [];
  const table = rows.slice(found.at + 1);
  for (const row of table) {
    const reader = new LineReader(found, row);
    const why = reader.passedAs(rows[found.at]!);
    const line = why ? undefined : reader.read();
    if (line) lines.push(line);
    else passed[why ?? 'noMoney'] = (passed[why ?? 'noMoney'] ?? 0) + 1;
    if (why) {
      others.push(row);
      continue;
    }
    const own = accountIn(reader.text('ownAccount'));
    if (own !== '') accounts.add(own);
    if (accounts.size > 1) reader.fail('ownAccount');
  }
  if (lines.length === 0) throw new NotStatement('noLines');
  const accountTold = (text: string) => (tellsAccount(accountIn(text)) ? accountIn(text) : undefined);
  const account = [...accounts][0] ?? factIn(above, preamble.account, accountTold) ?? '';
  if (!tellsAccount(account)) throw new NotStatement('noAccount');
  const currency = factIn(above, preamble.currency, currencyIn) ?? '';
  if (!isYuan(currency)) throw new NotStatement('foreignAccount', { account, currency: currency.slice(0, 10) });
  const said = (words: readonly string[]) =>
    factIn(above, words, amountIn) ?? factIn(others, words, amountIn, false) ?? '';
  const ordered = inTime(lines);
  return {
    layout: found.layout.number,
    account,
    ...balanced(ordered, { opening: said(preamble.opening), closing: said(preamble.closing) }),
    lines: ordered,
    held: table.length,
    passed,
  };
}
