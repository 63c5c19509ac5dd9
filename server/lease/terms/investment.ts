/** What an order earns on the payments to its suppliers is kept beside it. */
import { sql } from 'kysely';
import { investmentRate, type ReturningRow, type SupplierPayment } from '../../../contract/domain/leasing/investment';
import { accounts } from '../../../contract/modules/lease/receipt';
import type { Context } from '../../kernel/context';

/** Stores the rate of an order, by its plan as it is and the entries of its suppliers. */
export async function keepInvestmentRate({ trx, tenantId }: Context, orderId: string): Promise<void> {
  const payments = await sql<SupplierPayment>`
    select value_date::text as date, sum(amount)::text as amount from lease_payment_txn
    where tenant_id = ${tenantId} and order_id = ${orderId} and account = ${accounts.purchase}
    group by value_date having sum(amount) <> 0 order by value_date`.execute(trx);
  const rows = await sql<ReturningRow>`
    select kind, payment_date::text as "paymentDate", amount_payable::text as "amountPayable",
           paid_amount::text as "paidAmount", pay_status as "payStatus", is_frozen as "isFrozen"
    from lease_payment_plan where tenant_id = ${tenantId} and order_id = ${orderId} and is_deleted = 0`.execute(trx);
  const held = await trx
    .selectFrom('lease_order')
    .select(sql<string | null>`maturity::text`.as('maturity'))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('lease_order')
    .set({ investment_rate: investmentRate(payments.rows, rows.rows, held.maturity) })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', orderId)
    .execute();
}
