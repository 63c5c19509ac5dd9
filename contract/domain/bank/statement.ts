/** Reads the rows of a statement of a bank: recognises its layout and checks its balance. Amounts are decimal yuan. */
import { isDate } from '../calendar';
import { add, cents, isMoney, subtract, sum } from '../money';
import { plainCharacters } from '../reading/characters';
import { numberIn } from '../reading/numbers';
import {
  longestHeading,
  plainHeading,
  preamble,
  type StatementColumn,
  type StatementLayout,
  statementLayouts,
} from './layouts';
import type { StatementLine } from './match';

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
  bankName: string;
  account: string;
  opening: string;
  closing: string;
  lines: ReadLine[];
}

/** Why a file is no statement; `row` where one row is the cause. */
export type StatementFault =
  | 'unknownLayout'
  | 'noAccount'
  | 'noLines'
  | 'noBalance'
  | 'unbalanced'
  | 'badRow'
  | 'otherCurrency';
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
  for (const [column, names] of Object.entries(layout.columns) as [StatementColumn, readonly string[]][]) {
    const places = names.map((name) => heads.indexOf(name)).filter((place) => place >= 0);
    // Only what is said about a line is spread over several columns.
    if (places.length > 0) columns.set(column, column === 'purpose' ? places : places.slice(0, 1));
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

/** What stands after a word above the table, in the same cell behind a colon or in the next one. */
function factAbove(rows: readonly FileRow[], words: readonly string[]): string {
  for (const { cells } of rows) {
    for (const [at, cell] of cells.entries()) {
      const [head = '', ...rest] = cell.slice(0, longestHeading).normalize('NFKC').split(':');
      if (!words.includes(plainHeading(head))) continue;
      const value = rest.join(':').trim() || (cells[at + 1] ?? '').trim();
      if (value !== '') return value;
    }
  }
  return '';
}

/** An amount as banks write it, of which `-` and nothing are none; undefined for what is no amount. */
export function amountIn(text: string): string | undefined {
  if (text.length > longestHeading) return undefined;
  if (/^-*$/.test(plainCharacters(text))) return '0';
  const amount = numberIn('money', text);
  return amount !== undefined && isMoney(amount) ? amount : undefined;
}

/** `20260930`, `2026-09-30`, `2026/9/30` and each with a time, as `yyyy-MM-dd`; undefined for what is no day. */
export function dayIn(text: string): string | undefined {
  const found = /^(\d{4})(?:[-/.年]?)(\d{1,2})(?:[-/.月]?)(\d{1,2})日?(?=$|[\sT])/.exec(text.trim());
  if (!found) return undefined;
  const day = `${found[1]}-${found[2]!.padStart(2, '0')}-${found[3]!.padStart(2, '0')}`;
  return isDate(day) ? day : undefined;
}

function isYuan(currency: string): boolean {
  return /^(|CNY|RMB|人民币元?|156|01)$/i.test(currency.trim());
}

class LineReader {
  private readonly isSigned: boolean;
  constructor(
    private readonly found: Found,
    private readonly row: FileRow,
  ) {
    this.isSigned = found.columns.has('signed');
  }

  text(column: StatementColumn): string {
    const places = this.found.columns.get(column) ?? [];
    const texts = places.map((place) => (this.row.cells[place] ?? '').trim()).filter(Boolean);
    return [...new Set(texts)].join(' ');
  }

  fail(column: StatementColumn): never {
    throw new NotStatement('badRow', { row: this.row.number, text: this.text(column).slice(0, 40) });
  }

  private amount(column: StatementColumn): string {
    return amountIn(this.text(column)) ?? this.fail(column);
  }

  /** What came in, less what went out. */
  private moved(): string {
    if (this.isSigned) return this.amount('signed');
    return subtract(this.amount('credit'), this.amount('debit'));
  }

  read(): ReadLine {
    if (!isYuan(this.text('currency'))) throw new NotStatement('otherCurrency', { row: this.row.number });
    const valueDate = dayIn(this.text('date')) ?? this.fail('date');
    const moved = this.moved();
    if (cents(moved) === 0n) this.fail(this.isSigned ? 'signed' : 'credit');
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
      partyAccount: this.text(account).replace(/\s/g, '').slice(0, 40),
      purpose: this.text('purpose').slice(0, 500),
      serialNo: this.text('serial').slice(0, 60),
      balance: balance === '' ? '' : add(amountIn(balance) ?? this.fail('balance'), '0'),
    };
  }
}

/** A row below the table: totals, signatures, notes. */
function isBelow({ cells }: FileRow): boolean {
  return /^(合计|总计|总收入|总支出|借方合计|贷方合计|借方总|贷方总|打印|说明|注|备注|以下|期末|本期|total)/i.test(
    cells.find((cell) => cell.trim() !== '')?.trim() ?? '',
  );
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
      throw new NotStatement('unbalanced', { row: line.number, reached, said: line.balance });
  }
  if (cents(reached) !== cents(closing))
    throw new NotStatement('unbalanced', { row: last.number, reached, said: closing });
  return { opening: sum([opening]), closing: sum([closing]) };
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
  let below: FileRow[] = [];
  for (const [at, row] of rows.entries()) {
    if (at <= found.at) continue;
    if (isBelow(row)) {
      below = rows.slice(at);
      break;
    }
    const reader = new LineReader(found, row);
    lines.push(reader.read());
    const own = reader.text('ownAccount').replace(/\s/g, '');
    if (own !== '') accounts.add(own);
    if (accounts.size > 1) reader.fail('ownAccount');
  }
  if (lines.length === 0) throw new NotStatement('noLines');
  const account = [...accounts][0] ?? factAbove(above, preamble.account).replace(/[\s-]/g, '');
  if (!tellsAccount(account)) throw new NotStatement('noAccount');
  const facts = [...above, ...below];
  const said = (words: readonly string[]) => {
    const text = factAbove(facts, words);
    return text === '' ? '' : (amountIn(text) ?? '');
  };
  const ordered = inTime(lines);
  return {
    layout: found.layout.number,
    bankName: found.layout.bankName,
    account,
    ...balanced(ordered, { opening: said(preamble.opening), closing: said(preamble.closing) }),
    lines: ordered,
  };
}
