/** The rows of `transfer`: lists that go out in the background. */
import { sql } from 'kysely';
import { dateTime } from '../../../contract/domain/calendar';
import { type TransferState, transferDays } from '../../../contract/wire/transfer';
import type { ExportPlan } from '../../engine/transfer/exporting';
import type { Context, Deps } from '../../kernel/context';

/** After so many ms without a sign, an attempt belongs to a server that has ended. */
const silentMs = 30_000;
/** After so many ms without a sign, the task of a transfer is put into the queue again. */
const lostMs = 2 * 60_000;
const dayMs = 24 * 60 * 60 * 1000;

export interface Stored {
  id: string;
  userId: string;
  module: string;
  plan: string;
  roleIds: string[];
  deptIds: string[];
  isSuper: boolean;
  state: TransferState;
  rows: number;
  total: number;
  attempt: number;
  reason: string;
  fileName: string;
  attachId: string | null;
  createTime: string;
  endTime: string | null;
  expiresAt: string | null;
}
const columns = sql`id, user_id as "userId", module, plan, role_ids as "roleIds", dept_ids as "deptIds",
  is_super as "isSuper", state, rows, total, attempt, reason, file_name as "fileName", attach_id as "attachId",
  create_time as "createTime", end_time as "endTime", expires_at as "expiresAt"`;

/** A plan, and the sight of its person when they asked; a plan from before that was kept has none. */
export interface StoredPlan extends ExportPlan {
  sight?: string;
}
export function sealedPlan({ secrets }: Deps, plan: StoredPlan): string {
  return secrets.seal(JSON.stringify(plan));
}
export function planOf({ secrets }: Deps, { plan }: Pick<Stored, 'plan'>): StoredPlan {
  return JSON.parse(secrets.unseal(plan)) as StoredPlan;
}

/** Rows of the person, the newest first. */
export async function ownTransfers({ trx, tenantId, principal }: Context, most: number) {
  const { rows } = await sql<Stored & { size: number | null }>`
    select ${columns}, (select a.size from attach a where a.tenant_id = ${tenantId} and a.id = t.attach_id) as size
    from transfer t where t.tenant_id = ${tenantId} and t.user_id = ${principal!.userId}
    order by t.id desc limit ${most}`.execute(trx);
  return rows;
}

/** A row of the person, locked; those of others are not there. */
export async function ownTransfer({ trx, tenantId, principal }: Context, id: string): Promise<Stored | undefined> {
  const { rows } = await sql<Stored>`
    select ${columns} from transfer where tenant_id = ${tenantId} and id = ${id} and user_id = ${principal!.userId}
    for update`.execute(trx);
  return rows[0];
}

/** Bytes of the files that the person's own exports have left. */
export async function keptBytes({ trx, tenantId, principal }: Context): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select coalesce(sum(a.size::bigint), 0) as bytes from transfer t
    join attach a on a.tenant_id = t.tenant_id and a.id = t.attach_id and a.erased_at is null
    where t.tenant_id = ${tenantId} and t.user_id = ${principal!.userId}`.execute(trx);
  return Number(rows[0]!.bytes);
}

export async function inMaking({ trx, tenantId, principal }: Context): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from transfer
    where tenant_id = ${tenantId} and user_id = ${principal!.userId} and state in ('waiting', 'running')`.execute(trx);
  return rows[0]!.count;
}

/**
 * Takes a transfer in hand; undefined where it has ended, or another server is at it. The number of the attempt is what
 * every later write has to name: an attempt that was given up writes nothing any more.
 */
export async function claim({ trx, tenantId, deps, time }: Context, id: string): Promise<Stored | undefined> {
  const { rows } = await sql<Stored>`
    update transfer set state = 'running', rows = 0, attempt = attempt + 1, beat_at = ${time}
    where tenant_id = ${tenantId} and id = ${id} and state in ('waiting', 'running')
      and (beat_at is null or beat_at < ${dateTime(deps.now() - silentMs)})
    returning ${columns}`.execute(trx);
  return rows[0];
}

type Attempt = Pick<Stored, 'id' | 'attempt'>;

/** Writes how far an attempt is; false where it is not the one in hand any more, or the person has cancelled it. */
export async function progress({ trx, tenantId, time }: Context, at: Attempt, rows: number): Promise<boolean> {
  const { rows: found } = await sql`
    update transfer set rows = ${rows}, beat_at = ${time}
    where tenant_id = ${tenantId} and id = ${at.id} and attempt = ${at.attempt} and state = 'running'
    returning id`.execute(trx);
  return found.length > 0;
}

/** Gives an attempt back, for the next one. */
export async function release({ trx, tenantId }: Context, at: Attempt): Promise<void> {
  await sql`
    update transfer set state = 'waiting', beat_at = null
    where tenant_id = ${tenantId} and id = ${at.id} and attempt = ${at.attempt} and state = 'running'`.execute(trx);
}

/** Ends a transfer; false where the attempt is not in hand any more. */
export async function finish(
  { trx, tenantId, deps, time }: Context,
  at: Attempt,
  end: { state: 'done'; rows: number; attachId: string } | { state: 'failed'; reason: string },
): Promise<boolean> {
  const outcome =
    end.state === 'done'
      ? sql`rows = ${end.rows}, total = ${end.rows}, attach_id = ${end.attachId}`
      : sql`reason = ${end.reason}`;
  const { rows } = await sql`
    update transfer set state = ${end.state}, ${outcome}, beat_at = null, end_time = ${time},
      expires_at = ${dateTime(deps.now() + transferDays * dayMs)}
    where tenant_id = ${tenantId} and id = ${at.id} and attempt = ${at.attempt} and state = 'running'
    returning id`.execute(trx);
  return rows.length > 0;
}

export async function cancelTransfer({ trx, tenantId, deps, time }: Context, id: string): Promise<void> {
  await sql`
    update transfer set state = 'cancelled', beat_at = null, end_time = ${time},
      expires_at = ${dateTime(deps.now() + transferDays * dayMs)}
    where tenant_id = ${tenantId} and id = ${id} and state in ('waiting', 'running')`.execute(trx);
}

/** Removes entries with their files, whose bytes the sweep of the stores takes away. */
export async function removeTransfers({ trx, tenantId }: Context, gone: readonly Pick<Stored, 'id' | 'attachId'>[]) {
  if (gone.length === 0) return;
  const files = gone.flatMap(({ attachId }) => attachId ?? []);
  await sql`delete from transfer where tenant_id = ${tenantId} and id = any(${gone.map(({ id }) => id)}::bigint[])`.execute(
    trx,
  );
  await sql`update attach set is_deleted = 1 where tenant_id = ${tenantId} and id = any(${files}::bigint[])`.execute(
    trx,
  );
}

/** Entries that have expired, some at a time. */
export async function expiredTransfers({ trx, tenantId, time }: Context) {
  const { rows } = await sql<Pick<Stored, 'id' | 'attachId'>>`
    select id, attach_id as "attachId" from transfer where tenant_id = ${tenantId} and expires_at <= ${time}
    order by expires_at limit 500 for update skip locked`.execute(trx);
  return rows;
}

/** Transfers in the making without a sign, as after a restore: the queue is not a part of a backup. */
export async function lostTransfers({ trx, tenantId, deps }: Context): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from transfer where tenant_id = ${tenantId} and state in ('waiting', 'running')
      and coalesce(beat_at, create_time) < ${dateTime(deps.now() - lostMs)} order by id limit 500`.execute(trx);
  return rows.map(({ id }) => id);
}
