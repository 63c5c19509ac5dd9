/**
 * Delivery of the outbox. An attempt is written before the gateway is called: a server that ends between the call and
 * its answer leaves a message whose outcome is unknown, and no second one is sent for it. A gateway that drops repeated
 * ids is called again instead.
 */
import { type Selectable, sql } from 'kysely';
import { dateTime } from '../../contract/domain/calendar';
import {
  kindOf,
  type MessageKind,
  messageChannels,
  messageKinds,
  messageStates,
  messageTemplates,
  quietMinutes,
  templateKindOf,
} from '../../contract/domain/messages';
import { paramOf } from '../engine/params';
import { defineTask, type Task } from '../engine/tasks';
import type { Context } from '../kernel/context';
import type { TaskData } from '../kernel/ports';
import type { Tables } from '../kernel/tables';
import { attempt, type Carried, type Outcome } from './attempts';
import { askFor, deliverName, type Payload } from './outbox';
import { smsOf } from './services';

/** An attempt without a result after this long belongs to a server that was stopped. Calls end much earlier. */
const lostMs = 60_000;
/** Seconds before each repetition: a person waits for some messages. */
const promptPauses = [10, 30, 90];
const pauses = [60, 300, 1800, 7200];
/** A message that is later than this says what is no longer true. */
const mostLateMs = 24 * 60 * 60_000;
/** How long the text of a message that was not sent is kept, so that it can be sent again. */
const keptDays = 30;
const mostAtOnce = 1000;

type Row = Selectable<Tables['message']>;

/** The last word on a message. */
export interface Result {
  cause: string;
  aboutId: string | null;
  end: 'sent' | 'failed' | 'unknown';
  /** Whether the gateway answered. */
  isReached: boolean;
}
/** What the causes do when their message has its outcome, in the transaction that records it. */
export type Outcomes = { readonly [kind in MessageKind]?: (cx: Context, result: Result) => Promise<void> };

export interface Delivery extends TaskData {
  messageId: string;
}

interface Claim extends Carried {
  row: Row;
  isRepeatable: boolean;
  send(): Promise<string>;
}

function instantOf(time: string): number {
  return Date.parse(`${time.replace(' ', 'T')}+08:00`);
}
function isPrompt({ kind }: Row): boolean {
  const template = templateKindOf(kind);
  return template === undefined || messageTemplates[template].isPrompt;
}

async function locked({ trx, tenantId }: Context, id: string): Promise<Row | undefined> {
  return trx
    .selectFrom('message')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

async function change(cx: Context, { id }: Row, set: Partial<Row>): Promise<void> {
  await cx.trx
    .updateTable('message')
    .set({ ...set, update_time: cx.time, version: sql`version + 1` })
    .where('tenant_id', '=', cx.tenantId)
    .where('id', '=', id)
    .execute();
}

async function finish(
  cx: Context,
  outcomes: Outcomes,
  row: Row,
  set: Partial<Row>,
  result: Pick<Result, 'end' | 'isReached'>,
) {
  await change(cx, row, set);
  const kind = kindOf(row.kind);
  if (kind) await outcomes[kind]?.(cx, { cause: row.cause, aboutId: row.about_id, ...result });
}

/** Records how an attempt ended. */
async function settle(
  cx: Context,
  outcomes: Outcomes,
  row: Row,
  outcome: Outcome,
  isRepeatable: boolean,
): Promise<void> {
  if (outcome.end === 'sent')
    return finish(
      cx,
      outcomes,
      row,
      {
        state: messageStates.sent,
        sent_time: cx.time,
        gateway_id: outcome.gatewayId || null,
        fault: null,
        payload: null,
        recipient_sealed: null,
      },
      { end: 'sent', isReached: true },
    );
  const { end, isReached, fault } = outcome;
  const pause = (isPrompt(row) ? promptPauses : pauses)[row.attempts - 1];
  const isAgain = row.payload !== null && (end === 'later' || (end === 'unknown' && isRepeatable));
  if (isAgain && pause !== undefined) {
    await change(cx, row, {
      state: messageStates.waiting,
      fault,
      due_time: dateTime(cx.deps.now() + pause * 1000),
    });
    return askFor(cx, row.id, String(row.attempts), pause + 1);
  }
  const isUnknown = end === 'unknown';
  const state = isUnknown ? messageStates.unknown : messageStates.failed;
  return finish(cx, outcomes, row, { state, fault }, { end: isUnknown ? 'unknown' : 'failed', isReached });
}

/** Messages to the same phone on this day. Codes have a limit of their own. */
async function isOverCap(cx: Context, row: Row): Promise<boolean> {
  if (row.channel !== messageChannels.sms || row.kind === messageKinds.code) return false;
  await cx.exclusive(`messages to ${row.recipient_key}`);
  const { count } = await cx.trx
    .selectFrom('message')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('tenant_id', '=', cx.tenantId)
    .where('recipient_key', '=', row.recipient_key)
    .where('attempt_time', '>=', `${cx.today} 00:00:00`)
    .where('kind', '<>', messageKinds.code)
    .where('id', '<>', row.id)
    .executeTakeFirstOrThrow();
  const cap = Number(await paramOf(cx.trx, 'message.dailyCap'));
  return count >= (Number.isInteger(cap) && cap > 0 ? cap : 20);
}

/** How the message is sent, undefined where no service can. */
async function serviceOf(cx: Context, row: Row): Promise<(Omit<Claim, 'row'> & { name: string }) | undefined> {
  const { text, subject, templateId, values } = JSON.parse(cx.deps.secrets.unseal(row.payload!)) as Payload;
  const address = cx.deps.secrets.unseal(row.recipient_sealed!);
  const { id } = row;
  if (row.channel === messageChannels.email) {
    const { mail } = cx.deps;
    return (
      mail && {
        name: 'smtp',
        isRepeatable: false,
        address,
        values,
        send: () => mail.send({ id, to: address, subject, text }),
      }
    );
  }
  const sms = await smsOf(cx, row.sms_id);
  return (
    sms && {
      name: sms.name,
      isRepeatable: sms.isRepeatable,
      address,
      values,
      send: () => sms.send({ id, phone: address, text, templateId, values }),
    }
  );
}

/** A message that a server was sending when it was stopped, or lost the database. */
async function takeLost(cx: Context, outcomes: Outcomes, row: Row): Promise<void> {
  if (instantOf(row.attempt_time ?? row.create_time) + lostMs > cx.deps.now())
    return askFor(cx, row.id, 'lost', lostMs / 1000);
  const isRepeatable = row.payload !== null && ((await serviceOf(cx, row))?.isRepeatable ?? false);
  return settle(cx, outcomes, row, { end: 'unknown', isReached: false, fault: 'interrupted' }, isRepeatable);
}

/** Begins an attempt, which is committed before the gateway is called; undefined when there is nothing to send now. */
async function claim(cx: Context, outcomes: Outcomes, id: string): Promise<Claim | undefined> {
  const row = await locked(cx, id);
  if (!row) return undefined;
  if (row.state === messageStates.sending) return void (await takeLost(cx, outcomes, row));
  if (row.state !== messageStates.waiting) return undefined;
  const now = cx.deps.now();
  const due = instantOf(row.due_time);
  if (due > now) return undefined; // the calendar asks again
  const fail = (fault: string) =>
    finish(cx, outcomes, row, { state: messageStates.failed, fault }, { end: 'failed', isReached: false });
  if (now - due > mostLateMs) return void (await fail('tooLate'));
  const quiet = isPrompt(row) ? 0 : quietMinutes(await paramOf(cx.trx, 'message.quietHours'), cx.time.slice(11));
  if (quiet > 0) return void (await change(cx, row, { due_time: dateTime(now - (now % 60_000) + quiet * 60_000) }));
  if (row.payload === null) return void (await fail('gone'));
  if (await isOverCap(cx, row)) return void (await fail('dailyCap'));
  const service = await serviceOf(cx, row);
  if (!service) {
    await finish(cx, outcomes, row, { state: messageStates.noGateway }, { end: 'failed', isReached: false });
    return undefined;
  }
  const begun = { attempts: row.attempts + 1, attempt_time: cx.time, gateway: service.name.slice(0, 64) };
  await change(cx, row, { state: messageStates.sending, ...begun });
  return { ...service, row: { ...row, ...begun } };
}

/** The task that delivers one message; `outcomes`: what follows from it, by kind. */
export function deliveryTask(outcomes: Outcomes): Task<Delivery> {
  return defineTask<Delivery>({
    name: deliverName,
    atOnce: 4,
    async run({ data: { messageId }, work }) {
      const held = await work((cx) => claim(cx, outcomes, messageId));
      if (!held) return;
      const outcome = await attempt(held.send, held);
      await work(async (cx) => {
        const row = await locked(cx, messageId);
        // The outcome is still that of this attempt, also when it was given up meanwhile.
        const isOpen = row?.state === messageStates.sending || row?.state === messageStates.unknown;
        if (row && isOpen && row.attempts === held.row.attempts)
          await settle(cx, outcomes, row, outcome, held.isRepeatable);
      });
    },
  });
}

/** Part of the calendar run: asks again for what is due and not being sent, and removes texts that are kept too long. */
export async function sendDue(cx: Context): Promise<void> {
  const before = dateTime(cx.deps.now() - lostMs);
  const open = await cx.trx
    .selectFrom('message')
    .select('id')
    .where('tenant_id', '=', cx.tenantId)
    .where((is) =>
      is.or([
        is.and([is('state', '=', messageStates.waiting), is('due_time', '<=', before)]),
        is.and([is('state', '=', messageStates.sending), is('attempt_time', '<=', before)]),
      ]),
    )
    .orderBy('due_time')
    .limit(mostAtOnce)
    .execute();
  for (const { id } of open) await askFor(cx, id, 'again');
  await cx.trx
    .updateTable('message')
    .set({ payload: null, recipient_sealed: null })
    .where('tenant_id', '=', cx.tenantId)
    .where('payload', 'is not', null)
    .where('create_time', '<', dateTime(cx.deps.now() - keptDays * 86_400_000))
    .where('state', 'not in', [messageStates.waiting, messageStates.sending])
    .execute();
}
