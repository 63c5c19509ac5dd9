/** An entry of a camt.053 statement as lines: as it stands, or as its details where they make up its amount. */

import {
  isYuan,
  NotStatement,
  type PassedOver,
  purposeOf,
  type ReadLine,
} from '../../../contract/domain/bank/statement';
import { add, cents, isMoney, subtract, sum } from '../../../contract/domain/money';
import { accountNumberIn } from '../../../contract/domain/reading/accounts';
import { dayOfMoment } from '../../../contract/domain/reading/days';
import { numberIn } from '../../../contract/domain/reading/numbers';

/** Values by the names of the elements around them, joined by `/`; the currency of an amount by `@` behind them. */
export type Facts = Map<string, string[]>;
export interface Entry {
  /** Place in the file, from 1. */
  number: number;
  facts: Facts;
  /** What is below each `TxDtls`. */
  details: Facts[];
}

export function first(facts: Facts, ...paths: readonly string[]): string {
  for (const path of paths) {
    const [value] = facts.get(path) ?? [];
    if (value) return value;
  }
  return '';
}
function all(facts: Facts, ...paths: readonly string[]): string[] {
  return paths.flatMap((path) => facts.get(path) ?? []);
}

/** A decimal of XML Schema as yuan; undefined for what is none. */
export function yuanIn(text: string): string | undefined {
  const whole = /^\+?\d*(?:\.\d*)?$/.test(text) ? text.replace(/^\+?\./, '0.').replace(/\.$/, '') : '';
  const amount = numberIn('money', whole);
  return isMoney(amount) ? amount : undefined;
}

function fail(number: number, text: string): never {
  throw new NotStatement('badRow', { row: number, text: text.slice(0, 40) });
}

/** Whether an entry takes an earlier one back. */
function isReversal(facts: Facts): boolean {
  return ['true', '1'].includes(first(facts, 'RvslInd'));
}

function isIn(facts: Facts, number: number): boolean {
  const sign = first(facts, 'CdtDbtInd');
  return sign === 'CRDT' || (sign !== 'DBIT' && fail(number, sign));
}

/** Why an entry is no line: only what is booked has moved, and is in the closing balance. */
export function passedAs({ facts, number }: Entry): PassedOver | undefined {
  const status = first(facts, 'Sts', 'Sts/Cd', 'Sts/Prtry');
  if (['PDNG', 'FUTR', 'INFO'].includes(status)) return 'pending';
  if (status !== '' && status !== 'BOOK') fail(number, status);
  const amount = yuanIn(first(facts, 'Amt')) ?? fail(number, first(facts, 'Amt'));
  return cents(amount) === 0n ? 'noMoney' : undefined;
}

/** The amount of a detail in yuan, with its sign in the entry; undefined where the bank says none. */
function detailAmount(detail: Facts, entry: Facts, number: number): string | undefined {
  const [path] = ['Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/InstdAmt/Amt'].filter(
    (one) => first(detail, one) !== '' && isYuan(first(detail, `${one}@`)),
  );
  const amount = path && yuanIn(first(detail, path));
  if (!amount) return undefined;
  const own = first(detail, 'CdtDbtInd') === '' ? entry : detail;
  return isIn(own, number) ? amount : subtract('0', amount);
}

function chargesOf(facts: Facts): string {
  const amounts = all(facts, 'Chrgs/Rcrd/Amt', 'Chrgs/Amt', 'Chrgs/TtlChrgsAndTaxAmt').slice(0, 1);
  return sum(amounts.map((text) => yuanIn(text) ?? '0'));
}

interface Said {
  /** The account of the statement. */
  own: string;
  notes?: readonly string[];
}
interface Party {
  name: string;
  account: string;
}
function partyIn(details: readonly Facts[], role: 'Dbtr' | 'Cdtr'): Party {
  const told = (...paths: string[]) => details.map((one) => first(one, ...paths)).find(Boolean) ?? '';
  return {
    name: told(`RltdPties/${role}/Nm`, `RltdPties/${role}/Pty/Nm`).slice(0, 64),
    account: accountNumberIn(told(`RltdPties/${role}Acct/Id/IBAN`, `RltdPties/${role}Acct/Id/Othr/Id`)).slice(0, 40),
  };
}

/** The other side of a movement. Of what is taken back a bank may name both as they were: then it is the one that is not us. */
function partyOf(facts: Facts, details: readonly Facts[], received: boolean, own: string): Party {
  const [from, to] = [partyIn(details, 'Dbtr'), partyIn(details, 'Cdtr')];
  const [usual, other] = received ? [from, to] : [to, from];
  const isOther = usual.name === '' || (usual.account !== '' && usual.account === own);
  return isReversal(facts) && isOther ? other : usual;
}

/** What is said of a movement, by the entry and by some of its details. */
function lineOf(
  { facts, number }: Entry,
  details: readonly Facts[],
  moved: string,
  { own, notes = [] }: Said,
): ReadLine {
  const value = first(facts, 'ValDt/Dt', 'ValDt/DtTm', 'BookgDt/Dt', 'BookgDt/DtTm');
  const received = cents(moved) > 0n;
  const party = partyOf(facts, details, received, own);
  const said = [
    ...details.flatMap((one) => all(one, 'RmtInf/Ustrd', 'RmtInf/Strd/CdtrRefInf/Ref', 'AddtlTxInf')),
    ...all(facts, 'AddtlNtryInf'),
    ...details.slice(0, 1).flatMap((one) => all(one, 'Refs/EndToEndId')),
    ...notes,
  ].filter((text) => text !== 'NOTPROVIDED');
  const [only = facts] = details.length === 1 ? details : [];
  return {
    number,
    direction: received ? 1 : 2,
    valueDate: dayOfMoment(value) ?? fail(number, value),
    amount: received ? add(moved, '0') : subtract('0', moved),
    partyName: party.name,
    partyAccount: party.account,
    purpose: purposeOf(said, isReversal(facts)),
    serialNo: (first(only, 'Refs/AcctSvcrRef') || first(facts, 'AcctSvcrRef', 'NtryRef')).slice(0, 60),
    balance: '',
  };
}

/**
 * The lines of a booked entry. `isTurned`: the bank gives a reversal the direction of what it takes back, against the
 * standard. A batch is as many lines as it has details where these make up its amount; otherwise it is one line that says
 * by how much they do not.
 */
export function linesOf(entry: Entry, { own, isTurned }: { own: string; isTurned: boolean }): ReadLine[] {
  const { facts, details, number } = entry;
  const currency = first(facts, 'Amt@');
  if (!isYuan(currency)) throw new NotStatement('otherCurrency', { row: number });
  const amount = yuanIn(first(facts, 'Amt'))!;
  const turned = isTurned && isReversal(facts);
  const signed = (one: string) => (turned ? subtract('0', one) : one);
  const booked = isIn(facts, number) ? amount : subtract('0', amount);
  const parts = details.map((one) => detailAmount(one, facts, number));
  if (details.length < 2) {
    const charges = chargesOf(details[0] ?? facts);
    const notes = cents(charges) === 0n ? [] : [`手续费 ${charges}`];
    return [lineOf(entry, details, signed(booked), { own, notes })];
  }
  const total = parts.some((part) => part === undefined) ? undefined : sum(parts as string[]);
  if (total !== undefined && cents(total) === cents(booked))
    return details.flatMap((one, at) =>
      cents(parts[at]!) === 0n ? [] : [lineOf(entry, [one], signed(parts[at]!), { own })],
    );
  const note =
    total === undefined
      ? `含 ${details.length} 笔明细`
      : `${details.length} 笔明细合计 ${total}，相差 ${subtract(booked, total)}`;
  return [lineOf(entry, details, signed(booked), { own, notes: [note] })];
}

export function hasReversal(entries: readonly Entry[]): boolean {
  return entries.some(({ facts }) => isReversal(facts));
}
