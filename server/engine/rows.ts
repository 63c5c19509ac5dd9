import { type RawBuilder, sql } from 'kysely';
import type { Page } from '../../contract/schema/module';
import { largestPage, totalsLater } from '../../contract/schema/paging';
import type { Change, Context, Note, Rows } from '../kernel/context';
import { byName, insertable } from '../kernel/database';
import { refuse } from '../kernel/errors';
import { columnOf, snake, type Table } from '../kernel/table';
import { changesBetween, writeAudit } from './audit/entries';
import { equal, inward, outwardOf } from './columns';
import { filtered, inOrder, scoped, sorting, wholeNumber } from './filters';
import type { Totals } from './lists/blocks';
import { type Place, placeOf } from './lists/places';
import { pageIds, takesLong, totalsOf } from './lists/totals';
import { hiddenFields } from './rights/scopes';
import { addTerms, keepTerms } from './search/terms';

/** Most rows of a list without pages. */
export const mostWhole = 20_000;

type Reading = 'page' | 'every' | 'get' | 'lock' | 'hold' | 'lockAll' | 'find' | 'findAny' | 'has' | 'hasAlike';
type Raw = Record<string, unknown>;

interface AddedUp {
  name: string;
  of: RawBuilder<unknown>;
}
function inDirection(name: string, direction: number) {
  return `${name}:${direction}`;
}
/** Number of rows and sums of a list, for each direction where there are several. */
function totalColumns(added: readonly AddedUp[], directions: readonly number[]) {
  const total = { name: 'total', of: sql<string>`count(*)` };
  if (directions.length < 2)
    return [total, ...added.map(({ name, of }) => ({ name, of: sql<string>`coalesce(sum(${of}), 0)` }))];
  return [
    total,
    ...directions.flatMap((direction) => {
      const those = sql`filter (where direction = ${direction}::int)`;
      return [
        { name: inDirection('total', direction), of: sql<string>`count(*) ${those}` },
        ...added.map(({ name, of }) => ({
          name: inDirection(name, direction),
          of: sql<string>`coalesce(sum(${of}) ${those}, 0)`,
        })),
      ];
    }),
  ];
}
/** The sums of a list; of each direction that its rows have where these are several. */
function amountsOf(
  totals: Totals,
  added: readonly AddedUp[],
  directions: readonly number[],
): Pick<Page, 'sums' | 'sides'> {
  const named = (nameOf: (name: string) => string) =>
    Object.fromEntries(added.map(({ name }) => [name, totals[nameOf(name)]!]));
  if (directions.length < 2) return { sums: named((name) => name) };
  const all = directions.map((direction) => ({
    direction,
    count: Number(totals[inDirection('total', direction)]),
    sums: named((name) => inDirection(name, direction)),
  }));
  const sides = all.filter(({ count }) => count > 0);
  return sides.length > 1 ? { sides } : { sums: (sides[0] ?? all[0]!).sums };
}

/** The sums of a list that the person may see. */
function sumsShown({ sums = [], directions }: Table, hidden: ReadonlySet<string>) {
  // One sum over directions that may not be told apart would say nothing.
  if (directions && hidden.has('direction')) return [];
  return sums
    .map((sum) =>
      typeof sum === 'string'
        ? { name: sum, of: sql.ref(snake(sum)), discloses: [sum] }
        : { ...sum, of: sql.raw(sum.of) },
    )
    .filter(({ discloses }) => !discloses.some((name) => hidden.has(name)));
}

/** Reading a table: under the person's data scopes, except `find`, `findAny`, `has`, `hasAlike` and `lockAll`, which are for rules. */
function readingOf<R extends { id: string }>(served: Table, cx: Context): Pick<Rows<R>, Reading> {
  const { module, table, list = table } = served;
  const { tenantId } = cx;
  const trx = byName(cx.trx);
  const outward = outwardOf<R>(cx, served);
  const record = (raw: unknown) => outward(raw as Raw);
  /** All existing rows of the tenant, visible to the person or not. */
  const present = () => {
    const select = trx.selectFrom(table).where('is_deleted', '=', 0);
    return module.scope === 'platform' ? select : select.where('tenant_id', '=', tenantId);
  };

  return {
    async page(query) {
      const size = wholeNumber(query.size, 'size', 10, largestPage);
      const current = wholeNumber(query.current, 'current', 1, 100_000_000);
      const select = await filtered(cx, served, query);
      const order = await sorting(cx, served, query);
      const hidden = await hiddenFields(cx, module);
      const added = sumsShown(served, hidden);
      const directions = (added.length > 0 && (await served.directions?.(cx))) || [];
      const totals = totalColumns(added, directions);
      const counting = select.select(totals.map(({ name, of }) => of.as(name)));
      const names = totals.map(({ name }) => name);
      const asked = { query: counting.compile(), list: { table, select: counting, names } };
      // The ids of the page are found in an index alone; whole rows are read for the page only, however deep it is.
      const idsAt = async (place: Place) => {
        const found = inOrder(select.select('id'), place.order).limit(place.limit).offset(place.offset);
        return (await found.execute()).map(({ id }) => String(id));
      };
      const rowsOf = async (ids: readonly string[]) => {
        if (ids.length === 0) return [];
        const page = (await scoped(cx, served, list)).selectAll().where(sql<boolean>`id = any(${ids})`);
        return (await inOrder(page, order).execute()).map(record);
      };
      if (query.totals === totalsLater.totals && current === 1 && (await takesLong(cx, asked))) {
        const records = await rowsOf(await idsAt({ order, limit: size, offset: 0 }));
        return { records, total: records.length, size, current, pages: 1, isCounting: true };
      }
      const held = await totalsOf(cx, asked);
      const total = Number(held.totals.total);
      const place = placeOf(order, { from: (current - 1) * size, size, total });
      return {
        records: await rowsOf(place ? await pageIds(held, place, () => idsAt(place)) : []),
        total,
        size,
        current,
        pages: Math.ceil(total / size),
        ...(added.length > 0 ? amountsOf(held.totals, added, directions) : {}),
      };
    },

    async every(query) {
      const select = (await filtered(cx, served, query)).selectAll();
      const found = await inOrder(select, await sorting(cx, served, query))
        .limit(mostWhole)
        .execute();
      return found.map(record);
    },

    async get(id) {
      const found = await (await scoped(cx, served, list)).selectAll().where('id', '=', id).executeTakeFirst();
      return found && record(found);
    },

    async lock(ids, purpose = 'change') {
      const select = (await scoped(cx, served, table))
        .selectAll()
        .where('id', 'in', ids.length > 0 ? ids : ['0'])
        .orderBy('id');
      const found = await (purpose === 'removal' ? select.forUpdate() : select.forNoKeyUpdate()).execute();
      return found.map(record);
    },

    async hold(id) {
      const select = (await scoped(cx, served, table)).selectAll().where('id', '=', id);
      const found = await select.forShare().executeTakeFirst();
      return found && record(found);
    },

    async lockAll(ids) {
      if (ids.length === 0) return [];
      const select = present().selectAll().where('id', 'in', ids).orderBy('id');
      return (await select.forNoKeyUpdate().execute()).map(record);
    },

    async find(where) {
      let select = present().selectAll();
      for (const [name, value] of Object.entries(where)) select = select.where(...equal(cx, served, name, value));
      return (await select.orderBy('id').execute()).map(record);
    },

    async findAny(field, values) {
      const stored = values.map((value) => equal(cx, served, field, value));
      const [column = ''] = stored[0] ?? [];
      if (column === '') return [];
      const select = present()
        .selectAll()
        .where(column, 'in', [...new Set(stored.map(([, , value]) => value))]);
      return (await select.orderBy('id').execute()).map(record);
    },

    async has(where, exceptId = '0') {
      let select = present().select('id').where('id', '<>', exceptId);
      for (const [name, value] of Object.entries(where)) select = select.where(...equal(cx, served, name, value));
      return (await select.limit(1).execute()).length > 0;
    },

    async hasAlike(field, name, exceptId = '0') {
      const same = sql<boolean>`name_skeleton(${sql.ref(columnOf(served, field))}) = name_skeleton(${name})`;
      const select = present().select('id').where('id', '<>', exceptId).where(same);
      return (await select.limit(1).execute()).length > 0;
    },
  };
}

/** Writing to a table, each change with its history entry. */
function writingOf<R extends { id: string }>(served: Table, cx: Context): Omit<Rows<R>, Reading> {
  const { module, table } = served;
  const { tenantId, time } = cx;
  const trx = byName(cx.trx);
  const isShared = module.scope === 'platform';
  const outward = outwardOf<R>(cx, served);
  const by = cx.principal?.userId ?? null;
  const next = { update_user: by, update_time: time, version: sql`version + 1` };
  /** Writes the change into the history, and remembers whose figures it changes. */
  function writeChange(before: R | undefined, after: R | undefined, note: Note): void {
    const { kept } = served;
    if (kept) {
      const ids = cx.kept.get(kept) ?? new Set();
      cx.kept.set(kept, ids);
      for (const row of [before, after]) if (row) ids.add(String((row as unknown as Raw)[kept.of]));
    }
    writeAudit(cx, module, (after ?? before)!, changesBetween(module, before, after), note);
  }

  async function insertAll(rows: readonly Change<R>[], note: Note = {}): Promise<R[]> {
    if (rows.length === 0) return [];
    const values = rows.map((row) => ({
      ...inward(cx, served, row),
      id: String(row.id ?? cx.deps.newId()),
      ...(isShared ? {} : { tenant_id: tenantId }),
      create_user: by,
      create_dept: cx.principal?.deptId ?? null,
      create_time: time,
      update_user: by,
      update_time: time,
    }));
    const stored: Raw[] = [];
    for (const part of insertable(values))
      stored.push(...((await trx.insertInto(table).values(part).returningAll().execute()) as Raw[]));
    const byId = new Map(stored.map((raw) => [String(raw.id), outward(raw)]));
    const added = values.map(({ id }) => byId.get(id)!);
    await addTerms(cx, served, added);
    for (const after of added) writeChange(undefined, after, { action: 'add', ...note });
    return added;
  }

  return {
    async insert(row, note = {}) {
      return (await insertAll([row], note))[0]!;
    },
    insertAll,

    async update(before, change, note = {}) {
      const stored = await trx
        .updateTable(table)
        .set({ ...inward(cx, served, change), ...next })
        .where('id', '=', before.id)
        .$if(!isShared, (select) => select.where('tenant_id', '=', tenantId))
        .returningAll()
        .executeTakeFirstOrThrow();
      const after = outward(stored);
      await keepTerms(cx, served, before, after);
      writeChange(before, after, { action: 'update', ...note });
      return after;
    },

    async updateAll(changes, note = {}) {
      if (changes.length === 0) return [];
      const values = changes.map(([before, change]) => ({ id: before.id, ...inward(cx, served, change) }));
      const columns = Object.keys(values[0]!).filter((column) => column !== 'id');
      if (values.some((value) => Object.keys(value).length !== columns.length + 1))
        throw new Error('rows of one statement change the same columns');
      const set = Object.fromEntries(columns.map((column) => [column, sql.ref(`v.${column}`)]));
      // The table's own row type reads the values, so that each column is compared and stored in its type.
      const typed = sql<Raw>`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(values)}::jsonb)`;
      const stored = (await trx
        .updateTable(table)
        .from(typed.as('v'))
        .set({ ...set, ...next, version: sql`${sql.ref(`${table}.version`)} + 1` })
        .whereRef(`${table}.id`, '=', 'v.id')
        .$if(!isShared, (select) => select.where(`${table}.tenant_id`, '=', tenantId))
        .returningAll(table)
        .execute()) as Raw[];
      const byId = new Map(stored.map((raw) => [String(raw.id), outward(raw)]));
      const written: R[] = [];
      for (const [before] of changes) {
        const after = byId.get(before.id) ?? refuse('stale');
        await keepTerms(cx, served, before, after);
        writeChange(before, after, { action: 'update', ...note });
        written.push(after);
      }
      return written;
    },

    async remove(doomed, note = {}) {
      for (const before of doomed) {
        if (served.erases)
          await trx
            .deleteFrom(table)
            .where('id', '=', before.id)
            .$if(!isShared, (select) => select.where('tenant_id', '=', tenantId))
            .execute();
        else
          await trx
            .updateTable(table)
            .set({ is_deleted: 1, ...next })
            .where('id', '=', before.id)
            .$if(!isShared, (select) => select.where('tenant_id', '=', tenantId))
            .execute();
        await keepTerms(cx, served, before, undefined);
        writeChange(before, undefined, { action: 'remove', ...note });
      }
    },
  };
}

export function rowsOf<R extends { id: string }>(served: Table, cx: Context): Rows<R> {
  return {
    ...readingOf<R>(served, cx),
    ...writingOf<R>(served, cx),
  };
}
