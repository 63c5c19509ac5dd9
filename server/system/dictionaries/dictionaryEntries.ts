/** Updates the product's dictionaries with each release. */
import { type Dictionary, dictionaries } from '../../../contract/domain/dictionaries';
import { byName, insertable, type Trx } from '../../kernel/database';

interface EntryColumns {
  dict_value: string;
  dict_value_en: string;
  sort: number;
  remark?: string;
}

/** Dictionaries and entries of the product: new ones are added, and unedited ones follow the release. */
export async function putDictionaries(
  trx: Trx,
  table: 'dict_biz' | 'sys_dict',
  list: readonly (Dictionary & { id?: string })[],
  newId: () => string,
  own: { tenant_id: string } | object,
): Promise<void> {
  const rows = await trx
    .selectFrom(table)
    .selectAll()
    .where((is) => is.and({ ...own }))
    .where(
      'code',
      'in',
      list.map(({ code }) => code),
    )
    .orderBy('is_deleted', 'desc') // when a removed key was added again, the one in use stays in the map
    .execute();
  const known = new Map(rows.map((row) => [`${row.code}/${row.dict_key}`, row]));
  const missing: ({ id: string } & EntryColumns)[] = [];
  const put = async (
    code: string,
    dict_key: string,
    id: () => string,
    parent_id: string,
    columns: EntryColumns,
  ): Promise<{ id: string; create_user?: string | null; is_deleted?: number }> => {
    const held = known.get(`${code}/${dict_key}`);
    if (!held) {
      const row = { ...own, id: id(), code, dict_key, parent_id, ...columns };
      missing.push(row);
      return row;
    }
    const isOurs = held.create_user === null && held.update_user === null && held.is_deleted === 0;
    const names = Object.keys(columns) as (keyof EntryColumns)[];
    if (isOurs && names.some((name) => held[name] !== columns[name]))
      await trx
        .updateTable(table)
        .set(columns)
        .where((is) => is.and({ ...own, id: held.id }))
        .execute();
    return held;
  };
  for (const [index, { id, code, zh, en, entries }] of list.entries()) {
    const columns = { dict_value: zh, dict_value_en: en, sort: index + 1 };
    const head = await put(code, '-1', () => id ?? newId(), '0', columns);
    // A dictionary that people made or removed is left unchanged, with its entries.
    if (head.create_user || head.is_deleted) continue;
    for (const [place, { key, zh, en, remark = '' }] of entries.entries())
      await put(code, String(key), newId, head.id, {
        dict_value: zh,
        dict_value_en: en,
        sort: place + 1,
        remark,
      });
  }
  for (const part of insertable(missing)) await byName(trx).insertInto(table).values(part).execute();
}

/** A tenant's own dictionaries. */
export function keepDictionaries(trx: Trx, tenantId: string, newId: () => string): Promise<void> {
  return putDictionaries(trx, 'dict_biz', dictionaries, newId, { tenant_id: tenantId });
}
