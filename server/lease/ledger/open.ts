import { type Amounts, nothing, without } from '../../../contract/domain/ledger/allocation';
import type { PaymentPlan } from '../../../contract/modules/lease/paymentPlan';
import type { Context } from '../../kernel/context';

/** What is open of instalments, by their ids. Decimal yuan. Read in one statement. */
export async function openOf(
  cx: Context,
  rows: readonly Pick<PaymentPlan, 'id' | 'other' | 'rent' | 'principal'>[],
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
  return new Map(
    rows.map((row) => {
      const owed = { ...nothing, other: row.other ?? '0', rent: row.rent ?? '0', principal: row.principal ?? '0' };
      return [row.id, without(owed, paid.get(row.id) ?? nothing)];
    }),
  );
}
