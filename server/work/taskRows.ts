import { sql } from 'kysely';
import { approval } from '../../contract/modules/approval/approval';
import { taskNameFilters, withNames } from '../flow/titles';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';

interface TaskRow {
  category: string | null;
  categoryName: string | null;
  dueTime: string | null;
  isOverdue: 0 | 1 | null;
  outcome: string | null;
}

/** A row of the lists of tasks as it is sent: `isOverdue` while it is open past its due date. */
export async function shownTask<R extends TaskRow>(cx: Context, row: R): Promise<R> {
  const isOpen = row.outcome === null;
  return {
    ...(await withNames(cx, row)),
    isOverdue: isOpen && row.dueTime !== null && row.dueTime < cx.time ? 1 : 0,
  };
}

/** Conditions of the lists of open tasks. */
export const openTaskFilters = {
  ...taskNameFilters,
  /** Whether the task decides on a request for approval. */
  isApproval(value: string) {
    if (value !== '0' && value !== '1') refuse('badParameter', { name: 'isApproval' });
    return value === '1'
      ? sql<boolean>`business_table = ${approval.name}`
      : sql<boolean>`business_table <> ${approval.name}`;
  },
};
