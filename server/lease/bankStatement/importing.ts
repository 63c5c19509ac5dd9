/** A statement that comes in: what is new of it is kept and matched. The same file, and the same line, come in once. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { countOf, type ReadFile, type ReadLine, type ReadStatement } from '../../../contract/domain/bank/statement';
import { bankStatement } from '../../../contract/modules/lease/bankStatement';
import type { ImportOutcome } from '../../../contract/wire/bank/lines';
import type { Context } from '../../kernel/context';
import { matchesOf, refuseBlind } from './candidates';
import { reckonGaps } from './chain';
import { newLines, reachedLines } from './known';
import { ownAccountOf } from './ownAccount';
import { verdictOf } from './store';
import { tellStrays } from './strays';

type Imported = Omit<ImportOutcome, 'file' | 'statements'>;
const nothing: Imported = {
  statementId: null,
  isKnownFile: false,
  added: 0,
  stray: 0,
  known: 0,
  matched: 0,
  offered: 0,
  unclaimed: 0,
};

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

/** What tells a statement of a file from the others: the first is known by the file. */
function digestOf(sha256: string, at: number): string {
  return at === 0 ? sha256 : createHash('sha256').update(`${sha256} ${at}`).digest('hex');
}

/** Every statement of a file, all of them or none. */
export async function importFile(
  cx: Context,
  file: { name: string; sha256: string },
  content: ReadFile,
): Promise<ImportOutcome> {
  await refuseBlind(cx);
  await cx.exclusive('bank.import');
  const total: ImportOutcome = { ...nothing, isKnownFile: true, statements: 0, file: countOf(content) };
  for (const [at, statement] of content.statements.entries()) {
    if (statement.lines.length === 0) continue;
    const made = await importStatement(cx, { ...file, sha256: digestOf(file.sha256, at) }, statement);
    total.isKnownFile &&= made.isKnownFile;
    total.statementId ??= made.statementId;
    if (made.added > 0) total.statements++;
    for (const name of ['added', 'stray', 'known', 'matched', 'offered', 'unclaimed'] as const)
      total[name] += made[name];
  }
  return total;
}

async function importStatement(
  cx: Context,
  file: { name: string; sha256: string },
  content: ReadStatement,
): Promise<Imported> {
  const { trx, tenantId } = cx;
  const [same] = await cx.rows(bankStatement).find({ sha256: file.sha256 });
  if (same) {
    const seen = await cx.rows(bankStatement).get(same.id);
    return { ...nothing, statementId: seen?.id ?? null, isKnownFile: true, known: content.lines.length };
  }
  const own = await ownAccountOf(cx, content);
  const serials = receiptSerials(content.lines);
  const lines = await newLines(cx, own.account!, reachedLines(content));
  if (lines.length === 0) return { ...nothing, known: content.lines.length };
  const matches = await matchesOf(cx, lines);
  const days = content.lines.map(({ valueDate }) => valueDate).sort();
  const { id: statementId } = await cx.rows(bankStatement).insert({
    // Many banks write the same headings, so the file does not tell its bank: the account that it is of does.
    bankName: own.bankName!,
    account: own.account!,
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
    reached: line.reached,
    party_name: line.partyName,
    party_account: line.partyAccount,
    purpose: line.purpose,
    serial_no: line.serialNo,
    receipt_serial: serials[line.at],
    verdict: verdictOf(matches[at]!),
    proposals: matches[at]!.proposals,
  }));
  await sql`
    insert into lease_bank_line (tenant_id, statement_id, id, line_no, direction, value_date, amount, balance, reached,
      party_name, party_account, purpose, serial_no, receipt_serial, verdict, proposals)
    select ${tenantId}, ${statementId}::bigint, v.*
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(id bigint, line_no int, direction int, value_date date,
      amount numeric, balance numeric, reached numeric, party_name text, party_account text, purpose text, serial_no text,
      receipt_serial text, verdict int, proposals jsonb)`.execute(trx);
  await reckonGaps(cx, own.account!);
  const stray = await tellStrays(cx, statementId);
  const count = (verdict: string) => matches.filter((match) => match.verdict === verdict).length;
  return {
    statementId,
    isKnownFile: false,
    added: lines.length,
    stray,
    known: content.lines.length - lines.length,
    matched: count('matched'),
    offered: count('offered'),
    unclaimed: count('unclaimed'),
  };
}
