import { sql } from 'kysely';
import { model, modelStates } from '../../contract/modules/develop/model';
import { judgeModelCode } from '../../contract/schema/modelled';
import { builtInCodes } from '../../contract/wire/menus';
import { defineServerModule } from '../engine/serverModule';
import type { Context } from '../kernel/context';
import { problemRefusal, Refusal, refuse } from '../kernel/errors';
import { folderCode } from './live/menus';
import { publish, removeRegister, withdraw } from './live/publish';
import { modelCalls } from './modelCalls';

/** Whether the product has a menu, a button or a table of that name: lists and histories would tell one for the other. */
async function isTaken({ trx }: Context, code: string): Promise<boolean> {
  if (code === folderCode || builtInCodes.has(code)) return true;
  const { rows } = await sql<{ isTable: boolean }>`select to_regclass(${code}::text) is not null as "isTable"`.execute(
    trx,
  );
  return rows[0]!.isTable;
}

export default defineServerModule(model, {
  table: 'develop_model',
  unique: [['modelCode']],
  calls: modelCalls,

  async saving(next, cx, before) {
    if (!judgeModelCode(next.modelCode)) throw problemRefusal(model, 'modelCode', 'badFormat', cx.language);
    if (next.modelCode !== before?.modelCode && (await isTaken(cx, next.modelCode)))
      throw problemRefusal(model, 'modelCode', 'taken', cx.language);
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
