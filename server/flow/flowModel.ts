import { flowModel } from '../../contract/modules/flow/flowModel';
import { defineServerModule } from '../engine/serverModule';
import { modelCalls } from './modelCalls';

export default defineServerModule(flowModel, {
  table: 'flow_model',
  unique: [['modelKey']],
  unstored: ['created', 'lastUpdated'],
  showing: (row) => ({ ...row, created: row.createTime, lastUpdated: row.updateTime }),
  calls: modelCalls,
});
