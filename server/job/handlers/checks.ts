/** Checks of what is stored against the rules of the business. They change nothing. */

import { type RawBuilder, sql } from 'kysely';
import { mandatoryKinds } from '../../../contract/domain/contractKinds';
import type { RepaymentMethod } from '../../../contract/domain/leasing/methods/method';
import { methods } from '../../../contract/domain/leasing/methods/methods';
import { rowKinds } from '../../../contract/domain/leasing/rowKinds';
import { active, awaitingStart, matured, settled, signing } from '../../../contract/domain/lifecycle/orderStates';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { defineJobHandler, type JobRun } from '../handler';
import { bankRules } from './bankRules';
import { ledgerRules } from './ledgerRules';

/** How long one rule may read: far longer than a request, since it reads the whole portfolio. */
const patience = '20min';
/** Records that are named for each rule. */
const mostNamed = 20;

export interface Rule {
  name: string;
  /** Rows `id`, `text` of the records that break it. */
  broken(tenantId: string): RawBuilder<{ id: string; text: string }>;
}

/** Orders whose method is of a kind. */
function methodIn(isOfKind: (method: RepaymentMethod) => boolean) {
  const numbers = methods.filter(isOfKind).map(({ number }) => number);
  return sql`repay_method in (${sql.join(numbers)})`;
}

/** Orders whose plan is in force, with the sums of their live instalments. */
function planned(tenantId: string) {
  return sql`(
    select o.id, o.contract_code, o.business_status, o.total_amount, o.year_rate, o.day_count, o.deadline, o.maturity,
           o.pzsfqr, o.prqy, o.qyqy, o.repay_method, o.frequency, o.timing, o.due_day, o.grace_periods, o.grace_kind,
           sum(p.rent) as rent, sum(p.principal) as principal, count(*) filter (where p.kind = ${rowKinds.instalment}) as count,
           count(*) filter (where p.pay_status = 0) as unpaid, min(p.current_periods) filter (where p.kind = ${rowKinds.instalment}) as first,
           max(p.current_periods) as last, count(distinct p.current_periods) filter (where p.kind = ${rowKinds.instalment}) as periods,
           max(p.payment_date) as last_date
    from lease_order o
    join lease_payment_plan p on p.tenant_id = o.tenant_id and p.order_id = o.id and p.is_deleted = 0 and p.pay_status <> 2
    where o.tenant_id = ${tenantId} and p.tenant_id = ${tenantId} and o.is_deleted = 0
      -- what a restructured order pays follows from its supplement
      and o.restructured is null
      and o.business_status in (${active}, ${matured}, ${settled})
    group by o.tenant_id, o.id)`;
}

const rules: readonly Rule[] = [
  {
    name: '租金之和等于合同租金 · the rents add up',
    broken: (tenantId) => sql`
      select id, concat(contract_code, ' ', rent) as text from ${planned(tenantId)} o
      -- Other ways of counting are checked where the plan is made.
      where ${methodIn(({ isBullet }) => isBullet)} and due_day is null and day_count in (360, 365)
        and rent <> round(total_amount * year_rate * deadline / (100 * day_count), 2)`,
  },
  {
    name: '本金之和等于出资额或为零 · the principal adds up',
    broken: (tenantId) => sql`
      select id, concat(contract_code, ' ', principal) as text from ${planned(tenantId)} o
      -- A grace with nothing due has added its interest to the principal.
      where principal not in (total_amount, 0)
        and not (${methodIn(({ rentOn }) => rentOn === 'balance')} and grace_periods > 0 and grace_kind = 2 and principal > total_amount)`,
  },
  {
    name: '金额不为负，应付等于租金、本金与其他款项之和 · no amount is negative',
    broken: (tenantId) => sql`
      select p.id, concat(p.current_periods, ' ', p.amount_payable) as text from lease_payment_plan p
      where p.tenant_id = ${tenantId} and p.is_deleted = 0 and (p.rent < 0 or p.principal < 0 or p.amount_payable < 0
        or p.paid_amount < 0 or p.amount_payable <> p.rent + p.principal + p.other)`,
  },
  {
    name: '已付金额与付款状态一致 · what is paid agrees with its mark',
    broken: (tenantId) => sql`
      select p.id, concat(p.current_periods, ' ', p.paid_amount) as text from lease_payment_plan p
      where p.tenant_id = ${tenantId} and p.is_deleted = 0 and p.pay_status <> 2
        and (p.pay_status = 1) <> (p.paid_amount = p.amount_payable and p.paid_time is not null)`,
  },
  ...ledgerRules,
  ...bankRules,
  {
    name: '期次连续，末期为到期日 · periods have no gap and end at maturity',
    broken: (tenantId) => sql`
      select id, contract_code as text from ${planned(tenantId)} o
      where first <> 1 or last <> count or periods <> count or (last_date <> maturity and not (timing = 2 and last_date < maturity))`,
  },
  {
    name: '付款日逐期递增 · payment dates increase',
    broken: (tenantId) => sql`
      select p.id, concat(p.current_periods, ' ', p.payment_date) as text from lease_payment_plan p
      join lease_payment_plan b on b.tenant_id = p.tenant_id and b.order_id = p.order_id and b.is_deleted = 0
        and b.plan_version = p.plan_version and b.current_periods = p.current_periods - 1
        and b.kind = ${rowKinds.instalment} and p.kind = ${rowKinds.instalment}
      where p.tenant_id = ${tenantId} and b.tenant_id = ${tenantId} and p.is_deleted = 0 and p.pay_status <> 2
        and b.pay_status <> 2 and p.payment_date <= b.payment_date`,
  },
  {
    name: '结清与付清一致 · settled means paid',
    broken: (tenantId) => sql`
      select id, contract_code as text from ${planned(tenantId)} o where (business_status = ${settled}) <> (unpaid = 0)`,
  },
  {
    name: '计租订单的三项标志齐全 · running orders have all three marks',
    broken: (tenantId) => sql`
      select id, contract_code as text from ${planned(tenantId)} o where not (pzsfqr = 1 and prqy = 1 and qyqy = 1)`,
  },
  {
    name: '每种合同最多一份有效 · one live contract of a type',
    broken: (tenantId) => sql`
      select min(c.id) as id, concat(c.order_id, ' ', c.type) as text from lease_contract c
      where c.tenant_id = ${tenantId} and c.is_deleted = 0 and c.status in (1, 2)
      group by c.tenant_id, c.order_id, c.type having count(*) > 1`,
  },
];

const papers: readonly Rule[] = [
  {
    name: '签署标志与已签合同一致 · signing marks agree with signed contracts',
    broken: (tenantId) => sql`
      select o.id, o.contract_code as text from lease_order o
      where o.tenant_id = ${tenantId} and o.is_deleted = 0
        -- what came with a portfolio was signed on paper
        and o.takeover_id is null
        and o.business_status in (${signing}, ${awaitingStart}, ${active}, ${matured}, ${settled})
        and (o.prqy = 1 and o.qyqy = 1) <> (${mandatoryKinds.length} = (
          select count(distinct c.type) from lease_contract c
          where c.tenant_id = ${tenantId} and c.order_id = o.id and c.is_deleted = 0 and c.status = 2
            and c.type in (${sql.join(mandatoryKinds)})))`,
  },
  {
    name: '有合同在签的订单处于签约中 · orders with a contract in signing are in signing',
    broken: (tenantId) => sql`
      select c.id, c.contract_number as text from lease_contract c
      join lease_order o on o.tenant_id = c.tenant_id and o.id = c.order_id
      where c.tenant_id = ${tenantId} and o.tenant_id = ${tenantId} and c.is_deleted = 0 and c.status = 1
        and c.sign_task_status not in ('canceled', 'expired', 'rejected', 'failed') and o.business_status <> ${signing}`,
  },
];

/**
 * What breaks a rule, a few rows of it, within a limit of its own: the whole table is read. It is read once: of a new table
 * the database does not know how many rows it has, and would read it again for each row of another.
 */
export async function withPatience({ trx }: Pick<Context, 'trx'>, broken: RawBuilder<unknown>) {
  await sql.raw(`set local statement_timeout = '${patience}'; set local enable_nestloop = off`).execute(trx);
  const found = sql<{ id: string; text: string }>`select * from (${broken}) found limit ${mostNamed + 1}`;
  return (await found.execute(trx)).rows;
}

async function check({ work, tenantId, log, progress, signal }: JobRun, all: readonly Rule[]): Promise<string> {
  let count = 0;
  for (const [at, { name, broken }] of all.entries()) {
    signal.throwIfAborted();
    const rows = await work((cx) => withPatience(cx, broken(tenantId)));
    if (rows.length > 0) log.error(`${name}:`);
    for (const { id, text } of rows.slice(0, mostNamed)) log.error(`  ${id} ${text}`);
    if (rows.length > mostNamed) log.error('  …');
    count += rows.length;
    progress((100 * (at + 1)) / all.length, name);
  }
  if (count > 0) refuse('job.brokenRules', { count });
  log.info(`全部相符 · all ${all.length} rules hold`);
  return 'ok';
}

/** Rules of both checks. */
export const allRules: readonly Rule[] = [...rules, ...papers];

export const checkRules = defineJobHandler({ key: 'invariant.check', run: (asked) => check(asked, rules) });
export const reconcile = defineJobHandler({ key: 'contract.reconcile', run: (asked) => check(asked, papers) });
