/**
 * The outbox: a message is a row, written in the transaction of its cause, and a task of the queue delivers it. One
 * cause has one message: a second one is dropped by the database.
 */
import type { Insertable } from 'kysely';
import { dateTime } from '../../contract/domain/calendar';
import {
  type MessageKind,
  type MessageState,
  messageChannels,
  messageKinds,
  messageStates,
  type TemplateKind,
} from '../../contract/domain/messages';
import { mobileIn } from '../../contract/domain/reading/phones';
import { maskPhone } from '../../contract/schema/mask';
import { sendTask } from '../engine/tasks';
import type { Tables } from '../kernel/tables';
import { maskEmail } from './attempts';
import { canSendSms, type Ground } from './services';
import { templateOf, type Words } from './words';

/** The task that delivers a message. */
export const deliverName = 'message.deliver';

/** What is kept of a message until it is sent; encrypted. */
export interface Payload extends Pick<Words, 'text' | 'subject' | 'templateId'> {
  values: readonly (readonly [string, string])[];
}

export interface Posting {
  phone?: string | null;
  email?: string | null;
  values: Readonly<Record<string, string>>;
  /** Names the cause, at most 160 characters. */
  cause: string;
  /** The record that it is about. */
  aboutId?: string;
  /** The name that it is signed with: by default the company's. */
  signature?: string;
}

/** A keyed hash of an address, by which the messages to it are counted. */
export function recipientKey({ deps, tenantId }: Pick<Ground, 'deps' | 'tenantId'>, address: string): string {
  return deps.secrets.sign('message-recipient', `${tenantId}\n${address.trim().toLowerCase()}`);
}

/** The tenant's name, under which customers know the company. */
export async function companyOf({ trx, tenantId }: Pick<Ground, 'trx' | 'tenantId'>): Promise<string> {
  const { tenant_name } = await trx
    .selectFrom('tenant')
    .select('tenant_name')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return tenant_name;
}

/** One message, ready to be stored. */
export interface Draft {
  kind: MessageKind;
  channel: number;
  address: string;
  state: MessageState;
  cause: string;
  shown: string;
  /** Missing: it cannot be sent a second time. */
  payload?: Payload;
  aboutId?: string | null;
  smsId?: string | null;
  more?: Partial<Insertable<Tables['message']>>;
}

/** Stores a message; answers its id, undefined when its cause has one already. */
export async function store(ground: Ground, draft: Draft): Promise<string | undefined> {
  const { deps, trx, tenantId } = ground;
  const time = dateTime(deps.now());
  const stored = await trx
    .insertInto('message')
    .values({
      id: deps.newId(),
      tenant_id: tenantId,
      kind: messageKinds[draft.kind],
      channel: draft.channel,
      cause: draft.cause,
      about_id: draft.aboutId ?? null,
      sms_id: draft.smsId ?? null,
      recipient: draft.channel === messageChannels.sms ? maskPhone(draft.address) : maskEmail(draft.address),
      recipient_sealed: draft.payload ? deps.secrets.seal(draft.address) : null,
      recipient_key: recipientKey(ground, draft.address),
      words: draft.shown,
      payload: draft.payload ? deps.secrets.seal(JSON.stringify(draft.payload)) : null,
      state: messageStates[draft.state],
      due_time: time,
      create_time: time,
      update_time: time,
      ...draft.more,
    })
    .onConflict((on) => on.columns(['tenant_id', 'cause']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return stored?.id;
}

/** Asks for the delivery of a message that is due; `after`: seconds. */
export function askFor(ground: Ground, messageId: string, key: string, after = 0): Promise<void> {
  return sendTask(ground, { name: deliverName }, { messageId }, { key: `${messageId} ${key}`, after });
}

/**
 * Puts messages of a kind into the outbox: short ones where the tenant has a service and the number is a mobile one,
 * otherwise e-mails. Without either the row says that there is no gateway. Answers the id of each; `undefined`: there is
 * no address, the kind is switched off, or the cause has a message already.
 */
export async function postAll(
  ground: Ground,
  kind: TemplateKind,
  postings: readonly Posting[],
): Promise<(string | undefined)[]> {
  const { deps } = ground;
  const template = await templateOf(ground, kind);
  if (!template.isOn) return postings.map(() => undefined);
  const hasSms = await canSendSms(ground);
  const company = await companyOf(ground);
  const ids: (string | undefined)[] = [];
  for (const { values, cause, aboutId, signature = company, ...to } of postings) {
    const mobile = mobileIn(to.phone);
    const email = to.email || undefined;
    const isMail = !(hasSms && mobile) && email !== undefined && (deps.mail !== undefined || !mobile);
    const address = isMail ? email : mobile;
    const isReachable = isMail ? deps.mail !== undefined : hasSms;
    const { shown, ...payload } = template.words({ company, ...values }, signature);
    const id =
      address &&
      (await store(ground, {
        kind,
        channel: isMail ? messageChannels.email : messageChannels.sms,
        address,
        state: isReachable ? 'waiting' : 'noGateway',
        cause,
        shown,
        payload,
        aboutId: aboutId ?? null,
      }));
    if (id && isReachable) await askFor(ground, id, 'first');
    ids.push(id || undefined);
  }
  return ids;
}

/** Puts one message into the outbox; see `postAll`. */
export async function post(ground: Ground, kind: TemplateKind, posting: Posting): Promise<string | undefined> {
  return (await postAll(ground, kind, [posting]))[0];
}
