/** Judges the rows of a workbook by all rules, and makes of each order what is stored. Reads and writes nothing. */

import { judgeIdNo } from '../../../contract/domain/identity';
import { usual } from '../../../contract/domain/leasing/codes';
import { getTypeOf, hasRentTable } from '../../../contract/domain/leasing/methods/methods';
import { chargesOf, type Plan, planOf, shareOf } from '../../../contract/domain/leasing/plan';
import { planTermsOf, type TermRecord } from '../../../contract/domain/leasing/record';
import { rowKinds } from '../../../contract/domain/leasing/rowKinds';
import { completed, faultOfTable, NotTerms } from '../../../contract/domain/leasing/terms';
import { dayCountOf } from '../../../contract/domain/leasing/timeline';
import { isAccountNumber } from '../../../contract/domain/lifecycle/plausible';
import { add, cents, yuan } from '../../../contract/domain/money';
import {
  type Closing,
  closingOf,
  decisions,
  differenceOf,
  differences,
  inOrder,
  type OldRow,
  openingPayments,
  type PlannedRow,
  payable,
  totalPayable,
  type Unproved,
  unprovedOf,
} from '../../../contract/domain/portfolio/plans';
import { accountNumberIn } from '../../../contract/domain/reading/accounts';
import { phoneIn } from '../../../contract/domain/reading/phones';
import { isEmpty } from '../../../contract/domain/values';
import { copiedTerms } from '../../../contract/modules/lease/termFields';
import type { Fields } from '../../../contract/schema/fields';
import { judge } from '../../../contract/schema/validate';
import type { Fault, FaultCode } from '../../../contract/wire/portfolio/faults';
import { dueSoonDays, portfolioSheets, type SheetName } from '../../../contract/wire/portfolio/sheets';
import { parseCell } from '../../engine/transfer/parsing';
import { keptTerms, lastDay, planned, rentTableOf, yieldOf } from './plans';
import type { PackedOrder, PackedRow } from './reading';

type Values = Record<string, unknown>;

/** The values of a row by the names of its columns, and what is wrong with them. */
export function valuesOf(sheet: SheetName, { row, cells }: PackedRow): { values: Values; faults: Fault[] } {
  const fields: Fields = portfolioSheets[sheet];
  const values: Values = {};
  const faults: Fault[] = [];
  for (const [at, [name, field]] of Object.entries(fields).entries()) {
    const cell = cells[at];
    if (!cell) continue;
    const parsed = parseCell(field, { text: cell[0], kind: cell[1] }, new Map());
    if ('problem' in parsed) {
      const code: FaultCode = parsed.problem;
      faults.push({ sheet, row, field: name, code, values: { value: cell[0].slice(0, 40) } });
    } else values[name] = parsed.value;
  }
  const known = new Set(faults.map(({ field }) => field));
  for (const [name, problem] of Object.entries(judge(fields, values)))
    if (!known.has(name)) faults.push({ sheet, row, field: name, code: 'problem', values: { problem } });
  return { values, faults };
}

/** Adds faults to those of a row's cells; a cell that was found faulty is judged by no other rule, so that one cause has one fault. */
function adding(sheet: SheetName, row: number, faults: Fault[]) {
  const faulty = new Set(faults.map(({ field }) => field));
  return (field: string, code: FaultCode, values: Fault['values'] = {}) => {
    if (!faulty.has(field)) faults.push({ sheet, row, field, code, values });
  };
}

export interface ReadCustomer {
  ref: string;
  realName: string;
  tel: string;
  idType: number | null;
  idNo: string | null;
  email: string | null;
  remark: string | null;
}

/** A customer of the workbook, without what other records decide. */
export function judgeCustomer(packed: PackedRow, today: string): { customer: ReadCustomer; faults: Fault[] } {
  const { values, faults } = valuesOf('customers', packed);
  const isTypeKnown = !faults.some(({ field }) => field === 'idType');
  const fault = adding('customers', packed.row, faults);
  const text = (name: string) => (isEmpty(values[name]) ? null : String(values[name]).trim());
  const idNo = text('idNo');
  const idType = (values.idType as number | undefined) ?? 1;
  const problem = idNo === null || !isTypeKnown ? undefined : judgeIdNo(idType, idNo, today);
  if (problem) fault('idNo', 'problem', { problem });
  if (text('tel') !== null && phoneIn(text('tel')!) === undefined) fault('tel', 'badPhone');
  const customer = {
    ref: text('ref') ?? '',
    realName: text('realName') ?? '',
    tel: text('tel') ?? '',
    idType: idNo === null ? null : idType,
    idNo,
    email: text('email'),
    remark: text('remark'),
  };
  return { customer, faults };
}

export interface KnownProduct {
  id: string;
  name: string;
  code: string;
  direction: number;
  amountPer: string;
}
/** What the orders of a workbook are judged by. */
export interface Ground {
  takeoverDate: string;
  /** Names by the numbers of the sheet. */
  customers: ReadonlyMap<string, { name: string; tel: string }>;
  productsByName: ReadonlyMap<string, readonly KnownProduct[]>;
  productsByCode: ReadonlyMap<string, KnownProduct>;
  /** Contract numbers of orders that are there already. */
  taken: ReadonlySet<string>;
  /** The row that first had a contract number. */
  firstRow: ReadonlyMap<string, number>;
}

/** An order as it is kept until it is posted. */
export interface StagedOrder {
  row: number;
  contractCode: string;
  customerRef: string;
  customerName: string;
  product: KnownProduct;
  direction: number;
  difference: number;
  decision: number | null;
  mayKeep: boolean;
  oldTotal: string;
  newTotal: string;
  content: OrderContent;
  oldRows: OldRow[];
  newRows: PlannedRow[];
  stated: Closing;
  kept: Closing;
  rebuilt: Closing;
}
/** What the order will hold beside its plan. */
export interface OrderContent {
  tel: string;
  terms: Values;
  charges: { residual: string; deposit: string; fee: string };
  late: { lateRate: string; lateGraceDays: number; lateCapRate: string | null };
  bankCardCode: string;
  bankName: string;
  paperReference: string;
  remark: string | null;
  closingPrepaid: string;
  closingDeposit: string;
  unproved: Unproved;
  rebuiltPlan: { maturity: string; rate: string | null };
  keptPlan: { maturity: string; rate: string | null } | null;
}

const termNames = Object.keys(copiedTerms()) as (keyof ReturnType<typeof copiedTerms>)[];

function amountOf(value: unknown): string {
  return isEmpty(value) ? '0.00' : yuan(cents(value as string));
}

/** The instalments of an order, in order and numbered; faults of their rows are added. */
function oldRowsOf(
  { rows }: PackedOrder,
  { takeoverDate }: Ground,
  faults: Fault[],
): { rows: OldRow[]; hasPaid: boolean } {
  const found: OldRow[] = [];
  const firstOf = new Map<string, number>();
  let hasPaid = false;
  for (const packed of rows) {
    const { values, faults: own } = valuesOf('instalments', packed);
    const fault = (field: string, code: FaultCode, words: Fault['values'] = {}) =>
      own.push({ sheet: 'instalments', row: packed.row, field, code, values: words });
    if (own.length === 0) {
      const kind = (values.kind as number | undefined) ?? rowKinds.instalment;
      hasPaid ||= !isEmpty(values.paidAmount);
      const made: OldRow = {
        row: packed.row,
        kind,
        period: Number(values.period),
        paymentDate: String(values.paymentDate),
        principal: amountOf(values.principal),
        rent: amountOf(values.rent),
        other: amountOf(values.other),
        paid: amountOf(values.paidAmount),
        paidDate: isEmpty(values.paidDate) ? null : String(values.paidDate),
      };
      const key = `${kind} ${made.period}`;
      if (kind === rowKinds.instalment && firstOf.has(key)) fault('period', 'periodTwice', { row: firstOf.get(key)! });
      firstOf.set(key, packed.row);
      if (cents(made.paid) > cents(payable(made))) fault('paidAmount', 'paidTooMuch');
      if (made.paidDate !== null && made.paidDate > takeoverDate) fault('paidDate', 'paidLate');
      found.push(made);
    }
    faults.push(...own);
  }
  let period = 0;
  const numbered = inOrder(found).map((row) => ({ ...row, period: row.kind === rowKinds.instalment ? ++period : 0 }));
  return { rows: numbered, hasPaid };
}

/** Rows due by a day count as paid. */
function paidTo<R extends PlannedRow>(rows: readonly R[], day: string): (R & OldRow)[] {
  return rows.map((row) => ({
    row: 0,
    ...row,
    paid: row.paymentDate <= day ? payable(row) : '0.00',
    paidDate: null,
  }));
}

interface Money {
  takeoverDate: string;
  prepaid: string;
  deposit: string;
  totalAmount: string;
}
function closing(old: readonly OldRow[], plan: readonly PlannedRow[], money: Money): Closing {
  const { takeoverDate } = money;
  const payments = openingPayments(old, plan, takeoverDate);
  const { rest, deposit, ...found } = closingOf(plan, payments, { takeoverDate, soonDays: dueSoonDays });
  const held = cents(deposit) > cents(money.deposit) ? deposit : money.deposit;
  return { ...found, totalAmount: money.totalAmount, prepaid: add(money.prepaid, rest), deposit: held };
}

/** Who and what an order is about; adds the faults of it. */
function placed(values: Values, row: number, ground: Ground, faults: Fault[]) {
  const fault = adding('orders', row, faults);
  const code = String(values.contractCode ?? '').trim();
  const first = ground.firstRow.get(code);
  if (first !== undefined && first !== row) fault('contractCode', 'codeTwice', { row: first });
  if (ground.taken.has(code)) fault('contractCode', 'codeTaken');
  const ref = String(values.ref ?? '').trim();
  const customer = ground.customers.get(ref);
  if (!customer && ref !== '') fault('ref', 'noCustomer', { ref: ref.slice(0, 40) });
  const name = String(values.product ?? '').trim();
  const named = ground.productsByName.get(name) ?? [];
  const product = ground.productsByCode.get(name) ?? named[0];
  if (!product && name !== '') fault('product', 'noProduct');
  if (named.length > 1 && !ground.productsByCode.has(name)) fault('product', 'manyProducts');
  const direction = (values.direction as number | undefined) ?? product?.direction;
  if (product && direction !== product.direction) fault('direction', 'otherDirection');
  if (!isEmpty(values.bankCardCode) && !isAccountNumber(String(values.bankCardCode)))
    fault('bankCardCode', 'badAccount');
  if (!isEmpty(values.interestDate) && String(values.interestDate) > ground.takeoverDate)
    fault('interestDate', 'startsLate');
  return { code, ref, customer, product, direction };
}

/** An order of the workbook; undefined where a fault leaves nothing to keep. */
export function judgeOrder(packed: PackedOrder, ground: Ground): { order?: StagedOrder; faults: Fault[] } {
  const { values, faults } = valuesOf('orders', packed);
  const fault = (field: string, code: FaultCode, words: Fault['values'] = {}) =>
    faults.push({ sheet: 'orders', row: packed.row, field, code, values: words });
  const hasCells = faults.length === 0;
  const { code, ref, customer, product, direction } = placed(values, packed.row, ground, faults);
  const { rows: given, hasPaid } = oldRowsOf(packed, ground, faults);
  if (!hasCells || !customer || !product || direction === undefined) return { faults };
  if (faults.some(({ sheet }) => sheet === 'instalments')) return { faults };

  const totalAmount = amountOf(values.totalAmount);
  const isTyped = hasRentTable(values.repayMethod);
  if (isTyped && given.length === 0) fault('repayMethod', 'noTable');
  if (isTyped && given.length === 0) return { faults };
  const record = {
    ...Object.fromEntries(termNames.map((name) => [name, values[name] ?? null])),
    totalAmount,
    yearRate: String(values.yearRate),
    deadline: Number(values.deadline),
    interestDate: String(values.interestDate),
    rentTable: isTyped ? JSON.stringify(rentTableOf(given)) : null,
  } as TermRecord;
  const terms = planTermsOf(record);
  let plan: Plan;
  try {
    plan = planOf(terms);
  } catch (error) {
    if (!(error instanceof NotTerms)) throw error;
    const table = isTyped ? faultOfTable(terms.rentTable, terms) : null;
    if (table) fault('repayMethod', 'badTable', { fault: table.fault });
    else fault(error.fields[0] ?? '', 'badTerms', { fields: error.fields.join(', ') });
    return { faults };
  }
  // A rent table of the older system is its own rebuilt plan; what its charges differ by is compared.
  const rebuilt = planned(plan);
  const paidDay = isEmpty(values.paidTo) ? null : String(values.paidTo);
  const old = given.length === 0 ? paidTo(rebuilt, paidDay ?? '') : hasPaid ? given : paidTo(given, paidDay ?? '');
  if (given.length === 0) fault('', 'notCompared');
  const late =
    hasPaid && paidDay !== null && old.find((row) => row.paymentDate <= paidDay && row.paid !== payable(row));
  if (late) fault('paidTo', 'paidTo', { period: late.period });
  const money = {
    takeoverDate: ground.takeoverDate,
    prepaid: amountOf(values.closingPrepaid),
    deposit: amountOf(values.closingDeposit),
    totalAmount,
  };
  const kept = closing(old, old, money);
  if (cents(kept.open) === 0n) fault('', 'paidOff');
  if (cents(kept.deposit) > cents(money.deposit)) fault('closingDeposit', 'depositShort');
  const difference = given.length === 0 ? differences.none : differenceOf(old, rebuilt);
  const mayKeep =
    given.length > 0 && faultOfTable(rentTableOf(old), { totalAmount, interestDate: terms.interestDate }) === null;
  const full = completed(terms);
  const { fee, deposit } = chargesOf(full);
  const keptYield = mayKeep && difference !== differences.none ? yieldOf(keptTerms(terms, old)) : null;
  const order: StagedOrder = {
    row: packed.row,
    contractCode: code,
    customerRef: ref,
    customerName: customer.name,
    product,
    direction,
    difference,
    decision: difference === differences.none ? decisions.rebuilt : null,
    mayKeep,
    oldTotal: totalPayable(old),
    newTotal: totalPayable(rebuilt),
    content: {
      tel: customer.tel,
      terms: {
        ...Object.fromEntries(
          termNames.map((name) => [name, values[name] ?? usual[name as keyof typeof usual] ?? null]),
        ),
        repayMethod: terms.repayMethod,
        getType: getTypeOf(terms.repayMethod),
        dayCount: dayCountOf(full),
        ...{
          totalAmount,
          yearRate: String(terms.yearRate),
          deadline: terms.deadline,
          interestDate: terms.interestDate,
        },
      },
      charges: {
        residual: yuan(shareOf(cents(totalAmount), full.residualRate)),
        deposit: yuan(deposit),
        fee: yuan(fee),
      },
      late: {
        lateRate: isEmpty(values.lateRate) ? '0' : String(values.lateRate),
        lateGraceDays: Number(values.lateGraceDays ?? 0),
        lateCapRate: isEmpty(values.lateCapRate) ? null : String(values.lateCapRate),
      },
      bankCardCode: accountNumberIn(String(values.bankCardCode)),
      bankName: String(values.bankName).trim(),
      paperReference: String(values.paperReference).trim(),
      remark: isEmpty(values.remark) ? null : String(values.remark),
      closingPrepaid: money.prepaid,
      closingDeposit: money.deposit,
      unproved: unprovedOf(old, money),
      rebuiltPlan: { maturity: plan.maturity, rate: plan.yearlyYield },
      keptPlan: mayKeep
        ? { maturity: keptYield?.maturity ?? lastDay(old, terms.interestDate), rate: keptYield?.rate ?? null }
        : null,
    },
    oldRows: old,
    newRows: rebuilt,
    stated: {
      ...kept,
      principal: amountOf(values.closingPrincipal),
      overdue: amountOf(values.closingOverdue),
      prepaid: money.prepaid,
      deposit: money.deposit,
    },
    kept,
    rebuilt: closing(old, rebuilt, money),
  };
  return { order, faults };
}
