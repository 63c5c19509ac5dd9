/** Random orders whose contracts are printed, and the files that the product prints for them. */
import fc from 'fast-check';
import { addDays } from '../../../contract/domain/calendar';
import { hasRentTable, methodBy } from '../../../contract/domain/leasing/methods/methods';
import { planOf, wrongPlanTerms } from '../../../contract/domain/leasing/plan';
import { rowKindBy } from '../../../contract/domain/leasing/rowKinds';
import { completed, type PlanTerms } from '../../../contract/domain/leasing/terms';
import { isWholeTerm } from '../../../contract/domain/leasing/timeline';
import { cents, sum, yuan } from '../../../contract/domain/money';
import { anyTerms } from '../leaseTerms';
import { ok, type Server } from '../server';
import type { AnnexRow } from './planAnnex';

/** The day on which the orders are made; none of them starts before it. */
export const madeOn = '2026-11-20';

/** Terms that the rules of products and orders take: some interest, and nothing that is paid with nothing. */
function isTaken(terms: PlanTerms): boolean {
  if (!isWholeTerm(completed(terms)) || wrongPlanTerms(terms).length > 0) return false;
  if (Number(terms.yearRate) < 0.1 || cents(terms.totalAmount) < 100_000n) return false;
  return planOf(terms).rows.every(({ amountPayable }) => cents(amountPayable) > 0n);
}
const byTable: fc.Arbitrary<PlanTerms> = fc
  .record({
    parts: fc.array(
      fc.record({ principal: fc.bigInt({ min: 0n, max: 10n ** 9n }), rent: fc.bigInt({ min: 1n, max: 10n ** 7n }) }),
      { minLength: 1, maxLength: 40 },
    ),
    gap: fc.integer({ min: 1, max: 60 }),
    days: fc.integer({ min: 0, max: 200 }),
  })
  .map(({ parts, gap, days }) => {
    const interestDate = addDays(madeOn, days);
    const rentTable = parts.map(({ principal, rent }, i) => ({
      paymentDate: addDays(interestDate, (i + 1) * gap),
      principal: yuan(principal + (i === 0 ? 100_000n : 0n)),
      rent: yuan(rent),
    }));
    const totalAmount = sum(rentTable.map(({ principal }) => principal));
    return { repayMethod: 6, totalAmount, deadline: 365, yearRate: '6', interestDate, rentTable } as PlanTerms;
  });

/** So many orders of a method, the same ones for the same seed. */
export function ordersOf(method: number, { seed, count }: { seed: number; count: number }): PlanTerms[] {
  const any = hasRentTable(method)
    ? byTable
    : anyTerms
        .map((terms) => ({ ...terms, interestDate: addDays(madeOn, Number(terms.interestDate.slice(-2)) * 7) }))
        .filter((terms) => terms.repayMethod === method)
        .filter(isTaken);
  return fc.sample(any, { seed: seed + method, numRuns: count });
}

/** An order and its product, as people enter them, with the start that is agreed or none. */
export function entriesOf({ interestDate, totalAmount, rentTable, repayMethod, deadline, ...goods }: PlanTerms) {
  return {
    order: { totalAmount, ...(rentTable ? { rentTable } : {}) },
    start: interestDate,
    goods: {
      ...goods,
      ...{ repayMethod, deadline, amountPer: '0.01', getType: methodBy(repayMethod).periods === 'once' ? 1 : 0 },
    },
  };
}

/** The contracts of an order by their type, as they are sent; those of one type alone where it is named. */
export async function printedFor(server: Server, orderId: string, type?: number): Promise<Map<number, Buffer>> {
  const query = { orderId, ...(type === undefined ? {} : { type }) };
  ok(await server.admin.post('/blade-fascContract/fascContract/makeContract', { query }));
  await server.drain();
  const papers: { type: number; previewUrl: string }[] = ok(
    await server.admin.get('/blade-fascContract/fascContract/list', { orderId }),
  ).records;
  const files = new Map<number, Buffer>();
  for (const { type: of, previewUrl } of papers)
    if (previewUrl && (type === undefined || of === type))
      files.set(of, (await server.app.inject({ url: previewUrl })).rawPayload);
  return files;
}

/** A row of the stored plan. */
export interface OwedRow {
  id: string;
  kind: number;
  period: number;
  periods: number;
  date: string;
  days: number;
  rent: string;
  principal: string;
  amountPayable: string;
}

/** What an order owes now: neither paid, nor replaced, nor frozen. */
export function owedRows({ sql }: Pick<Server, 'sql'>, orderId: string): Promise<OwedRow[]> {
  return sql(
    `select id::text, kind, current_periods as period, total_periods as periods, payment_date::text as date, days,
            rent::text, principal::text, amount_payable::text as "amountPayable"
     from lease_payment_plan
     where order_id = $1 and pay_status = 0 and is_frozen = 0
     order by payment_date, kind, current_periods`,
    [orderId],
  ) as Promise<unknown[]> as Promise<OwedRow[]>;
}

/** A row of the plan as an annex prints it. */
export function asPrinted({ kind, period, periods, date, days, rent, principal, amountPayable }: OwedRow): AnnexRow {
  const isPeriod = rowKindBy(kind).due === 'period';
  return {
    name: isPeriod ? `${period}/${periods}` : rowKindBy(kind).title[0],
    ...{ date, days: isPeriod ? String(days) : '—', rent, principal, amountPayable },
  };
}

export function totalsOf(rows: readonly Pick<OwedRow, 'rent' | 'principal' | 'amountPayable'>[]) {
  const total = (name: 'rent' | 'principal' | 'amountPayable') => sum(rows.map((row) => row[name]));
  return { rent: total('rent'), principal: total('principal'), amountPayable: total('amountPayable') };
}
