import { sql } from 'kysely';
import Type from 'typebox';
import { explainPlan } from '../../../contract/domain/leasing/explanation';
import { planTermsOf } from '../../../contract/domain/leasing/record';
import {
  awaitedBy,
  awaitingContract,
  cancelled,
  draft,
  editableFields,
  isRemovable,
  voucherReview,
} from '../../../contract/domain/lifecycle/orderStates';
import { textIn } from '../../../contract/domain/text';
import { type Order, order, refundStates } from '../../../contract/modules/lease/order';
import { paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import type { Voucher } from '../../../contract/wire/lease/voucher';
import { rowsOf } from '../../engine/lists/totals';
import { hidesAny, withinScope } from '../../engine/rights/scopes';
import { type ApprovedDeed, defineServerModule } from '../../engine/serverModule';
import { defineCall } from '../../kernel/call';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import {
  amount,
  day,
  freeText,
  id,
  idList,
  list,
  nullable,
  optional,
  shape,
  text,
  whole,
  words,
} from '../../kernel/schemas';
import { lacksIdentity } from '../customer/identity';
import { exitCalls, exitOrder } from '../exit/exitCalls';
import type { ExitAsked } from '../exit/quoting';
import { approvedRefund } from '../ledger/moves';
import { certificateCall } from '../outgoing/calls';
import { restructureCalls } from '../restructure/restructureCalls';
import { type Asked, askForRestructuring } from '../restructure/restructuring';
import {
  type Account,
  accountFields,
  changeAccount,
  changedFields,
  refuseStart,
  shownChanges,
  takesTwo,
} from '../terms/account';
import { accountCalls } from '../terms/accountCalls';
import { toldOf } from '../terms/calledOrder';
import { directionsOfOrders } from '../terms/directions';
import { paperStateOf } from '../terms/orderPapers';
import { planRow } from '../terms/planRow';
import { moveByPerson } from '../voucher/moving';
import { checkLookedAt, voucherCalls } from '../voucher/voucherCalls';
import { refuseOtherTerms, snapshot } from './agreed';
import { nextPeopleCall } from './nextPeople';
import { refuseTooSmall } from './orderLifecycle';
import { checkTable, scheduleOf, storedTable } from './orderTerms';

const schedule = shape({
  rows: list(planRow),
  basis: whole(),
  dayCount: whole(),
  periods: whole(),
  maturity: day(),
  totalRent: amount(),
  monthlyRent: amount(),
  totalPayable: amount(),
  residue: amount(),
  rounding: whole(),
  instalment: nullable(amount()),
  capitalised: amount(),
  residual: amount(),
  fee: amount(),
  deposit: amount(),
  purchasePrice: amount(),
  yearlyYield: nullable(text()),
  explanation: list(text()),
});

function accountOf(row: Order) {
  return Object.fromEntries(accountFields.map((name) => [name, row[name] || null]));
}

/** Whether a change of the account or of the start waits for the decision of others. */
async function heldAccount(cx: Context, next: Order, before: Order): Promise<boolean> {
  const changed = changedFields(before, next);
  if (changed.length === 0) return false;
  if ((await paperStateOf(cx, before.id)) !== null)
    refuse('order.byRequest', { field: textIn(order.fields[changed[0]!].label, cx.language) });
  return cx.approvals.hold({
    act: 'orderAccount',
    module: order,
    row: before,
    input: accountOf(next),
    amount: before.totalAmount,
    isAlways: changed.some((name) => name !== 'interestDate') && takesTwo(before),
    changes: shownChanges(before, next),
  });
}

/** The move of an order that others have approved. */
const approvedMove: ApprovedDeed = async (cx, { id, input, reason }) => {
  const { to, pictureIds, voucher } = input as { to: number; pictureIds: string[]; voucher?: Voucher };
  const [held] = await cx.rows(order).lock([id]);
  if (!held) return refuse('notYours');
  if (to === awaitingContract && held.businessStatus === voucherReview) await checkLookedAt(cx, held, pictureIds);
  await moveByPerson(cx, held, to, { reason, ...(voucher ? { voucher } : {}) });
};

const ofPlans = {
  paymentPlan: ['principal', 'rent', 'amountPayable', 'paymentDate'],
  order: ['totalAmount', 'yearRate', 'maturity'],
};

export default defineServerModule(order, {
  says: {
    // A refund goes to the account of the order.
    refundCardCode: { order: ['bankCardCode'] },
    refundBankName: { order: ['bankName'] },
    maturity: { order: ['interestDate', 'deadline'] },
    // Shares of it, at rates that stand beside them.
    ...Object.fromEntries(['residual', 'deposit', 'fee'].map((name) => [name, { order: ['totalAmount'] }])),
    // Whole plans: the one that was entered, the next one, and the one that holds now beside the one before.
    ...Object.fromEntries(['rentTable', 'restructuring', 'restructured'].map((name) => [name, ofPlans])),
    invested: { purchase: ['amount', 'paidAmount'] },
    investmentRate: { purchase: ['amount', 'paidAmount'], paymentPlan: ['amountPayable', 'paymentDate'] },
    exitAmount: { paymentPlan: ['amountPayable', 'paidAmount'] },
  },
  table: 'lease_order',
  list: 'lease_order_list',
  visitor: 'customerName',
  sums: ['totalAmount'],
  directions: directionsOfOrders,
  entered: 'order.hasEntries',
  usually: { archived: '0' },
  unstored: ['awaited', 'identityLacks'],
  filters: {
    async awaited(value, cx) {
      if (value !== '1') refuse('badParameter', { name: 'awaited' });
      if (await hidesAny(cx, order, 'businessStatus')) refuse('fieldsHidden');
      const states: number[] = [];
      for (const [permission, state] of Object.entries(awaitedBy)) if (await cx.may(permission)) states.push(state);
      return sql<boolean>`business_status = any(${states}::int[])`;
    },
    archived: (value) => {
      if (value === 'all') return sql<boolean>`true`;
      if (value === '0') return sql<boolean>`archived = 0`;
      return value === '1' ? sql<boolean>`archived = 1` : refuse('badParameter', { name: 'archived' });
    },
  },

  async showing(row, cx) {
    const isNext = row.businessStatus === awaitingContract && row.customerId;
    const lacks = isNext && (await lacksIdentity(cx, row.customerId!));
    return { ...row, identityLacks: (lacks ? 1 : 0) as 0 | 1 };
  },

  async saving(next, cx, before) {
    const status = before?.businessStatus ?? draft;
    if (before) {
      const free = editableFields(status);
      const fixed = Object.entries(order.fields).find(
        ([name, field]) =>
          !('derived' in field) &&
          !free.includes(name) &&
          (next[name as keyof Order] || null) !== (before[name as keyof Order] || null),
      );
      if (fixed) refuse('order.notEditable', { field: textIn(fixed[1].label, cx.language) });
      await cx.approvals.refusePending(order, [before.id]);
      if (next.interestDate && next.interestDate !== before.interestDate)
        refuseStart(cx, before, next.interestDate, before.paperState);
      if (status !== draft && (await heldAccount(cx, next, before))) return accountOf(before);
    }
    if (!before && next.interestDate) refuseStart(cx, next, next.interestDate, null);
    // A draft follows its product; afterwards the order keeps the agreed terms.
    const agreed = status === draft ? { ...(await snapshot(cx, next)), businessStatus: status } : undefined;
    checkTable(cx, { ...next, ...agreed }, status === draft);
    if (!agreed) return undefined;
    const rentTable = storedTable(next.rentTable);
    refuseTooSmall({ ...next, ...agreed, rentTable } as Order, cx);
    return { ...agreed, rentTable };
  },

  async removing(doomed, cx) {
    if (doomed.some(({ businessStatus }) => !isRemovable(businessStatus ?? draft))) refuse('order.notRemovable');
    const owing = doomed.find(({ refundStatus }) => refundStatus === refundStates.open);
    if (owing) refuse('order.refundOpen', { amount: toldOf(owing, { refundDue: owing.refundDue ?? null }) });
    await cx.approvals.refusePending(
      order,
      doomed.map(({ id }) => id),
    );
  },

  actions: {
    archive: {
      async run(cx, [held]) {
        await cx.approvals.refusePending(order, [held!.id]);
        if (held!.refundStatus === refundStates.open)
          refuse('order.refundOpen', { amount: toldOf(held!, { refundDue: held!.refundDue ?? null }) });
        return { archived: 1 as const };
      },
    },
    unarchive: { run: async () => ({ archived: 0 as const }) },
  },

  approved: {
    async orderSubmit(cx, deed) {
      const [held] = await cx.rows(order).lock([deed.id]);
      if (!held) return refuse('notYours');
      await refuseOtherTerms(cx, held);
      return approvedMove(cx, deed);
    },
    orderVoucher: approvedMove,
    voucherBelow: approvedMove,
    orderStart: approvedMove,
    orderCancel: approvedMove,
    orderOverride: approvedMove,
    refund: approvedRefund,
    async orderExit(cx, { id, input, reason }) {
      const [held] = await cx.rows(order).lock([id]);
      if (!held) return refuse('notYours');
      await exitOrder(cx, held, input as unknown as ExitAsked, reason);
    },
    async orderRestructure(cx, { id, input, reason }) {
      const [held] = await cx.rows(order).lock([id]);
      if (!held) return refuse('notYours');
      await askForRestructuring(cx, held, input as unknown as Asked, reason);
    },
    async orderAccount(cx, { id, input, reason }) {
      const [held] = await cx.rows(order).lock([id]);
      if (!held) return refuse('notYours');
      return changeAccount(cx, held, input as Account, reason);
    },
  },

  calls: [
    certificateCall,
    nextPeopleCall,
    ...voucherCalls,
    ...accountCalls,
    ...exitCalls,
    ...restructureCalls,
    defineCall({
      method: 'POST',
      path: order.url('update-businessStatus'),
      foretells: true,
      title: ['变更订单状态', 'Move an order to another state'],
      query: {
        id: id(),
        businessStatus: Type.Integer({ minimum: 0, maximum: cancelled }),
        reason: optional(words()),
        version: optional(freeText('确认凭证时所见的版本', 'Of the order as it was looked at')),
        pictureIds: idList(),
      },
      answer: Type.Boolean({ description: '是否已变更；false 表示已提交审批 (false: it waits for approval)' }),
      permission: order.permission('list'), // each move requires its own permission
      async handle(cx, { input: { id, businessStatus: to, reason = '', version, pictureIds } }) {
        const [held] = await cx.rows(order).lock([id]);
        if (!held) return refuse('notYours');
        if (to === awaitingContract && held.businessStatus === voucherReview)
          await checkLookedAt(cx, held, pictureIds, version);
        const moved = await moveByPerson(cx, held, to, { reason: reason.slice(0, 500), pictureIds });
        return moved.businessStatus === to;
      },
    }),
    defineCall({
      method: 'GET',
      path: order.url('preview'),
      title: ['付款计划试算', 'The schedule that an order would get'],
      query: {
        productId: id(),
        customerId: id(),
        totalAmount: optional(freeText()),
        interestDate: optional(freeText()),
        rentTable: optional(freeText('租金表的 JSON', 'The rent table as JSON')),
      },
      answer: schedule,
      permission: order.permission('list'),
      /** The schedule of an order that started with these values. Writes nothing. */
      async handle(cx, { input: { totalAmount = '', interestDate = cx.today, rentTable = null, ...of } }) {
        if (await hidesAny(cx, paymentPlan, 'amountPayable', 'rent', 'principal')) refuse('amountsHidden');
        const terms = await snapshot(cx, { ...of, totalAmount });
        const found = { ...terms, totalAmount, interestDate, rentTable };
        checkTable(cx, found, false);
        const plan = scheduleOf(found);
        const explanation = explainPlan(planTermsOf(found), plan).map((sentence) => textIn(sentence, cx.language));
        return { ...plan, explanation };
      },
    }),
    {
      method: 'GET',
      path: order.url('summary'),
      isDear: true,
      title: ['各状态的订单数与总金额', 'Orders in each state, and their principal'],
      answer: list(
        shape({
          businessStatus: nullable(whole()),
          count: whole(),
          sides: optional(list(shape({ direction: whole(), count: whole(), totalAmount: amount() }))),
          refunds: optional(whole()),
        }),
      ),
      permission: order.permission('list'),
      /** How many orders are in each state, and their principal in each direction of money that they have. */
      async handle(cx) {
        if (await hidesAny(cx, order, 'businessStatus')) refuse('fieldsHidden');
        // An amount that a data scope hides is hidden in sums, too.
        const hasAmounts = !(await hidesAny(cx, order, 'direction', 'totalAmount'));
        const hasRefunds = !(await hidesAny(cx, order, 'refundStatus'));
        const { trx, tenantId } = cx;
        const rows = await rowsOf(
          cx,
          trx
            .selectFrom('lease_order')
            .select(({ fn }) => [
              'business_status as businessStatus',
              'direction',
              fn.countAll().as('count'),
              fn.sum<string>('total_amount').as('totalAmount'),
              sql<number>`(count(*) filter (where refund_status = ${refundStates.open}))::int`.as('refunds'),
            ])
            .where('tenant_id', '=', tenantId)
            .where('is_deleted', '=', 0)
            .where('archived', '=', 0)
            .where(await withinScope(cx, order))
            .groupBy(['business_status', 'direction'])
            .orderBy('business_status')
            .orderBy('direction')
            .compile(),
        );
        const states = [...new Set(rows.map(({ businessStatus }) => businessStatus))];
        return states.map((businessStatus) => {
          const found = rows.filter((row) => row.businessStatus === businessStatus);
          const sides = found.map(({ direction, count, totalAmount }) => ({
            direction,
            count: Number(count),
            totalAmount: totalAmount ?? '0.00',
          }));
          return {
            businessStatus,
            count: sides.reduce((all, { count }) => all + count, 0),
            ...(hasAmounts ? { sides } : {}),
            ...(hasRefunds ? { refunds: found.reduce((all, { refunds }) => all + refunds, 0) } : {}),
          };
        });
      },
    },
  ],
});
