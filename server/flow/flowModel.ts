import { flowModel } from '../../contract/modules/flow/flowModel';
import { defineServerModule, type ServerModule } from '../engine/serverModule';
import { modelCalls } from './calls/modelCalls';

const served: ServerModule = defineServerModule(flowModel, {
  table: 'flow_model',
  unique: [['modelKey']],
  unstored: ['created', 'lastUpdated'],
  showing: (row) => ({ ...row, created: row.createTime, lastUpdated: row.updateTime }),
  calls: modelCalls(() => served),
});
export default served;
