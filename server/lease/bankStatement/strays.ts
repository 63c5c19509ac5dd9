/** Payments that left for another account than the payment file has asked for. The bank's own paper shows them. */
import { type RawBuilder, sql } from 'kysely';
import { decidingRight } from '../../../contract/domain/approvals';
import { filledIn, textIn } from '../../../contract/domain/text';
import { bankStatement } from '../../../contract/modules/lease/bankStatement';
import { payBatch } from '../../../contract/modules/lease/payBatch';
import { directions } from '../../../contract/modules/lease/receipt';
import { readersOf } from '../../auth/readers';
import { saidTo } from '../../engine/called';
import { notify } from '../../engine/inbox/notify';
import { holdingRoles } from '../../engine/rights/heldMenus';
import type { Context } from '../../kernel/context';
import { Told } from '../../kernel/errors';

interface Stray {
  id: string;
  lineNo: number;
  reference: string;
  amount: string;
  batchId: string;
}

const words = {
  title: ['付款去向与代付文件不符', 'A payment went to another account than asked'],
  content: [
    '银行流水第 {lineNo} 行带有付款参考号 {reference}，金额 {amount} 元，收款账号却与代付文件不同。请立即与银行核实。',
    'Line {lineNo} of a bank statement has the reference {reference} of a payment file and the amount {amount}, but another account. Ask the bank at once.',
  ],
} as const;
/** People that are told. */
const mostPeople = 200;

/** Lines of money out with the reference of a payment and another account. `statementId`: of one statement alone. */
export function strayPayments(tenantId: string, statementId: string | null = null): RawBuilder<Stray> {
  const digits = sql`regexp_replace(l.party_account, '[^0-9*]', '', 'g')`;
  return sql`
    select l.id, l.line_no as "lineNo", i.reference, l.amount, i.batch_id as "batchId"
    from lease_bank_line l
    join lease_pay_item i on i.tenant_id = l.tenant_id and i.reference = substring(upper(l.purpose) from 'FF[0-9]{18}')
    where l.tenant_id = ${tenantId} and i.tenant_id = ${tenantId} and l.direction = ${directions.paidOut}
      and ${statementId === null ? sql`true` : sql`l.statement_id = ${statementId}`}
      and ${digits} <> ''
      -- a bank may hide all but the last digits
      and right(${digits}, case when ${digits} like '%*%' then 4 else 40 end)
        <> right(regexp_replace(i.account, '[^0-9]', '', 'g'), case when ${digits} like '%*%' then 4 else 40 end)`;
}

/** What a person is told of such a line: its payment is of a payment file. */
async function factsFor(cx: Context, { lineNo, batchId, reference, amount }: Stray) {
  const of = { module: payBatch, ids: [batchId] };
  return {
    lineNo,
    reference: await saidTo(cx, new Told({ ...of, values: { batchNo: reference } })),
    amount: await saidTo(cx, new Told({ ...of, values: { totalAmount: amount } })),
  };
}

/** Tells those who send payment files, and those who decide on them, of such lines in a new statement. */
export async function tellStrays(cx: Context, statementId: string): Promise<number> {
  const { trx, tenantId, deps } = cx;
  const { rows } = await strayPayments(tenantId, statementId).execute(trx);
  if (rows.length === 0) return 0;
  const holding = ['payBatch_send', decidingRight('payBatchSend')];
  const people = await sql<{ id: string }>`
    select u.id from sys_user u where u.tenant_id = ${tenantId} and u.is_deleted = 0 and u.status = 1
      and u.role_ids && ${holdingRoles(tenantId, holding)}
    order by u.id limit ${mostPeople}`.execute(trx);
  const ids = people.rows.map(({ id }) => id);
  for (const { userIds, cx: theirs } of await readersOf(cx, ids)) {
    const lines = await Promise.all(rows.map((row) => factsFor(theirs, row)));
    const said = (language: string) => ({
      title: textIn(words.title, language),
      content: lines.map((line) => filledIn(textIn(words.content, language), line)).join('\n'),
    });
    await notify(trx, deps, {
      tenantId,
      kind: 'message',
      audience: 'chosen',
      deptIds: [],
      roleIds: [],
      userIds,
      ...said('zh'),
      words: { en: said('en') },
      subject: bankStatement.name,
      subjectId: statementId,
    });
  }
  return rows.length;
}
