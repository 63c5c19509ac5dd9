import { dictionaries } from '../../contract/dictionaries';
import { type Call, need } from '../api';
import type { Context } from '../context';

/** Whether the tenant's dictionary of that code has the key; a tenant without one goes by what the product ships. */
export const hasWord = async ({ trx, tenantId }: Context, code: string, key: unknown): Promise<boolean> => {
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
};

/** Business dictionaries: a tenant's own words for the numbers in its records. Any signed-in person reads them. */
export const dictCalls: Call[] = [
  {
    method: 'GET',
    path: '/blade-system/dict-biz/dictionary',
    permission: 'signedIn',
    async handle({ trx, tenantId }, { params }) {
      const found = await trx
        .selectFrom('dict_biz')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('code', '=', need(params, 'code'))
        .where('parent_id', '<>', '0')
        .where('is_deleted', '=', 0)
        .where('is_sealed', '=', 0)
        .orderBy('sort')
        .orderBy('id')
        .execute();
      return found.map((entry) => ({
        id: entry.id,
        parentId: entry.parent_id,
        code: entry.code,
        dictKey: entry.dict_key,
        dictValue: entry.dict_value,
        dictValueEn: entry.dict_value_en,
        sort: entry.sort,
        remark: entry.remark,
      }));
    },
  },
];
