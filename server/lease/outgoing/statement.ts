/** The statement of a customer: what fell due and what was paid in a period, order by order, with a running balance. */
import { sql } from 'kysely';
import { rowKinds } from '../../../contract/domain/leasing/rowKinds';
import { directions } from '../../../contract/domain/lifecycle/direction';
import { add, cents, formatMoney, subtract, sum } from '../../../contract/domain/money';
import { filledIn, type Label, textIn } from '../../../contract/domain/text';
import { customer } from '../../../contract/modules/lease/customer';
import { order } from '../../../contract/modules/lease/order';
import { paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { accounts, entryKinds, receipt } from '../../../contract/modules/lease/receipt';
import { hidesAny, withinScope } from '../../engine/rights/scopes';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { receiptSeen } from '../ledger/entries';
import type { PaperTable } from './doc';
import { type PaperMade, paperKinds, paperOf } from './making';
import { words } from './words';

/** A line of a statement. Amounts are decimal yuan. */
interface Movement {
  direction: number;
  day: string;
  code: string | null;
  period: number | null;
  no: string | null;
  /** 0 an instalment that fell due, 9 a late charge, otherwise the kind of the entry. */
  kind: number;
  due: string;
  paid: string;
}
/** Lines that a statement has at most. */
const mostLines = 3000;
const moving = [entryKinds.payment, entryKinds.reversal, entryKinds.transfer];

/** A statement that leaves out orders or receipts which the person does not see would be wrong. */
async function refusePartly(cx: Context, customerId: string): Promise<void> {
  if (await hidesAny(cx, paymentPlan, 'amountPayable', 'paidAmount', 'rent', 'principal')) refuse('amountsHidden');
  if (await hidesAny(cx, receipt, 'amount', 'valueDate', 'receiptNo')) refuse('amountsHidden');
  const hidden =
    (await hidesAny(cx, order, 'customerId', 'contractCode', 'direction')) ||
    (await hidesAny(cx, paymentPlan, 'paymentDate', 'payStatus', 'isFrozen'));
  if (hidden) refuse('fieldsHidden');
  const { rows } = await sql<{ hidden: number }>`
    select count(*)::int as hidden from lease_payment_plan
    where tenant_id = ${cx.tenantId} and is_deleted = 0 and not ${await withinScope(cx, paymentPlan)}
      and order_id in (select id from lease_order where tenant_id = ${cx.tenantId} and customer_id = ${customerId})`.execute(
    cx.trx,
  );
  if (rows[0]!.hidden > 0) refuse('paper.partlySeen');
  const { rows: unseen } = await sql`
    select 1 from lease_payment_txn t join lease_order o on o.tenant_id = ${cx.tenantId} and o.id = t.order_id
    where t.tenant_id = ${cx.tenantId} and o.customer_id = ${customerId} and not ${await receiptSeen(cx, 't.receipt_id')}
    limit 1`.execute(cx.trx);
  if (unseen.length > 0) refuse('paper.partlySeen');
}

/**
 * All movements up to a day. An instalment that was replaced counts as far as it was paid; the settlement of an early exit
 * takes account of what was paid ahead, so that is due by the day of the exit.
 */
async function movementsOf(cx: Context, customerId: string, to: string): Promise<Movement[]> {
  const { tenantId } = cx;
  const entries = sql`
    from lease_payment_txn t
    join lease_payment_plan p on p.tenant_id = ${tenantId} and p.id = t.plan_id
    join lease_order o on o.tenant_id = ${tenantId} and o.id = p.order_id
    left join lease_receipt r on r.tenant_id = ${tenantId} and r.id = t.receipt_id
    where t.tenant_id = ${tenantId} and t.account = ${accounts.instalment} and t.kind in (${sql.join(moving)})
      and o.customer_id = ${customerId} and t.value_date <= ${to}`;
  const { rows } = await sql<Movement>`
    select direction, day::text as day, code, period, no, kind, due::text as due, paid::text as paid from (
      select o.direction,
             case when p.pay_status = 2 or p.is_frozen = 1 then least(p.payment_date, o.exit_date) else p.payment_date end
               as day,
             o.contract_code as code, p.current_periods as period, null as no,
             0 as kind, case when p.pay_status = 2 or p.is_frozen = 1 then p.paid_amount else p.amount_payable end as due,
             0.00 as paid, p.id
      from lease_payment_plan p
      join lease_order o on o.tenant_id = ${tenantId} and o.id = p.order_id
      where p.tenant_id = ${tenantId} and p.is_deleted = 0 and o.customer_id = ${customerId}
      union all
      select o.direction, t.value_date, o.contract_code, p.current_periods, r.receipt_no, 9, t.late, 0.00, t.id
      ${entries} and t.late <> 0
      union all
      select o.direction, t.value_date, o.contract_code, p.current_periods, coalesce(r.receipt_no, t.batch_no), t.kind,
             0.00, t.amount, t.id
      ${entries}) m
    where (due <> 0 or paid <> 0) and day <= ${to}
    order by day, kind = 0 desc, kind = 9 desc, id
    limit ${mostLines + 1}`.execute(cx.trx);
  return rows.length > mostLines ? refuse('paper.tooLong', { limit: mostLines }) : rows;
}

/** What a customer prepaid, or was paid ahead, on a day. */
async function prepaidOn(cx: Context, customerId: string, to: string) {
  const { rows } = await sql<{ direction: number; amount: string }>`
    select direction, sum(amount)::text as amount from lease_payment_txn
    where tenant_id = ${cx.tenantId} and customer_id = ${customerId} and account = ${accounts.prepaid}
      and value_date <= ${to}
    group by direction having sum(amount) <> 0 order by direction`.execute(cx.trx);
  return rows;
}

/** Deposits that are held on a day. */
async function depositsOn({ trx, tenantId }: Context, customerId: string, to: string) {
  const { rows } = await sql<{ direction: number; amount: string }>`
    select t.direction, sum(case when t.account = ${accounts.deposit} then t.amount else t.other end)::text as amount
    from lease_payment_txn t
    left join lease_payment_plan p on p.tenant_id = ${tenantId} and p.id = t.plan_id
    where t.tenant_id = ${tenantId} and t.customer_id = ${customerId} and t.value_date <= ${to}
      and (t.account = ${accounts.deposit} or t.account = ${accounts.instalment} and p.kind = ${rowKinds.deposit})
    group by t.direction having sum(case when t.account = ${accounts.deposit} then t.amount else t.other end) <> 0
    order by t.direction`.execute(trx);
  return rows;
}

const kindWords: Readonly<Record<number, Label>> = {
  0: words.instalment,
  9: words.lateCharge,
  [entryKinds.payment]: words.payment,
  [entryKinds.reversal]: words.reversal,
  [entryKinds.transfer]: words.transfer,
};

/** The opening balance, a line for each movement, and the closing balance. */
function tableOf(
  movements: readonly Movement[],
  { from, to, title }: { from: string; to: string; title: string },
  say: (one: Label, values?: Record<string, string>) => string,
): PaperTable {
  const open = (some: readonly Movement[]) =>
    subtract(sum(some.map(({ due }) => due)), sum(some.map(({ paid }) => paid)));
  const within = movements.filter(({ day }) => day >= from);
  let balance = open(movements.filter(({ day }) => day < from));
  const shown = (amount: string) => (cents(amount) === 0n ? '' : formatMoney(amount));
  const rows = [[from, '', say(words.opening), '', '', formatMoney(balance)]];
  for (const { day, code, period, no, kind, due, paid } of within) {
    balance = subtract(add(balance, due), paid);
    const item = say(kindWords[kind]!, { period: String(period ?? ''), no: no ?? '' }).trim();
    rows.push([day, code ?? '', item, shown(due), shown(paid), formatMoney(balance)]);
  }
  if (within.length === 0) rows.push(['', '', say(words.noMovement), '', '', '']);
  const [due, paid] = [sum(within.map((one) => one.due)), sum(within.map((one) => one.paid))];
  return {
    title,
    columns: [
      { head: say(words.date), isFigure: false, share: 76 },
      { head: say(words.contract), isFigure: false, share: 108 },
      { head: say(words.item), isFigure: false, share: 122 },
      { head: say(words.due), isFigure: true, share: 74 },
      { head: say(words.paid), isFigure: true, share: 74 },
      { head: say(words.balance), isFigure: true, share: 78 },
    ],
    rows,
    foot: [to, '', say(words.closing), formatMoney(due), formatMoney(paid), formatMoney(balance)],
  };
}

/** Refused where the person does not see all orders of the customer, and for days that no statement can have. */
export async function statementOf(
  cx: Context,
  { customerId, from, to }: { customerId: string; from: string; to: string },
): Promise<PaperMade> {
  if (to < from) refuse('paper.period');
  if (to > cx.today) refuse('paper.future');
  const held = (await cx.rows(customer).get(customerId)) ?? refuse('notFound');
  await refusePartly(cx, customerId);
  const movements = await movementsOf(cx, customerId, to);
  const prepaid = await prepaidOn(cx, customerId, to);
  const deposits = await depositsOn(cx, customerId, to);
  const say = (one: Label, values: Record<string, string> = {}) => filledIn(textIn(one, cx.language), values);
  const shownDirections = [...new Set(movements.map(({ direction }) => direction))].sort();
  const titleOf = (direction: number) => say(direction === directions.collect ? words.collect : words.payout);
  const tables = (shownDirections.length > 0 ? shownDirections : [directions.payout]).map((direction) =>
    tableOf(
      movements.filter((one) => one.direction === direction),
      { from, to, title: titleOf(direction) },
      say,
    ),
  );
  // A statement without deposits keeps the number that it had before they were stated.
  const states = { from, to, movements, prepaid, ...(deposits.length > 0 ? { deposits } : {}) };
  return paperOf(
    cx,
    words.statement,
    { kind: paperKinds.statement, subjectId: customerId, states, span: { from, to } },
    {
      module: customer,
      row: held,
      body: {
        facts: [
          [[say(words.customer), held.realName ?? '']],
          [[say(words.period), say(words.span, { from, to })]],
          ...prepaid.map(({ amount }): [string, string][] => [[say(words.prepaid, { date: to }), formatMoney(amount)]]),
          ...deposits.map(({ amount }): [string, string][] => [
            [say(words.depositHeld, { date: to }), formatMoney(amount)],
          ]),
        ],
        paragraphs: [say(words.statementNote)],
        tables,
      },
    },
  );
}
