/** The services that send the messages of a tenant. */
import type { Selectable } from 'kysely';
import { smsConfigStates, smsServices } from '../../contract/modules/resource/sms';
import type { Context } from '../kernel/context';
import type { Sms } from '../kernel/ports';
import type { Tables } from '../kernel/tables';
import { aliyunSms } from './gateways/aliyun';
import { httpSms } from './gateways/http';
import { tencentSms } from './gateways/tencent';

/** A transaction of a tenant. */
export type Ground = Pick<Context, 'deps' | 'trx' | 'tenantId'>;

function opened({ deps }: Pick<Ground, 'deps'>, row: Selectable<Tables['sms_config']>): Sms {
  const secretKey = row.secret_key ? deps.secrets.unseal(row.secret_key) : '';
  const own = {
    accessKey: row.access_key ?? '',
    secretKey,
    signName: row.sign_name ?? '',
    appId: row.app_id ?? '',
    regionId: row.region_id ?? '',
    endpoint: row.endpoint ?? '',
  };
  if (row.category === smsServices.aliyun) return aliyunSms(own, deps);
  if (row.category === smsServices.tencent) return tencentSms(own, deps);
  const isRepeatable = row.is_repeatable === 1;
  return httpSms({ url: own.endpoint, token: secretKey, isDetailed: true, isRepeatable }, deps.egress);
}

/** A service of the tenant: the one with this id, or the enabled one, or that of the installation. */
export async function smsOf(ground: Ground, id: string | null = null): Promise<Sms | undefined> {
  const rows = ground.trx
    .selectFrom('sms_config')
    .selectAll()
    .where('tenant_id', '=', ground.tenantId)
    .where('is_deleted', '=', 0);
  const row = await (id === null
    ? rows.where('status', '=', smsConfigStates.enabled)
    : rows.where('id', '=', id)
  ).executeTakeFirst();
  if (row) return opened(ground, row);
  return id === null ? ground.deps.sms : undefined;
}

/** Whether the tenant can send short messages at all. */
export async function canSendSms({ deps, trx, tenantId }: Ground): Promise<boolean> {
  if (deps.sms) return true;
  const enabled = await trx
    .selectFrom('sms_config')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('is_deleted', '=', 0)
    .where('status', '=', smsConfigStates.enabled)
    .executeTakeFirst();
  return enabled !== undefined;
}
