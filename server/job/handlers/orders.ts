/** What the calendar does to orders and their customers. */

import { sql } from 'kysely';
import { sourceLanguage } from '../../../contract/domain/languages';
import type { Direction } from '../../../contract/domain/lifecycle/direction';
import { active, matured } from '../../../contract/domain/lifecycle/orderStates';
import { countIn, filledIn, joined, type Label, label, textIn } from '../../../contract/domain/text';
import { paymentPlan } from '../../../contract/modules/lease/paymentPlan';
import type { Page } from '../../../contract/schema/module';
import { absentPrincipal } from '../../auth/session';
import { mayFigure } from '../../engine/cards';
import { notify } from '../../engine/inbox/notify';
import { holdingRoles } from '../../engine/rights/heldMenus';
import { answerTo } from '../../http/register';
import { ConnectionsTaken } from '../../kernel/database';
import { remind } from '../../lease/customer/customerMessages';
import { advanceOrder, dueOrders } from '../../lease/order/orderLifecycle';
import { defineJobHandler, type JobRun } from '../handler';

/** Each order moves in a transaction of its own: one that cannot move blocks no other. */
async function advance({ work, log, fail, signal }: JobRun, to: number): Promise<string> {
  let moved = 0;
  for (const due of await work(dueOrders)) {
    if (due.to !== to) continue;
    signal.throwIfAborted();
    try {
      if (await work((cx) => advanceOrder(cx, due))) moved += 1;
    } catch (error) {
      // the next one would fail, too
      const isAway = answerTo(error, sourceLanguage).body.reason === 'unavailable';
      if (isAway || error instanceof ConnectionsTaken) throw error;
      fail(error, due.id);
    }
  }
  if (moved > 0) log.info(`${moved} 个订单 · orders: ${moved}`);
  return String(moved);
}

export const startDue = defineJobHandler({ key: 'order.startDue', run: (asked) => advance(asked, active) });
export const matureDue = defineJobHandler({ key: 'order.matureDue', run: (asked) => advance(asked, matured) });

export const dueReminder = defineJobHandler({
  key: 'plan.dueReminder',
  async run({ work }) {
    await work(remind);
    return undefined;
  },
});

const words = {
  title: label('逾期款项 {count} 笔', 'Overdue instalments: {count}'),
  text: label('截至今日共 {count} 笔款项逾期，{amounts}。', 'As of today, {count} instalments are overdue: {amounts}.'),
  amount: label('合计 {amount} 元', 'CNY {amount}'),
  side: {
    1: label('应付 {amount} 元', 'CNY {amount} payable'),
    2: label('应收 {amount} 元', 'CNY {amount} receivable'),
  },
};

/** The amount of a list of instalments in words; one for each direction that it has. */
function amountsOf({ sums, sides = [] }: Pick<Page, 'sums' | 'sides'>): string {
  const said = (words: Label, amount = '') => filledIn(textIn(words, sourceLanguage), { amount });
  if (sums) return said(words.amount, sums.amountPayable);
  return joined(
    sides.map(({ direction, sums: own }) => said(words.side[direction as Direction], own.amountPayable)),
    sourceLanguage,
  );
}

/** Each person is told what their own data scopes let them see. */
export const overdueDigest = defineJobHandler({
  key: 'plan.overdueDigest',
  async run({ work, workAs, deps, tenantId, log, map }) {
    const people = await work(async ({ trx }) => {
      const { rows } = await sql<{ id: string }>`
        select u.id from sys_user u where u.tenant_id = ${tenantId} and u.is_deleted = 0 and u.status = 1
          and u.role_ids && ${holdingRoles(tenantId, [paymentPlan.name])}
        order by u.id limit 1000`.execute(trx);
      return rows.map(({ id }) => id);
    });
    const told = await map(people, async (userId) => {
      const found = await workAs(
        async (trx) => {
          const principal = await absentPrincipal(deps, trx, { tenantId, userId });
          return principal && { principal, language: sourceLanguage };
        },
        async (cx) => {
          if (!(await mayFigure(cx, paymentPlan, 'payStatus', 'paymentDate', 'amountPayable'))) return false;
          const page = await cx.rows(paymentPlan).page({ size: '1', overdue: '1' });
          if (page.total === 0) return false;
          const facts = { count: countIn(page.total, sourceLanguage), amounts: amountsOf(page) };
          await notify(cx.trx, deps, {
            tenantId,
            kind: 'message',
            audience: 'user',
            userId,
            title: filledIn(textIn(words.title, sourceLanguage), facts),
            content: filledIn(textIn(words.text, sourceLanguage), facts),
            subject: paymentPlan.name,
          });
          return true;
        },
      );
      return found === true;
    });
    const count = told.filter(Boolean).length;
    log.info(`已通知 ${count} 人 · people told: ${count}`);
    return String(count);
  },
});
