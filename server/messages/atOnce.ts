import { businessDate, dateTime } from '../../contract/domain/calendar';
import { messageChannels, messageStates, type TemplateKind } from '../../contract/domain/messages';
import type { Deps } from '../kernel/context';
import { attempt, type Outcome } from './attempts';
import { type Posting, store } from './outbox';
import { type Ground, smsOf } from './services';
import { templateOf } from './words';

/**
 * Sends a short message that is worth nothing later, such as a code, without the queue: once, while the caller waits. It
 * is recorded before and after, without its text. `undefined`: there is no service that could send it. Works in
 * transactions of its own: call it outside of one.
 */
export async function sendAtOnce(
  deps: Deps,
  tenantId: string,
  { kind, phone, values, cause, signature }: Posting & { kind: TemplateKind; phone: string; signature: string },
): Promise<Outcome | undefined> {
  const within = <T>(work: (ground: Ground) => Promise<T>) =>
    deps.db.withTenant(tenantId, businessDate(deps.now()), (trx) => work({ deps, trx, tenantId }));
  const begun = await within(async (ground) => {
    const sms = await smsOf(ground);
    const words = (await templateOf(ground, kind)).words(values, signature);
    const time = dateTime(deps.now());
    const id = await store(ground, {
      kind,
      channel: messageChannels.sms,
      address: phone,
      state: sms ? 'sending' : 'noGateway',
      cause,
      shown: words.shown,
      more: sms ? { attempts: 1, attempt_time: time, gateway: sms.name.slice(0, 64) } : {},
    });
    return sms && id ? { sms, words, id } : undefined;
  });
  if (!begun) return undefined;
  const { sms, words, id } = begun;
  const { text, templateId, values: listed } = words;
  const outcome = await attempt(() => sms.send({ id, phone, text, templateId, values: listed }), {
    address: phone,
    values: listed,
  });
  const isSent = outcome.end === 'sent';
  const state = isSent ? messageStates.sent : outcome.end === 'unknown' ? messageStates.unknown : messageStates.failed;
  await within(({ trx }) =>
    trx
      .updateTable('message')
      .set({
        state,
        sent_time: isSent ? dateTime(deps.now()) : null,
        gateway_id: isSent ? outcome.gatewayId || null : null,
        fault: isSent ? null : outcome.fault,
        update_time: dateTime(deps.now()),
      })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute(),
  );
  return outcome;
}
