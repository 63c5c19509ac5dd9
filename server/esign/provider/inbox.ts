/**
 * Callbacks of signing services: proven, stored as they came and answered at once; a task of the queue applies them. One
 * event is stored once, however often it is sent.
 */
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { fascContract, providers } from '../../../contract/modules/esign/fascContract';
import { platformTenant } from '../../../contract/modules/system/tenant';
import { defineTask, sendTask } from '../../engine/tasks';
import { asSystem, type Registry } from '../../engine/work';
import type { Context, Deps } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import type { TaskData } from '../../kernel/ports';
import { openRoute } from '../../kernel/route';
import { oneOf, shape } from '../../kernel/schemas';
import { CallbackFault, type SigningService, type TaskEvent } from '../../kernel/signing';
import type { ContractRow } from '../contracts';
import { applyMeaning } from './meaning';
import { changeTask, placeOf, tasksOf } from './tasks';

/** A number of a callback is taken once within these ms; its time is checked, so an older one is refused anyway. */
const nonceMs = 10 * 60_000;
export const eventStates = { waiting: 1, done: 2, ignored: 3 } as const;
const eventName = 'esign.event';

interface EventData extends TaskData {
  eventId: string;
}

/** Takes the number of a callback; false where it was taken before. */
async function takeNonce({ trx, deps }: Context, nonce: string): Promise<boolean> {
  const now = deps.now();
  const until = new Date(now + nonceMs);
  const taken = await trx
    .insertInto('sign_nonce')
    .values({ nonce, until })
    .onConflict((on) => on.column('nonce').doUpdateSet({ until }).where('sign_nonce.until', '<', new Date(now)))
    .returning('nonce')
    .executeTakeFirst();
  return taken !== undefined;
}

export function askForEvent(cx: Context, eventId: string, key: string): Promise<void> {
  return sendTask<EventData>(cx, { name: eventName }, { eventId }, { key: `${eventId} ${key}` });
}

/** Stores an event; one that is there already is taken again without an effect. */
async function keep(cx: Context, told: TaskEvent): Promise<void> {
  const isNew = await takeNonce(cx, `fasc ${told.nonce}`);
  const { event, taskId, eventTime, reference, body } = told;
  const isOfTask = taskId !== '' && placeOf(reference) !== undefined;
  const id = cx.deps.newId();
  const held = cx.trx
    .selectFrom('sign_event')
    .select('id')
    .where('tenant_id', '=', cx.tenantId)
    .where('event', '=', event)
    .where('task_id', '=', taskId)
    .where('event_time', '=', eventTime);
  if (await held.executeTakeFirst()) return;
  if (!isNew) refuse('contract.badCallback');
  const stored = await cx.trx
    .insertInto('sign_event')
    .values({
      id,
      tenant_id: cx.tenantId,
      provider: providers.fasc,
      event,
      task_id: taskId,
      event_time: eventTime,
      reference,
      body,
      state: isOfTask ? eventStates.waiting : eventStates.ignored,
      create_time: cx.time,
    })
    .onConflict((on) => on.columns(['tenant_id', 'event', 'task_id', 'event_time']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (stored && isOfTask) await askForEvent(cx, id, 'first');
}

/** The tenant of an event; what concerns none of ours is the platform's. */
async function tenantOf({ db }: Deps, reference: string): Promise<string> {
  const place = placeOf(reference);
  const found =
    place &&
    (await db.kysely
      .selectFrom('tenant')
      .select('tenant_id')
      .where('tenant_id', '=', place.tenantId)
      .executeTakeFirst());
  return found?.tenant_id ?? platformTenant;
}

function read(service: SigningService, headers: Readonly<Record<string, unknown>>, body: unknown): TaskEvent {
  try {
    return service.readCallback(headers, typeof body === 'string' ? body : '');
  } catch (error) {
    if (error instanceof CallbackFault) return refuse('contract.badCallback');
    throw error;
  }
}

/** Where FASC posts its callbacks: a form with `bizContent`, and headers that sign it. It wants its answer within 3 s. */
export function callbackRoute(app: FastifyInstance, deps: Deps, registry: Registry): void {
  openRoute(app, {
    method: 'POST',
    url: `/api${fascContract.url('callback')}`,
    permission: 'anyone',
    title: ['法大大事件回调', 'Callbacks of FASC'],
    describes: { body: Type.Object({ bizContent: Type.String() }) },
    headers: {
      'X-FASC-Event': Type.String(),
      'X-FASC-Timestamp': Type.String(),
      'X-FASC-Nonce': Type.String(),
      'X-FASC-Sign': Type.String(),
    },
    answer: shape({ msg: oneOf('success') }),
    isBare: true,
    async handle(_input, request) {
      const { signing } = deps;
      if (!signing) return refuse('contract.badCallback');
      const told = read(signing, request.headers, (request.body as { bizContent?: unknown } | undefined)?.bizContent);
      const tenantId = await tenantOf(deps, told.reference);
      const ground = { tenantId, actor: '法大大', requestId: request.id, address: request.ip };
      await asSystem(deps, registry, ground, (cx) => keep(cx, told));
      return { msg: 'success' };
    },
  });
}

/** Applies a stored event. Answers what is noted beside it; undefined where it had its effect. */
async function apply(cx: Context, told: { event: string; task_id: string; reference: string; body: string }) {
  const contractId = placeOf(told.reference)?.contractId ?? '0';
  const [row] = (await cx.rows(fascContract).lock([contractId])) as ContractRow[];
  const found = (await tasksOf(cx, contractId)).find(({ reference }) => reference === told.reference);
  if (!row || !found) return 'no such contract';
  if (found.task_id !== null && found.task_id !== told.task_id) return 'another task of this contract';
  const meaning = cx.deps.signing?.meaningOf(told);
  if (!meaning) return 'changes nothing';
  // The answer to the creation may still be on its way, or be lost.
  const task = { ...found, task_id: told.task_id };
  if (found.task_id === null) await changeTask(cx, found, { task_id: told.task_id });
  return (await applyMeaning(cx, row, task, meaning)) ? undefined : 'changes nothing any more';
}

/** The task of the queue that applies one event. */
export const signingEvent = defineTask<EventData>({
  name: eventName,
  atOnce: 4,
  async run({ data: { eventId }, work }) {
    await work(async (cx) => {
      const told = await cx.trx
        .selectFrom('sign_event')
        .selectAll()
        .where('tenant_id', '=', cx.tenantId)
        .where('id', '=', eventId)
        .where('state', '=', eventStates.waiting)
        .forUpdate()
        .executeTakeFirst();
      if (!told) return;
      const note = await apply(cx, told);
      await cx.trx
        .updateTable('sign_event')
        .set({
          state: note === undefined ? eventStates.done : eventStates.ignored,
          note: note ?? null,
          handled_time: cx.time,
        })
        .where('tenant_id', '=', cx.tenantId)
        .where('id', '=', eventId)
        .execute();
    });
  },
});
