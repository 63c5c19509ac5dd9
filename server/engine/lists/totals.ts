/**
 * Totals of lists over large tables, remembered by the process. What a total was counted from is remembered by the
 * snapshot it was seen in: it holds as long as no mark of a change (`server/kernel/changes/marks.ts`) is visible that
 * was not visible then, whichever server wrote it. Keyed by the whole statement, a total is remembered for what it
 * discloses: tenant, data scopes, hidden fields and conditions are parts of that text and its values.
 */
import { type CompiledQuery, sql } from 'kysely';
import { followed } from '../../kernel/changes/marks';
import type { Context } from '../../kernel/context';
import type { Database } from '../../kernel/database';
import type { ListSelect } from '../filters';

/** Tuned by tests. `leastCost`: in the planner's units, what is cheaper is counted each time. */
export const remembering = { leastCost: 500, most: 2_000, mostMs: 10 * 60_000 };

type Totals = Record<string, string>;

interface Known {
  totals: Totals;
  /** The snapshot in which it was seen to hold last. */
  snapshot: string;
  seenAt: number;
  /** The tables it is counted from. */
  tables: readonly string[];
}
interface Memory {
  known: Map<string, Known>;
  /** Statements that are not remembered for now, and until when. */
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
function keep<V>(entries: Map<string, V>, key: string, value: V): void {
  entries.delete(key);
  entries.set(key, value);
  if (entries.size > remembering.most) entries.delete(entries.keys().next().value!);
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

/** The tables that a statement reads, whatever views it names; undefined where it is not worth remembering or may not be. */
async function tablesOf({ trx }: Context, query: CompiledQuery): Promise<string[] | undefined> {
  const explained = { ...query, sql: `explain (format json) ${query.sql}` };
  const { rows } = await trx.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explained);
  const { Plan: plan } = rows[0]!['QUERY PLAN'][0];
  const tables = [...new Set(relationsOf(plan))];
  const isFollowed = tables.every((table) => followed.includes(table));
  return isFollowed && plan['Total Cost']! >= remembering.leastCost ? tables : undefined;
}

async function isOneNode({ trx }: Context, memory: Memory): Promise<boolean> {
  if (memory.isOneNode === undefined) {
    const { rows } = await sql`select extname from pg_extension where extname = 'citus'`.execute(trx);
    memory.isOneNode = rows.length === 0;
  }
  return memory.isOneNode;
}

/** The totals, where none of their tables has changed since; they hold in the snapshot of this statement then. */
async function stillHolding(cx: Context, known: Known | undefined): Promise<Totals | undefined> {
  if (!known || performance.now() - known.seenAt > remembering.mostMs) return undefined;
  const seenAt = performance.now();
  const { rows } = await sql<{ snapshot: string; isWriting: boolean; isChanged: boolean }>`
    select pg_current_snapshot()::text as snapshot, pg_current_xact_id_if_assigned() is not null as "isWriting",
           exists (
             select id from list_change
             where tenant_id = ${cx.tenantId} and table_name = any(${known.tables}::varchar[])
               and xid >= pg_snapshot_xmin(${known.snapshot}::pg_snapshot)
               and not pg_visible_in_snapshot(xid, ${known.snapshot}::pg_snapshot)) as "isChanged"`.execute(cx.trx);
  const { snapshot, isWriting, isChanged } = rows[0]!;
  if (isWriting || isChanged) return undefined;
  // Another answer may have seen it later, or counted it anew; each is right for its own snapshot.
  Object.assign(known, { snapshot, seenAt });
  return known.totals;
}

/** Counts, and remembers what was counted with the snapshot it was counted in. */
async function counted(cx: Context, memory: Memory, key: string, select: ListSelect): Promise<Totals> {
  const passedUntil = memory.passed.get(key) ?? 0;
  const tables = performance.now() < passedUntil ? undefined : await tablesOf(cx, select.compile());
  if (!tables) {
    if (performance.now() >= passedUntil) keep(memory.passed, key, performance.now() + 60_000);
    return (await select.executeTakeFirstOrThrow()) as Totals;
  }
  const seenAt = performance.now();
  const { snapshot, isWriting, ...totals } = (await select
    .select([
      sql<string>`pg_current_snapshot()::text`.as('snapshot'),
      sql<boolean>`pg_current_xact_id_if_assigned() is not null`.as('isWriting'),
    ])
    .executeTakeFirstOrThrow()) as Totals & { snapshot: string; isWriting: boolean };
  // A transaction that writes sees what others do not see yet.
  if (!isWriting) keep(memory.known, key, { totals, snapshot, seenAt, tables });
  return totals;
}

/** The one row of a statement that counts and adds up, from memory where it is known to hold. */
export async function totalsOf(cx: Context, table: string, select: ListSelect): Promise<Totals> {
  const memory = memoryOf(cx);
  if (!followed.includes(table) || !(await isOneNode(cx, memory)))
    return (await select.executeTakeFirstOrThrow()) as Totals;
  const { sql: text, parameters } = select.compile();
  // Views may read the business day.
  const key = JSON.stringify([cx.tenantId, cx.today, text, parameters]);
  for (let tries = 0; tries < 2; tries++) {
    const held = await stillHolding(cx, memory.known.get(key));
    if (held) return held;
    const other = memory.counting.get(key);
    if (!other) break;
    await other.catch(() => undefined);
  }
  const counting = counted(cx, memory, key, select);
  memory.counting.set(key, counting);
  try {
    return await counting;
  } finally {
    if (memory.counting.get(key) === counting) memory.counting.delete(key);
  }
}
