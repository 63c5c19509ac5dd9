/** The rows of `lease_bank_line`. */
import { type RawBuilder, sql } from 'kysely';
import type { Match, Proposal, StatementLine } from '../../../contract/domain/bank/match';
import { lineStates, verdicts } from '../../../contract/modules/lease/bankStatement';
import { receipt } from '../../../contract/modules/lease/receipt';
import { maskCard } from '../../../contract/schema/mask';
import type { BankLine, LineCounts, LineGroup, LinesPage } from '../../../contract/wire/bank/lines';
import { hidesAny, scopeOf } from '../../engine/rights/scopes';
import type { Context } from '../../kernel/context';

export interface StoredLine extends Omit<BankLine, 'reason' | 'doneBy' | 'receiptNo'> {
  statementId: string;
  receiptSerial: string | null;
}
const columns = sql`l.id, l.statement_id as "statementId", l.line_no as "lineNo", l.direction, l.value_date as "valueDate",
  l.amount, l.party_name as "partyName", l.party_account as "partyAccount", l.purpose, l.serial_no as "serialNo",
  l.receipt_serial as "receiptSerial", l.verdict, l.proposals, l.receipt_id as "receiptId"`;

export function asLine({ direction, ...line }: StoredLine): StatementLine {
  return { ...line, direction: direction as 1 | 2 };
}

const groups: Readonly<Record<LineGroup, RawBuilder<boolean>>> = {
  matched: sql`l.now_state = 1 and l.verdict = 1`,
  offered: sql`l.now_state = 1 and l.verdict = 2`,
  unclaimed: sql`l.now_state = 1 and l.verdict = 3`,
  done: sql`l.now_state <> 1`,
  all: sql`true`,
};

/** The lines that are not booked yet, and those whose receipt the person sees. */
async function seenLines(cx: Context): Promise<RawBuilder<boolean>> {
  const scope = await scopeOf(cx, cx.tableOf(receipt.name)!);
  if (!scope) return sql`true`;
  return sql`(l.receipt_id is null or l.receipt_id in (
    select id from lease_receipt where tenant_id = ${cx.tenantId} and ${scope}))`;
}

/** Lines of a statement that the person sees, in the order of the file. */
export async function linesPage(
  cx: Context,
  statementId: string,
  { group, current, size }: { group: LineGroup; current: number; size: number },
): Promise<LinesPage> {
  const { trx, tenantId } = cx;
  const own = sql`l.tenant_id = ${tenantId} and l.statement_id = ${statementId} and ${await seenLines(cx)}`;
  const counted = await sql<LineCounts>`
    select count(*) filter (where ${groups.matched})::int as matched,
           count(*) filter (where ${groups.offered})::int as offered,
           count(*) filter (where ${groups.unclaimed})::int as unclaimed,
           count(*) filter (where ${groups.done})::int as done, count(*)::int as "all"
    from lease_bank_line_list l where ${own}`.execute(trx);
  const { rows } = await sql<BankLine>`
    select ${columns}, l.now_state as state, l.receipt_no as "receiptNo", coalesce(l.reason, '') as reason,
           coalesce(l.done_by, '') as "doneBy"
    from lease_bank_line_list l where ${own} and ${groups[group]}
    order by l.line_no, l.id limit ${size} offset ${(current - 1) * size}`.execute(trx);
  const counts = counted.rows[0]!;
  const showsAccount = !(await hidesAny(cx, receipt, 'partyAccount'));
  return {
    records: rows.map(({ id, lineNo, direction, valueDate, amount, partyName, purpose, serialNo, ...row }) => {
      const { state, verdict, proposals, receiptNo, reason, doneBy } = row;
      const isOpen = state === lineStates.open;
      return {
        ...{ id, lineNo, direction, valueDate, amount, partyName, purpose, serialNo, state, verdict },
        partyAccount: !showsAccount || row.partyAccount === '' ? '' : maskCard(row.partyAccount),
        proposals: isOpen ? proposals : [],
        receiptId: isOpen ? null : row.receiptId,
        receiptNo: isOpen ? null : receiptNo,
        ...{ reason, doneBy },
      };
    }),
    total: counts[group],
    counts,
  };
}

/** Lines of a statement that the person sees, locked, in the order of the file: those with the ids, or all open ones of a verdict. */
export async function lockLines(
  cx: Context,
  statementId: string,
  which: { ids: readonly string[] } | { verdict: number } | 'open',
): Promise<StoredLine[]> {
  const { trx, tenantId } = cx;
  const chosen =
    which === 'open'
      ? sql`l.state = 1 or r.state = 2`
      : 'ids' in which
        ? sql`l.id = any(${which.ids}::bigint[])`
        : sql`l.verdict = ${which.verdict}`;
  const { rows } = await sql<StoredLine>`
    select ${columns}, case when r.state = 2 then 1 else l.state end as state
    from lease_bank_line l
    left join lease_receipt r on r.tenant_id = ${tenantId} and r.id = l.receipt_id
    where l.tenant_id = ${tenantId} and l.statement_id = ${statementId} and (${chosen})
      and ${await seenLines(cx)}
    order by l.line_no, l.id for no key update of l`.execute(trx);
  return 'string' === typeof which || 'verdict' in which ? rows.filter(({ state }) => state === lineStates.open) : rows;
}

/** Says of lines what has become of them, in one statement. */
export async function settleLines(
  cx: Context,
  done: readonly { id: string; state: number; receiptId?: string | null }[],
  reason = '',
): Promise<void> {
  if (done.length === 0) return;
  const isOpen = done.every(({ state }) => state === lineStates.open);
  await sql`
    update lease_bank_line l
    set state = v.state, receipt_id = v.receipt_id, reason = ${reason === '' ? null : reason},
        done_by = ${isOpen ? null : cx.actor}, done_user = ${isOpen ? null : (cx.principal?.userId ?? null)},
        done_time = ${isOpen ? null : cx.time}
    from unnest(${done.map(({ id }) => id)}::bigint[], ${done.map(({ state }) => state)}::int[],
                ${done.map(({ receiptId }) => receiptId ?? null)}::bigint[]) as v(id, state, receipt_id)
    where l.tenant_id = ${cx.tenantId} and l.id = v.id`.execute(cx.trx);
}

export function verdictOf({ verdict }: Match): number {
  return verdicts[verdict];
}

/** Keeps new answers for lines, in one statement. */
export async function keepMatches(
  { trx, tenantId }: Context,
  matches: readonly { id: string; verdict: number; proposals: readonly Proposal[] }[],
): Promise<void> {
  if (matches.length === 0) return;
  await sql`
    update lease_bank_line l set verdict = v.verdict, proposals = v.proposals
    from jsonb_to_recordset(${JSON.stringify(matches)}::jsonb) as v(id bigint, verdict int, proposals jsonb)
    where l.tenant_id = ${tenantId} and l.id = v.id`.execute(trx);
}
