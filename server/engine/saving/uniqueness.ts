/** Values that no two rows may share: the refusal for a taken one, and the rule behind an index of the table. */
import { sql } from 'kysely';
import type { Language } from '../../../contract/domain/text';
import { problemText } from '../../../contract/schema/messages';
import type { Problems } from '../../../contract/schema/validate';
import type { Deps } from '../../kernel/context';
import { Refusal } from '../../kernel/errors';
import { columnOf, own, type Table } from '../../kernel/table';

/** The module's own refusal where it has one, else the generic one; on the field in either case. */
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
 * The violated unique index. A node of a cluster names it in its message alone, and a shard's index ends with its
 * number: `sys_post_code_102763`.
 */
function indexOf(error: unknown): string | undefined {
  const { code, constraint, message = '' } = error as { code?: string; constraint?: string; message?: string };
  if (code !== '23505') return undefined;
  return constraint ?? /"(\w+?)(?:_\d{6,})?"/.exec(message)?.[1];
}

/**
 * The refusal for a row written concurrently with another of the same value, which only the table's index detected;
 * undefined for every other error. Call it after the transaction: a failed one cannot be queried.
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
