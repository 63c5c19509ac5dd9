import { flowFollow } from '../../contract/modules/flow/flowFollow';
import { defineServerModule } from '../engine/serverModule';
import { followCalls } from './calls/followCalls';
import { instanceNameFilters, withNames } from './titles';

export default defineServerModule(flowFollow, {
  table: 'flow_instance',
  list: 'flow_instance_list',
  unstored: ['categoryName'],
  filters: instanceNameFilters,
  showing: (row, cx) => withNames(cx, row),
  calls: followCalls,
});
