import { flowManager } from '../../contract/modules/flow/flowManager';
import { defineServerModule } from '../engine/serverModule';
import { managerCalls } from './calls/managerCalls';
import { withCategory } from './categories';

export default defineServerModule(flowManager, {
  table: 'flow_definition',
  list: 'flow_definition_list',
  unstored: ['categoryName'],
  defaultSort: [
    ['key', 'asc'],
    ['version', 'desc'],
    ['id', 'desc'],
  ],
  showing: (row, cx) => withCategory(cx, row),
  calls: managerCalls,
});
