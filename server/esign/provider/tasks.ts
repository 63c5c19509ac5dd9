/** Tasks at signing services, as we store them: one for each sending of a contract. */
import { type Selectable, sql } from 'kysely';
import { fascContract } from '../../../contract/modules/esign/fascContract';
import type { Context } from '../../kernel/context';
import type { Tables } from '../../kernel/tables';
import type { ContractRow } from '../contracts';

export type TaskRow = Selectable<Tables['sign_task']>;

/** `signed`: by all, and the file is not here yet; `over`: it ended without a contract, or was annulled. */
export const taskStates = { making: 1, open: 2, signed: 3, done: 4, over: 5, failed: 6 } as const;

type Place = Pick<Context, 'trx' | 'tenantId'>;
type Sending = Pick<ContractRow, 'id' | 'retryFlag'>;

/** Our name of a task: it says tenant, contract and sending. */
export function referenceOf({ tenantId }: Pick<Context, 'tenantId'>, { id, retryFlag }: Sending): string {
  return `${tenantId}.${id}.${retryFlag ?? 0}`;
}
/** The tenant and the contract that a service's echo of the name belongs to; undefined where it is none of ours. */
export function placeOf(reference: string): { tenantId: string; contractId: string } | undefined {
  const [, tenantId, contractId] = /^(\d{1,12})\.(\d{1,19})\.\d{1,4}$/.exec(reference) ?? [];
  return tenantId && contractId ? { tenantId, contractId } : undefined;
}

export async function insertTask(
  cx: Context,
  row: Sending,
  { provider, sendsLink }: { provider: number; sendsLink: boolean },
): Promise<void> {
  await cx.trx
    .insertInto('sign_task')
    .values({
      id: cx.deps.newId(),
      tenant_id: cx.tenantId,
      contract_id: row.id,
      provider,
      reference: referenceOf(cx, row),
      state: taskStates.making,
      sends_link: sendsLink ? 1 : 0,
      due_time: cx.time,
      create_time: cx.time,
      update_time: cx.time,
    })
    .execute();
}

/** The contract of tasks, locked. One that was removed counts as voided, and is not written any more. */
export async function contractOf(
  cx: Context,
  id: string,
): Promise<{ row: ContractRow; isRemoved: boolean } | undefined> {
  const [row] = (await cx.rows(fascContract).lock([id])) as ContractRow[];
  if (row) return { row, isRemoved: false };
  const removed = await cx.trx
    .selectFrom('lease_contract')
    .select(['id', 'doc', 'contract_number', 'retry_flag'])
    .where('tenant_id', '=', cx.tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!removed) return undefined;
  const { doc, contract_number: contractNumber, retry_flag: retryFlag } = removed;
  return { row: { id, status: 0, doc, contractNumber, retryFlag } as unknown as ContractRow, isRemoved: true };
}

/** The tasks of a contract, locked, the oldest first. */
export function tasksOf({ trx, tenantId }: Place, contractId: string): Promise<TaskRow[]> {
  return trx
    .selectFrom('sign_task')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** The task of the contract's present sending, locked. */
export function currentTask(cx: Context, row: Sending): Promise<TaskRow | undefined> {
  return cx.trx
    .selectFrom('sign_task')
    .selectAll()
    .where('tenant_id', '=', cx.tenantId)
    .where('reference', '=', referenceOf(cx, row))
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function changeTask(cx: Context, task: Pick<TaskRow, 'id'>, set: Partial<TaskRow>): Promise<void> {
  await cx.trx
    .updateTable('sign_task')
    .set({ ...set, update_time: cx.time })
    .where('tenant_id', '=', cx.tenantId)
    .where('id', '=', task.id)
    .execute();
}

/** A new state, whose step is due at once. */
export function enterState(cx: Context, task: TaskRow, state: number, set: Partial<TaskRow> = {}): Promise<void> {
  return changeTask(cx, task, { state, tries: 0, due_time: cx.time, fault: null, ...set });
}

/** The task that could not be created is tried again; what an earlier attempt may have left is looked for first. */
export function retryTask(cx: Context, task: TaskRow): Promise<void> {
  return changeTask(cx, task, { state: taskStates.making, tries: Math.min(1, task.tries), due_time: cx.time });
}

/** Contracts with a step that is due, or an open task that was not looked at since `before`. */
export async function waitingContracts(
  { trx, tenantId, time }: Context,
  { before, most }: { before: string; most: number },
): Promise<{ due: string[]; unseen: { contractId: string; id: string; taskId: string }[] }> {
  const { rows } = await sql<{ id: string }>`
    select contract_id as id, min(due_time) as due from sign_task
    where tenant_id = ${tenantId} and due_time <= ${time}
    group by contract_id order by due limit ${most}`.execute(trx);
  const unseen = await trx
    .selectFrom('sign_task')
    .select(['id', 'contract_id as contractId', 'task_id as taskId'])
    .where('tenant_id', '=', tenantId)
    .where('state', '=', taskStates.open)
    .where('checked_time', '<=', before)
    .where('task_id', 'is not', null)
    .orderBy('checked_time')
    .limit(most)
    .execute();
  return { due: rows.map(({ id }) => id), unseen: unseen as { contractId: string; id: string; taskId: string }[] };
}
