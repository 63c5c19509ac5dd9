import { model, modelStates } from '../../contract/modules/develop/model';
import { defineServerModule } from '../engine/serverModule';
import { refuse } from '../kernel/errors';

export default defineServerModule(model, {
  table: 'develop_model',
  unique: [['modelCode']],

  async removing(rows) {
    const served = rows.find(({ state }) => state === modelStates.published || state === modelStates.changed);
    if (served) refuse('model.published', { name: served.modelName });
  },
});
