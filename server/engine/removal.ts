/** Removal of records and of what belongs to them. */
import { sql } from 'kysely';
import type { Module, Row } from '../../contract/schema/module';
import type { Context, Rows } from '../kernel/context';
import { byName } from '../kernel/database';
import { refuse } from '../kernel/errors';
import { columnOf } from '../kernel/table';
import { nameOf } from './audit/entries';
import { removeNotes } from './notes/records';
import { refuseReferenced } from './references';
import { hiddenFields } from './rights/scopes';
import type { ServerModule } from './serverModule';
import { checkLeaves } from './trees';

/** Parts of a record are removed with it, also those the person does not see, so that links to their files expire. */
async function removeParts(cx: Context, { name }: Module, doomed: readonly { id: string }[]): Promise<void> {
  if (doomed.length === 0) return;
  for (const part of cx.partsOf(name)) {
    const owner = part.module.belongsTo!;
    const column = columnOf(part, owner);
    const owners: { owner: string }[] = await byName(cx.trx)
      .selectFrom(part.table)
      .select(`${column} as owner`)
      .distinct()
      .where('tenant_id', '=', cx.tenantId)
      .where('is_deleted', '=', 0)
      .where(
        column,
        'in',
        doomed.map(({ id }) => id),
      )
      .execute();
    const rows = cx.rows(part.module) as unknown as Rows<Row>;
    for (const one of owners) {
      const parts = await rows.find({ [owner]: one.owner });
      await refuseReferenced(cx, part, parts);
      await removeParts(cx, part.module, parts);
      await rows.remove(parts);
    }
  }
}

/** Refuses to remove records that an entry names, of the tables that modules declare as those of entries. */
async function refuseEntered(cx: Context, { module, table, entered }: ServerModule, doomed: readonly Row[]) {
  const tables = cx.entryTables;
  if (tables.length === 0 || module.scope === 'platform') return;
  const { rows: links } = await sql<{ from: string; column: string }>`
    select t.relname as "from", a.attname as column
    from pg_constraint c
    join pg_class t on t.oid = c.conrelid
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey) and a.attname <> 'tenant_id'
    where c.contype = 'f' and c.confrelid = to_regclass(${table}) and t.relname = any(${[...tables]}::name[])
      and t.relnamespace = current_schema()::regnamespace`.execute(cx.trx);
  const ids = doomed.map(({ id }) => id);
  for (const { from, column } of links) {
    const { rows } = await sql<{ id: string }>`
      select ${sql.ref(column)} as id from ${sql.table(from)}
      where tenant_id = ${cx.tenantId} and ${sql.ref(column)} = any(${ids}::bigint[]) limit 1`.execute(cx.trx);
    const row = rows[0] && doomed.find(({ id }) => id === rows[0]!.id);
    if (!row) continue;
    const { title: named = '' } = module.chosen ?? {};
    const isHidden = (await hiddenFields(cx, module)).has(named);
    refuse(entered ?? 'entered', { name: (isHidden ? null : nameOf(module, row)) ?? row.id });
  }
}

/** Remove the records that are named, all or none of them. */
export async function removeRecords(cx: Context, served: ServerModule, ids: string[]): Promise<true> {
  const { module, rules } = served;
  const rows = await cx.rows(module).lock(ids, 'removal');
  if (rows.length !== ids.length) refuse('notYours'); // a foreign id stops the whole batch
  if (module.tree) await checkLeaves(cx, served, rows);
  await rules.removing?.(rows, cx);
  await refuseReferenced(cx, served, rows);
  await refuseEntered(cx, served, rows);
  const held: (boolean | undefined)[] = [];
  for (const before of rows)
    held.push(await rules.waiting?.({ id: before.id, before, next: undefined, input: { verb: 'remove' } }, cx));
  if (held.includes(true)) return true;
  await removeParts(cx, module, rows);
  await removeNotes(
    cx,
    module,
    rows.map(({ id }) => id),
  );
  await cx.rows(module).remove(rows);
  return true;
}
