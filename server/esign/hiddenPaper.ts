import type { Module } from '../../contract/kit';
import { customer } from '../../contract/modules/customer';
import { order } from '../../contract/modules/order';
import { paymentPlan } from '../../contract/modules/paymentPlan';
import type { Context } from '../context';
import { hiddenFields } from '../scopes';

/** What a paper prints, by the records it is taken from. */
const printed: readonly [Pick<Module, 'name' | 'of' | 'fields'>, readonly string[]][] = [
  [customer, ['realName', 'tel', 'idNo']],
  [order, ['totalAmount', 'yearRate', 'tel', 'bankCardCode', 'bankName']],
  [paymentPlan, ['amountPayable', 'rent', 'principal']],
];

/** Whether a paper would tell the person what a data scope hides from them on a record. */
export const hidesPaper = async (cx: Context): Promise<boolean> => {
  for (const [module, names] of printed) {
    const hidden = await hiddenFields(cx, module);
    if (names.some((name) => hidden.has(name))) return true;
  }
  return false;
};
