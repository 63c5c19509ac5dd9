/** The figures of the payment workbench in tests. */
import { type Direction, directions } from '../../contract/domain/lifecycle/direction';
import { paymentPlan } from '../../contract/modules/lease/paymentPlan';
import type { PaymentSide } from '../../contract/wire/lease/payments';
import { type Client, ok } from './server';

const none = {
  ...{ todayCount: 0, overdueCount: 0, weekCount: 0, paidCount: 0 },
  ...{ todayAmount: '0.00', overdueAmount: '0.00', weekAmount: '0.00', paidAmount: '0.00' },
};

/** What is due, overdue and paid of one direction; nothing where no instalment has it. */
export async function sideOf(client: Client, direction: Direction = directions.payout): Promise<Required<PaymentSide>> {
  const { sides }: { sides: PaymentSide[] } = ok(await client.get(paymentPlan.url('overview')));
  return { direction, ...none, ...sides.find((side) => side.direction === direction) };
}
