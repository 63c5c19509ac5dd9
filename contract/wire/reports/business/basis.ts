/** What all business reports share: a date, a direction of money, and the lists that their figures open. */
import { directions, directionTexts } from '../../../domain/lifecycle/direction';
import { order } from '../../../modules/lease/order';
import { paymentPlan } from '../../../modules/lease/paymentPlan';
import { choice, date, type Fields, money, ref } from '../../../schema/fields';
import { column, type OpenedList, source } from '../../../schema/report';

export const shared = {
  asOf: date('截至日期', 'As of', { required: true }),
  /** Figures of the two directions are never added up. */
  direction: choice('资金方向', 'Direction', directionTexts, { required: true, initial: directions.payout }),
};
/** Narrows a report; `narrows` says what it compares. */
export const narrowing = {
  productId: ref('product')('产品', 'Product'),
  customerId: ref('customer')('客户', 'Customer'),
};
export const narrows = {
  direction: [source(order, 'direction')],
  productId: [source(order, 'productId')],
  customerId: [source(order, 'customerId')],
};

/** What decides whether an instalment counts on a day, and how much of it is open. */
export const counted = [source(paymentPlan, 'payStatus', 'isFrozen', 'paymentDate')];
export const open = source(paymentPlan, 'amountPayable', 'paidAmount');
export const openPrincipal = source(paymentPlan, 'principal', 'paidAmount');
export const openRent = source(paymentPlan, 'amountPayable', 'principal', 'paidAmount');

/** What is open, and what of it is principal: the pair that most tables end with. */
export const openColumns = {
  principal: column(money('未还本金', 'Principal outstanding'), openPrincipal),
  rent: column(money('未付租金及其他', 'Rent and other charges open'), openRent),
  open: column(money('未付合计', 'Open in all'), open),
};

/** The rows of the customer or product that a table is grouped by. */
export const groupKeys = {
  customers: { customerId: [source(order, 'customerId')] },
  products: { productId: [source(order, 'productId')] },
};

type Texts = Readonly<Record<string, string | number | null | undefined>>;
/** A list with the parameters of the report, those of the row, and further ones; empty ones are left out. */
export function listOf(
  list: string,
  adds: OpenedList['adds'],
  asked: Texts,
  fields: Fields,
  ...more: (Texts | null)[]
): OpenedList {
  const all = Object.assign({}, asked, ...more) as Texts;
  const params = Object.entries(all).flatMap(([name, value]) =>
    Object.hasOwn(fields, name) && value !== undefined && value !== null && value !== ''
      ? [[name, String(value)] as const]
      : [],
  );
  return { list, adds, params: Object.fromEntries(params) };
}
