/** What is overdue: the one condition that the overview, the list of instalments and the collection desk count by. */
import { type RawBuilder, sql } from 'kysely';

/** Instalments that are to be paid. An early exit freezes those whose place its settlement takes. */
export const isDue: RawBuilder<boolean> = sql<boolean>`(pay_status = 0 and is_frozen = 0)`;

/** Instalments that are unpaid after their day. `today`: `yyyy-MM-dd`. */
export function isOverdue(today: string): RawBuilder<boolean> {
  return sql<boolean>`(${isDue} and payment_date < ${today})`;
}
