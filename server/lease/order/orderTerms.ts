/** The terms that an order agrees on, and the plan that follows from them. */
import { usual } from '../../../contract/domain/leasing/codes';
import { hasRentTable } from '../../../contract/domain/leasing/methods/methods';
import { chargesOf, type Plan, planOf, shareOf } from '../../../contract/domain/leasing/plan';
import { planTermsOf, rentRows, type TermRecord } from '../../../contract/domain/leasing/record';
import { completed, faultOfTable } from '../../../contract/domain/leasing/terms';
import { dayCountOf } from '../../../contract/domain/leasing/timeline';
import { cents, yuan } from '../../../contract/domain/money';
import { filledIn, textIn } from '../../../contract/domain/text';
import type { Order } from '../../../contract/modules/lease/order';
import type { Product } from '../../../contract/modules/lease/product';
import { copiedTerms } from '../../../contract/modules/lease/termFields';
import { faultTexts } from '../../../contract/wire/rentTable';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';

type Copied = keyof ReturnType<typeof copiedTerms>;
const copied = Object.keys(copiedTerms()) as Copied[];

/** The product's terms as an order of so much has them: the day count resolved, percentages as amounts. */
function agreedTerms(goods: Pick<Product, Copied> & TermRecord, totalAmount: string) {
  const terms = completed(planTermsOf({ ...goods, totalAmount }));
  const { fee, deposit } = chargesOf(terms);
  return {
    ...(Object.fromEntries(
      copied.map((name) => [name, goods[name] ?? usual[name as keyof typeof usual] ?? null]),
    ) as Pick<Product, Copied>),
    dayCount: dayCountOf(terms),
    residual: yuan(shareOf(cents(totalAmount), terms.residualRate)),
    fee: yuan(fee),
    deposit: yuan(deposit),
  };
}

/** Everything that an order of so much copies from its product. */
export function copiedFrom(goods: Product, totalAmount: string) {
  const { productName, deadline, yearRate, getType, amountPer, direction } = goods;
  return {
    ...{ productName, deadline, yearRate, getType, amountPer, direction },
    ...agreedTerms(goods, totalAmount),
    lateRate: goods.lateRate ?? '0',
    lateGraceDays: goods.lateGraceDays ?? 0,
    lateCapRate: goods.lateCapRate || null,
  };
}

/** What an order's terms come to for a smaller amount. Refused where its rent table does not add up to it. */
export function lowered(cx: Context, held: Order, amount: string): Partial<Order> {
  const totalAmount = yuan(cents(amount));
  const { residual, fee, deposit } = agreedTerms(held, totalAmount);
  const agreed = { totalAmount, residual, fee, deposit };
  checkTable(cx, { ...held, ...agreed }, false);
  return agreed;
}

/** The schedule of an order's own figures. Throws NotTerms for terms that are not complete. */
export function scheduleOf(held: TermRecord): Plan {
  return planOf(planTermsOf(held));
}

/** The day from which an order without a start is counted: a given day, but not after the first row of a rent table. */
export function firstDay({ rentTable }: Pick<Order, 'rentTable'>, day: string): string {
  return [day, rentRows(rentTable)[0]?.paymentDate ?? day].sort()[0]!;
}

/** Refuse a rent table that does not fit its order. A draft may still lack it; an order of another method has none. */
export function checkTable(
  cx: Context,
  {
    repayMethod,
    rentTable,
    totalAmount,
    interestDate,
  }: Pick<Order, 'repayMethod' | 'rentTable' | 'totalAmount' | 'interestDate'>,
  isDraft: boolean,
): void {
  if (!hasRentTable(repayMethod)) {
    if (rentTable) refuse('order.rentTable', { fault: textIn(faultTexts.unwanted, cx.language) });
    return;
  }
  if (isDraft && !rentTable) return;
  const found = faultOfTable(rentRows(rentTable), { totalAmount, interestDate });
  if (!found) return;
  const { fault, row = 0 } = found;
  refuse('order.rentTable', { fault: filledIn(textIn(faultTexts[fault], cx.language), { row: row + 1 }) });
}

/** A checked rent table as it is stored: amounts with two places, and nothing else that a client has sent along. */
export function storedTable(rentTable: string | null | undefined): string {
  const rows = rentRows(rentTable).map(({ paymentDate, principal, rent }) => ({
    paymentDate,
    principal: yuan(cents(principal)),
    rent: yuan(cents(rent)),
  }));
  return rows.length > 0 ? JSON.stringify(rows) : '';
}
