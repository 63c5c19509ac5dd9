import { withNames } from '../flow/titles';
import type { Context } from '../kernel/context';

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
