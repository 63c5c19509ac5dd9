/** Whether the database has the tables and columns that the modules are kept in. */
import { columnOf, snake, type Table } from '../../kernel/table';
import { hashColumn } from '../columns';

const noPrivilege = '42501';

export interface StoredColumn {
  type: string;
  /** Of a text with a limit, in characters. */
  length: number | null;
}
/** By `table.column`. */
export type StoredColumns = ReadonlyMap<string, StoredColumn>;

interface Connection {
  query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
}

/** The columns of these modules' tables and of the views that their lists read from. */
export async function storedColumns(connection: Connection, tables: readonly Table[]): Promise<StoredColumns> {
  const { rows } = await connection.query(
    `select c.relname || '.' || a.attname as place, format_type(a.atttypid, null) as type,
            case when a.atttypid = 'varchar'::regtype and a.atttypmod > 4 then a.atttypmod - 4 end as length
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relname = any($1)
       and a.attnum > 0 and not a.attisdropped`,
    [tables.flatMap(({ table, list }) => (list ? [table, list] : [table]))],
  );
  return new Map((rows as ({ place: string } & StoredColumn)[]).map(({ place, ...column }) => [place, column]));
}

export interface NeededColumn {
  field: string;
  relation: string;
  column: string;
  /** Another form of the field's value, which has no type of its own. */
  isBeside?: true;
}

/** Where the fields of a module are kept, without those that are made for each answer. */
export function neededColumns(served: Table): NeededColumn[] {
  const { module, table, list = table, unstored = [] } = served;
  return Object.entries(module.fields).flatMap(([field, { kind, passwordOf }]): NeededColumn[] => {
    // A password is kept as what it is compared with.
    if (unstored.includes(field) || passwordOf !== undefined) return [];
    const column = columnOf(served, field);
    const own = { field, relation: list, column };
    return kind === 'identity' ? [own, { field, relation: table, column: hashColumn(column), isBeside: true }] : [own];
  });
}

/** Sentences about the tables and columns that are missing, and what to do. */
export function missingTables(
  tables: readonly Table[],
  columns: StoredColumns,
  howToMake: (name: string) => string,
): string[] {
  const known = new Set([...columns.keys()].map((place) => place.split('.', 1)[0]!));
  return tables.flatMap((served) => {
    const { module, table, list = table } = served;
    const mend = () => howToMake(snake(module.name));
    const lost = [...new Set([table, list])].filter((one) => !known.has(one));
    if (lost.length > 0)
      return [`Module '${module.name}' has no table '${lost.join("' and '")}' in the database. ${mend()}`];
    const missing = neededColumns(served).filter(({ relation, column }) => !columns.has(`${relation}.${column}`));
    return missing.map(
      ({ field, relation, column }) =>
        `Field '${field}' of module '${module.name}' has no column '${column}' in the table '${relation}'. ${mend()}`,
    );
  });
}

/** Refuses the start without them. Where the account may not read the catalogue, `log` is told that it was not checked. */
export async function requireTables(
  connection: Connection,
  tables: readonly Table[],
  { howToMake, log }: { howToMake(name: string): string; log(line: string): void },
): Promise<void> {
  const columns = await storedColumns(connection, tables).catch((error: unknown) => {
    if ((error as { code?: string }).code === noPrivilege) return undefined;
    throw error;
  });
  if (!columns) {
    log('未核对数据表：账号无权读取系统目录 · tables were not checked: the account may not read the catalogue');
    return;
  }
  const missing = missingTables(tables, columns, howToMake);
  if (missing.length > 0) throw new Error(missing.join('\n'));
}
