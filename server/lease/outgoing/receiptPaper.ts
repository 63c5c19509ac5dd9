/** The paper of one movement of money: what moved, and what it was for. */
import { sql } from 'kysely';
import { capitals, cents, formatMoney, subtract } from '../../../contract/domain/money';
import { filledIn, type Label, textIn } from '../../../contract/domain/text';
import { order } from '../../../contract/modules/lease/order';
import { paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { accounts, directions, entryKinds, receipt, receiptStates } from '../../../contract/modules/lease/receipt';
import { accountLabel } from '../../../contract/wire/ledger/accountLabels';
import { hidesAny } from '../../engine/rights/scopes';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { entriesFor, mostEntries } from '../ledger/entries';
import type { Pair } from './doc';
import { type PaperMade, paperKinds, paperOf } from './making';
import { words } from './words';

interface Use {
  account: number;
  code: string | null;
  period: number | null;
  amount: string;
  /** What of it is a late charge. */
  late: string;
}

/** What the money is booked to now; of a reversed receipt, what it was booked to. */
async function usesOf(cx: Context, receiptId: string, isReversed: boolean): Promise<Use[]> {
  const { tenantId } = cx;
  const kinds = [entryKinds.payment, entryKinds.transfer, ...(isReversed ? [] : [entryKinds.reversal])];
  const { rows } = await sql<Use>`
    select t.account, o.contract_code as code, p.current_periods as period, sum(t.amount)::text as amount, sum(t.late)::text as late
    from lease_payment_txn t
    left join lease_order o on o.tenant_id = ${tenantId} and o.id = t.order_id
    left join lease_payment_plan p on p.tenant_id = ${tenantId} and p.id = t.plan_id
    where t.tenant_id = ${tenantId} and t.receipt_id = ${receiptId} and t.kind in (${sql.join(kinds)})
    group by t.account, o.contract_code, t.plan_id, p.current_periods, p.payment_date
    having sum(t.amount) <> 0
    order by t.account, p.payment_date, o.contract_code, p.current_periods`.execute(cx.trx);
  return rows;
}

/** A receipt that was taken back is marked so. Refused where a data scope hides what it states. */
export async function receiptPaper(cx: Context, id: string): Promise<PaperMade> {
  const held = (await cx.rows(receipt).get(id)) ?? refuse('notFound');
  if (await hidesAny(cx, receipt, 'amount', 'valueDate', 'partyName', 'receiptNo', 'state')) refuse('amountsHidden');
  if (await hidesAny(cx, paymentPlan, 'amountPayable', 'paidAmount')) refuse('amountsHidden');
  if (await hidesAny(cx, order, 'contractCode')) refuse('fieldsHidden');
  // The paper names each order: one who may not see them all gets none.
  const { rows: entries } = await sql<{ count: number }>`
    select count(*)::int as count from lease_payment_txn where tenant_id = ${cx.tenantId} and receipt_id = ${id}`.execute(
    cx.trx,
  );
  const seen = (await entriesFor(cx, { receiptId: id })).length;
  if (seen < Math.min(entries[0]!.count, mostEntries)) refuse('amountsHidden');
  const isReversed = held.state === receiptStates.reversed;
  const isReceived = held.direction === directions.received;
  const say = (one: Label, values: Record<string, string> = {}) => filledIn(textIn(one, cx.language), values);
  const uses = await usesOf(cx, id, isReversed);
  const amount = held.amount ?? '0.00';
  const nameOf = ({ account, period }: Omit<Use, 'late'>) =>
    account === accounts.instalment
      ? say(words.ofPeriod, { period: String(period ?? '') })
      : say(accountLabel(account));
  const row = ({ code }: Pick<Use, 'code'>, name: string, part: string) =>
    cents(part) === 0n ? [] : [[code ?? '', name, formatMoney(part.replace('-', ''))]];
  const filled = (pairs: readonly (readonly [Label, string | null | undefined])[]): Pair[][] =>
    pairs.flatMap(([name, value]) => (value ? [[[say(name), value] as Pair]] : []));
  return paperOf(
    cx,
    isReceived ? words.received : words.paidOut,
    { kind: paperKinds.receipt, subjectId: id, states: 'receipt' },
    {
      module: receipt,
      row: held,
      marks: isReversed ? [words.reversed] : [],
      body: {
        facts: filled([
          [words.receiptNo, held.receiptNo],
          [isReceived ? words.payer : words.payee, held.partyName],
          [words.valueDate, held.valueDate],
          [words.amount, `¥ ${formatMoney(amount)}`],
          [words.capitals, `人民币${capitals(amount)}`],
          [words.bank, held.bankName],
          [words.serial, held.serialNo],
          ...(isReversed
            ? ([
                [words.reversedOn, held.reversedTime],
                [words.reason, held.reverseReason],
              ] as const)
            : []),
        ]),
        paragraphs: [],
        tables: [
          {
            title: say(words.use),
            columns: [
              { head: say(words.contract), isFigure: false, share: 150 },
              { head: say(words.item), isFigure: false, share: 180 },
              { head: say(words.amount), isFigure: true, share: 120 },
            ],
            // What leaves a balance is negative in the ledger.
            rows: uses.flatMap(({ late, ...one }) => [
              ...row(one, nameOf(one), subtract(one.amount, late)),
              ...row(one, say(words.ofLate, { period: String(one.period ?? '') }), late),
            ]),
            foot: [say(words.total), '', formatMoney(amount)],
          },
        ],
      },
    },
  );
}
