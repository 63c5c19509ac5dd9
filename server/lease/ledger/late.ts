import { rowKindBy } from '../../../contract/domain/leasing/rowKinds';
import { lateChargeOn, type Part } from '../../../contract/domain/ledger/lateCharge';
import { terminated } from '../../../contract/domain/lifecycle/orderStates';
import { cents, subtract, sum, yuan } from '../../../contract/domain/money';
import { type Order, order } from '../../../contract/modules/lease/order';
import type { PaymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { directions, entryKinds } from '../../../contract/modules/lease/receipt';
import { outwardOf } from '../../engine/columns';
import { together } from '../../engine/lists/together';
import type { Context } from '../../kernel/context';
import { wayOf } from './way';

/** What an instalment is charged for being late, what of it is paid and waived, and what is neither. Decimal yuan. */
export interface Late {
  charge: string;
  paid: string;
  waived: string;
  open: string;
}
export const notLate: Late = { charge: '0.00', paid: '0.00', waived: '0.00', open: '0.00' };
export type LateRow = Pick<PaymentPlan, 'id' | 'orderId' | 'paymentDate' | 'amountPayable' | 'kind' | 'payStatus'>;

/** Orders among these that charge for late payments: those whose customers pay. A settlement has taken in all charges. */
async function chargingOrders(cx: Context, orderIds: readonly string[]): Promise<Map<string, Order>> {
  const rows = await cx.trx
    .selectFrom('lease_order')
    .selectAll()
    .where('tenant_id', '=', cx.tenantId)
    .where('id', 'in', orderIds)
    .where('late_rate', '>', '0')
    .where('business_status', '<>', terminated)
    .execute();
  const held = rows.map(outwardOf<Order>(cx, cx.tableOf(order.name)!));
  return new Map(held.flatMap((one) => (wayOf(one) === directions.received ? [[one.id, one]] : [])));
}

/** What another row has replaced is not owed. */
function isCharged({ kind, payStatus }: LateRow): boolean {
  return rowKindBy(kind).bearsLateCharge && payStatus !== 2;
}

/** The late charges of instalments up to a day, by their ids; read in two statements. */
export async function lateOf(
  cx: Context,
  rows: readonly LateRow[],
  onDate: string = cx.today,
): Promise<ReadonlyMap<string, Late>> {
  const overdue = rows.filter((row) => row.paymentDate! < onDate && isCharged(row));
  if (overdue.length === 0) return new Map();
  const orders = await chargingOrders(cx, [...new Set(overdue.map(({ orderId }) => orderId!))]);
  const charged = overdue.filter(({ orderId }) => orders.has(orderId!));
  if (charged.length === 0) return new Map();
  const entries = await cx.trx
    .selectFrom('lease_payment_txn')
    .select(['plan_id', 'kind', 'value_date', 'amount', 'late'])
    .where('tenant_id', '=', cx.tenantId)
    .where(
      'plan_id',
      'in',
      charged.map(({ id }) => id),
    )
    .execute();
  const booked = new Map<string, typeof entries>();
  for (const entry of entries) {
    const own = booked.get(entry.plan_id!);
    if (own) own.push(entry);
    else booked.set(entry.plan_id!, [entry]);
  }
  return new Map(
    charged.map(({ id, orderId, paymentDate, amountPayable }) => {
      const own = booked.get(id) ?? [];
      const { lateRate, lateGraceDays, lateCapRate } = orders.get(orderId!)!;
      const payments = own.map(
        ({ value_date, amount, late }): Part => ({ valueDate: value_date, amount: subtract(amount, late) }),
      );
      const charge = lateChargeOn(
        { paymentDate: paymentDate!, amountPayable: amountPayable! },
        payments,
        { dailyRate: lateRate ?? '0', graceDays: lateGraceDays ?? 0, capRate: lateCapRate },
        onDate,
      );
      const settled = sum(own.map(({ late }) => late));
      const waived = sum(own.flatMap(({ kind, late }) => (kind === entryKinds.waiver ? [late] : [])));
      const open = cents(charge) - cents(settled);
      // A payment that is booked for an earlier day can lower the charge below what was paid of it.
      return [id, { charge, paid: subtract(settled, waived), waived, open: yuan(open > 0n ? open : 0n) }];
    }),
  );
}

const lateTogether = together((cx: Context, rows: readonly LateRow[]) => lateOf(cx, rows));

/** The same for one of several rows that are shown together: they share the statements. */
export async function lateOfShown(cx: Context, row: LateRow): Promise<Late> {
  return (await lateTogether(cx, row)).get(row.id) ?? notLate;
}
