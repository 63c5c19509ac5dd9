import { flowFollow } from '../../contract/modules/flow/flowFollow';
import { defineServerModule } from '../engine/serverModule';
import { followCalls } from './calls/followCalls';
import { seesRecord } from './seeing';
import { instanceNameFilters, withNames } from './titles';

export default defineServerModule(flowFollow, {
  table: 'flow_instance',
  list: 'flow_instance_list',
  unstored: ['categoryName'],
  where: (cx) => seesRecord(cx),
  filters: instanceNameFilters,
  showing: (row, cx) => withNames(cx, row),
  calls: followCalls,
});
