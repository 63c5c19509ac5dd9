import { type Amounts, nothing, without } from '../../../contract/domain/ledger/allocation';
import { type PaymentPlan, paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { hiddenFields } from '../../engine/rights/scopes';
import type { Context } from '../../kernel/context';
import { lateOf } from './late';

/** What is open of instalments up to a day, by their ids. Decimal yuan. The statements do not grow with the rows. */
export async function openOf(
  cx: Context,
  rows: readonly Pick<
    PaymentPlan,
    'id' | 'other' | 'rent' | 'principal' | 'orderId' | 'paymentDate' | 'amountPayable' | 'kind' | 'payStatus'
  >[],
  onDate: string = cx.today,
): Promise<ReadonlyMap<string, Amounts>> {
  if (rows.length === 0) return new Map();
  const booked = await cx.trx
    .selectFrom('lease_payment_txn')
    .select(({ fn }) => [
      'plan_id',
      fn.sum<string>('other').as('other'),
      fn.sum<string>('rent').as('rent'),
      fn.sum<string>('principal').as('principal'),
    ])
    .where('tenant_id', '=', cx.tenantId)
    .where(
      'plan_id',
      'in',
      rows.map(({ id }) => id),
    )
    .groupBy('plan_id')
    .execute();
  const paid = new Map(booked.map(({ plan_id, ...amounts }) => [plan_id!, { ...nothing, ...amounts }]));
  const late = await lateOf(cx, rows, onDate);
  return new Map(
    rows.map((row) => {
      const owed = { ...nothing, other: row.other ?? '0', rent: row.rent ?? '0', principal: row.principal ?? '0' };
      const open = without(owed, paid.get(row.id) ?? nothing);
      return [row.id, { ...open, late: late.get(row.id)?.open ?? '0.00' }];
    }),
  );
}

/**
 * The column that sums of unpaid instalments add up: what is open of each. Where a data scope hides what is paid it is the
 * whole amount, because the difference would disclose that.
 */
export async function openColumn(cx: Context): Promise<'amount_payable - paid_amount' | 'amount_payable'> {
  return (await hiddenFields(cx, paymentPlan)).has('paidAmount') ? 'amount_payable' : 'amount_payable - paid_amount';
}
