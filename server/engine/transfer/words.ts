/** The texts of a tenant's dictionaries. */
import { dictionaries } from '../../../contract/domain/dictionaries';
import type { Label } from '../../../contract/domain/text';
import type { Fields } from '../../../contract/schema/fields';
import type { Context } from '../../kernel/context';

/** Texts by the code of a dictionary and the key in it, in the dictionary's order. */
export type Words = ReadonlyMap<string, ReadonlyMap<string, Label>>;

/** The texts that these fields use; the product's own for a dictionary that the tenant does not have. */
export async function wordsFor(cx: Context, fields: Fields): Promise<Words> {
  const codes = [...new Set(Object.values(fields).flatMap(({ dict }) => dict ?? []))];
  const words = new Map<string, Map<string, Label>>();
  if (codes.length === 0) return words;
  const held = await cx.trx
    .selectFrom('dict_biz')
    .select(['code', 'dict_key', 'dict_value', 'dict_value_en'])
    .where('tenant_id', '=', cx.tenantId)
    .where('code', 'in', codes)
    .where('parent_id', '<>', '0')
    .where('is_deleted', '=', 0)
    .orderBy('sort')
    .orderBy('id')
    .execute();
  for (const { code, dict_key, dict_value, dict_value_en } of held) {
    const own = words.get(code) ?? new Map<string, Label>();
    words.set(code, own.set(String(dict_key), { zh: dict_value, en: dict_value_en || dict_value }));
  }
  for (const { code, entries } of dictionaries)
    if (codes.includes(code) && !words.has(code))
      words.set(code, new Map(entries.map(({ key, zh, en }) => [String(key), { zh, en }])));
  return words;
}
