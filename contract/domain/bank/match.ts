/**
 * What a line of a bank statement pays for. Each answer says why: the server stores it, the console shows the words.
 * Amounts are decimal yuan, days are `yyyy-MM-dd`.
 */
import { addDays, daysBetween } from '../calendar';
import { earlyPaymentDays } from '../ledger/early';
import { cents, lesser, sum, yuan } from '../money';
import { accountNumberIn } from '../reading/accounts';
import type { Text } from '../text';
import { codesIn, isLike, plainCode, withoutPeriod } from './contractCodes';
import { isOtherAccount, isSameAccount, isSameName, plainName } from './parties';

/** A movement of money as the bank lists it. `direction`: 1 received, 2 paid out. */
export interface StatementLine {
  direction: 1 | 2;
  valueDate: string;
  amount: string;
  partyName: string;
  partyAccount: string;
  /** All that the bank says about it: purpose, summary, remark. */
  purpose: string;
}
/** An instalment of which something is open. */
export interface OpenRow {
  planId: string;
  period: number;
  paymentDate: string;
  open: string;
}
/** An order with what is open of it, the oldest instalment first. */
export interface OpenOrder {
  orderId: string;
  contractCode: string;
  customerId: string;
  customerName: string;
  direction: 1 | 2;
  /** Account numbers that are known to be the customer's. */
  accounts: readonly string[];
  rows: readonly OpenRow[];
}
/** A receipt that is booked already and that no line stands for. */
export interface BookedReceipt {
  receiptId: string;
  receiptNo: string;
  direction: 1 | 2;
  valueDate: string;
  amount: string;
  partyName: string;
  partyAccount: string;
  /** Paid by a payment file: the account is the one that was asked for. */
  isFile?: boolean;
  /** Booked from an older system: its day is that of the bank, and money of another day is other money. */
  isOpening?: boolean;
  /** Numbers of the contracts that it pays. */
  contractCodes?: readonly string[];
}

/** What the text of a line begins with where the bank takes back what it had moved. */
export const takenBack = '红字冲销';

export const reasons = {
  contract: ['用途中有合同编号 {code}', 'Contract no. {code} in the reference'],
  account: ['对方账号是该客户的已知账号', 'Account known as the customer’s'],
  name: ['对方户名与客户名称一致', 'Counterparty name matches the customer'],
  oneRow: ['金额等于第 {period} 期未付金额', 'Equals the open amount of instalment {period}'],
  someRows: ['金额等于最早 {count} 期未付金额之和', 'Equals the open amount of the {count} oldest instalments'],
  allDue: ['金额等于该订单全部到期未付金额', 'Equals everything due on the order'],
  allOrders: [
    '金额等于该客户 {count} 个订单全部到期未付金额',
    'Equals everything due on the customer’s {count} orders',
  ],
  otherAmount: ['金额与未付金额不符，从最早的期次开始入账', 'Amount differs; applied to the oldest instalments first'],
  otherName: ['对方户名不是合同客户，请核对', 'Counterparty name differs from the customer; please check'],
  otherAccount: ['对方账号不是代付文件的收款账号', 'Not the account in the payment file'],
  amountOnly: ['仅金额相符', 'Only the amount matches'],
  otherContract: [
    '用途中的合同编号 {code} 不是所付的合同，请核对',
    'Contract no. {code} in the reference is not the one paid; please check',
  ],
  skips: ['第 {period} 期之前还有未付的期次，请核对', 'Earlier instalments than {period} are unpaid; please check'],
  early: ['第 {period} 期 {date} 才到期，请核对', 'Instalment {period} is not due until {date}; please check'],
  takenBack: ['银行冲销了一笔流水，请核对', 'The bank has taken a movement back; please check'],
  booked: [
    '已登记的收付款 {receipt}：方向、金额相同，日期相近',
    'Already booked as {receipt}: same amount, about the same day',
  ],
} as const satisfies Record<string, Text>;
export type ReasonCode = keyof typeof reasons;
/** A reason with what its words are filled with. */
export interface Reason {
  code: ReasonCode;
  values?: Record<string, string | number>;
}

/** A part of the amount for an instalment. */
export interface ProposedShare {
  planId: string;
  orderId: string;
  contractCode: string;
  period: number;
  amount: string;
}
/** One possible answer: instalments that it pays, or a receipt that it is the proof of. */
export interface Proposal {
  customerId: string | null;
  customerName: string;
  shares: ProposedShare[];
  /** What no share needs. */
  rest: string;
  receiptId: string | null;
  reasons: Reason[];
}
/** `matched`: one clear answer. `offered`: several, or one that a person has to look at. */
export type Verdict = 'matched' | 'offered' | 'unclaimed';
export interface Match {
  verdict: Verdict;
  proposals: readonly Proposal[];
}

/** Most proposals of one line. */
export const mostProposals = 5;
/** A receipt was booked at most so many days before or after the bank moved the money. */
const receiptDays = 5;

/** An order whose amounts were read once: a line is compared with each of them. */
interface Candidate extends Omit<OpenOrder, 'rows'> {
  rows: readonly (OpenRow & { cents: bigint })[];
}

function shareOf(
  { orderId, contractCode }: Pick<OpenOrder, 'orderId' | 'contractCode'>,
  { planId, period }: OpenRow,
  amount: string,
): ProposedShare {
  return { planId, orderId, contractCode, period, amount };
}

/** The instalments that the whole amount pays, and why; undefined where it is another amount. */
function exactly(
  { amount, valueDate }: StatementLine,
  order: Candidate,
): { shares: ProposedShare[]; reason: Reason } | undefined {
  const whole = cents(amount);
  const all = (rows: readonly OpenRow[]) => rows.map((row) => shareOf(order, row, row.open));
  const [first] = order.rows;
  if (first?.cents === whole)
    return { shares: all([first]), reason: { code: 'oneRow', values: { period: first.period } } };
  const due = order.rows.filter(({ paymentDate }) => paymentDate <= valueDate);
  if (due.length > 1 && total(due) === whole) return { shares: all(due), reason: { code: 'allDue' } };
  let reached = 0n;
  for (const [at, row] of order.rows.entries()) {
    reached += row.cents;
    if (reached > whole) break;
    if (reached === whole)
      return { shares: all(order.rows.slice(0, at + 1)), reason: { code: 'someRows', values: { count: at + 1 } } };
  }
  const same = order.rows.filter((row) => row.cents === whole);
  return same.length === 1
    ? { shares: all(same), reason: { code: 'oneRow', values: { period: same[0]!.period } } }
    : undefined;
}

function total(rows: Candidate['rows']): bigint {
  return rows.reduce((all, row) => all + row.cents, 0n);
}

/** What the amount pays from the oldest instalment on, with what is left. */
function fromOldest({ amount }: StatementLine, order: Candidate): Pick<Proposal, 'shares' | 'rest'> {
  let left = cents(amount);
  const shares: ProposedShare[] = [];
  for (const row of order.rows) {
    if (left === 0n) break;
    const taken = lesser(row.cents, left);
    if (taken > 0n) shares.push(shareOf(order, row, yuan(taken)));
    left -= taken;
  }
  return { shares, rest: yuan(left) };
}

/** Open orders and booked receipts, so that a line finds its own without looking at all of them. */
export class Matcher {
  private readonly byCode = new Map<string, Candidate[]>();
  private readonly byName = new Map<string, Candidate[]>();
  private readonly byAccount = new Map<string, Candidate[]>();
  private readonly byAmount = new Map<string, Candidate[]>();
  private readonly receiptsByAmount = new Map<string, BookedReceipt[]>();
  /** What earlier lines of the same work have taken already. */
  private readonly taken = new Set<string>();

  /** `contracts`: numbers in the lines that are those of contracts, of which nothing may be open. */
  constructor(
    orders: readonly OpenOrder[],
    receipts: readonly BookedReceipt[],
    private readonly contracts: ReadonlySet<string> = new Set(),
  ) {
    for (const open of orders) {
      const order = { ...open, rows: open.rows.map((row) => ({ ...row, cents: cents(row.open) })) };
      put(this.byCode, order.contractCode.toUpperCase(), order);
      put(this.byName, plainName(order.customerName), order);
      for (const account of order.accounts) put(this.byAccount, accountNumberIn(account), order);
      for (const amount of new Set(order.rows.map((row) => row.open))) put(this.byAmount, amount, order);
    }
    for (const receipt of receipts) put(this.receiptsByAmount, receipt.amount, receipt);
  }

  /** Lines in the order of the statement: what a clear answer pays is not offered to a later line. */
  match(line: StatementLine): Match {
    const booked = this.bookedAs(line);
    const found = booked.length > 0 ? booked : this.proposalsFor(line);
    const [only] = found;
    const isClear = found.length === 1 && only !== undefined && isCertain(only);
    if (isClear) {
      for (const { planId } of only.shares) this.taken.add(planId);
      if (only.receiptId) this.taken.add(only.receiptId);
    }
    return {
      verdict: isClear ? 'matched' : found.length > 0 ? 'offered' : 'unclaimed',
      proposals: found.slice(0, mostProposals),
    };
  }

  private bookedAs(line: StatementLine): Proposal[] {
    const near = (this.receiptsByAmount.get(line.amount) ?? []).filter(
      ({ receiptId, direction, valueDate, partyName, partyAccount, isOpening }) =>
        !this.taken.has(receiptId) &&
        direction === line.direction &&
        Math.abs(daysBetween(valueDate, line.valueDate)) <= (isOpening ? 0 : receiptDays) &&
        (isSameName(partyName, line.partyName) || isSameAccount(partyAccount, line.partyAccount)),
    );
    return near.map(({ receiptId, receiptNo, partyName, partyAccount, isFile, contractCodes }) => ({
      customerId: null,
      customerName: partyName,
      shares: [],
      rest: '0.00',
      receiptId,
      reasons: [
        { code: 'booked', values: { receipt: receiptNo } },
        ...(isSameAccount(partyAccount, line.partyAccount) ? [{ code: 'account' as const }] : []),
        ...(isSameName(partyName, line.partyName) ? [{ code: 'name' as const }] : []),
        ...(isFile && isOtherAccount(partyAccount, line.partyAccount) ? [{ code: 'otherAccount' as const }] : []),
        ...(contractCodes ? this.otherContracts(line, contractCodes) : []),
      ],
    }));
  }

  /** Numbers of contracts that the bank's text names and that an answer does not pay. */
  private otherContracts({ purpose }: StatementLine, codes: readonly string[]): Reason[] {
    const paid = codes.map((code) => code.toUpperCase());
    const words = plainCode(purpose).match(/[A-Z0-9][A-Z0-9-]{5,}/g) ?? [];
    const other = words.find((word) => {
      if (paid.includes(word) || paid.includes(withoutPeriod(word))) return false;
      const isKnown = [word, withoutPeriod(word)].some((one) => this.contracts.has(one) || this.byCode.has(one));
      return isKnown || paid.some((code) => isLike(word, code));
    });
    return other === undefined ? [] : [{ code: 'otherContract', values: { code: other.slice(0, 40) } }];
  }

  /** What keeps an answer from being clear beside who pays: the text names other contracts, or it is not their turn. */
  private doubtsOf(line: StatementLine, shares: readonly ProposedShare[], orders: readonly Candidate[]): Reason[] {
    const paid = new Set(shares.map(({ planId }) => planId));
    const lastDay = addDays(line.valueDate, earlyPaymentDays);
    const turns = orders.flatMap(({ rows }): Reason[] => {
      const own = rows.filter(({ planId }) => paid.has(planId));
      const left = rows.flatMap(({ planId, period }) => (paid.has(planId) || period < 1 ? [] : [period]));
      const earliest = left.reduce((least, period) => Math.min(least, period), Number.POSITIVE_INFINITY);
      const skipping = own.find(({ period }) => period > earliest);
      const ahead = own.find(({ paymentDate }) => paymentDate > lastDay);
      return [
        ...(skipping ? [{ code: 'skips' as const, values: { period: skipping.period } }] : []),
        ...(ahead ? [{ code: 'early' as const, values: { period: ahead.period, date: ahead.paymentDate } }] : []),
      ];
    });
    const codes = new Set(shares.map(({ contractCode }) => contractCode));
    const back: Reason[] = line.purpose.startsWith(takenBack) ? [{ code: 'takenBack' }] : [];
    return [...back, ...this.otherContracts(line, [...codes]), ...turns];
  }

  private proposalsFor(line: StatementLine): Proposal[] {
    const usable = (orders: readonly Candidate[] | undefined) =>
      (orders ?? []).flatMap((order) => {
        if (order.direction !== line.direction) return [];
        const rows = order.rows.filter(({ planId }) => !this.taken.has(planId));
        return rows.length > 0 ? [{ ...order, rows }] : [];
      });
    const named = codesIn(line.purpose).flatMap((code) => usable(this.byCode.get(code)));
    const known = named.length > 0 ? named : this.ofParty(line, usable);
    const doubts = (shares: readonly ProposedShare[]) => this.doubtsOf(line, shares, known);
    const exact = known.flatMap((order) => {
      const fit = exactly(line, order);
      return fit ? [proposal(line, order, fit.shares, '0.00', fit.reason, ...doubts(fit.shares))] : [];
    });
    const joint = named.length > 0 ? [] : allOrders(line, known, doubts);
    if (exact.length > 0 || joint.length > 0) return [...exact, ...joint];
    if (known.length > 0)
      return known.map((order) => {
        const { shares, rest } = fromOldest(line, order);
        return proposal(line, order, shares, rest, { code: 'otherAmount' }, ...doubts(shares));
      });
    return usable(this.byAmount.get(line.amount)).flatMap((order) => {
      const fit = exactly(line, order);
      return fit ? [proposal(line, order, fit.shares, '0.00', fit.reason, { code: 'amountOnly' })] : [];
    });
  }

  /** Orders of the one who pays or is paid: by account, or else by name. */
  private ofParty(line: StatementLine, usable: (orders: readonly Candidate[] | undefined) => Candidate[]): Candidate[] {
    const account = accountNumberIn(line.partyAccount);
    const byAccount = account === '' ? [] : usable(this.byAccount.get(account));
    if (byAccount.length > 0) return byAccount;
    const name = plainName(line.partyName);
    return name === '' ? [] : usable(this.byName.get(name));
  }
}

function put<V>(map: Map<string, V[]>, key: string, value: V): void {
  const held = map.get(key);
  if (held) held.push(value);
  else map.set(key, [value]);
}
function proposal(
  line: StatementLine,
  order: Candidate,
  shares: readonly ProposedShare[],
  rest: string,
  ...why: Reason[]
): Proposal {
  const evidence: Reason[] = [];
  if (codesIn(line.purpose).includes(order.contractCode.toUpperCase()))
    evidence.push({ code: 'contract', values: { code: order.contractCode } });
  const isAccount = order.accounts.some((account) => isSameAccount(account, line.partyAccount));
  if (isAccount) evidence.push({ code: 'account' });
  if (isSameName(order.customerName, line.partyName)) evidence.push({ code: 'name' });
  else if (line.partyName.trim() !== '' && !why.some(({ code }) => code === 'amountOnly'))
    evidence.push({ code: 'otherName' });
  const { customerId, customerName } = order;
  return { customerId, customerName, shares: [...shares], rest, receiptId: null, reasons: [...evidence, ...why] };
}

/** All that is due of several orders of one customer, where the amount is just that. */
function allOrders(
  line: StatementLine,
  orders: readonly Candidate[],
  doubtsOf: (shares: readonly ProposedShare[]) => Reason[],
): Proposal[] {
  const customers = new Map<string, Candidate[]>();
  for (const order of orders) put(customers, order.customerId, order);
  return [...customers.values()].flatMap((own) => {
    if (own.length < 2) return [];
    const shares = own.flatMap((order) =>
      order.rows.filter(({ paymentDate }) => paymentDate <= line.valueDate).map((row) => shareOf(order, row, row.open)),
    );
    const isAll = shares.length > 1 && cents(sum(shares.map(({ amount }) => amount))) === cents(line.amount);
    const count = new Set(shares.map(({ orderId }) => orderId)).size;
    return isAll && count > 1
      ? [proposal(line, own[0]!, shares, '0.00', { code: 'allOrders', values: { count } }, ...doubtsOf(shares))]
      : [];
  });
}

const doubts: ReadonlySet<ReasonCode> = new Set([
  'otherAmount',
  'otherName',
  'amountOnly',
  'otherContract',
  'skips',
  'early',
  'takenBack',
]);
/** Whether nothing about an answer needs a person: identity and amount agree. */
function isCertain(answer: Proposal): boolean {
  const { reasons: why, receiptId } = answer;
  if (receiptId) return !isStray(answer) && why.every(({ code }) => code !== 'otherContract');
  // An account of the customer proves the payer, whatever name the bank wrote beside it.
  const isProven = why.some(({ code }) => code === 'account');
  return why.every(({ code }) => !doubts.has(code) || (code === 'otherName' && isProven));
}

/** Whether an answer is a payment that went to another account than its payment file says. */
export function isStray({ reasons: why }: Proposal): boolean {
  return why.some(({ code }) => code === 'otherAccount');
}

/** Whether the bank names another party than the customer of an answer: neither name nor account are theirs. */
export function isOtherName({ customerId, reasons: why }: Proposal): boolean {
  const isOther = why.some(({ code }) => code === 'otherName' || code === 'amountOnly');
  return customerId !== null && isOther && !why.some(({ code }) => code === 'account' || code === 'name');
}

/** The answers for all lines of a statement, in their order. */
export function matchAll(
  lines: readonly StatementLine[],
  orders: readonly OpenOrder[],
  receipts: readonly BookedReceipt[],
  contracts?: ReadonlySet<string>,
): Match[] {
  const matcher = new Matcher(orders, receipts, contracts);
  return lines.map((line) => matcher.match(line));
}
