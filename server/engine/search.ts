/** The search above all pages: keeps the terms of records beside them, and finds records by the beginning of a term. */
import { sql } from 'kysely';
import { isSearchable, longestTerm, plainText, termsOf } from '../../contract/domain/searchTerms';
import type { Module, Row } from '../../contract/schema/module';
import { type FoundGroup, type FoundRecord, longestSearch, mostFound } from '../../contract/wire/search';
import { type Call, defineCall } from '../kernel/call';
import type { Context } from '../kernel/context';
import { byName } from '../kernel/database';
import { line, list, shape, text } from '../kernel/schemas';
import { columnOf, type Table } from '../kernel/table';
import { outwardOf } from './columns';
import { scoped } from './filters';
import { textOf } from './references';
import { hiddenFields } from './scopes';

/** Records that get their terms in one transaction. */
const batch = 2_000;
/** Terms read at once, and how often, until enough of their records are visible to the person. */
const readAtOnce = 100;
const mostReads = 10;

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
  const gone = [...old!.values()].filter((term) => !next!.has(keyOf(term)));
  if (gone.length > 0)
    await sql`
      delete from search_term s using unnest(${gone.map(({ term }) => term)}::text[], ${gone.map(({ field }) => field)}::text[]) as t (term, field)
      where s.tenant_id = ${cx.tenantId} and s.term = t.term and s.entity = ${module.name} and s.record_id = ${id} and s.field = t.field`.execute(
      cx.trx,
    );
  const added = [...next!.values()].filter((term) => !old!.has(keyOf(term)));
  await add(
    cx,
    module.name,
    added.map((term) => ({ ...term, id })),
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

interface Hit {
  term: string;
  id: string;
}

/** Ids whose terms begin with the text, by the order of the key; after the last one that was read. */
async function hitsOf(
  { trx, tenantId }: Context,
  { name }: Module,
  fields: readonly string[],
  typed: string,
  after: Hit | undefined,
): Promise<Hit[]> {
  const end = `${typed}\u{10ffff}`;
  const { rows } = await sql<Hit>`
    select term, record_id as id from search_term
    where tenant_id = ${tenantId} and term >= ${typed} and term < ${end} and entity = ${name}
      and field = any(${fields}::text[])
      ${after ? sql`and (term, record_id) > (${after.term}, ${after.id}::bigint)` : sql``}
    order by term, record_id limit ${readAtOnce}`.execute(trx);
  return rows;
}

/** The records of a module that the text finds and the person may see: whole terms first, then the newest. */
async function foundIn(cx: Context, served: Table, typed: string): Promise<FoundRecord[]> {
  const { module, list = served.table } = served;
  const { title, note } = module.chosen!;
  const hidden = await hiddenFields(cx, module);
  const fields = module.found!.by.filter((name) => !hidden.has(name));
  if (fields.length === 0) return [];
  const visible = new Map<string, Row & { isWhole: boolean }>();
  let last: Hit | undefined;
  for (let read = 0; read < mostReads && visible.size < mostFound; read++) {
    const hits = await hitsOf(cx, module, fields, typed, last);
    last = hits.at(-1);
    if (hits.length === 0) break;
    const whole = new Set(hits.filter(({ term }) => term === typed).map(({ id }) => id));
    const ids = [...new Set(hits.map(({ id }) => id))].filter((id) => !visible.has(id));
    const shown = [title, note].filter((name): name is string => name !== undefined && !hidden.has(name));
    const rows = await (await scoped(cx, served, list))
      .select(['id', ...new Set(shown.map((name) => columnOf(served, name)))])
      .where(sql<boolean>`id = any(${ids}::bigint[])`)
      .execute();
    for (const row of rows.map(outwardOf<Row>(cx, served))) visible.set(row.id, { ...row, isWhole: whole.has(row.id) });
    if (hits.length < readAtOnce) break;
  }
  return [...visible.values()]
    .sort((a, b) => Number(b.isWhole) - Number(a.isWhole) || (BigInt(a.id) < BigInt(b.id) ? 1 : -1))
    .slice(0, mostFound)
    .map((row) => {
      const [named, noted] = [title, note].map((name) => textOf(module, hidden, row, name));
      // A record without its number yet, or whose name is hidden, is known by the other text.
      return { id: row.id, title: named || noted || row.id, note: named ? noted! : '' };
    });
}

export const searchCalls: Call[] = [
  defineCall({
    method: 'POST', // in a body: names and phones identify people
    path: '/blade-desk/search',
    title: ['搜索记录', 'Search records'],
    body: {
      text: line(
        longestSearch,
        '编号、名称、电话的一部分或拼音首字母',
        'A part of a number, name or phone, or initials',
      ),
    },
    answer: list(shape({ entity: text(), records: list(shape({ id: text(), title: text(), note: text() })) })),
    permission: 'signedIn',
    async handle(cx, { input }): Promise<FoundGroup[]> {
      const typed = plainText(input.text).slice(0, longestTerm);
      if (!isSearchable(typed)) return [];
      const groups: FoundGroup[] = [];
      for (const served of cx.foundTables) {
        if (!(await cx.may(served.module.permission('list')))) continue;
        const records = await foundIn(cx, served, typed);
        if (records.length > 0) groups.push({ entity: served.module.name, records });
      }
      return groups;
    },
  }),
];
