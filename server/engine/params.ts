import { knownParams } from '../../contract/modules/system/param';
import type { Trx } from '../kernel/database';

/** A parameter of the server, as the platform has set it. */
export async function paramOf(trx: Trx, key: keyof typeof knownParams): Promise<string> {
  const row = await trx
    .selectFrom('sys_param')
    .select('param_value')
    .where('param_key', '=', key)
    .where('is_deleted', '=', 0)
    .executeTakeFirst();
  return row?.param_value ?? knownParams[key];
}
