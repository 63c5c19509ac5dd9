import { flowFollow } from '../../contract/modules/flow/flowFollow';
import { defineServerModule } from '../engine/serverModule';
import { followCalls } from './calls/followCalls';
import { withCategory } from './categories';

export default defineServerModule(flowFollow, {
  table: 'flow_instance',
  list: 'flow_instance_list',
  unstored: ['categoryName'],
  showing: (row, cx) => withCategory(cx, row),
  calls: followCalls,
});
