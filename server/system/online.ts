import { sql } from 'kysely';
import { online } from '../../contract/modules/system/online';
import { user } from '../../contract/modules/system/user';
import { peopleOf } from '../auth/bounds';
import { forgetBrowsers } from '../auth/knownBrowser';
import { refuseAbove } from '../auth/rights';
import { writeAudit } from '../engine/audit/entries';
import { sessionsChanged } from '../engine/inbox/push';
import { defineServerModule } from '../engine/serverModule';
import { defineCall } from '../kernel/call';
import { refuse } from '../kernel/errors';
import { done, ids } from '../kernel/schemas';

export default defineServerModule(online, {
  table: 'sign_in',
  list: 'sign_in_list',
  unstored: ['isOwn'],
  madeOf: [{ module: user.name, column: 'user_id' }],
  showing: (row, { principal }) => ({
    ...row,
    // Renewals are stored to the millisecond.
    lastTime: row.lastTime?.slice(0, 19) ?? null,
    isOwn: row.id === principal?.sid ? (1 as const) : (0 as const),
  }),
  where: ({ deps }) => sql`expires_at > ${new Date(deps.now())}`,
  calls: [
    defineCall({
      method: 'POST',
      path: online.url('end'),
      title: ['强制下线', 'End sign-ins'],
      query: { ids: ids() },
      answer: done,
      permission: 'online_end',
      acrossTenants: true,
      /** End sessions: their next request is refused. */
      async handle(cx, { input: { ids } }) {
        const rows = await Promise.all(ids.map((id) => cx.rows(online).get(id)));
        if (rows.some((row) => !row)) refuse('notYours');
        await refuseAbove(
          cx,
          await peopleOf(
            cx,
            rows.map((row) => row!.userId!),
          ),
        );
        await cx.trx
          .updateTable('sign_in')
          .set({ ended_at: new Date(cx.deps.now()) })
          .where('tenant_id', '=', cx.tenantId)
          .where('sid', 'in', ids)
          .where('ended_at', 'is', null)
          .execute();
        for (const { userId } of rows as { userId: string }[]) await sessionsChanged(cx.trx, cx.tenantId, userId);
        await forgetBrowsers(
          cx.trx,
          cx.tenantId,
          rows.map((row) => row!.userId!),
        );
        for (const row of rows) {
          const changes = [{ field: 'account', before: row!.account, after: null }];
          writeAudit(cx, user, { id: row!.userId, realName: row!.realName }, changes, { action: 'endSession' });
        }
        return true;
      },
    }),
  ],
});
