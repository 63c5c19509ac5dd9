/**
 * Which lines of a statement came in before. A line is what moved on a day and the balance after it; the bank's number
 * is not part of it, because another file, or another number in the same file, does not make the money move again.
 */
import { sql } from 'kysely';
import { type ReadLine, type ReadStatement, signedAmount } from '../../../contract/domain/bank/statement';
import { add, cents } from '../../../contract/domain/money';
import type { Context } from '../../kernel/context';

/** A line with the balance after it, reckoned from the opening balance. */
export interface ReachedLine extends ReadLine {
  reached: string;
  /** Place in the file. */
  at: number;
}
interface StoredLine extends Omit<ReadLine, 'number'> {
  /** null on lines of older versions whose bank does not say it. */
  reached: string | null;
}

export function reachedLines({ opening, lines }: Pick<ReadStatement, 'opening' | 'lines'>): ReachedLine[] {
  let reached = opening;
  return lines.map((line, at) => {
    reached = add(reached, signedAmount(line));
    return { ...line, reached, at };
  });
}

async function storedLines(cx: Context, account: string, lines: readonly ReachedLine[]): Promise<StoredLine[]> {
  const days = [...new Set(lines.map(({ valueDate }) => valueDate))];
  const { rows } = await sql<StoredLine>`
    select l.value_date as "valueDate", l.direction, l.amount, coalesce(l.balance::text, '') as balance,
           coalesce(l.reached, l.balance) as reached, l.serial_no as "serialNo", l.party_name as "partyName",
           l.party_account as "partyAccount", l.purpose
    from lease_bank_line l
    join lease_bank_statement s on s.tenant_id = l.tenant_id and s.id = l.statement_id
    where s.tenant_id = ${cx.tenantId} and s.account = ${account} and s.is_deleted = 0
      and l.tenant_id = ${cx.tenantId} and l.value_date = any(${days}::date[])
    order by l.statement_id, l.line_no, l.id`.execute(cx.trx);
  return rows;
}

function movementOf({ valueDate, direction, amount }: Pick<ReadLine, 'valueDate' | 'direction' | 'amount'>): string {
  return `${valueDate} ${direction} ${cents(amount)}`;
}
/** A bank that says no balances may list a day in another order next time: then its number, or its words, tell a line. */
function isSameByWords(line: ReachedLine, held: StoredLine): boolean {
  if (line.balance !== '' && held.balance !== '') return false;
  if (line.serialNo !== '' || held.serialNo !== '') return line.serialNo === held.serialNo;
  return line.partyName === held.partyName && line.purpose === held.purpose;
}

/** The lines that are new. Each line that is there stands for one of the file, so that twins stay two. */
export async function newLines(cx: Context, account: string, lines: readonly ReachedLine[]): Promise<ReachedLine[]> {
  const held = new Map<string, StoredLine[]>();
  for (const one of await storedLines(cx, account, lines))
    held.set(movementOf(one), [...(held.get(movementOf(one)) ?? []), one]);
  const without = (left: readonly ReachedLine[], isSame: (line: ReachedLine, one: StoredLine) => boolean) =>
    left.filter((line) => {
      const twins = held.get(movementOf(line)) ?? [];
      const at = twins.findIndex((one) => isSame(line, one));
      if (at >= 0) twins.splice(at, 1);
      return at < 0;
    });
  const rest = without(lines, (line, { reached }) => reached !== null && cents(reached) === cents(line.reached));
  return without(rest, isSameByWords);
}
