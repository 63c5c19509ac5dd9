import { sql } from 'kysely';
import { periodOf } from '../../../contract/schema/report';
import { funnelSteps } from '../../../contract/wire/figures';
import { signingFunnel } from '../../../contract/wire/reports/signingFunnel';
import type { Context } from '../../kernel/context';
import { progressIs } from '../../lease/contractProgress';
import { contractsSeen, defineReportQuery, type Parameters } from '../query';

/** The steps of the funnel as counts. */
function counts(cx: Context) {
  return sql`
    count(*) filter (where sign_task_status <> 'reserved')::int as sent,
    count(*) filter (where ${progressIs(cx, 'complete')})::int as signed,
    count(*) filter (where ${progressIs(cx, 'waiting')})::int as waiting,
    count(*) filter (where ${progressIs(cx, 'rejected')})::int as refused,
    count(*) filter (where ${progressIs(cx, 'expired')})::int as expired,
    count(*) filter (where ${progressIs(cx, 'annulled')} and sign_task_status <> 'reserved')::int as annulled`;
}

async function issued(cx: Context, asked: Parameters) {
  const [from, to] = periodOf(asked, cx.today);
  return sql`${await contractsSeen(cx)} c where create_time >= ${from}::date and create_time < ${to}::date + 1`;
}

export default defineReportQuery(signingFunnel, {
  steps: async (cx, asked) => sql`
    select s.step, (array[${sql.join(funnelSteps.map((step) => sql.ref(`f.${step}`)))}])[s.step + 1] as contracts,
           round(100.0 * (array[${sql.join(funnelSteps.map((step) => sql.ref(`f.${step}`)))}])[s.step + 1]
                 / nullif(f.sent, 0), 2) as share
    from (select unnest(${funnelSteps.map((_, step) => step)}::int[]) as step) s
    cross join (select ${counts(cx)} from ${await issued(cx, asked)}) f`,
  types: async (cx, asked) => sql`select type, ${counts(cx)} from ${await issued(cx, asked)} group by type`,
});
