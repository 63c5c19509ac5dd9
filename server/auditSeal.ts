/**
 * Proof that nothing was taken out of a history: pieces of it are sealed one after the other, each seal covering its rows
 * and the seal before it.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { dateTime } from '../contract/calendar';
import type { Context } from './context';

/** No transaction lives as long as this, so no row can still appear before one that is older. */
const restSeconds = 60;
const mostRows = 20_000;

interface Seal {
  last_id: string;
  rows: number;
  hash: string;
  create_time: string;
}

const sealsOf = ({ trx, tenantId }: Context): Promise<Seal[]> =>
  trx.selectFrom('audit_seal').selectAll().where('tenant_id', '=', tenantId).orderBy('last_id').execute() as never;

const rowsBetween = async ({ trx, tenantId }: Context, after: string, last: string): Promise<string[]> => {
  const { rows } = await sql<{ text: string }>`
    select a::text as text from audit_log a where tenant_id = ${tenantId} and id > ${after} and id <= ${last} order by id`.execute(
    trx,
  );
  return rows.map(({ text }) => text);
};

const sealOf = (cx: Context, before: string, rows: readonly string[]): string => {
  const digest = createHash('sha256').update(before);
  for (const row of rows) digest.update('\n').update(row);
  // Signed, so that whoever may write the tables of the database still cannot make one.
  return cx.deps.secrets.sign('audit-seal', `${cx.tenantId}.${digest.digest('hex')}`);
};

/** Seal what has been written since the last time. Running twice changes nothing. */
export const sealAudit = async (cx: Context): Promise<void> => {
  const { trx, tenantId, deps } = cx;
  const seals = await sealsOf(cx);
  const last = seals.at(-1);
  const { rows } = await sql<{ id: string }>`
    select id from audit_log where tenant_id = ${tenantId} and id > ${last?.last_id ?? '0'}
      and create_time < ${dateTime(deps.now() - restSeconds * 1000)} order by id limit ${mostRows}`.execute(trx);
  const newest = rows.at(-1);
  if (!newest) return;
  const texts = await rowsBetween(cx, last?.last_id ?? '0', newest.id);
  await trx
    .insertInto('audit_seal')
    .values({
      tenant_id: tenantId,
      last_id: newest.id,
      rows: texts.length,
      hash: sealOf(cx, last?.hash ?? '', texts),
      create_time: cx.time,
    })
    .onConflict((on) => on.doNothing())
    .execute();
};

/** Whether the history still is what was sealed; where it is not, the time of the first seal that it breaks. */
export const verifyAudit = async (
  cx: Context,
): Promise<{ isWhole: boolean; seals: number; rows: number; brokenAt: string | null }> => {
  const seals = await sealsOf(cx);
  let before: Seal | undefined;
  let rows = 0;
  for (const seal of seals) {
    const texts = await rowsBetween(cx, before?.last_id ?? '0', seal.last_id);
    if (texts.length !== seal.rows || sealOf(cx, before?.hash ?? '', texts) !== seal.hash)
      return { isWhole: false, seals: seals.length, rows, brokenAt: seal.create_time };
    rows += texts.length;
    before = seal;
  }
  return { isWhole: true, seals: seals.length, rows, brokenAt: null };
};
