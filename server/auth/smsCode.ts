import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { businessDate } from '../../contract/calendar';
import { judgeMobile } from '../../contract/mobile';
import { resendSeconds } from '../../contract/settings';
import type { Deps } from '../context';
import { post } from '../desk/post';
import { refuse } from '../errors';
import { countAddress } from './guesses';
import { isLive, personBy } from './people';

const codeMinutes = 5;
const mostTries = 5;
/** Codes a number gets in a day: with the tries of each, what a guesser has out of a million. */
const mostCodesADay = 10;

interface Asked {
  tenantId: string;
  phone: string;
}
const claimOf = ({ tenantId, phone }: Asked, id: string, code: string) => [tenantId, phone, id, code].join('\n');

/** Refuses in the words of the requirement. */
const checkPhone = (phone: string): void => {
  if (phone === '') refuse('auth.noPhone');
  const problem = judgeMobile(phone);
  if (problem) refuse(problem === 'notElevenDigits' ? 'auth.phoneLength' : 'auth.badPhone');
};

/** Hand a code to the gateway; without one, to those who can pass it on. */
const deliver = async (deps: Deps, { tenantId, phone }: Asked, code: string, log: FastifyBaseLogger): Promise<void> => {
  const text = `【${deps.settings.console.title}】登录验证码 ${code}，${codeMinutes} 分钟内有效，请勿告诉他人。`;
  if (deps.sms) return deps.sms.send(phone, text);
  log.warn({ phone, code }, 'no message gateway is configured; this code was asked for');
  await deps.db.withTenant(tenantId, businessDate(deps.now()), (trx) =>
    post(trx, deps, {
      tenantId,
      audience: 'admin',
      kind: 'message',
      title: `手机登录验证码 ${phone}`,
      content: text,
      subject: 'smsCode',
    }),
  );
};

/**
 * Make a code and send it, if the number is that of one person who may sign in. Whether it is cannot be told from the
 * answer, nor from the time it takes: the delivery is not waited for.
 */
export const sendCode = async (
  deps: Deps,
  { tenantId, phone }: Asked,
  address: string,
  log: FastifyBaseLogger,
): Promise<{ id: string }> => {
  checkPhone(phone);
  await countAddress(deps, address); // every message costs somebody something
  const id = deps.random(16).toString('base64url');
  const code = String(deps.random(6).readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
  const now = deps.now();
  const today = businessDate(now);
  const sentAt = new Date(now);
  const person = await deps.db.withTenant(tenantId, today, async (trx) => {
    if (!(await isLive(trx, tenantId, now))) return undefined;
    const { rows } = await sql`
      insert into sms_code as c (tenant_id, phone, id, proof, sent_at, expires_at, day)
      values (${tenantId}, ${phone}, ${id}, ${deps.secrets.sign('sms-code', claimOf({ tenantId, phone }, id, code))},
              ${sentAt}, ${new Date(now + codeMinutes * 60_000)}, ${today})
      on conflict (tenant_id, phone) do update
        set id = excluded.id, proof = excluded.proof, tries = 0, sent_at = excluded.sent_at,
            expires_at = excluded.expires_at, day = excluded.day,
            day_count = case when c.day = excluded.day then c.day_count + 1 else 1 end
        where c.sent_at <= ${new Date(now - resendSeconds * 1000)}
          and (c.day <> excluded.day or c.day_count < ${mostCodesADay})
      returning 1`.execute(trx);
    if (rows.length > 0) return personBy(trx, tenantId, 'phone', phone, deps.now());
    const last = await trx
      .selectFrom('sms_code')
      .select('sent_at')
      .where('tenant_id', '=', tenantId)
      .where('phone', '=', phone)
      .executeTakeFirstOrThrow();
    const seconds = resendSeconds - Math.floor((now - last.sent_at.getTime()) / 1000);
    return seconds > 0 ? refuse('auth.codeTooSoon', { seconds }) : refuse('auth.tooManyCodes');
  });
  if (person)
    void deliver(deps, { tenantId, phone }, code, log).catch((error) =>
      log.error({ error }, 'a code could not be delivered'),
    );
  return { id };
};

/** The person whose phone got the code; undefined when it is wrong, old, used or was never sent. */
export const redeemCode = (deps: Deps, { tenantId, phone }: Asked, id: string, value: string) => {
  checkPhone(phone);
  if (!/^[\w-]{22}$/.test(id) || !/^\d{6}$/.test(value)) return undefined;
  const now = new Date(deps.now());
  return deps.db.withTenant(tenantId, businessDate(deps.now()), async (trx) => {
    // Counted and looked at in one statement: the row is ours until the end, and so is the try.
    const held = await trx
      .updateTable('sms_code')
      .set({ tries: sql`tries + 1` })
      .where('tenant_id', '=', tenantId)
      .where('phone', '=', phone)
      .where('id', '=', id)
      .where('tries', '<', mostTries)
      .where('expires_at', '>', now)
      .returning('proof')
      .executeTakeFirst();
    if (!held || !deps.secrets.isSigned('sms-code', claimOf({ tenantId, phone }, id, value), held.proof))
      return undefined;
    await trx
      .updateTable('sms_code')
      .set({ expires_at: now }) // used; when it was sent still counts
      .where('tenant_id', '=', tenantId)
      .where('phone', '=', phone)
      .execute();
    return personBy(trx, tenantId, 'phone', phone, deps.now());
  });
};
