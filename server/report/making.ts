/** A report as the person may see it, made by read-only statements within their data scopes. */
import { type RawBuilder, sql } from 'kysely';
import { sum } from '../../contract/domain/money';
import { textIn } from '../../contract/domain/text';
import { report } from '../../contract/modules/report/report';
import { initialDraft, isWhole } from '../../contract/schema/fields';
import { periodOf, type ReportSpec, type ReportTable, type Source } from '../../contract/schema/report';
import type { ReportResult, ReportValue, TableResult } from '../../contract/wire/reports';
import { mayFigure } from '../engine/cards';
import { totalsOf as rememberedTotals, takesLong } from '../engine/lists/totals';
import { missingReferences, withNames } from '../engine/references';
import { mayList } from '../engine/rights/permissions';
import { hidesAny } from '../engine/rights/scopes';
import { draftOf, refuseProblems } from '../engine/saving/drafts';
import type { Context } from '../kernel/context';
import { Refusal, refuse } from '../kernel/errors';
import { own } from '../kernel/table';
import { usualDirection } from '../lease/terms/directions';
import { queryOf } from './definitions';
import type { PagedQuery, Parameters, ReportQuery, TableQuery } from './query';

/** How long one statement of a report may take, in ms, and what each of its sorts may keep in memory. */
export const reportLimits = { statementMs: 20_000, workMem: '32MB' };
const cancelled = '57014';

/** What a report is made of: its row. */
export interface Asked {
  id: string;
  name: string;
  kind: number;
  params: string | null;
}

/** The kept parameters of a report; a text that is no object of texts holds none. */
export function keptParams(params: string | null): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(params || '{}');
    if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return {};
    return Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, String(value ?? '')]));
  } catch {
    return {};
  }
}

/** Parameters by their declaration. Refuses names that the report does not have, and values that do not fit. */
export async function readParams(cx: Context, spec: ReportSpec, given: Record<string, string | undefined>) {
  const fields = spec.parameters;
  const unknown = Object.keys(given).find((name) => own(fields, name) === undefined);
  if (unknown !== undefined) refuse('badParameter', { name: unknown.slice(0, 64) });
  // No figure adds up both directions, so one of them is always asked for.
  const isOpen = own(fields, 'direction') !== undefined && !given.direction;
  const filled = isOpen ? { ...given, direction: String(await inTime(reading(cx, () => usualDirection(cx)))) } : given;
  const next = { ...initialDraft(fields), ...draftOf({ fields }, filled, undefined, new Set()) };
  const problems = { ...(await missingReferences(cx, { fields }, next)), ...spec.judging?.(next) };
  await refuseProblems(cx, { fields }, next, problems);
  return next;
}

/** Answers whether the person may see figures made of a source; each module is looked up once. */
function sourcesOf(cx: Context) {
  const lists = new Map<string, Promise<boolean>>();
  return async (sources: readonly Source[]): Promise<boolean> => {
    for (const { module: name, fields } of sources) {
      const served = cx.tableOf(name);
      if (!served) return false;
      const list = lists.get(name) ?? mayList(cx, served.module);
      lists.set(name, list);
      if (!(await list) || !(await mayFigure(cx, served.module, ...fields))) return false;
    }
    return true;
  };
}

const total = '#total';
function totalOf(name: string): string {
  return `#${name}`;
}

/** A statement that takes too long is refused in words, and the transaction ends with it. */
async function inTime<R>(work: Promise<R>): Promise<R> {
  try {
    return await work;
  } catch (error) {
    if ((error as { code?: string }).code === cancelled) throw new Refusal('report.tooSlow');
    throw error;
  }
}

/** The rows that are answered. Of a page, the totals are remembered, and not from the very moment in which its rows are read. */
export interface Part {
  most: number;
  from: number;
  isPage?: true;
  /** Rows may be answered before totals that take long. */
  mayCountLater?: boolean;
}

/** A table as far as the person may see it. */
interface SeenTable {
  name: string;
  table: ReportTable;
  columns: string[];
  keys: string[];
  query: RawBuilder<unknown>;
  /** A long list in its parts: `query` is `details` of all its `rows`. */
  paged?: {
    rows: (first?: number) => Promise<RawBuilder<unknown>>;
    details: (rows: RawBuilder<unknown>) => Promise<RawBuilder<unknown>>;
    totals?: RawBuilder<unknown>;
  };
}
type Row = Record<string, ReportValue>;

function totalsOf({ table, columns }: SeenTable): string[] {
  return table.totals.filter((one) => columns.includes(one));
}

function columnsOf({ columns, keys }: SeenTable): RawBuilder<unknown> {
  return sql.join([...columns, ...keys].map((one) => sql.ref(one)));
}
function orderOf({ table, columns, keys }: SeenTable): RawBuilder<unknown> {
  const named = [...columns, ...keys];
  const order = table.order.filter(([one]) => named.includes(one));
  if (order.length === 0) return sql``;
  return sql`order by ${sql.join(order.map(([one, way]) => sql`${sql.ref(one)} ${sql.raw(way)}`))}`;
}
function partOf(seen: SeenTable, { most, from }: Part): RawBuilder<unknown> {
  return sql`${orderOf(seen)} limit ${most} offset ${from}`;
}

/** Rows with the totals beside each: no booking comes between them. The details are read of the part alone. */
async function statementOf(seen: SeenTable, part: Part): Promise<RawBuilder<Row>> {
  const { query, paged } = seen;
  const names = [total, ...totalsOf(seen).map(totalOf)].map((one) => sql.ref(one));
  if (paged?.totals) {
    const counted = sql`select r.*, count(*) over ()::int as ${sql.ref(total)} from (${await paged.rows()}) r`;
    const shown = await paged.details(sql`(${counted} ${partOf(seen, part)})`);
    const added = totalsOf(seen).map((one) => sql`, t.${sql.ref(totalOf(one))}`);
    return sql<Row>`
      select ${columnsOf(seen)}, r.${sql.ref(total)} ${sql.join(added, sql``)}
      from (${shown}) r cross join (${paged.totals}) t ${orderOf(seen)}`;
  }
  const sums = totalsOf(seen).map((one) => sql`, sum(${sql.ref(one)}) over () as ${sql.ref(totalOf(one))}`);
  const rows = sql`
    (select r.*, count(*) over ()::int as ${sql.ref(total)} ${sql.join(sums, sql``)}
     from (${(await paged?.rows()) ?? query}) r ${partOf(seen, part)})`;
  return sql<Row>`
    select ${columnsOf(seen)}, ${sql.join(names)} from ${paged ? sql`(${await paged.details(rows)})` : rows} r ${orderOf(seen)}`;
}

/** Rows of a page, read without looking at the others, with the totals of the table. */
async function pageOf(cx: Context, seen: SeenTable, part: Part): Promise<Row[]> {
  const { query, paged } = seen;
  const sums = totalsOf(seen).map((one) => sql`, sum(${sql.ref(one)}) as ${sql.ref(totalOf(one))}`);
  const counting =
    paged?.totals ??
    sql`select count(*)::int as ${sql.ref(total)} ${sql.join(sums, sql``)} from (${(await paged?.rows()) ?? query}) r`;
  const asked = { query: counting.compile(cx.trx) };
  const isCounting = part.mayCountLater === true && (await takesLong(cx, asked));
  const totals: Row = isCounting ? {} : (await inTime(rememberedTotals(cx, asked))).totals;
  if (!isCounting && Number(totals[total]) <= part.from) return [];
  const shown = paged
    ? sql`(${await paged.details(sql`(select * from (${await paged.rows(part.from + part.most)}) r ${partOf(seen, part)})`)}) r ${orderOf(seen)}`
    : sql`(${query}) r ${partOf(seen, part)}`;
  const page = sql<Row>`select ${columnsOf(seen)} from ${shown}`;
  const { rows } = await inTime(page.execute(cx.trx));
  return rows.map((row) => ({ ...row, ...totals }));
}

/** Relations that tables read, by their names, in the order in which they are made. */
type Shared = readonly (readonly [string, RawBuilder<unknown>])[];

/** The rows of all tables in one statement: what they share is read once, and no booking comes between them. */
async function sharedRows(cx: Context, shared: Shared, tables: readonly SeenTable[], part: Part): Promise<Row[][]> {
  const relations = shared.map(([name, made]) => sql`${sql.ref(name)} as materialized (${made})`);
  const named = tables.map((seen) => [...seen.columns, ...seen.keys, total, ...totalsOf(seen).map(totalOf)]);
  // Tables differ in their columns: as texts their rows fit into one answer.
  const parts: RawBuilder<unknown>[] = [];
  for (const [i, seen] of tables.entries())
    parts.push(sql`
      select ${i}::int as "table", row_number() over () as "at",
             array[${sql.join(named[i]!.map((one) => sql`${sql.ref(one)}::text`))}] as "values"
      from (${await statementOf(seen, part)}) t`);
  const found = (
    await inTime(
      sql<{ table: number; values: (string | null)[] }>`
      with ${sql.join(relations)}
      ${sql.join(parts, sql` union all `)} order by "table", "at"`.execute(cx.trx),
    )
  ).rows;
  return tables.map(({ table }, i) =>
    found.flatMap((row) => {
      if (row.table !== i) return [];
      const values = named[i]!.map((one, at): [string, ReportValue] => {
        const value = row.values[at] ?? null;
        const field = table.columns[one]?.field;
        const isNumber = one === total || (field !== undefined && isWhole(field));
        return [one, value !== null && isNumber ? Number(value) : value];
      });
      return [Object.fromEntries(values)];
    }),
  );
}

async function rowsOf(cx: Context, shared: Shared, tables: readonly SeenTable[], part: Part): Promise<Row[][]> {
  if (shared.length > 0 && tables.length > 0) return sharedRows(cx, shared, tables, part);
  const all: Row[][] = [];
  for (const seen of tables)
    all.push(
      part.isPage ? await pageOf(cx, seen, part) : (await inTime((await statementOf(seen, part)).execute(cx.trx))).rows,
    );
  return all;
}

function resultOf(seen: SeenTable, first: Row | undefined, rows: readonly Row[]): TableResult {
  const { name, table, columns, keys } = seen;
  const nothing = (one: string) => (table.columns[one]!.field.kind === 'money' ? sum([]) : 0);
  const shown = rows.map((row) => Object.fromEntries([...columns, ...keys].map((one) => [one, row[one] ?? null])));
  if (first && !(total in first))
    return { name, columns, rows: shown, total: rows.length, totals: {}, isCounting: true };
  return {
    name,
    columns,
    rows: shown,
    total: Number(first?.[total] ?? 0),
    totals: Object.fromEntries(
      totalsOf(seen).map((one) => {
        const value = first?.[totalOf(one)] ?? nothing(one);
        return [one, table.columns[one]!.field.kind === 'integer' ? Number(value) : value];
      }),
    ),
  };
}

async function answered(cx: Context, shared: Shared, tables: readonly SeenTable[], part: Part): Promise<TableResult[]> {
  const found = await rowsOf(cx, shared, tables, part);
  const results: TableResult[] = [];
  for (const [i, seen] of tables.entries()) {
    const rows = found[i]!;
    // Behind the last row nothing tells the totals.
    const isBehind = rows.length === 0 && part.from > 0;
    const [[first] = []] = isBehind ? await rowsOf(cx, shared, [seen], { ...part, most: 1, from: 0 }) : [rows];
    results.push(resultOf(seen, first, rows));
  }
  return results;
}

/** Work that writes nothing, and of whose statements none takes long; afterwards the transaction is as it was. */
export async function reading<T>({ trx }: Pick<Context, 'trx'>, work: () => Promise<T>): Promise<T> {
  await sql`savepoint report`.execute(trx);
  await sql
    .raw(
      `set local transaction_read_only = on; set local statement_timeout = ${reportLimits.statementMs};
       set local work_mem = '${reportLimits.workMem}'`,
    )
    .execute(trx);
  const made = await work();
  await sql`rollback to savepoint report`.execute(trx);
  return made;
}

export async function titlesOf(cx: Context, { parameters: fields }: ReportSpec, asked: Parameters) {
  const [row] = await withNames(cx, { module: { name: 'report', fields } }, [asked]);
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { to }]) => {
      const title = to && asked[name] ? (row as Record<string, unknown>)[name.replace(/Id$/, 'Name')] : undefined;
      return title ? [[name, String(title)]] : [];
    }),
  );
}

/** Parameters as texts, without those that have no value. */
export function textsOf(parameters: Parameters): Record<string, string> {
  const texts = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  );
  return Object.fromEntries(texts);
}

async function madeOfQuery(
  cx: Context,
  query: TableQuery | PagedQuery,
  parameters: Parameters,
): Promise<Pick<SeenTable, 'query' | 'paged'>> {
  if (typeof query === 'function') return { query: await query(cx, parameters) };
  const rows = (first?: number) => query.rows(cx, parameters, first);
  const details = (of: RawBuilder<unknown>) => query.details(cx, parameters, of);
  const totals = await query.totals?.(cx, parameters);
  return { query: await details(sql`(${await rows()})`), paged: { rows, details, ...(totals && { totals }) } };
}

/** The tables with validated parameters, as far as the person may see them; refused as `makeReport` says. */
export async function makeTables(
  cx: Context,
  { spec, tables: queries, shared }: ReportQuery,
  parameters: Parameters,
  part: Part,
): Promise<TableResult[]> {
  const mayUse = sourcesOf(cx);
  for (const [name, sources] of Object.entries(spec.narrows ?? {}))
    if (parameters[name] && !(await mayUse(sources))) refuse('fieldsHidden');
  const tables = await reading(cx, async () => {
    const seen: SeenTable[] = [];
    for (const [name, table] of Object.entries(spec.tables)) {
      if (!(await mayUse(table.needs))) continue;
      const columns: string[] = [];
      for (const [one, { of }] of Object.entries(table.columns)) if (await mayUse(of)) columns.push(one);
      if (columns.length === 0) continue;
      const keys: string[] = [];
      for (const [one, of] of Object.entries(table.keys ?? {})) if (await mayUse(of)) keys.push(one);
      seen.push({ name, table, columns, keys, ...(await madeOfQuery(cx, queries[name]!, parameters)) });
    }
    return answered(cx, Object.entries((await shared?.(cx, parameters)) ?? {}), seen, part);
  });
  if (tables.length === 0) refuse('report.hidden');
  return tables;
}

/**
 * The report with these parameters, `most` rows of each table at most. Tables and columns that the person may not see are
 * left out; refused `report.hidden` where nothing is left, and `fieldsHidden` where a parameter compares a hidden field.
 */
export async function makeReport(
  cx: Context,
  asked: Asked,
  given: Record<string, string | undefined>,
  most: number,
): Promise<ReportResult> {
  const query = queryOf(asked.kind) ?? refuse('notFound');
  const { spec } = query;
  const parameters = await readParams(cx, spec, given);
  const tables = await makeTables(cx, query, parameters, { most, from: 0 });
  const [from, to] = 'period' in spec.parameters ? periodOf(parameters, cx.today) : ['', ''];
  return {
    id: asked.id,
    name: (await hidesAny(cx, report, 'name')) ? textIn(spec.title, cx.language) : asked.name,
    kind: asked.kind,
    params: textsOf(parameters),
    titles: await titlesOf(cx, spec, parameters),
    span: from ? { from, to } : null,
    asOf: cx.time,
    by: cx.actor,
    tables,
  };
}
