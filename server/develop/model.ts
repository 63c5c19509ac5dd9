import { model, modelStates } from '../../contract/modules/develop/model';
import { judgeModelCode } from '../../contract/schema/modelled';
import { defineServerModule } from '../engine/serverModule';
import { problemRefusal, Refusal, refuse } from '../kernel/errors';
import { publish, removeRegister, withdraw } from './live/publish';
import { modelCalls } from './modelCalls';

export default defineServerModule(model, {
  table: 'develop_model',
  unique: [['modelCode']],
  calls: modelCalls,

  async saving(next, cx, before) {
    if (!judgeModelCode(next.modelCode)) throw problemRefusal(model, 'modelCode', 'badFormat', cx.language);
    const isTree: 0 | 1 = next.isTree === 1 ? 1 : 0; // a client may send null
    if (!before || before.state === modelStates.draft) return { isTree };
    // Its table and permissions are called by the code, and its rows hang on each other or do not.
    if (next.modelCode !== before.modelCode) throw new Refusal('model.fixed', {}, { modelCode: 'refused' });
    if (isTree !== before.isTree) throw new Refusal('model.fixed', {}, { isTree: 'refused' });
    return before.state === modelStates.published ? { isTree, state: modelStates.changed } : { isTree };
  },

  async removing(rows, cx) {
    const served = rows.find(({ state }) => state === modelStates.published || state === modelStates.changed);
    if (served) refuse('model.published', { name: served.modelName });
    for (const row of rows) await removeRegister(cx, row);
  },
  removesAsOwner: true,

  actions: {
    publish: { asOwner: true, run: (cx, [record]) => publish(cx, record!) },
    withdraw: { run: (cx, [record]) => withdraw(cx, record!) },
  },
});
