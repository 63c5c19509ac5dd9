import { approval } from '../../contract/modules/approval/approval';
import { defineServerModule } from '../engine/serverModule';
import { refuse } from '../kernel/errors';
import { shownRequest, withdrawInstance } from './approvals';

export default defineServerModule(approval, {
  table: 'approval',
  tells: { entity: 'entity', id: 'entity_id', isText: true },
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
