import { dictionaries } from '../../../contract/domain/dictionaries';
import type { Context } from '../../kernel/context';

/** Whether the tenant's dictionary of that code has the key; the product's own is used for a tenant without one. */
export async function hasKey({ trx, tenantId }: Context, code: string, key: unknown): Promise<boolean> {
  const own = await trx
    .selectFrom('dict_biz')
    .select('dict_key')
    .where('tenant_id', '=', tenantId)
    .where('code', '=', code)
    .where('parent_id', '<>', '0')
    .where('is_deleted', '=', 0)
    .execute();
  if (own.length > 0) return own.some((entry) => entry.dict_key === String(key));
  return dictionaries.find((one) => one.code === code)?.entries.some((entry) => entry.key === Number(key)) ?? false;
}
