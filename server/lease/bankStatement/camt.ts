/** Reads the statements of a file in the format camt.053 (ISO 20022, bank to customer statement). */

import { setImmediate } from 'node:timers/promises';
import { camtLayout } from '../../../contract/domain/bank/layouts';
import {
  balanced,
  isYuan,
  NotStatement,
  type ReadFile,
  type ReadLine,
  type ReadStatement,
  tellsAccount,
} from '../../../contract/domain/bank/statement';
import { cents, subtract } from '../../../contract/domain/money';
import { accountNumberIn } from '../../../contract/domain/reading/accounts';
import { dayOfMoment } from '../../../contract/domain/reading/days';
import { BadFile } from '../../kernel/sheets/limits';
import { xmlAsUtf8 } from '../../kernel/sheets/xmlEncoding';
import { readXml } from '../../kernel/sheets/xmlReader';
import { type Entry, type Facts, first, hasReversal, linesOf, passedAs, yuanIn } from './camtEntry';

/** The names of the standard are shorter. */
const longestName = 40;
/** Texts of one kind that a part is read for; a line of a statement shows 500 letters of them. */
const mostTexts = 100;

/** Messages of the same standard that people take for a statement, by the part that each of them is made of. */
const otherMessages: Readonly<Record<string, string>> = {
  BkToCstmrAcctRpt: 'camt.052',
  BkToCstmrDbtCdtNtfctn: 'camt.054',
  CstmrCdtTrfInitn: 'pain.001',
  CstmrPmtStsRpt: 'pain.002',
};

/** Bytes that are read before other work of the server has its turn. */
const atOnce = 64 * 1024;

async function* inParts(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += atOnce) {
    if (at > 0) await setImmediate();
    yield bytes.subarray(at, at + atOnce);
  }
}

interface Raw {
  /** What is said of the statement itself. */
  facts: Facts;
  balances: Facts[];
  entries: Entry[];
}

function note(facts: Facts, key: string, value: string): void {
  const known = facts.get(key);
  if (!known) facts.set(key, [value]);
  else if (known.length < mostTexts) known.push(value);
}

/** The parts of every statement of the file. */
async function partsOf(bytes: Buffer): Promise<Raw[]> {
  const found: Raw[] = [];
  const path: string[] = [];
  /** The parts that are open, each with the depth at which it begins. */
  const open: { depth: number; facts: Facts }[] = [];
  let text = '';
  let entries = 0;
  let message = '';
  const begin = (facts: Facts) => open.push({ depth: path.length, facts });
  await readXml(inParts(bytes), {
    open(name, attributes) {
      path.push(name.length > longestName ? '?' : name);
      message ||= otherMessages[name] ?? '';
      text = '';
      const raw = found.at(-1);
      if (name === 'Stmt' && open.length === 0) {
        found.push({ facts: new Map(), balances: [], entries: [] });
        begin(found.at(-1)!.facts);
      } else if (raw && path.at(-2) === 'Stmt' && name === 'Bal') {
        raw.balances.push(new Map());
        begin(raw.balances.at(-1)!);
      } else if (raw && path.at(-2) === 'Stmt' && name === 'Ntry') {
        raw.entries.push({ number: ++entries, facts: new Map(), details: [] });
        begin(raw.entries.at(-1)!.facts);
      } else if (raw?.entries.length && name === 'TxDtls' && open.length === 2) {
        raw.entries.at(-1)!.details.push(new Map());
        begin(raw.entries.at(-1)!.details.at(-1)!);
      }
      const part = open.at(-1);
      if (part && name === 'Amt') note(part.facts, `${path.slice(part.depth).join('/')}@`, attributes().Ccy ?? '');
    },
    text(said) {
      text += said;
    },
    close() {
      const value = text.trim();
      text = '';
      const part = open.at(-1);
      if (part && value !== '') note(part.facts, path.slice(part.depth).join('/'), value);
      if (part?.depth === path.length) open.pop();
      path.pop();
    },
  });
  if (found.length === 0 && message) throw new NotStatement('otherMessage', { name: message });
  if (found.length === 0) throw new NotStatement('unknownLayout');
  return found;
}

/** The balance with the earliest, or the latest, day among those of the first kind that there is. */
function balanceOf(balances: readonly Facts[], codes: readonly string[], end: 'first' | 'last'): string {
  for (const code of codes) {
    const of = balances.filter((one) => first(one, 'Tp/CdOrPrtry/Cd', 'Tp/CdOrPrtry/Prtry') === code);
    // Interim balances are those of a part of the statement: of one alone it is not known which end it is of.
    if (of.length === 0 || (code === 'ITBD' && of.length < 2)) continue;
    const day = (one: Facts) => dayOfMoment(first(one, 'Dt/Dt', 'Dt/DtTm')) ?? '';
    const ordered = [...of].sort((a, b) => day(a).localeCompare(day(b)));
    const facts = ordered.at(end === 'first' ? 0 : -1)!;
    const amount = yuanIn(first(facts, 'Amt'));
    if (amount === undefined) throw new NotStatement('badBalance', { text: first(facts, 'Amt').slice(0, 40) });
    return first(facts, 'CdtDbtInd') === 'DBIT' ? subtract('0', amount) : amount;
  }
  return '';
}

function refuseForeign({ facts, balances }: Raw, account: string): void {
  for (const currency of [first(facts, 'Acct/Ccy'), ...balances.map((one) => first(one, 'Amt@'))])
    if (!isYuan(currency)) throw new NotStatement('foreignAccount', { account, currency: currency.slice(0, 10) });
}

/** The lines with the balances that they lead from and to: where they do not, some banks turn reversals round. */
function balancedLines(booked: readonly Entry[], own: string, said: { opening: string; closing: string }) {
  const lines = (isTurned: boolean): ReadLine[] => booked.flatMap((entry) => linesOf(entry, { own, isTurned }));
  const usual = lines(false);
  try {
    return { lines: usual, ...balanced(usual, said) };
  } catch (error) {
    if (!(error instanceof NotStatement) || error.fault !== 'unbalanced' || !hasReversal(booked)) throw error;
    const turned = lines(true);
    try {
      return { lines: turned, ...balanced(turned, said) };
    } catch {
      throw error;
    }
  }
}

function statementOf(raw: Raw): ReadStatement {
  const { facts, balances, entries } = raw;
  const account = accountNumberIn(first(facts, 'Acct/Id/IBAN', 'Acct/Id/Othr/Id'));
  if (!tellsAccount(account)) throw new NotStatement('noAccount');
  refuseForeign(raw, account);
  const passed: ReadStatement['passed'] = {};
  const booked: Entry[] = [];
  for (const entry of entries) {
    const why = passedAs(entry);
    if (why) passed[why] = (passed[why] ?? 0) + 1;
    else booked.push(entry);
  }
  const said = {
    opening: balanceOf(balances, ['OPBD', 'PRCD', 'ITBD'], 'first'),
    closing: balanceOf(balances, ['CLBD', 'ITBD'], 'last'),
  };
  const common = { layout: camtLayout, account, held: entries.length, passed };
  if (booked.length > 0) return { ...common, ...balancedLines(booked, account, said) };
  if (said.opening !== '' && said.closing !== '' && cents(said.opening) !== cents(said.closing))
    throw new NotStatement('notMoved', { account, opening: said.opening, closing: said.closing });
  return { ...common, ...said, lines: [] };
}

/** All statements of a file. Throws `NotStatement` and `BadFile`. */
export async function readCamt(bytes: Buffer): Promise<ReadFile> {
  try {
    return { statements: (await partsOf(xmlAsUtf8(bytes))).map(statementOf), otherSheets: [] };
  } catch (error) {
    if (error instanceof BadFile && error.reason === 'unreadable') throw new NotStatement('unreadableXml');
    throw error;
  }
}
