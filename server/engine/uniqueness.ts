/** Values that no two rows may share: what is said of one that is taken, and which rule an index of the table stands for. */
import { sql } from 'kysely';
import type { Language } from '../../contract/domain/text';
import { problemText } from '../../contract/schema/messages';
import type { Problems } from '../../contract/schema/validate';
import type { Deps } from '../kernel/context';
import { Refusal } from '../kernel/errors';
import { columnOf, own, type Table } from '../kernel/table';

/** The module's own words where it has some, else the usual ones; on the field in either case. */
export const takenRefusal = (
  { module, taken = {} }: Pick<Table, 'module' | 'taken'>,
  name: string,
  value: unknown,
  language: Language,
  problems: Problems = { [name]: 'taken' },
): Refusal => {
  const code = own(taken, name);
  return code
    ? new Refusal(code, { [name]: value }, problems)
    : new Refusal('invalid', { text: problemText(module.fields[name]!, 'taken', language) }, problems);
};

/**
 * The refusal for a row that was written at the same moment as another with its value, which only the table's index saw;
 * undefined for every other error. To be asked after the transaction: a failed one answers nothing any more.
 */
export const lostRace = async (
  { db }: Deps,
  tables: Iterable<Table>,
  error: unknown,
  values: Readonly<Record<string, unknown>>,
  language: Language,
): Promise<Refusal | undefined> => {
  const { code, table = '', constraint = '' } = error as { code?: string; table?: string; constraint?: string };
  const served = code === '23505' ? [...tables].find((one) => one.table === table) : undefined;
  if (!served) return undefined;
  const { rows } = await sql<{ name: string }>`
    select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indexrelid = to_regclass(quote_ident(${constraint})) and a.attname <> 'tenant_id'`.execute(db.kysely);
  const columns = new Set(rows.map(({ name }) => name));
  const rules = [...(served.unique ?? []), ...(served.alike ?? []).map((name) => [name])];
  const name = rules
    .find((names) => names.length === columns.size && names.every((one) => columns.has(columnOf(served, one))))
    ?.at(-1);
  return name === undefined ? undefined : takenRefusal(served, name, values[name], language);
};
