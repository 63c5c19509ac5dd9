import { sql } from 'kysely';
import { approval } from '../../contract/modules/approval/approval';
import { defineServerModule } from '../engine/serverModule';
import { refuse } from '../kernel/errors';
import { shownRequest, withdrawInstance } from './approvals';
import { narrowRequests, seenOfRequests } from './visible';

export default defineServerModule(approval, {
  table: 'approval',
  tells: { entity: 'entity', id: 'entity_id', own: 'maker_id', isText: true },
  narrows: narrowRequests,
  shownIf: seenOfRequests,
  filters: {
    // A batch is kept under its first record; while it waits, it is found by each of them.
    entityId: (value, { tenantId }) => sql<boolean>`(entity_id = ${value} or id in (
      select r.approval_id from approval_record r where r.tenant_id = ${tenantId} and r.entity_id = ${value}))`,
  },
  defaultSort: [
    ['create_time', 'desc'],
    ['id', 'desc'],
  ],

  showing: (row, cx) => shownRequest(cx, row),

  actions: {
    withdraw: {
      async run(cx, [row]) {
        if (row!.makerId !== cx.principal?.userId) refuse('approval.notMaker');
        await withdrawInstance(cx, row!.processInstanceId ?? refuse('notFound'));
      },
    },
  },
});
