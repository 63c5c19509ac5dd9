/** The terms of records: kept beside them by every write, and added to records that were written another way. */
import { sql } from 'kysely';
import { termsOf } from '../../../contract/domain/search/searchTerms';
import type { Module, Row } from '../../../contract/schema/module';
import type { Context } from '../../kernel/context';
import { byName } from '../../kernel/database';
import type { Table } from '../../kernel/table';
import { outwardOf } from '../columns';

/** Records that get their terms in one transaction. */
const batch = 2_000;

type Values = Readonly<Record<string, unknown>>;
interface Term {
  term: string;
  field: string;
}

function termsOfRow({ found }: Pick<Module, 'found'>, row: Values): Term[] {
  return (found?.by ?? []).flatMap((field) =>
    typeof row[field] === 'string' ? termsOf(row[field]).map((term) => ({ term, field })) : [],
  );
}

function keyOf({ term, field }: Term) {
  return `${field} ${term}`;
}

/** Adds terms; those that are there already stay. */
async function add({ trx, tenantId }: Context, entity: string, terms: readonly (Term & { id: string })[]) {
  if (terms.length === 0) return;
  await sql`
    insert into search_term (tenant_id, term, entity, record_id, field)
    select ${tenantId}, t.term, ${entity}, t.id, t.field
    from unnest(${terms.map(({ term }) => term)}::text[], ${terms.map(({ id }) => id)}::bigint[],
                ${terms.map(({ field }) => field)}::text[]) as t (term, id, field)
    on conflict do nothing`.execute(trx);
}

/** Brings the terms of a record up to date, in the transaction that changes it. */
export async function keepTerms(
  cx: Context,
  { module }: Pick<Table, 'module'>,
  before: Row | undefined,
  after: Row | undefined,
): Promise<void> {
  if (!module.found) return;
  const [old, next] = [before, after].map(
    (row) => new Map((row ? termsOfRow(module, row) : []).map((term) => [keyOf(term), term])),
  );
  const { id } = (after ?? before)!;
  if (before) await writeTerms(cx); // those of a row that was just added are among them
  const gone = [...old!.values()].filter((term) => !next!.has(keyOf(term)));
  if (gone.length > 0)
    await sql`
      delete from search_term s using unnest(${gone.map(({ term }) => term)}::text[], ${gone.map(({ field }) => field)}::text[]) as t (term, field)
      where s.tenant_id = ${cx.tenantId} and s.term = t.term and s.entity = ${module.name} and s.record_id = ${id} and s.field = t.field`.execute(
      cx.trx,
    );
  const added = [...next!.values()].filter((term) => !old!.has(keyOf(term)));
  if (cx.bulk && !before)
    return void cx.bulk.terms.push(...added.map((term) => ({ ...term, id, entity: module.name })));
  await add(
    cx,
    module.name,
    added.map((term) => ({ ...term, id })),
  );
}

/** The terms of records that were just added, in one statement. */
export async function addTerms(
  cx: Context,
  { module }: Pick<Table, 'module'>,
  rows: readonly (Values & { id: string })[],
): Promise<void> {
  const terms = rows.flatMap((row) =>
    [...new Map(termsOfRow(module, row).map((term) => [keyOf(term), term])).values()].map((term) => ({
      ...term,
      id: row.id,
    })),
  );
  if (cx.bulk) cx.bulk.terms.push(...terms.map((term) => ({ ...term, entity: module.name })));
  else await add(cx, module.name, terms);
}

/** Writes the terms that were left while many records were added. */
export async function writeTerms(cx: Context): Promise<void> {
  const left = cx.bulk?.terms.splice(0) ?? [];
  for (const entity of new Set(left.map((one) => one.entity)))
    await add(
      cx,
      entity,
      left.filter((one) => one.entity === entity),
    );
}

/**
 * Gives terms to records that have none because they were not written by `Rows`: those of a former version, and loaded
 * ones. Answers whether more of them may be left.
 */
export async function indexRecords(cx: Context): Promise<boolean> {
  let isLeft = false;
  for (const served of cx.foundTables) {
    const { name } = served.module;
    const { rows: known } = await sql<{ upTo: string }>`
      select up_to as "upTo" from search_progress where tenant_id = ${cx.tenantId} and entity = ${name}
      for update`.execute(cx.trx);
    const from = known[0]?.upTo ?? '0';
    const raw = (await byName(cx.trx)
      .selectFrom(served.table)
      .selectAll()
      .where('tenant_id', '=', cx.tenantId)
      .where('id', '>', from)
      .orderBy('id')
      .limit(batch)
      .execute()) as Row[];
    if (raw.length === 0) continue;
    const present = raw.filter(({ is_deleted }) => is_deleted === 0).map(outwardOf<Row>(cx, served));
    await add(
      cx,
      name,
      present.flatMap((row) => termsOfRow(served.module, row).map((term) => ({ ...term, id: row.id }))),
    );
    const upTo = raw.at(-1)!.id;
    await sql`
      insert into search_progress (tenant_id, entity, up_to) values (${cx.tenantId}, ${name}, ${upTo})
      on conflict (tenant_id, entity) do update set up_to = excluded.up_to`.execute(cx.trx);
    isLeft ||= raw.length === batch;
  }
  return isLeft;
}
