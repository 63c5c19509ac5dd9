/** The tour of the console, which a person gets once. */
import { type Call, defineCall } from '../kernel/call';
import { done } from '../kernel/schemas';

export const tourCalls: Call[] = [
  defineCall({
    method: 'POST',
    path: '/blade-desk/tour/seen',
    title: ['已看过新手导览', 'The tour has been seen, or left'],
    body: {},
    answer: done,
    permission: 'signedIn',
    async handle(cx) {
      await cx.trx
        .updateTable('sys_user')
        .set({ tour_seen_time: cx.time })
        .where('tenant_id', '=', cx.tenantId)
        .where('id', '=', cx.principal!.userId)
        .where('tour_seen_time', 'is', null)
        .execute();
      return true;
    },
  }),
];
