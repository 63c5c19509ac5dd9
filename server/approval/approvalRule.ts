import { approvalRule } from '../../contract/modules/approval/approvalRule';
import { defineServerModule } from '../engine/serverModule';
import { Refusal } from '../kernel/errors';
import { isStartable } from './approvals';

export default defineServerModule(approvalRule, {
  table: 'approval_rule',
  defaultSort: [['act', 'asc']],

  async saving(next, cx) {
    if (next.isOn === 1 && !(await isStartable(cx, next.processKey)))
      throw new Refusal('approval.badProcess', { key: next.processKey }, { processKey: 'reference' });
    return undefined;
  },
});
