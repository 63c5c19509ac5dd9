/**
 * Which people may be one and the same: who made an account, or got a way to sign in with it, can sign in as its person
 * until that person notices.
 */
import { sql } from 'kysely';
import { user } from '../../contract/modules/system/user';
import type { Context } from '../kernel/context';
import { awayDays } from './records';

/** What hands an account to the one who does it: it is made, let in, given a password. */
const handing = ['add', 'approve', 'resetPassword'];
/** As does another number: codes to sign in with are sent to it. */
const phone: keyof typeof user.fields = 'phone';

/**
 * People who may be the maker of a request under another account: one hand was at both of the accounts lately, or one of
 * the two at the other's. No one while the tenant has had a second person for a few days only: there is no one else to ask.
 */
export async function sameHands({ trx, tenantId, time }: Context, makerId: string): Promise<string[]> {
  const since = sql`${time}::timestamp - make_interval(days => ${awayDays})`;
  const { rows } = await sql<{ id: string }>`
    with handed as (
      select entity_id as whose, user_id as hand from audit_log
      where tenant_id = ${tenantId} and entity = ${user.name} and create_time > ${since} and user_id is not null
        and (action = any(${handing}) or exists (
          select 1 from jsonb_array_elements(changes) as one where one ->> 'field' = ${phone}))),
    hands as (
      select whose, hand from handed
      union select whose, whose from handed
      union select hand, hand from handed)
    select distinct theirs.whose as id from hands own join hands theirs on theirs.hand = own.hand
    where own.whose = ${makerId} and theirs.whose <> ${makerId}
      and 1 < (select count(*) from sys_user
        where tenant_id = ${tenantId} and create_time <= ${since}
          and (status = 1 and is_deleted = 0 or update_time > ${since}))`.execute(trx);
  return rows.map(({ id }) => id);
}
