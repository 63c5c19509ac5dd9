/** Lines that need no booking. Money that came in and is on no account is missed by no one, so others decide on it. */
import { sql } from 'kysely';
import { approvalActs } from '../../../contract/domain/approvals';
import { approvalStates } from '../../../contract/domain/approvalTitles';
import { inYuan } from '../../../contract/domain/ledger/inYuan';
import { add, sum } from '../../../contract/domain/money';
import { label } from '../../../contract/domain/text';
import { type BankStatement, bankStatement, lineStates } from '../../../contract/modules/lease/bankStatement';
import { directions } from '../../../contract/modules/lease/receipt';
import { writeAudit } from '../../engine/audit/entries';
import type { ApprovedDeed } from '../../engine/serverModule';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { lockDay, pendingToday } from '../ledger/deciding';
import { lockLines, type StoredLine, settleLines } from './store';

const sums = [
  [directions.received, label('收入', 'Money in')],
  [directions.paidOut, label('支出', 'Money out')],
] as const;

/** What the person has ignored today, or asked to, with this amount: line by line is as much as all at once. Yuan. */
async function withToday(cx: Context, amount: string): Promise<string> {
  const { trx, tenantId, principal, today } = cx;
  await lockDay(cx);
  const { rows } = await sql<{ sum: string }>`
    select (
      (select coalesce(sum(amount), 0) from lease_bank_line
       where tenant_id = ${tenantId} and state = ${lineStates.ignored} and done_user = ${principal?.userId ?? null}
         and done_time >= ${today}::date)
      + ${pendingToday(cx, ['lineIgnore'])}
    )::text as sum`.execute(trx);
  return add(rows[0]!.sum, amount);
}

/** What others have ignored of the statement, or asked to, and the person on earlier days. Yuan. */
async function besides(cx: Context, { id }: BankStatement): Promise<string> {
  const { trx, tenantId, principal, today } = cx;
  await cx.exclusive(`ignoring of ${id}`);
  const me = principal?.userId ?? null;
  const { rows } = await sql<{ sum: string }>`
    select (
      (select coalesce(sum(amount), 0) from lease_bank_line
       where tenant_id = ${tenantId} and statement_id = ${id} and state = ${lineStates.ignored}
         and (done_user is distinct from ${me}::bigint or done_time < ${today}::date))
      + (select coalesce(sum(amount), 0) from approval
       where tenant_id = ${tenantId} and act = ${approvalActs.lineIgnore.number} and entity_id = ${id}
         and (maker_id <> ${me} or create_time < ${today}::date)
         and state = ${approvalStates.pending} and is_deleted = 0)
    )::text as sum`.execute(trx);
  return rows[0]!.sum;
}

/** Ignores locked lines, or asks others to decide on it. */
export async function ignoreLines(
  cx: Context,
  statement: BankStatement,
  lines: readonly StoredLine[],
  reason: string,
): Promise<void> {
  for (const { state, lineNo } of lines) if (state !== lineStates.open) refuse('bank.lineDone', { row: lineNo });
  const ids = lines.map(({ id }) => id);
  const amountOf = (way: number) => sum(lines.flatMap(({ direction, amount }) => (direction === way ? [amount] : [])));
  const amount = sum(lines.map((line) => line.amount));
  const isHeld = await cx.approvals.hold({
    act: 'lineIgnore',
    module: bankStatement,
    row: statement,
    parts: ids,
    input: { lineIds: ids },
    amount,
    counted: await withToday(cx, amount),
    ofDay: await besides(cx, statement),
    reason,
    changes: [
      { label: bankStatement.fields.lineCount.label, before: null, after: String(lines.length) },
      ...sums.flatMap(([way, title]) =>
        lines.some(({ direction }) => direction === way)
          ? [{ label: title, before: null, after: inYuan(amountOf(way)) }]
          : [],
      ),
    ],
  });
  if (isHeld) return;
  await settleLines(
    cx,
    ids.map((id) => ({ id, state: lineStates.ignored })),
    reason,
  );
  writeAudit(cx, bankStatement, statement, [], { action: 'cancel', reason });
}

/** The lines that others have agreed to ignore. */
export const approvedIgnoring: ApprovedDeed = async (cx, { id, input, reason }) => {
  const ids = input.lineIds as string[];
  const statement = (await cx.rows(bankStatement).hold(id)) as BankStatement | undefined;
  const lines = await lockLines(cx, id, { ids });
  if (!statement || lines.length < ids.length) return refuse('notYours');
  await ignoreLines(cx, statement, lines, reason);
};
