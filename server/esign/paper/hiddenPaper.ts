import { customer } from '../../../contract/modules/lease/customer';
import { order } from '../../../contract/modules/lease/order';
import { paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import type { Module } from '../../../contract/schema/module';
import { hiddenFields } from '../../engine/rights/scopes';
import type { Context } from '../../kernel/context';

/** The fields that a contract prints, by module. */
const printed: readonly [Pick<Module, 'name' | 'scope' | 'fields'>, readonly string[]][] = [
  [customer, ['realName', 'tel', 'idNo']],
  [
    order,
    [
      ...['customerName', 'tel', 'productName', 'totalAmount', 'yearRate', 'deadline', 'getType', 'dayCount'],
      ...['interestDate', 'maturity', 'bankCardCode', 'bankName'],
    ],
  ],
  [paymentPlan, ['paymentDate', 'days', 'amountPayable', 'rent', 'principal']],
];

/** Whether a contract would disclose fields that a data scope hides from the person. */
export async function hidesPaper(cx: Context): Promise<boolean> {
  for (const [module, names] of printed) {
    const hidden = await hiddenFields(cx, module);
    if (names.some((name) => hidden.has(name))) return true;
  }
  return false;
}
