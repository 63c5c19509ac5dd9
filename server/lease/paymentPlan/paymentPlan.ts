import { sql } from 'kysely';
import Type from 'typebox';
import { addDays, addMonths } from '../../../contract/domain/calendar';
import { directions } from '../../../contract/domain/lifecycle/direction';
import { subtract } from '../../../contract/domain/money';
import { textIn } from '../../../contract/domain/text';
import { type Order, order } from '../../../contract/modules/lease/order';
import { type PaymentPlan, paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import { accounts, movingKinds, directions as ways } from '../../../contract/modules/lease/receipt';
import type { PaymentSide } from '../../../contract/wire/lease/payments';
import { rowsOf } from '../../engine/lists/totals';
import { hiddenFields, hidesAny, scopeOf, withinScope } from '../../engine/rights/scopes';
import { defineServerModule } from '../../engine/serverModule';
import { defineCall } from '../../kernel/call';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import {
  amount,
  confirmedTrial,
  day,
  flag,
  id,
  ids,
  list,
  nullable,
  oneOf,
  optional,
  shape,
  text,
  whole,
  words,
} from '../../kernel/schemas';
import { ofCustomer } from '../customer/ofCustomer';
import { receiptSeen } from '../ledger/entries';
import { lateOfShown } from '../ledger/late';
import { checkedAmount } from '../ledger/moves';
import { openColumn } from '../ledger/open';
import { keepOpen } from '../ledger/openByDay';
import { instalmentName } from '../ledger/outOfTurn';
import { isDue, isOverdue } from '../ledger/overdue';
import { split } from '../ledger/schemas';
import { waiveLate } from '../ledger/waive';
import { type Account, changeAccount, shownChanges } from '../terms/account';
import { directionsOf, directionsOfOrders } from '../terms/directions';
import { confirmPayments, tryPayments } from './confirmPayments';

/** Sums disclose what a data scope hides on the rows, so they are hidden, too. */
async function withoutAmounts(
  cx: Context,
  rows: readonly Record<string, unknown>[],
): Promise<Record<string, unknown>[]> {
  const hidden = await hiddenFields(cx, paymentPlan);
  const isShown = (name: string) => !hidden.has('amountPayable') && !(name === 'paidAmount' && hidden.has(name));
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !name.endsWith('Amount') || isShown(name))),
  );
}

const rowTexts = list(shape({ id: id(), text: text() }));
const batch = shape({
  batchNo: nullable(text()),
  isHeld: optional(Type.Literal(true)),
  direction: oneOf(...Object.values(directions)),
  count: whole(),
  totalAmount: optional(amount()),
  rent: optional(amount()),
  principal: optional(amount()),
  late: optional(amount()),
  other: optional(amount()),
  lines: optional(list(shape({ ...split, id: id(), amount: amount() }))),
  trial: optional(text()),
  banks: optional(list(shape({ bankName: nullable(text()), count: whole(), totalAmount: optional(amount()) }))),
  overdue: optional(whole()),
  offenders: rowTexts,
  needsReason: rowTexts,
  settles: list(shape({ orderId: id(), contractCode: text(), customerName: text() })),
});

/** What is open of an instalment, and what is charged on it, disclose these. */
/** What tells whether an instalment is late, and by how many days. */
const overdueDiscloses = ['paymentDate', 'payStatus'];
const lateDiscloses = ['amountPayable', 'paidAmount', 'paymentDate'] as const;

/** Entries that pay instalments or take that back; a waiver pays nothing. */

/** The order of an instalment, locked for a change of their account. */
async function orderOf(cx: Context, row: PaymentPlan): Promise<Order> {
  const [held] = await cx.rows(order).lock([row.orderId!]);
  return held ?? refuse('notYours');
}

/**
 * Whether a changed account waits for the decision of others. Order and instalments have one account: the change holds
 * for all that are unpaid, and always takes a second person; alone one makes it at the order, with a reason.
 */
async function heldAccount(cx: Context, next: PaymentPlan, before: PaymentPlan): Promise<boolean> {
  const account = { bankCardCode: next.bankCardCode, bankName: next.bankName };
  const changes = shownChanges(before, account);
  if (changes.length === 0) return false;
  const held = (await cx.rows(order).get(before.orderId!)) ?? refuse('notYours');
  const isHeld = await cx.approvals.hold({
    act: 'planAccount',
    module: paymentPlan,
    row: before,
    name: instalmentName(cx, held.contractCode, before.currentPeriods).trim(),
    input: account,
    amount: before.amountPayable,
    isAlways: true,
    changes,
  });
  return isHeld || refuse('order.byRequest', { field: textIn(paymentPlan.fields.bankCardCode.label, cx.language) });
}

/** What is open of unpaid rows. */
const openOfRow = 'case when pay_status = 0 then amount_payable - paid_amount else 0 end';
const disclosed = ['openAmount', 'amountPayable', 'paidAmount', 'payStatus'];
const openAmount = { name: 'openAmount', of: openOfRow, discloses: disclosed };
const openPrincipal = {
  name: 'openPrincipal',
  of: 'case when pay_status = 0 then principal - paid_principal else 0 end',
  discloses: [...disclosed, 'principal'],
};

export default defineServerModule(paymentPlan, {
  table: 'lease_payment_plan',
  list: 'lease_payment_plan_list',
  sums: ['amountPayable', openAmount, 'rent', 'principal', openPrincipal],
  directions: directionsOfOrders,
  kept: { of: 'orderId', write: keepOpen },
  says: {
    // An instalment begins with the account of its order.
    bankCardCode: { order: ['bankCardCode'] },
    bankName: { order: ['bankName'] },
    overdue: { paymentPlan: overdueDiscloses },
    overdueDays: { paymentPlan: overdueDiscloses },
    openAmount: { paymentPlan: disclosed.slice(1) },
    ...Object.fromEntries(
      ['lateCharge', 'latePaid', 'lateWaived', 'lateOpen'].map((name) => [name, { paymentPlan: lateDiscloses }]),
    ),
  },
  unstored: ['overdue', 'openAmount', 'lateCharge', 'latePaid', 'lateWaived', 'lateOpen'],
  filters: {
    customerId: ofCustomer,
    // An instalment is late when it is unpaid after its day; this is not stored.
    overdue: (overdue, { today }) => {
      const late = isOverdue(today);
      if (!['1', '0', 'true', 'false'].includes(overdue)) refuse('badParameter', { name: 'overdue' });
      return overdue === '1' || overdue === 'true' ? late : sql`not ${late}`;
    },
  },
  defaultSort: [
    ['payment_date', 'asc'],
    ['id', 'asc'],
  ],

  async showing(row, cx) {
    if (await hidesAny(cx, paymentPlan, ...lateDiscloses)) return row;
    const { charge, paid, waived, open } = await lateOfShown(cx, row);
    const openAmount = row.payStatus === 0 ? subtract(row.amountPayable ?? '0', row.paidAmount ?? '0') : '0.00';
    return { ...row, openAmount, lateCharge: charge, latePaid: paid, lateWaived: waived, lateOpen: open };
  },

  async saving(next, cx, before) {
    if (!before) return refuse('plan.bySystem');
    if (before.payStatus !== 0) refuse('plan.paidRow');
    await cx.approvals.refusePending(paymentPlan, [before.id]);
    if (await heldAccount(cx, next, before)) return { bankCardCode: before.bankCardCode, bankName: before.bankName };
    return undefined;
  },

  async removing() {
    refuse('plan.bySystem');
  },

  approved: {
    async lateWaiver(cx, { id, input, reason }) {
      const [row] = await cx.rows(paymentPlan).lock([id]);
      if (!row) return refuse('notYours');
      return waiveLate(cx, row, { amount: String(input.amount), reason });
    },
    paymentConfirm: (cx, { input: { ids, ...confirmed }, reason }) =>
      confirmPayments(cx, ids as string[], reason, confirmed),
    async planAccount(cx, { id, input, reason }) {
      const [row] = await cx.rows(paymentPlan).find({ id });
      if (!row) return refuse('notYours');
      return changeAccount(cx, await orderOf(cx, row), input as Account, reason);
    },
  },

  calls: [
    defineCall({
      method: 'POST',
      path: paymentPlan.url('updateBat'),
      foretells: true,
      title: ['批量确认付款', 'Confirm payments, all or none'],
      query: {
        ids: ids(10_000),
        dryRun: flag('只试算，不写入', 'Say what confirming would do, and write nothing'),
        reason: optional(words()),
        trial: confirmedTrial(),
      },
      answer: batch,
      permission: 'paymentPlan_pay',
      async handle(cx, { input: { ids, dryRun, reason = '', trial } }) {
        return dryRun ? tryPayments(cx, ids) : confirmPayments(cx, ids, reason.slice(0, 500), { trial });
      },
    }),
    defineCall({
      method: 'POST',
      path: paymentPlan.url('waive'),
      foretells: true,
      title: ['减免逾期费', 'Waive a late charge, or a part of it'],
      body: { id: id(), amount: optional(amount()), reason: words() },
      answer: Type.Boolean({ description: '是否已减免；false 表示已提交审批 (false: it waits for approval)' }),
      permission: 'paymentPlan_waive',
      async handle(cx, { input: { id: planId, amount: part, reason } }) {
        // A refusal tells what is open.
        if (await hidesAny(cx, paymentPlan, ...lateDiscloses)) refuse('amountsHidden');
        const [row] = await cx.rows(paymentPlan).lock([planId]);
        if (!row) return refuse('notYours');
        if (reason.trim() === '') refuse('order.reasonNeeded');
        const waived = part ? { amount: checkedAmount(part) } : {};
        return !(await waiveLate(cx, row, { ...waived, reason: reason.trim().slice(0, 500) }));
      },
    }),
    defineCall({
      method: 'GET',
      path: paymentPlan.url('calendar'),
      isDear: true,
      title: ['付款日历', 'What is due on each day of a month that has anything due'],
      query: { month: Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$' }) },
      answer: list(
        shape({
          date: day(),
          direction: oneOf(...Object.values(directions)),
          due: whole(),
          dueAmount: optional(amount()),
          paid: whole(),
          paidAmount: optional(amount()),
        }),
      ),
      permission: paymentPlan.permission('list'),
      async handle(cx, { input: { month } }) {
        if (await hidesAny(cx, paymentPlan, 'payStatus', 'paymentDate')) refuse('fieldsHidden');
        const { trx, tenantId } = cx;
        const seen = await withinScope(cx, paymentPlan);
        const first = `${month}-01`;
        const open = sql.raw(await openColumn(cx));
        const rows = await rowsOf(
          cx,
          sql<Record<string, unknown>>`
          select payment_date as date, direction,
                 count(*) filter (where pay_status = 0)::int as due,
                 coalesce(sum(${open}) filter (where pay_status = 0), 0) as "dueAmount",
                 count(*) filter (where pay_status = 1)::int as paid,
                 coalesce(sum(amount_payable) filter (where pay_status = 1), 0) as "paidAmount"
          from lease_payment_plan_list
          where tenant_id = ${tenantId} and is_deleted = 0 and ${seen} and pay_status <> 2
            and is_frozen = 0 and payment_date >= ${first} and payment_date < ${addMonths(first, 1)}
          group by 1, 2 order by 1, 2`.compile(trx),
        );
        return withoutAmounts(cx, rows);
      },
    }),
    defineCall({
      method: 'GET',
      path: paymentPlan.url('overview'),
      isDear: true,
      title: ['付款概况', 'What is due, overdue and paid'],
      answer: shape({
        directions: list(whole()),
        sides: list(
          shape({
            direction: oneOf(...Object.values(directions)),
            todayCount: whole(),
            todayAmount: optional(amount()),
            overdueCount: whole(),
            overdueAmount: optional(amount()),
            weekCount: whole(),
            weekAmount: optional(amount()),
            paidCount: whole(),
            paidAmount: optional(amount()),
          }),
        ),
      }),
      permission: paymentPlan.permission('list'),
      /**
       * The four figures beside the calendar, of each direction that has any: due today, overdue, due within a week, paid
       * this month.
       */
      async handle(cx) {
        if (await hidesAny(cx, paymentPlan, 'payStatus', 'paymentDate')) refuse('fieldsHidden');
        const { trx, tenantId, today } = cx;
        const isFree = (await scopeOf(cx, cx.tableOf(paymentPlan.name)!)) === undefined;
        const seen = await withinScope(cx, paymentPlan);
        const open = sql.raw(await openColumn(cx));
        const due = await rowsOf(
          cx,
          sql<PaymentSide>`
          select direction, count(*) filter (where payment_date = ${today})::int as "todayCount",
                 coalesce(sum(${open}) filter (where payment_date = ${today}), 0) as "todayAmount",
                 count(*) filter (where ${isOverdue(today)})::int as "overdueCount",
                 coalesce(sum(${open}) filter (where ${isOverdue(today)}), 0) as "overdueAmount",
                 count(*) filter (where payment_date between ${today} and ${addDays(today, 7)})::int as "weekCount",
                 coalesce(sum(${open}) filter (where payment_date between ${today} and ${addDays(today, 7)}), 0) as "weekAmount"
          from lease_payment_plan_list
          where tenant_id = ${tenantId} and is_deleted = 0 and ${seen} and ${isDue}
            and payment_date <= ${addDays(today, 7)}
          group by 1`.compile(trx),
        );
        const paid = await rowsOf(
          cx,
          sql<PaymentSide>`
          select case direction when ${ways.received} then ${directions.collect}::int else ${directions.payout}::int end
                   as direction, (count(*) filter (where reverses_id is null) - count(reverses_id))::int as "paidCount",
                 coalesce(sum(amount - late), 0) as "paidAmount"
          from lease_payment_txn
          where tenant_id = ${tenantId} and account = ${accounts.instalment} and kind in (${sql.join(movingKinds)})
            and value_date between ${`${today.slice(0, 7)}-01`} and ${today}
            and (${isFree} or plan_id in (select id from lease_payment_plan where tenant_id = ${tenantId} and ${seen}))
            and ${await receiptSeen(cx, 'receipt_id')}
          group by 1`.compile(trx),
        );
        const nothing = { todayCount: 0, overdueCount: 0, weekCount: 0, paidCount: 0 };
        const zero = { todayAmount: '0.00', overdueAmount: '0.00', weekAmount: '0.00', paidAmount: '0.00' };
        const sides = Object.values(directions).flatMap((direction) => {
          const found = [...due, ...paid].filter((side) => side.direction === direction);
          return found.length === 0 ? [] : [Object.assign({ direction, ...nothing, ...zero }, ...found)];
        });
        return { directions: await directionsOf(cx), sides: await withoutAmounts(cx, sides) };
      },
    }),
  ],
});
