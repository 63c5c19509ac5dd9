/** Where a stored file is used: records that refer to it, and texts that show it. */
import { type RawBuilder, sql } from 'kysely';
import { allModules, moduleNamed } from '../../../contract/modules';
import { type Module, type Row, referencesOf } from '../../../contract/schema/module';
import type { Use, Uses } from '../../../contract/wire/attachments';
import type { Context, Rows } from '../../kernel/context';
import { textOf, withNames } from '../references';
import { hiddenFields } from '../rights/scopes';
import { holdersOf, textsOf, textTablesOf } from './fileLife';

/** Rows of one table that are looked at. */
const mostRows = 50;

/** Rows in use that name the file, by table. */
async function rowsNaming({ trx, tenantId }: Context, id: string): Promise<Map<string, Set<string>>> {
  const conditions = new Map<string, { isKept: boolean; isTenants: boolean; where: RawBuilder<unknown>[] }>();
  const add = (table: string, isKept: boolean, isTenants: boolean, where: RawBuilder<unknown>) => {
    const known = conditions.get(table) ?? { isKept, isTenants, where: [] };
    conditions.set(table, known);
    known.where.push(where);
  };
  for (const { table, column, isKept } of await holdersOf(trx))
    add(table, isKept, true, sql`${sql.ref(column)} = ${id}`);
  for (const one of await textTablesOf(trx))
    add(one.table, one.isKept, one.isTenants, sql`${textsOf(one)} ~ ${`/attach/file/[^/]+/${id}([^0-9]|$)`}`);
  const found = new Map<string, Set<string>>();
  for (const [table, { isKept, isTenants, where }] of conditions) {
    const { rows } = await sql<{ id: string | null }>`
      select to_jsonb(t) ->> 'id' as id from ${sql.table(table)} t
      where ${isTenants ? sql`tenant_id = ${tenantId}` : sql`true`} ${isKept ? sql`and is_deleted = 0` : sql``}
        and (${sql.join(where, sql` or `)})
      limit ${mostRows}`.execute(trx);
    if (rows.length > 0) found.set(table, new Set(rows.map(({ id: rowId }, at) => rowId ?? String(at))));
  }
  return found;
}

/** A record by its own title; a part of another record by that one's. */
async function titleOf(cx: Context, module: Module, row: Row): Promise<string> {
  const hidden = await hiddenFields(cx, module);
  const own = textOf(module, hidden, row, module.chosen?.title);
  if (own) return own;
  const table = cx.tableOf(module.name)!;
  const [named] = await withNames(cx, table, [row]);
  const owner = referencesOf(module).find(({ name }) => name === module.belongsTo)?.shownAs;
  return textOf(module, hidden, named ?? row, owner) || textOf(module, hidden, row, 'name') || row.id;
}

/** The records in use that name the file: those that the person may see, and how many there are beside them. */
export async function usesOf(cx: Context, id: string): Promise<Uses> {
  const records: Use[] = [];
  let others = 0;
  const naming = await rowsNaming(cx, id);
  const modules = new Map(
    allModules.flatMap(({ name }) => {
      const table = cx.tableOf(name);
      return table ? [[table.table, name] as const] : [];
    }),
  );
  for (const [table, ids] of naming) {
    const module = moduleNamed(modules.get(table));
    const maySee = module && (await cx.may(module.name));
    for (const rowId of ids) {
      const rows = module && (cx.rows(module) as unknown as Rows<Row>);
      const row = maySee ? await rows!.get(rowId) : undefined;
      if (row && module) records.push({ entity: module.name, id: row.id, title: await titleOf(cx, module, row) });
      else others++;
    }
  }
  return { records, others };
}
