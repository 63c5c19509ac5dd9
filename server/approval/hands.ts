/**
 * Which people may be one and the same: who made an account, or got a way to sign in with it, can sign in as its person
 * until that person notices.
 */
import { sql } from 'kysely';
import { gatewayPlaces, sms } from '../../contract/modules/resource/sms';
import { user } from '../../contract/modules/system/user';
import type { RefusalCode } from '../../contract/wire/refusals';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { awayDays, isSingle } from './records';

/** What hands an account to the one who does it: it is made, let in, given a password. */
const handing = ['add', 'approve', 'resetPassword'];
/** As does another number: codes to sign in with are sent to it. */
const phone: keyof typeof user.fields = 'phone';
/** Who chooses the service of short messages reads the codes that people sign in with from then on. */
const byCode = JSON.stringify([{ field: 'way', after: 'sms_code' }]);

/**
 * People who may be the maker of a request under another account: one hand was at both of the accounts lately, by itself or
 * under an account that it had made before. No one while the tenant has had a second person for a few days only: there is
 * no one else to ask.
 */
export async function sameHands({ trx, tenantId, time }: Context, makerId: string): Promise<string[]> {
  const since = sql`${time}::timestamp - make_interval(days => ${awayDays})`;
  const { rows } = await sql<{ whose: string; hand: string }>`
    with handed as (
      select entity_id as whose, user_id as hand from audit_log
      where tenant_id = ${tenantId} and entity = ${user.name} and create_time > ${since} and user_id is not null
        and (action = any(${handing}) or exists (
          select 1 from jsonb_array_elements(changes) as one where one ->> 'field' = ${phone}))
      union
      select way.entity_id, gateway.user_id from audit_log gateway join audit_log way on way.tenant_id = ${tenantId}
        and way.entity = 'signIn' and way.action = 'signIn' and way.create_time >= gateway.create_time
        and way.changes @> ${byCode}::jsonb
      where gateway.tenant_id = ${tenantId} and gateway.entity = ${sms.name} and gateway.create_time > ${since}
        and gateway.user_id is not null and (gateway.action = 'enable' or gateway.action = 'update' and exists (
          select 1 from jsonb_array_elements(gateway.changes) as one where one ->> 'field' = any(${gatewayPlaces}))))
    select whose, hand from handed
    where whose <> hand and 1 < (select count(*) from sys_user
      where tenant_id = ${tenantId} and create_time <= ${since}
        and (status = 1 and is_deleted = 0 or update_time > ${since}))`.execute(trx);
  const hands = reached(
    [makerId],
    rows.map(({ whose, hand }) => [whose, hand] as const),
  );
  return [
    ...reached(
      hands,
      rows.map(({ whose, hand }) => [hand, whose] as const),
    ),
  ].filter((id) => id !== makerId);
}

/** All that pairs lead to, one after the other, with where they begin. */
function reached(from: Iterable<string>, pairs: readonly (readonly [from: string, to: string])[]): Set<string> {
  const next = new Map<string, string[]>();
  for (const [one, to] of pairs) next.set(one, [...(next.get(one) ?? []), to]);
  const found = new Set(from);
  for (const one of found) for (const to of next.get(one) ?? []) found.add(to);
  return found;
}

/** Whether one of these people is the present one, maybe under another account, where someone else has to act. */
export async function isOneOf(cx: Context, userIds: readonly (string | null | undefined)[]): Promise<boolean> {
  const me = cx.principal?.userId;
  const theirs = userIds.flatMap((id) => (id == null ? [] : [String(id)]));
  if (me === undefined || theirs.length === 0 || (await isSingle(cx))) return false;
  if (theirs.includes(me)) return true;
  const same = await sameHands(cx, me);
  return theirs.some((id) => same.includes(id));
}

/** Refuses then: with the code the person themself, and who may be that person with the reason why. */
export async function refuseOwn(
  cx: Context,
  userIds: readonly (string | null | undefined)[],
  code: RefusalCode,
): Promise<void> {
  if (!(await isOneOf(cx, userIds))) return;
  if (userIds.some((id) => String(id) === cx.principal?.userId)) refuse(code);
  refuse('approval.sameHands', { days: awayDays });
}
