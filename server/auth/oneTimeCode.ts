/**
 * One-time codes to phones: made, sent, redeemed. A code is valid for its purpose alone; the database holds a proof of
 * it, never the code. Each function works in a transaction of its own, so that a counted try or message stays counted
 * when the caller's work is refused: call them before a transaction begins, not inside one.
 */
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { businessDate } from '../../contract/domain/calendar';
import { judgeMobile } from '../../contract/domain/mobile';
import { mostMessagesADay, resendSeconds } from '../../contract/wire/settings';
import type { Context, Deps } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { sendAtOnce } from '../messages/atOnce';
import { canSendSms } from '../messages/services';

const codeMinutes = 5;
const mostTries = 5;
/** Messages to a number in a day from all networks together, so that it cannot be flooded from many places. */
const mostOfNumber = 30;

/** Purposes of codes, and how the message names them. */
const purposes = { signIn: '登录', sign: '合同签署', phone: '更换手机号码' } as const;
export type CodePurpose = keyof typeof purposes;

export interface CodeAsked {
  tenantId: string;
  /** Eleven digits of a mobile operator. */
  phone: string;
  purpose: CodePurpose;
  /** What exactly is authorised, e.g. the id of a contract; the code is invalid for any other. */
  subject?: string;
  /** Whose daily limit it counts for: `browser:…` that knows the person, or a network, so that callers do not use up
   *  each other's. */
  asker?: string;
}

/** A new code. It goes to the phone and, in test mode, to the page that requested it, and to no other place. */
export interface MadeCode {
  /** Identifies the code when it is redeemed: 22 letters. */
  id: string;
  code: string;
}

function claimOf({ tenantId, phone, purpose, subject = '' }: CodeAsked, id: string, code: string) {
  return [tenantId, phone, purpose, subject, id, code].join('\n');
}

/** Refuses a number that cannot get a code, in the words of the requirement. */
export function checkPhone(phone: string): void {
  if (phone === '') refuse('auth.noPhone');
  const problem = judgeMobile(phone);
  if (problem) refuse(problem === 'notElevenDigits' ? 'auth.phoneLength' : 'auth.badPhone');
}

/** Whether codes of the tenant can be delivered: by a gateway, or on a tester's page. */
export async function canSendCodes(cx: Pick<Context, 'deps' | 'trx' | 'tenantId'>): Promise<boolean> {
  return cx.deps.settings.console.phoneTestMode || canSendSms(cx);
}

/**
 * A new code in place of the previous one, valid for five minutes and five tries: with the codes of a day, the share of
 * a million that can be guessed. Refuses `auth.codeTooSoon` within a minute of the caller's last one,
 * `auth.tooManyCodes` after the caller's ten or the number's thirty on one business day, and what `checkPhone` refuses.
 */
export async function makeCode(deps: Deps, asked: CodeAsked): Promise<MadeCode> {
  checkPhone(asked.phone);
  const { tenantId, phone, purpose, asker = '' } = asked;
  const id = deps.random(16).toString('base64url');
  const code = String(deps.random(6).readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
  const now = deps.now();
  const today = businessDate(now);
  await deps.db.withTenant(tenantId, today, async (trx) => {
    const others = ['sms', tenantId, phone, purpose].join(' ');
    await sql`select pg_advisory_xact_lock(hashtextextended(${others}, 0))`.execute(trx);
    const { rows: sent } = await sql<{ count: string }>`
      select coalesce(sum(day_count), 0) as count from sms_code where tenant_id = ${tenantId} and phone = ${phone}
        and purpose = ${purpose} and day = ${today} and asker not like 'browser:%'`.execute(trx);
    if (Number(sent[0]!.count) >= mostOfNumber && !asker.startsWith('browser:')) refuse('auth.tooManyCodes');
    const { rows } = await sql`
      insert into sms_code as c (tenant_id, phone, purpose, asker, id, proof, sent_at, expires_at, day)
      values (${tenantId}, ${phone}, ${purpose}, ${asker}, ${id}, ${deps.secrets.sign('sms-code', claimOf(asked, id, code))},
              ${new Date(now)}, ${new Date(now + codeMinutes * 60_000)}, ${today})
      on conflict (tenant_id, phone, purpose, asker) do update
        set id = excluded.id, proof = excluded.proof, tries = 0, sent_at = excluded.sent_at,
            expires_at = excluded.expires_at, day = excluded.day,
            day_count = case when c.day = excluded.day then c.day_count + 1 else 1 end
        where c.sent_at <= ${new Date(now - resendSeconds * 1000)}
          and (c.day <> excluded.day or c.day_count < ${mostMessagesADay})
      returning 1`.execute(trx);
    if (rows.length > 0) return;
    const last = await trx
      .selectFrom('sms_code')
      .select('sent_at')
      .where('tenant_id', '=', tenantId)
      .where('phone', '=', phone)
      .where('purpose', '=', purpose)
      .where('asker', '=', asker)
      .executeTakeFirstOrThrow();
    const seconds = resendSeconds - Math.floor((now - last.sent_at.getTime()) / 1000);
    return seconds > 0 ? refuse('auth.codeTooSoon', { seconds }) : refuse('auth.tooManyCodes');
  });
  return { id, code };
}

/**
 * Hand a code to the gateway of the tenant. Answers whether it was taken; a failure is logged without number or code.
 * Without a gateway nothing is sent and the answer is true only in test mode, where the page shows the code.
 */
export async function deliverCode(
  deps: Deps,
  { tenantId, phone, purpose }: CodeAsked,
  { id, code }: MadeCode,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<boolean> {
  const { title, phoneTestMode } = deps.settings.console;
  if (phoneTestMode) return true;
  try {
    const outcome = await sendAtOnce(deps, tenantId, {
      kind: 'code',
      phone,
      values: { purpose: purposes[purpose], code, minutes: String(codeMinutes) },
      cause: `code:${id}`,
      signature: title,
    });
    if (outcome?.end === 'sent') return true;
    if (outcome) log.error({ error: outcome.error }, 'a code could not be delivered');
  } catch (error) {
    log.error({ error }, 'a code could not be delivered');
  }
  return false;
}

/** The part of a code that the requesting page may know: its id, and in test mode the code itself. */
export function codeForPage({ settings }: Deps, { id, code }: MadeCode): { id: string; code?: string } {
  return settings.console.phoneTestMode ? { id, code } : { id };
}

/** The id of the code that this asker was sent last; '' without one. */
export async function idOfLastCode(deps: Deps, { tenantId, phone, purpose, asker = '' }: CodeAsked): Promise<string> {
  return deps.db.withTenant(tenantId, businessDate(deps.now()), async (trx) => {
    const row = await trx
      .selectFrom('sms_code')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('phone', '=', phone)
      .where('purpose', '=', purpose)
      .where('asker', '=', asker)
      .executeTakeFirst();
    return row?.id ?? '';
  });
}

/** Whether id and value have the shape of a code at all; anything else does not count as a guess. */
export function isCodeShaped(id: string, value: string): boolean {
  return /^[\w-]{22}$/.test(id) && /^\d{6}$/.test(value);
}

/** Whether the value is the code with this id for this phone, purpose and subject. A right one is used up, a wrong one
 *  counted. */
export function redeemCode(deps: Deps, asked: CodeAsked, id: string, value: string): Promise<boolean> {
  checkPhone(asked.phone);
  if (!isCodeShaped(id, value)) return Promise.resolve(false);
  const { tenantId, phone, purpose } = asked;
  const now = new Date(deps.now());
  return deps.db.withTenant(tenantId, businessDate(deps.now()), async (trx) => {
    // Counted and read in one statement: the row stays locked until the end, and the try stays counted.
    const stored = await trx
      .updateTable('sms_code')
      .set({ tries: sql`tries + 1` })
      .where('tenant_id', '=', tenantId)
      .where('phone', '=', phone)
      .where('purpose', '=', purpose)
      .where('id', '=', id)
      .where('tries', '<', mostTries)
      .where('expires_at', '>', now)
      .returning('proof')
      .executeTakeFirst();
    if (!stored || !deps.secrets.isSigned('sms-code', claimOf(asked, id, value), stored.proof)) return false;
    await trx
      .updateTable('sms_code')
      .set({ expires_at: now }) // used; the time it was sent still counts
      .where('tenant_id', '=', tenantId)
      .where('phone', '=', phone)
      .where('purpose', '=', purpose)
      .execute();
    return true;
  });
}
