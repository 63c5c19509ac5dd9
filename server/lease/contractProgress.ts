/** The progress of a contract as a condition of a query. */
import { sql } from 'kysely';
import type { Progress } from '../../contract/modules/esign/fascContract';
import type { Context } from '../kernel/context';

/** The same as `progressOf` for one row, for a query over all of them. */
export function progressIs({ time }: Pick<Context, 'time'>, progress: Progress) {
  const isOpen = sql`status = 1 and sign_task_status not in ('rejected', 'reserved', 'failed', 'canceled')`;
  // A contract that is signed waits for its file alone, whatever the time.
  const isOver = sql`(sign_task_status = 'expired'
    or coalesce(expire_time < ${time}, false) and sign_task_status <> 'sign_completed')`;
  const conditions = {
    complete: sql<boolean>`status = 2`,
    annulled: sql<boolean>`status = 0`,
    making: sql<boolean>`(status = 1 and sign_task_status = 'reserved')`,
    rejected: sql<boolean>`(status = 1 and sign_task_status = 'rejected')`,
    failed: sql<boolean>`(status = 1 and sign_task_status = 'failed')`,
    canceled: sql<boolean>`(status = 1 and sign_task_status = 'canceled')`,
    expired: sql<boolean>`(${isOpen} and ${isOver})`,
    waiting: sql<boolean>`(${isOpen} and not ${isOver})`,
  } satisfies Record<Progress, unknown>;
  return conditions[progress];
}
