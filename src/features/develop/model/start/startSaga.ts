import { call, put, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import type { Problem } from '../../../../../contract/domain/values';
import { datasource } from '../../../../../contract/modules/develop/datasource';
import { model as modelModule } from '../../../../../contract/modules/develop/model';
import { columnOf, fieldNameOf, judgeModelCode } from '../../../../../contract/schema/modelled';
import type { Problems } from '../../../../../contract/schema/validate';
import { ask, mayDiscard, read, type Saga } from '../../../../sagas/effects';
import { isExpected, Refused, request, tellFailure } from '../../../../sagas/request';
import { recordsChanged } from '../../../../store/crud/changes';
import { choices } from '../../../../store/crud/choices';
import { route } from '../../../../store/navigation/route';
import type { World } from '../../../../world/world';
import { designPage } from '../design/designSlice';
import { type SourceTable, type StartState, starts, type TableInfo } from './startSlice';

const { actions: at, selectors: see } = starts;

function* bring(world: World, name: string, query: Record<string, string>): Saga {
  const question = { method: 'GET', url: modelModule.url(name), query, isSlow: true } as const;
  return yield call(request, world, question, { quiet: true });
}
function troubleOf(error: unknown): string {
  if (!isExpected(error)) throw error;
  return error instanceof Refused ? error.message : '';
}

function* bringTables(world: World, { payload: sourceId }: ReturnType<typeof at.chooseSource>): Saga {
  if (sourceId === '') return;
  try {
    const tables: SourceTable[] = yield call(bring, world, 'table-list', { datasourceId: sourceId });
    yield put(at.tablesReceived({ sourceId, tables }));
  } catch (error) {
    yield put(at.failed(troubleOf(error)));
  }
}

/** A code for a model of the table: its name, without what a code cannot have. */
export function codeFor(table: string): string {
  return columnOf(fieldNameOf(table)).slice(0, 31).replace(/_+$/, '');
}

function* bringInfo(world: World, { payload: table }: ReturnType<typeof at.chooseTable>): Saga {
  const shown = yield* read(see.shown);
  if (!shown || table === '') return;
  try {
    const query = { datasourceId: shown.sourceId, tableName: table };
    const info: TableInfo = yield call(bring, world, 'table-info', query);
    yield put(at.infoReceived({ info, code: codeFor(table) }));
  } catch (error) {
    yield put(at.failed(troubleOf(error)));
  }
}

function problemsOf({ from, zh, code, sourceId, table, taken, info }: StartState): Problems {
  return {
    ...(from === 'table' && sourceId === '' ? { sourceId: 'required' as const } : {}),
    ...(from === 'table' && table === '' ? { table: 'required' as const } : {}),
    ...(from === 'table' && info && taken.length === 0 ? { taken: 'required' as const } : {}),
    ...(zh.trim() === '' ? { zh: 'required' as const } : {}),
    ...(code === '' ? { code: 'required' as const } : judgeModelCode(code) ? {} : { code: 'badFormat' as const }),
  };
}
const membersOf: Readonly<Record<string, string>> = { modelCode: 'code', modelName: 'zh', modelNameEn: 'en' };

/** The fields of the table that were taken, in its order. */
function* writeFields(world: World, shown: StartState, saved: { id: string; version: number }): Saga {
  const rows = shown.info!.fields.filter(({ propertyName }) => shown.taken.includes(propertyName));
  const { titleField } = shown.info!;
  const query = {
    modelId: saved.id,
    version: String(saved.version),
    ...(shown.taken.includes(titleField) ? { titleField } : {}),
  };
  const question = { method: 'POST', url: '/blade-develop/model-prototype/submit-list', query, body: rows } as const;
  try {
    yield call(request, world, question, { key: yield* ask(world, 'newId') });
  } catch (error) {
    yield* tellFailure(error); // the model is there: its fields are entered in the editor
  }
}

function* submit(world: World): Saga {
  const shown = yield* read(see.shown);
  if (!shown) return;
  const problems = problemsOf(shown);
  if (Object.keys(problems).length > 0 || (shown.from === 'table' && !shown.info))
    return yield put(at.misjudged(problems));
  try {
    const { from, zh, en, code, sourceId, table, info } = shown;
    const body = {
      ...{ modelName: zh, modelNameEn: en, modelCode: code },
      ...(from === 'table' ? { datasourceId: sourceId, modelTable: table, isTree: Number(info!.isTree) } : {}),
    };
    const question = { method: 'POST', url: modelModule.url('add'), body } as const;
    const saved = yield call(request, world, question, { key: yield* ask(world, 'newId') });
    if (from === 'table') yield call(writeFields, world, shown, saved);
    yield put(at.shut());
    yield put(recordsChanged({ modules: [modelModule.name], by: starts.name }));
    yield put(route.actions.open({ feature: modelModule.name, rest: `${designPage}/${saved.id}` }));
  } catch (error) {
    const refused = error instanceof Refused ? Object.entries(error.problems) : [];
    yield put(
      at.misjudged(Object.fromEntries(refused.map(([name, one]) => [membersOf[name] ?? name, one as Problem]))),
    );
    yield* tellFailure(error);
  }
}

function* close(): Saga {
  const shown = yield* read(see.shown);
  if (!shown || shown.isBusy) return;
  const isTyped = shown.zh !== '' || shown.code !== '';
  if (!isTyped || (yield* mayDiscard())) yield put(at.shut());
}

function* need(): Saga {
  yield put(choices.actions.need([datasource.name]));
}

export function* startSaga(world: World): Saga {
  yield takeEvery(at.show, need);
  yield takeLatest(at.chooseSource, bringTables, world);
  yield takeLatest(at.chooseTable, bringInfo, world);
  yield takeLeading(at.submit, submit, world);
  yield takeLeading(at.close, close);
}
