/** Names of the categories of definitions: the entries of the platform's dictionary `flow`. */
import { sql } from 'kysely';
import { categoryOf } from '../../contract/wire/flow';
import type { Context } from '../kernel/context';

const known = new WeakMap<Context, Promise<ReadonlyMap<string, string>>>();

/** Names by category, in the person's language; read once per transaction. */
export function categoryNames(cx: Context): Promise<ReadonlyMap<string, string>> {
  const before = known.get(cx);
  if (before) return before;
  const names = sql<{ key: string; zh: string; en: string }>`
    select dict_key as key, dict_value as zh, dict_value_en as en from sys_dict
    where code = 'flow' and dict_key <> '-1' and is_deleted = 0`
    .execute(cx.trx)
    .then(
      ({ rows }) => new Map(rows.map(({ key, zh, en }) => [categoryOf(key), cx.language === 'en' && en ? en : zh])),
    );
  known.set(cx, names);
  return names;
}

/** A row with the name of its category in the person's language. */
export async function withCategory<R extends { category: string | null; categoryName: string | null }>(
  cx: Context,
  row: R,
): Promise<R> {
  return { ...row, categoryName: (await categoryNames(cx)).get(row.category ?? '') ?? row.categoryName };
}
