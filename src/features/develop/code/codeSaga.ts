import { call, put, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { code } from '../../../../contract/modules/develop/code';
import { type ModelRecord, model } from '../../../../contract/modules/develop/model';
import { receive } from '../../../sagas/crud/receiving';
import { ask, read, type Saga } from '../../../sagas/effects';
import { isExpected, Refused, request, tellFailure } from '../../../sagas/request';
import type { CrudSlice } from '../../../store/crud/crud';
import { feedback } from '../../../store/feedback';
import type { World } from '../../../world/world';
import { generator, type PreviewedFile } from './codeSlice';
import { suggestionOf, takenUp } from './suggestion';

const { actions: at, selectors: see } = generator;

/** Lets the browser save the zip of these settings. */
function* generate(world: World, slice: CrudSlice, { payload: ids }: ReturnType<typeof at.generate>): Saga {
  try {
    const query = { ids: ids.join(','), system: 'saber' };
    const question = { method: 'POST', url: code.url('gen-code'), query, isFile: true } as const;
    const detail: string = yield call(receive, world, () => request(world, question));
    yield put(feedback.actions.notified({ tone: 'success', say: 'code.generated', detail }));
    yield put(slice.actions.list({}));
  } catch (error) {
    yield* tellFailure(error, at.generate(ids));
  } finally {
    yield put(at.ended());
  }
}

function* copy(world: World, slice: CrudSlice, { payload: id }: ReturnType<typeof at.copy>): Saga {
  try {
    const key = yield* ask(world, 'newId');
    yield call(request, world, { method: 'POST', url: code.url('copy'), query: { id } }, { key });
    yield put(feedback.actions.notified({ tone: 'success', say: 'code.copied' }));
    yield put(slice.actions.list({}));
  } catch (error) {
    yield* tellFailure(error, at.copy(id));
  }
}

function* preview(world: World, { payload: { id } }: ReturnType<typeof at.show>): Saga {
  try {
    const question = { method: 'GET', url: code.url('preview'), query: { id } } as const;
    const files: PreviewedFile[] = yield call(request, world, question, { quiet: true });
    yield put(at.loaded({ id, files }));
  } catch (error) {
    if (!isExpected(error)) throw error;
    yield put(at.lost({ id, trouble: error instanceof Refused ? error.message : '' }));
  }
}

/** Proposes names when a model is chosen. */
function* suggest(world: World, slice: CrudSlice, { payload }: ReturnType<CrudSlice['actions']['type']>): Saga {
  const id = payload.modelId;
  if (typeof id !== 'string' || id === '') return;
  let chosen: ModelRecord;
  try {
    const question = { method: 'GET', url: model.url('detail'), query: { id } } as const;
    chosen = yield call(request, world, question, { quiet: true });
  } catch (error) {
    if (!isExpected(error)) throw error;
    return; // the names are typed then
  }
  const form = yield* read(slice.selectors.form);
  if (form?.mode !== 'add' || form.draft.modelId !== id) return;
  const suggestion = suggestionOf(chosen);
  const change = takenUp(suggestion, form.draft, yield* read(see.suggested));
  yield put(at.suggest(suggestion));
  yield put(slice.actions.type(change));
}

export function codeSaga(slice: CrudSlice) {
  return function* saga(world: World): Saga {
    yield takeLeading(at.generate, generate, world, slice);
    yield takeLeading(at.copy, copy, world, slice);
    yield takeLatest(at.show, preview, world);
    yield takeLatest(slice.actions.type, suggest, world, slice);
    yield takeEvery(slice.actions.opened, function* (): Saga {
      yield put(at.suggest({}));
    });
  };
}
