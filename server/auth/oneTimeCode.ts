/**
 * One-time codes to phones: made, sent, redeemed. A code opens what it was made for and nothing else; the database holds
 * a proof of it, never the code. Each function works in a transaction of its own, so that a try or a message that was
 * counted stays counted when the caller's work is refused: call them before a transaction is begun, not inside one.
 */
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { businessDate } from '../../contract/domain/calendar';
import { judgeMobile } from '../../contract/domain/mobile';
import { mostMessagesADay, resendSeconds } from '../../contract/wire/settings';
import type { Deps } from '../kernel/context';
import { refuse } from '../kernel/errors';

const codeMinutes = 5;
const mostTries = 5;
/** What all networks together may have sent to a number in a day, so that nobody floods it from many places. */
const mostOfNumber = 30;

/** What a code opens, and what its message calls it. */
const purposes = { signIn: '登录', sign: '合同签署', phone: '更换手机号码' } as const;
export type CodePurpose = keyof typeof purposes;

export interface CodeAsked {
  tenantId: string;
  /** Eleven digits of a mobile operator. */
  phone: string;
  purpose: CodePurpose;
  /** What exactly is opened, e.g. the id of a contract; the code is worth nothing for another. */
  subject?: string;
  /** Whose code of the day it is: `browser:…` that knows the person, or a network. Nobody uses up another's. */
  asker?: string;
}

/** A code that was just made. It goes to the phone and, in test mode, to the page that asked; nowhere else. */
export interface MadeCode {
  /** Names the code when it is redeemed: 22 letters. */
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

/** Whether a code can reach anybody here: by a gateway, or on the page of a tester. */
export function canSendCodes({ sms, settings }: Pick<Deps, 'sms' | 'settings'>): boolean {
  return sms !== undefined || settings.console.phoneTestMode;
}

/**
 * A new code in place of the one before it, good for five minutes and five tries: with the codes of a day, what a guesser
 * has out of a million. Refuses `auth.codeTooSoon` within a minute of the asker's last one, `auth.tooManyCodes` after the
 * asker's ten or the number's thirty on one business day, and what `checkPhone` refuses.
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
 * Hand a code to the gateway. Answers whether it was taken; a failure is logged without number or code. Without a
 * gateway nothing is sent and the answer is true only in test mode, where the asker's page shows the code.
 */
export async function deliverCode(
  deps: Deps,
  { phone, purpose }: CodeAsked,
  { code }: MadeCode,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<boolean> {
  if (!deps.sms) return deps.settings.console.phoneTestMode;
  const { title } = deps.settings.console;
  const text = `【${title}】${purposes[purpose]}验证码 ${code}，${codeMinutes} 分钟内有效，请勿告诉他人。`;
  try {
    await deps.sms.send(phone, text);
    return true;
  } catch (error) {
    log.error({ error }, 'a code could not be delivered');
    return false;
  }
}

/** What the page that asked may know of a code: its id, and in test mode the code itself. */
export function toldOfCode({ sms, settings }: Deps, { id, code }: MadeCode): { id: string; code?: string } {
  return !sms && settings.console.phoneTestMode ? { id, code } : { id };
}

/** Whether these could name a code at all: what could not is no guess. */
export function isCodeShaped(id: string, value: string): boolean {
  return /^[\w-]{22}$/.test(id) && /^\d{6}$/.test(value);
}

/** Whether the value is the code with this id for this phone, purpose and subject. A right one is used up, a wrong one counted. */
export function redeemCode(deps: Deps, asked: CodeAsked, id: string, value: string): Promise<boolean> {
  checkPhone(asked.phone);
  if (!isCodeShaped(id, value)) return Promise.resolve(false);
  const { tenantId, phone, purpose } = asked;
  const now = new Date(deps.now());
  return deps.db.withTenant(tenantId, businessDate(deps.now()), async (trx) => {
    // Counted and looked at in one statement: the row is ours until the end, and so is the try.
    const held = await trx
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
    if (!held || !deps.secrets.isSigned('sms-code', claimOf(asked, id, value), held.proof)) return false;
    await trx
      .updateTable('sms_code')
      .set({ expires_at: now }) // used; when it was sent still counts
      .where('tenant_id', '=', tenantId)
      .where('phone', '=', phone)
      .where('purpose', '=', purpose)
      .execute();
    return true;
  });
}
