/** A statement that comes in: what is new of it is kept and matched. The same file, and the same line, come in once. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { ReadLine, ReadStatement } from '../../../contract/domain/bank/statement';
import { bankStatement } from '../../../contract/modules/lease/bankStatement';
import type { ImportOutcome } from '../../../contract/wire/bank/lines';
import type { Context } from '../../kernel/context';
import { matchesOf, refuseBlind } from './candidates';
import { verdictOf } from './store';

const nothing: ImportOutcome = {
  statementId: null,
  isKnownFile: false,
  added: 0,
  known: 0,
  matched: 0,
  offered: 0,
  unclaimed: 0,
};

/**
 * Digests of what makes each line. Where the bank gives no number, what it says about the line and the balance after it
 * stand for one; lines that are equal even so are counted.
 */
function keysOf({ account, lines }: ReadStatement): string[] {
  const seen = new Map<string, number>();
  return lines.map(({ valueDate, serialNo, direction, amount, partyName, purpose, balance }) => {
    const own = serialNo === '' ? [partyName, purpose, balance] : [];
    const text = JSON.stringify([account, valueDate, serialNo, direction, amount, ...own]);
    const count = serialNo === '' ? (seen.get(text) ?? 0) : 0;
    seen.set(text, count + 1);
    return createHash('sha256').update(`${text}${count}`).digest('hex');
  });
}

/** The bank's number on the receipt: some banks give several lines one number. */
function receiptSerials(lines: readonly ReadLine[]): (string | null)[] {
  const total = new Map<string, number>();
  for (const { serialNo } of lines) total.set(serialNo, (total.get(serialNo) ?? 0) + 1);
  const seen = new Map<string, number>();
  return lines.map(({ serialNo }) => {
    if (serialNo === '') return null;
    const at = (seen.get(serialNo) ?? 0) + 1;
    seen.set(serialNo, at);
    return total.get(serialNo)! > 1 ? `${serialNo}/${at}` : serialNo;
  });
}

export async function importStatement(
  cx: Context,
  file: { name: string; sha256: string },
  content: ReadStatement,
): Promise<ImportOutcome> {
  await refuseBlind(cx);
  const { trx, tenantId } = cx;
  await cx.exclusive('bank.import');
  const [same] = await cx.rows(bankStatement).find({ sha256: file.sha256 });
  if (same) return { ...nothing, statementId: same.id, isKnownFile: true, known: content.lines.length };
  const keys = keysOf(content);
  const serials = receiptSerials(content.lines);
  const held = await sql<{ key: string }>`
    select line_key as key from lease_bank_line where tenant_id = ${tenantId} and line_key = any(${keys})`.execute(trx);
  const known = new Set(held.rows.map(({ key }) => key));
  const lines = content.lines.flatMap((line, at) => {
    const key = keys[at]!;
    if (known.has(key)) return [];
    known.add(key); // The same line twice in one file.
    return [{ ...line, key, serial: serials[at]! }];
  });
  if (lines.length === 0) return { ...nothing, known: content.lines.length };
  const matches = await matchesOf(cx, lines);
  const days = content.lines.map(({ valueDate }) => valueDate).sort();
  const { id: statementId } = await cx.rows(bankStatement).insert({
    bankName: content.bankName,
    account: content.account,
    dateFrom: days[0]!,
    dateTo: days.at(-1)!,
    lineCount: lines.length,
    opening: content.opening,
    closing: content.closing,
    layout: content.layout as 1,
    fileName: file.name.slice(0, 200),
    sha256: file.sha256,
  });
  const rows = lines.map((line, at) => ({
    id: cx.deps.newId(),
    line_no: line.number,
    direction: line.direction,
    value_date: line.valueDate,
    amount: line.amount,
    balance: line.balance || null,
    party_name: line.partyName,
    party_account: line.partyAccount,
    purpose: line.purpose,
    serial_no: line.serialNo,
    receipt_serial: line.serial,
    line_key: line.key,
    verdict: verdictOf(matches[at]!),
    proposals: matches[at]!.proposals,
  }));
  await sql`
    insert into lease_bank_line (tenant_id, statement_id, id, line_no, direction, value_date, amount, balance, party_name,
      party_account, purpose, serial_no, receipt_serial, line_key, verdict, proposals)
    select ${tenantId}, ${statementId}::bigint, v.*
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(id bigint, line_no int, direction int, value_date date,
      amount numeric, balance numeric, party_name text, party_account text, purpose text, serial_no text,
      receipt_serial text, line_key text, verdict int, proposals jsonb)`.execute(trx);
  const count = (verdict: string) => matches.filter((match) => match.verdict === verdict).length;
  return {
    statementId,
    isKnownFile: false,
    added: lines.length,
    known: content.lines.length - lines.length,
    matched: count('matched'),
    offered: count('offered'),
    unclaimed: count('unclaimed'),
  };
}
