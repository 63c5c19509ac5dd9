import { flowManager } from '../../contract/modules/flow/flowManager';
import { defineServerModule } from '../engine/serverModule';
import { managerCalls } from './calls/managerCalls';
import { processNameFilters, withProcessName } from './titles';

export default defineServerModule(flowManager, {
  table: 'flow_definition',
  list: 'flow_definition_list',
  unstored: ['categoryName'],
  defaultSort: [
    ['key', 'asc'],
    ['version', 'desc'],
    ['id', 'desc'],
  ],
  filters: processNameFilters,
  showing: (row, cx) => withProcessName(cx, row),
  calls: managerCalls,
});
