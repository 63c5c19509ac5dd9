/** The workbook of an older system, made by chance that is the same in every run, and the month of a bank that follows. */
import * as xlsx from '@e965/xlsx';
import { addDays } from '../../contract/domain/calendar';
import { creditCodeCheck, identityCardCheck } from '../../contract/domain/identity';
import { type Plan, planOf } from '../../contract/domain/leasing/plan';
import type { PlanTerms } from '../../contract/domain/leasing/terms';
import { cents, yuan } from '../../contract/domain/money';
import { portfolioSheets, sheetNames, sheetTitles } from '../../contract/wire/portfolio/sheets';
import { writeXlsx } from '../../server/kernel/sheets/xlsxWriter';
import { sheetColumns } from '../../server/lease/portfolioImport/template';
import type { Moved } from './bankFiles';
import { dice } from './reports/business';

export const takeoverDate = '2026-10-31';

/** Products of the older system: annuity, equal principal, in advance; interest by the month, all at maturity, in steps. */
export const oldProducts = [
  {
    productCode: 'OLD-ANN',
    productName: '等额本息三年',
    direction: 2,
    repayMethod: 3,
    deadline: 1080,
    yearRate: '6.8',
  },
  { productCode: 'OLD-EQP', productName: '等额本金两年', direction: 2, repayMethod: 4, deadline: 720, yearRate: '7.5' },
  {
    productCode: 'OLD-ADV',
    productName: '期初付三年',
    direction: 2,
    repayMethod: 3,
    deadline: 1080,
    yearRate: '8.4',
    timing: 2,
  },
  { productCode: 'OLD-INT', productName: '按月付息两年', direction: 1, repayMethod: 1, deadline: 720, yearRate: '6' },
  {
    productCode: 'OLD-BUL',
    productName: '到期还本付息',
    direction: 1,
    repayMethod: 2,
    getType: 1,
    deadline: 730,
    yearRate: '5.5',
  },
  {
    productCode: 'OLD-STP',
    productName: '阶梯本金三年',
    direction: 2,
    repayMethod: 7,
    deadline: 1080,
    yearRate: '7.1',
  },
] as const;

type Cells = Record<string, string | null>;
export interface OldRow {
  kind: number;
  period: number;
  paymentDate: string;
  principal: bigint;
  rent: bigint;
  other: bigint;
  paid: bigint;
  paidDate: string | null;
}
export interface OldOrder {
  code: string;
  customer: number;
  account: string;
  direction: number;
  product: string;
  totalAmount: string;
  rows: OldRow[];
  prepaid: bigint;
  deposit: bigint;
  isChanged: boolean;
}
export interface OldSystem {
  customers: { ref: string; name: string; tel: string; idNo: string }[];
  orders: OldOrder[];
  sheets: Record<(typeof sheetNames)[number], Cells[]>;
}

const surnames = '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕';
const given = '伟芳娜敏静丽强磊军洋勇艳杰涛明超秀霞平刚桂英华建国文斌宇浩然子轩思远嘉怡晨曦';
const towns = ['上海', '苏州', '杭州', '无锡', '宁波', '南京', '合肥', '常州'];
const trades = ['机械', '物流', '电子', '建材', '食品', '纺织', '化工', '运输'];

function nameOf(at: number): string {
  if (at % 3 === 0)
    return `${towns[at % 8]}${given[at % 36]}${given[Math.floor(at / 36) % 36]}${trades[Math.floor(at / 8) % 8]}（${Math.floor(at / 1296) + 1}）有限公司`;
  return `${surnames[at % 40]}${given[Math.floor(at / 40) % 36]}${given[Math.floor(at / 1440) % 36]}`;
}
function idOf(at: number): string {
  if (at % 3 === 0) {
    const body = `91310000MA${String(at).padStart(7, '0')}`;
    return `${body}${creditCodeCheck(body)}`;
  }
  const body = `3101011980${String((at % 12) + 1).padStart(2, '0')}${String((Math.floor(at / 12) % 28) + 1).padStart(2, '0')}${String(Math.floor(at / 336) % 1000).padStart(3, '0')}`;
  return `${body}${identityCardCheck(body)}`;
}

/** How a customer pays: on time with some days, late, behind, in part, ahead. */
function pay(rows: OldRow[], roll: (below: number) => number): { prepaid: bigint } {
  const due = rows.filter(({ paymentDate }) => paymentDate < takeoverDate);
  const kind = roll(100);
  const behind = kind < 6 ? 1 + roll(3) : 0;
  for (const [at, row] of due.entries()) {
    if (at >= due.length - behind) break;
    const wait = kind < 14 ? 8 + roll(50) : roll(5);
    const day = addDays(row.paymentDate, wait);
    if (day > takeoverDate) break;
    row.paid = row.principal + row.rent + row.other;
    row.paidDate = day;
  }
  const next = rows.find(({ paid }) => paid === 0n);
  if (next && kind >= 14 && kind < 18 && next.paymentDate <= takeoverDate) {
    next.paid = (next.principal + next.rent + next.other) / 3n;
    if (next.paid > 0n) next.paidDate = takeoverDate;
  }
  if (next && kind >= 18 && kind < 20 && next.paid === 0n && rows.at(-1) !== next) {
    next.paid = next.principal + next.rent + next.other;
    next.paidDate = addDays(takeoverDate, -3);
  }
  return { prepaid: kind === 20 ? BigInt(10_000 + roll(50_000)) : 0n };
}

/** What an older program did otherwise: cents in the last row, days after weekends, whole yuan. */
function changed(rows: OldRow[], how: number): boolean {
  const own = rows.filter(({ kind }) => kind === 1);
  const [first, last] = [own[0]!, own.at(-1)!];
  if (own.length < 3 || how > 2) return false;
  if (how === 0) last.rent += 1n;
  if (how === 1) for (const row of own.slice(1)) row.paymentDate = addDays(row.paymentDate, 1);
  if (how === 2) {
    const rest = first.rent % 100n;
    first.rent -= rest;
    last.rent += rest;
    return rest > 0n;
  }
  return true;
}

function termsOf(product: (typeof oldProducts)[number], totalAmount: string, interestDate: string): PlanTerms {
  const { repayMethod, deadline, yearRate } = product;
  return {
    repayMethod,
    deadline,
    yearRate,
    totalAmount,
    interestDate,
    timing: 'timing' in product ? product.timing : 1,
  };
}

/** Adds an order with its instalments to the sheets; `terms` are the columns that say how it is repaid. */
export function writeOrder(
  sheets: OldSystem['sheets'],
  order: OldOrder,
  ref: string,
  terms: Cells,
  asOf = takeoverDate,
): void {
  const { code, account, rows, prepaid, deposit } = order;
  const { principal, overdue } = oldFigures([order], asOf);
  sheets.orders.push({
    ...{ contractCode: code, ref, product: order.product, totalAmount: order.totalAmount, ...terms },
    ...{ bankCardCode: account, bankName: '中国工商银行', paperReference: `纸-${code}` },
    closingPrincipal: principal,
    closingOverdue: overdue,
    closingPrepaid: yuan(prepaid),
    closingDeposit: yuan(deposit),
  });
  for (const row of rows)
    sheets.instalments.push({
      contractCode: code,
      kind: String(row.kind),
      period: String(row.period),
      paymentDate: row.paymentDate,
      principal: yuan(row.principal),
      rent: yuan(row.rent),
      other: yuan(row.other),
      paidAmount: yuan(row.paid),
      paidDate: row.paidDate,
    });
}
/** The rows of a plan as the older system has them, none of them paid. */
export function oldRows(plan: Plan): OldRow[] {
  return plan.rows.map((row) => ({
    kind: row.kind,
    period: row.currentPeriods,
    paymentDate: row.paymentDate,
    principal: cents(row.principal),
    rent: cents(row.rent),
    other: cents(row.other),
    paid: 0n,
    paidDate: null,
  }));
}

export function oldSystem(counts: { customers: number; orders: number }, seed = 20261031): OldSystem {
  const roll = dice(seed);
  const customers = Array.from({ length: counts.customers }, (_, at) => ({
    ref: `C${String(at + 1).padStart(6, '0')}`,
    name: nameOf(at),
    tel: `138${String(10_000_000 + at)}`,
    idNo: idOf(at),
  }));
  const sheets: OldSystem['sheets'] = { customers: [], orders: [], instalments: [] };
  for (const { ref, name, tel, idNo } of customers)
    sheets.customers.push({ ref, realName: name, tel, idType: idNo.startsWith('91') ? '2' : '1', idNo });
  const orders = Array.from({ length: counts.orders }, (_, at): OldOrder => {
    const product = oldProducts[[0, 5, 1, 1, 2, 3, 3, 4][roll(8)]!]!;
    const totalAmount = yuan(BigInt(50_000 + roll(950_000)) * 100n);
    const interestDate = addDays('2026-10-15', -(20 + roll(Math.min(product.deadline - 90, 640))));
    const withDeposit = product.direction === 2 && roll(5) === 0;
    const terms = { ...termsOf(product, totalAmount, interestDate), ...(withDeposit ? { depositRate: '5' } : {}) };
    const rows = oldRows(planOf(terms));
    const isChanged = changed(rows, roll(40));
    const { prepaid } = pay(rows, roll);
    const customer = at < counts.customers ? at : roll(counts.customers);
    const code = `JZ-2024-${String(at + 1).padStart(6, '0')}`;
    const deposit = rows.reduce((all, row) => (row.kind === 3 ? all + row.paid : all), 0n);
    const account = `62220210${String(20_000_000_00 + customer)}`;
    const held = { code, customer, account, direction: product.direction, product: product.productCode, totalAmount };
    const order: OldOrder = { ...held, rows, prepaid, deposit, isChanged };
    writeOrder(sheets, order, customers[customer]!.ref, {
      yearRate: product.yearRate,
      deadline: String(product.deadline),
      interestDate,
      repayMethod: String(product.repayMethod),
      timing: 'timing' in product ? String(product.timing) : null,
      depositRate: withDeposit ? '5' : null,
    });
    return order;
  });
  return { customers, orders, sheets };
}

/** Closing figures as the older system adds them up: interest is paid before principal. */
export function oldFigures(orders: readonly OldOrder[], asOf = takeoverDate) {
  const found = { principal: 0n, open: 0n, overdue: 0n, paid: 0n, prepaid: 0n, deposit: 0n };
  for (const { rows, prepaid, deposit } of orders) {
    found.prepaid += prepaid;
    found.deposit += deposit;
    for (const { principal, rent, other, paid, paymentDate } of rows) {
      const open = principal + rent + other - paid;
      const repaid = paid > rent + other ? paid - rent - other : 0n;
      found.principal += principal - repaid;
      found.open += open;
      if (paymentDate < asOf) found.overdue += open;
      found.paid += paid;
    }
  }
  return Object.fromEntries(Object.entries(found).map(([name, value]) => [name, yuan(value)])) as Record<
    keyof typeof found,
    string
  >;
}

async function bytesOf(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

export function portfolioBook(sheets: OldSystem['sheets']): Promise<Buffer> {
  return bytesOf(
    writeXlsx(
      sheetNames.map((sheet) => {
        const names = Object.keys(portfolioSheets[sheet]);
        return {
          name: sheetTitles[sheet].zh,
          columns: sheetColumns(portfolioSheets[sheet], 'zh'),
          rows: [sheets[sheet].map((row) => names.map((name) => row[name] ?? null))],
        };
      }),
    ),
  );
}

/** The same, changed as other programs and people change workbooks. */
export async function portfolioBookWith(
  sheets: OldSystem['sheets'],
  change: (book: xlsx.WorkBook) => void,
): Promise<Buffer> {
  const book = xlsx.read(await portfolioBook(sheets));
  book.Workbook = { ...book.Workbook, Sheets: book.SheetNames.map((name) => ({ name, Hidden: 0 as const })) };
  change(book);
  return xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
}

/** What moves on the company’s account in November: most of it says plainly what it is for, some of it does not. */
export function november({ orders, customers }: OldSystem, seed = 20261130): Moved[] {
  const roll = dice(seed);
  const lines: Moved[] = [];
  for (const { code, customer, account, direction, rows } of orders) {
    const open = rows.filter(({ principal, rent, other, paid }) => principal + rent + other > paid);
    const due = open.filter(({ paymentDate }) => paymentDate <= '2026-11-24');
    if (due.length === 0 || roll(50) === 0) continue;
    const paid = due.slice(0, due.length > 1 && roll(4) === 0 ? due.length : 1);
    const owed = paid.reduce((all, row) => all + row.principal + row.rent + row.other - row.paid, 0n);
    const last = paid.at(-1)!.paymentDate;
    const wanted = addDays(last < '2026-11-01' ? '2026-11-01' : last, roll(3));
    const day = wanted > '2026-11-26' ? '2026-11-26' : wanted;
    const name = customers[customer]!.name;
    const sign = direction === 2 ? 1n : -1n;
    const isStranger = lines.length % 40 === 39;
    const how = isStranger ? 99 : roll(99);
    const untidy = name.replace('（', '(').replace('）', ') ');
    const shown: Partial<Moved> =
      how < 50
        ? { name, purpose: `租金 ${code} 11月`, account }
        : how < 62
          ? { name: untidy, purpose: `转账/还款${code.toLowerCase()}，谢谢`, account: '' }
          : how < 80
            ? { name, account, purpose: '货款' }
            : how < 99
              ? { name: untidy, account, purpose: '' }
              : { name: `代付${surnames[roll(40)]}某`, account: `955880${roll(1_000_000)}`, purpose: '往来款' };
    const amount = lines.length % 100 === 57 ? owed - 1n : owed;
    lines.push({ day, amount: yuan(amount * sign), ...shown });
  }
  for (let at = 0; at < Math.ceil(lines.length / 200); at++)
    lines.push({
      day: '2026-11-21',
      amount: yuan(-BigInt(1_000 + roll(9_000))),
      name: '中国工商银行',
      purpose: '账户管理费',
    });
  return lines
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
    .map((line, at) => ({ ...line, serial: `N${String(at + 1).padStart(8, '0')}` }));
}
