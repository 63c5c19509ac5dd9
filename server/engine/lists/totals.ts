/**
 * Totals of lists over large tables, remembered by the process. A total is remembered with the snapshot that it was
 * counted in: it holds as long as no mark of a change (`server/kernel/changes/marks.ts`) is visible that was not visible
 * then, whichever server wrote it. Keyed by the whole statement, it is remembered for what it discloses: tenant, data
 * scopes, hidden fields and conditions are parts of the text and its values.
 */
import { type CompiledQuery, sql } from 'kysely';
import { followed } from '../../kernel/changes/marks';
import type { Context } from '../../kernel/context';
import type { Database } from '../../kernel/database';
import type { ListSelect } from '../filters';
import { added, type Blocks, blockOf, countedBlocks, stepOf, type Totals } from './blocks';
import type { Place } from './places';

/**
 * Tests change it. Costs are in the planner's units: what costs less than `least` is counted each time, and from
 * `leastOfBlocks` on by blocks; from `leastOfLong` on a first page may come before. At most `most` totals, each for `ms` since it was seen to hold last.
 */
export const remembering = { least: 500, leastOfBlocks: 20_000, leastOfLong: 5_000, most: 1_000, ms: 10 * 60_000 };
/** How long one count of a very large list may take, ms. */
const patience = 20_000;
/** Of more blocks, or marks, than these everything is counted again. */
const mostChanged = { blocks: 40, marks: 200 };

/** Ids of pages, comma-joined, by their order and place; they hold as long as the total. */
type Pages = Map<string, string>;
const mostPages = 8;

/** What a statement answers, right at this moment. */
export interface Held {
  /** All rows of the answer. */
  rows: readonly unknown[];
  /** The first of them. */
  totals: Totals;
  pages: Pages;
}
interface Known extends Held {
  blocks?: Blocks;
  /** The snapshot in which it was seen to hold last. */
  snapshot: string;
  countedAt: number;
  /** The tables it is counted from. */
  tables: readonly string[];
}
interface Memory {
  known: Map<string, Known>;
  /** Until when statements are not looked at again that are cheap, or read tables that are not followed. */
  passed: Map<string, number>;
  /** Those that are being counted. */
  counting: Map<string, Promise<unknown>>;
  /** Spread over several nodes, a database has no one order of its transactions. */
  isOneNode?: boolean;
}
const memories = new WeakMap<Database, Memory>();
function memoryOf({ deps: { db } }: Context): Memory {
  const memory = memories.get(db) ?? { known: new Map(), passed: new Map(), counting: new Map() };
  memories.set(db, memory);
  return memory;
}

/** Keeps the newest entries. */
function keep<V>(entries: Map<string, V>, most: number, key: string, value: V): void {
  entries.delete(key);
  entries.set(key, value);
  if (entries.size > most) entries.delete(entries.keys().next().value!);
}

interface Plan {
  'Relation Name'?: string;
  'Total Cost'?: number;
  Plans?: readonly Plan[];
}
function relationsOf(plan: Plan): string[] {
  const own = plan['Relation Name'];
  return [...(own ? [own] : []), ...(plan.Plans ?? []).flatMap(relationsOf)];
}

/** The tables that a statement reads, whatever views it names, and what it costs. */
async function explained({ trx }: Context, query: CompiledQuery) {
  const explain = { ...query, sql: `explain (format json) ${query.sql}` };
  const { rows } = await trx.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explain);
  const { Plan: plan } = rows[0]!['QUERY PLAN'][0];
  return { tables: [...new Set(relationsOf(plan))], cost: plan['Total Cost'] ?? 0 };
}

async function isOneNode({ trx }: Context, memory: Memory): Promise<boolean> {
  if (memory.isOneNode === undefined) {
    const { rows } = await sql`select extname from pg_extension where extname = 'citus'`.execute(trx);
    memory.isOneNode = rows.length === 0;
  }
  return memory.isOneNode;
}

/** What came after the snapshot that a total is remembered with. */
interface Since {
  snapshot: string;
  /** A transaction that writes sees what others do not see yet. */
  isWriting: boolean;
  marks: number;
  /** Marks of other tables, and of rows that are not known. */
  unknown: number;
  /** Comma-joined. */
  ids: string | null;
}
async function since(
  { trx, tenantId }: Context,
  { tables, snapshot }: Pick<Known, 'tables' | 'snapshot'>,
  table: string,
): Promise<Since> {
  const { rows } = await sql<Since>`
    select pg_current_snapshot()::text as snapshot, pg_current_xact_id_if_assigned() is not null as "isWriting",
           count(*)::int as marks,
           count(*) filter (where table_name <> ${table} or record_ids is null)::int as unknown,
           string_agg(array_to_string(record_ids, ','), ',') as ids
    from list_change
    where tenant_id = ${tenantId} and table_name = any(${tables}::varchar[])
      and xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
      and not pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot)`.execute(trx);
  return rows[0]!;
}

/** What is counted: a statement, of a list one that answers one row. */
export interface Counting {
  query: CompiledQuery;
  /** The same for blocks of ids: the table, the rows of it that match with their totals, and the names of these. */
  list?: { table: string; select: ListSelect; names: readonly string[] };
}

function answered(rows: readonly unknown[]) {
  return { rows, totals: rows[0] as Totals };
}
async function asked({ trx }: Context, query: CompiledQuery) {
  return answered((await trx.executeQuery<Totals>(query)).rows);
}

/** Counts the blocks of the changed rows again; undefined where that does not answer in which snapshot they hold. */
async function recounted(cx: Context, known: Known, { list }: Counting): Promise<Known | undefined> {
  if (!list || !known.blocks || performance.now() - known.countedAt > remembering.ms) return undefined;
  const { table, select, names } = list;
  const { step } = known.blocks;
  const parts = new Map(known.blocks.parts);
  const done = new Set<string>();
  let last = await since(cx, known, table);
  for (let tries = 0; tries < 3; tries++) {
    if (last.isWriting || last.unknown > 0 || last.marks > mostChanged.marks) return undefined;
    // A block that was counted is counted again, because it may have changed once more.
    for (const id of last.ids?.split(',') ?? []) done.add(blockOf(step, id));
    if (done.size > mostChanged.blocks) return undefined;
    const counted = await countedBlocks(select, step, [...done]);
    const next = await since(cx, known, table);
    // No mark has become visible meanwhile: all blocks are those of one state.
    if (next.marks === last.marks) {
      for (const block of done) parts.delete(block);
      for (const [block, totals] of counted) parts.set(block, totals);
      const blocks = { step, parts };
      return { ...known, blocks, ...answered([added(blocks, names)]), pages: new Map(), snapshot: next.snapshot };
    }
    last = next;
  }
  return undefined;
}

/** Counts everything; remembered where it is worth it, and where all tables that it reads are followed. */
async function counted(cx: Context, memory: Memory, key: string, counting: Counting): Promise<Held> {
  const { query, list } = counting;
  const count = () => asked(cx, query);
  const plain = async () => ({ ...(await count()), pages: new Map() });
  if (performance.now() < (memory.passed.get(key) ?? 0)) return plain();
  const { tables, cost } = await explained(cx, query);
  if (cost < remembering.least || !tables.every((one) => followed.includes(one))) {
    keep(memory.passed, remembering.most, key, performance.now() + 60_000);
    return plain();
  }
  const countedAt = performance.now();
  // Taken before: what changes meanwhile has a mark that is not visible in it.
  const { rows } = await sql<Pick<Since, 'snapshot' | 'isWriting'>>`
    select pg_current_snapshot()::text as snapshot, pg_current_xact_id_if_assigned() is not null as "isWriting"`.execute(
    cx.trx,
  );
  const { snapshot, isWriting } = rows[0]!;
  if (isWriting) return plain();
  const before = { tables, snapshot, countedAt, pages: new Map() };
  if (!list || cost < remembering.leastOfBlocks) return remember(memory, key, { ...before, ...(await count()) });
  const { table, select, names } = list;
  const step = await stepOf(cx, table);
  await sql`savepoint counting`.execute(cx.trx);
  await sql.raw(`set local statement_timeout = ${patience}`).execute(cx.trx);
  const blocks = { step, parts: await countedBlocks(select, step) };
  await sql`rollback to savepoint counting`.execute(cx.trx);
  return remember(memory, key, { ...before, blocks, ...answered([added(blocks, names)]) });
}

function remember(memory: Memory, key: string, known: Known): Known {
  keep(memory.known, remembering.most, key, known);
  return known;
}

/** The remembered total, as far as it is right at this moment. */
async function held(cx: Context, memory: Memory, key: string): Promise<Known | undefined> {
  const known = memory.known.get(key);
  if (!known || performance.now() - known.countedAt > remembering.ms) return undefined;
  const { isWriting, marks, snapshot } = await since(cx, known, '');
  if (isWriting || marks > 0) return undefined;
  // The pages are those of the same state, and stay.
  return remember(memory, key, { ...known, snapshot });
}

/** A statement whose totals are remembered, and the key they are found by. */
async function remembered(cx: Context, { query, list }: Counting) {
  const memory = memoryOf(cx);
  if ((list && !followed.includes(list.table)) || !(await isOneNode(cx, memory))) return undefined;
  // Views read the business day.
  return { memory, key: JSON.stringify([cx.tenantId, cx.today, query.sql, query.parameters]) };
}

/** Whether counting would take long: neither is anything remembered to begin from, nor does the planner find it cheap. */
export async function takesLong(cx: Context, counting: Counting): Promise<boolean> {
  const at = await remembered(cx, counting);
  if (!at || at.memory.known.has(at.key) || performance.now() < (at.memory.passed.get(at.key) ?? 0)) return false;
  return (await explained(cx, counting.query)).cost >= remembering.leastOfLong;
}

/** The totals of a statement over followed tables, and pages of the list that were read in the same state. */
export async function totalsOf(cx: Context, counting: Counting): Promise<Held> {
  const at = await remembered(cx, counting);
  if (!at) return { ...(await asked(cx, counting.query)), pages: new Map() };
  const { memory, key } = at;
  for (let tries = 0; tries < 2; tries++) {
    const right = await held(cx, memory, key);
    if (right) return right;
    const other = memory.counting.get(key);
    if (!other) break;
    await other.catch(() => undefined);
  }
  const work = async () => {
    const known = memory.known.get(key);
    const again = known && (await recounted(cx, known, counting));
    return again ? remember(memory, key, again) : counted(cx, memory, key, counting);
  };
  const made = work();
  memory.counting.set(key, made);
  try {
    return await made;
  } finally {
    if (memory.counting.get(key) === made) memory.counting.delete(key);
  }
}

/** The rows of a statement over followed tables, read again once one of these has changed. They are not to be changed. */
export async function rowsOf<T>(cx: Context, query: CompiledQuery<T>): Promise<readonly T[]> {
  return (await totalsOf(cx, { query })).rows as readonly T[];
}

/** The ids of a page: read by `read`, or remembered of a list that has not changed. */
export async function pageIds(
  { pages }: Held,
  place: Place,
  read: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const key = JSON.stringify(place);
  const found = pages.get(key);
  if (found !== undefined) return found.split(',');
  const ids = await read();
  // Nothing is kept of a page that was emptied meanwhile: a split would answer one id.
  if (ids.length > 0) keep(pages, mostPages, key, ids.join(','));
  return ids;
}
