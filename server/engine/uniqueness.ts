/** Values that no two rows may share: what is said of one that is taken, and which rule an index of the table stands for. */
import { sql } from 'kysely';
import type { Language } from '../../contract/domain/text';
import { problemText } from '../../contract/schema/messages';
import type { Problems } from '../../contract/schema/validate';
import type { Deps } from '../kernel/context';
import { Refusal } from '../kernel/errors';
import { columnOf, own, type Table } from '../kernel/table';

/** The module's own words where it has some, else the usual ones; on the field in either case. */
export function takenRefusal(
  { module, taken = {} }: Pick<Table, 'module' | 'taken'>,
  name: string,
  value: unknown,
  language: Language,
  problems: Problems = { [name]: 'taken' },
): Refusal {
  const code = own(taken, name);
  return code
    ? new Refusal(code, { [name]: value }, problems)
    : new Refusal('invalid', { text: problemText(module.fields[name]!, 'taken', language) }, problems);
}

/**
 * The unique index that a row was against. A node of a cluster tells it in words alone, and its own part of an index ends
 * with the number of the part: `sys_post_code_102763`.
 */
function indexOf(error: unknown): string | undefined {
  const { code, constraint, message = '' } = error as { code?: string; constraint?: string; message?: string };
  if (code !== '23505') return undefined;
  return constraint ?? /"(\w+?)(?:_\d{6,})?"/.exec(message)?.[1];
}

/**
 * The refusal for a row that was written at the same moment as another with its value, which only the table's index saw;
 * undefined for every other error. To be asked after the transaction: a failed one answers nothing any more.
 */
export async function lostRace(
  { db }: Deps,
  tables: Iterable<Table>,
  error: unknown,
  values: Readonly<Record<string, unknown>>,
  language: Language,
): Promise<Refusal | undefined> {
  const index = indexOf(error);
  if (!index) return undefined;
  const { rows } = await sql<{ table: string; name: string }>`
    select c.relname as table, a.attname as name from pg_index i join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indexrelid = to_regclass(quote_ident(${index})) and a.attname <> 'tenant_id'`.execute(db.kysely);
  const served = [...tables].find((one) => one.table === rows[0]?.table);
  if (!served) return undefined;
  const columns = new Set(rows.map(({ name }) => name));
  const rules = [...(served.unique ?? []), ...(served.alike ?? []).map((name) => [name])];
  const name = rules
    .find((names) => names.length === columns.size && names.every((one) => columns.has(columnOf(served, one))))
    ?.at(-1);
  return name === undefined ? undefined : takenRefusal(served, name, values[name], language);
}
