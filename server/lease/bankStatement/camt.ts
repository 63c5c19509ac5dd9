/** Reads a statement in the format camt.053 (ISO 20022, bank to customer statement). */

import { setImmediate } from 'node:timers/promises';
import { camtLayout } from '../../../contract/domain/bank/layouts';
import {
  balanced,
  NotStatement,
  type ReadLine,
  type ReadStatement,
  tellsAccount,
} from '../../../contract/domain/bank/statement';
import { isDate } from '../../../contract/domain/calendar';
import { add, cents, isMoney, subtract } from '../../../contract/domain/money';
import { readXml } from '../../kernel/sheets/xmlReader';

/** The names of the standard are shorter. */
const longestName = 40;
/** Texts of one kind that an entry is read for; a line of a statement shows 500 letters of them. */
const mostTexts = 100;

/** Values by the names of the elements around them, joined by `/`. */
type Facts = Map<string, string[]>;

function first(facts: Facts, ...paths: readonly string[]): string {
  for (const path of paths) {
    const [value] = facts.get(path) ?? [];
    if (value) return value;
  }
  return '';
}

/** Bytes that are read before other work of the server has its turn. */
const atOnce = 64 * 1024;

async function* inParts(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += atOnce) {
    if (at > 0) await setImmediate();
    yield bytes.subarray(at, at + atOnce);
  }
}

export function isXml(bytes: Buffer): boolean {
  return /^(\uFEFF)?\s*<(\?xml|Document)/.test(bytes.subarray(0, 200).toString('utf8'));
}

interface Raw {
  account: string;
  bankName: string;
  balances: { code: string; amount: string; sign: string }[];
  entries: Facts[];
  currencies: Set<string>;
}

/** The parts of the first statement of the file. */
async function partsOf(bytes: Buffer): Promise<Raw> {
  const raw: Raw = { account: '', bankName: '', balances: [], entries: [], currencies: new Set() };
  const path: string[] = [];
  let text = '';
  let statements = 0;
  let facts: Facts = new Map();
  const inside = () => path.slice(path.indexOf('Stmt') + 1).join('/');
  await readXml(inParts(bytes), {
    open(name, attributes) {
      path.push(name.length > longestName ? '?' : name);
      text = '';
      if (name === 'Stmt') statements++;
      if (path.at(-2) === 'Stmt' && (name === 'Ntry' || name === 'Bal')) facts = new Map();
      if (name === 'Amt') raw.currencies.add(attributes().Ccy ?? '');
    },
    text(part) {
      text += part;
    },
    close() {
      const at = inside();
      const value = text.trim();
      text = '';
      if (statements === 1 && path.includes('Stmt')) {
        if (value !== '' && /^(Ntry|Bal)\//.test(at)) {
          const key = at.slice(at.indexOf('/') + 1);
          const known = facts.get(key);
          if (!known) facts.set(key, [value]);
          else if (known.length < mostTexts) known.push(value);
        }
        if (/^Acct\/Id\/(IBAN|Othr\/Id)$/.test(at)) raw.account = value;
        if (/^Acct\/Svcr\/FinInstnId\/Nm$/.test(at)) raw.bankName = value;
        if (at === 'Ntry') raw.entries.push(facts);
        if (at === 'Bal') {
          const code = first(facts, 'Tp/CdOrPrtry/Cd', 'Tp/CdOrPrtry/Prtry');
          raw.balances.push({ code, amount: first(facts, 'Amt'), sign: first(facts, 'CdtDbtInd') });
        }
      }
      path.pop();
    },
  });
  if (statements === 0) throw new NotStatement('unknownLayout');
  return raw;
}

function lineOf(facts: Facts, number: number): ReadLine {
  const fail = (text: string): never => {
    throw new NotStatement('badRow', { row: number, text: text.slice(0, 40) });
  };
  const amount = first(facts, 'Amt');
  if (!isMoney(amount) || cents(amount) <= 0n) fail(amount);
  const sign = first(facts, 'CdtDbtInd');
  if (sign !== 'CRDT' && sign !== 'DBIT') fail(sign);
  const isReversal = first(facts, 'RvslInd') === 'true';
  const isIn = (sign === 'CRDT') !== isReversal;
  const valueDate = first(facts, 'ValDt/Dt', 'ValDt/DtTm', 'BookgDt/Dt', 'BookgDt/DtTm').slice(0, 10);
  if (!isDate(valueDate)) fail(valueDate);
  const of = 'NtryDtls/TxDtls/';
  const party = isIn ? 'Dbtr' : 'Cdtr';
  const purpose = [
    ...(facts.get(`${of}RmtInf/Ustrd`) ?? []),
    ...(facts.get('AddtlNtryInf') ?? []),
    first(facts, `${of}Refs/EndToEndId`),
  ];
  return {
    number,
    direction: isIn ? 1 : 2,
    valueDate,
    amount: add(amount, '0'),
    partyName: first(facts, `${of}RltdPties/${party}/Nm`, `${of}RltdPties/${party}/Pty/Nm`).slice(0, 64),
    partyAccount: first(facts, `${of}RltdPties/${party}Acct/Id/IBAN`, `${of}RltdPties/${party}Acct/Id/Othr/Id`).slice(
      0,
      40,
    ),
    purpose: [...new Set(purpose)].filter(Boolean).join(' ').slice(0, 500),
    serialNo: first(facts, 'AcctSvcrRef', `${of}Refs/AcctSvcrRef`, 'NtryRef').slice(0, 60),
    balance: '',
  };
}

/** The first statement of a file. Throws `NotStatement` and `BadFile`. */
export async function readCamt(bytes: Buffer): Promise<ReadStatement> {
  const raw = await partsOf(bytes);
  for (const currency of raw.currencies) if (currency !== 'CNY') throw new NotStatement('otherCurrency', { row: 1 });
  const account = raw.account.replace(/\s/g, '');
  if (!tellsAccount(account)) throw new NotStatement('noAccount');
  if (raw.entries.length === 0) throw new NotStatement('noLines');
  const balance = (...codes: string[]) => {
    const found = raw.balances.find(({ code }) => codes.includes(code));
    if (!found) return '';
    if (!isMoney(found.amount)) throw new NotStatement('noBalance');
    return found.sign === 'DBIT' ? subtract('0', found.amount) : found.amount;
  };
  const lines = raw.entries.map((facts, at) => lineOf(facts, at + 1));
  return {
    layout: camtLayout,
    bankName: raw.bankName.slice(0, 64) || 'camt.053',
    account,
    ...balanced(lines, { opening: balance('OPBD', 'PRCD'), closing: balance('CLBD') }),
    lines,
  };
}
