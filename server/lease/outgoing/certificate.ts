/** The certificate that nothing is owed any more: of a settled order alone. */
import { sql } from 'kysely';
import { directions } from '../../../contract/domain/lifecycle/direction';
import { settled } from '../../../contract/domain/lifecycle/orderStates';
import { cents, formatMoney } from '../../../contract/domain/money';
import { filledIn, type Label, textIn } from '../../../contract/domain/text';
import { order } from '../../../contract/modules/lease/order';
import { paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { accounts, entryKinds, transferNames } from '../../../contract/modules/lease/receipt';
import { hidesAny } from '../../engine/rights/scopes';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { type PaperMade, paperKinds, paperOf } from './making';
import { words } from './words';

/** What was paid of the order, and what of its plan is open by the entries of the ledger. Decimal yuan. */
async function paidOf(cx: Context, orderId: string) {
  const { tenantId } = cx;
  const kinds = [entryKinds.payment, entryKinds.reversal, entryKinds.transfer];
  const { rows } = await sql<{ paid: string; open: string; depositBack: string }>`
    select (select coalesce(sum(amount), 0.00) from lease_payment_txn
            where tenant_id = ${tenantId} and order_id = ${orderId} and account = ${accounts.instalment}
              and kind in (${sql.join(kinds)}))::text as paid,
           (select coalesce(-sum(amount), 0.00) from lease_payment_txn
            where tenant_id = ${tenantId} and order_id = ${orderId} and account = ${accounts.deposit}
              and batch_no like ${`${transferNames.depositBack}%`})::text as "depositBack",
           (select coalesce(sum(p.amount_payable - coalesce(
              (select sum(t.other + t.rent + t.principal) from lease_payment_txn t
               where t.tenant_id = ${tenantId} and t.plan_id = p.id), 0)), 0.00)
            from lease_payment_plan p
            where p.tenant_id = ${tenantId} and p.order_id = ${orderId} and p.is_deleted = 0 and p.pay_status <> 2)::text as open`.execute(
    cx.trx,
  );
  return rows[0]!;
}

/** Refused `paper.notSettled` in every other state, and where the ledger says otherwise. */
export async function certificateOf(cx: Context, id: string): Promise<PaperMade> {
  const held = (await cx.rows(order).get(id)) ?? refuse('notFound');
  if (await hidesAny(cx, order, 'businessStatus', 'customerName', 'contractCode', 'totalAmount'))
    refuse('fieldsHidden');
  if (await hidesAny(cx, paymentPlan, 'amountPayable', 'paidAmount')) refuse('amountsHidden');
  const { paid, open, depositBack } = await paidOf(cx, id);
  if (held.businessStatus !== settled || cents(open) !== 0n) refuse('paper.notSettled');
  const say = (one: Label, values: Record<string, string> = {}) => filledIn(textIn(one, cx.language), values);
  const settledOn = (held.settledTime ?? '').slice(0, 10);
  const values = { customer: held.customerName ?? '', code: held.contractCode ?? '', date: settledOn };
  return paperOf(
    cx,
    words.certificate,
    // An order that was settled anew gets a new certificate.
    { kind: paperKinds.certificate, subjectId: id, states: { settledTime: held.settledTime, paid } },
    {
      module: order,
      row: held,
      body: {
        facts: [
          [
            [say(words.customer), held.customerName ?? ''],
            [say(words.contract), held.contractCode ?? ''],
          ],
          [
            [say(words.product), held.productName ?? ''],
            [say(words.principal), `¥ ${formatMoney(held.totalAmount ?? '0')}`],
          ],
          [
            [say(words.start), held.interestDate ?? ''],
            [say(words.maturity), held.maturity ?? ''],
          ],
          [
            [say(words.settledOn), settledOn],
            [say(words.paidInAll), `¥ ${formatMoney(paid)}`],
          ],
          ...(cents(depositBack) > 0n
            ? [[[say(words.depositBack), `¥ ${formatMoney(depositBack)}`]] as [string, string][]]
            : []),
        ],
        paragraphs: [say(held.direction === directions.collect ? words.settledCollect : words.settledPayout, values)],
        tables: [],
      },
    },
  );
}
