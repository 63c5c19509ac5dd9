import { approvalActTexts } from '../../domain/approvalTitles';
import { choice } from '../../schema/fields';

/** `approvalAct` of records whose deeds further people may decide on: the one that waits. */
export const waitingDeed = choice('审批中的操作', 'Operation in approval', approvalActTexts, {
  derived: true,
  search: 'equal',
  inTable: false,
  inForm: false,
});
