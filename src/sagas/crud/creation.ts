import { put, race, take, takeEvery } from 'redux-saga/effects';
import type { Module } from '../../../contract/schema/module';
import { type ChoiceSet, choices } from '../../store/crud/choices';
import { creation } from '../../store/crud/creation';
import type { CrudSlice } from '../../store/crud/crud';
import { dict } from '../../store/crud/dict';
import { features } from '../../store/features';
import { feedback } from '../../store/feedback';
import type { World } from '../../world/world';
import { read, type Saga } from '../effects';
import { crudOf } from './context';
import { recordForm } from './recordForm';

const { actions: at } = creation;

/** Loads the code of the form that a field asks for. */
function* bring({ payload: { of, typed } }: ReturnType<typeof at.begin>): Saga {
  const isOf = (type: { match(action: unknown): boolean }) => (action: { type: string; payload?: unknown }) =>
    type.match(action) && action.payload === of;
  if (!(yield* read(features.selectors.isReady, of))) {
    yield put(features.actions.need(of));
    const { lost } = yield race({
      ready: take(isOf(features.actions.entered)),
      lost: take(isOf(features.actions.lost)),
    });
    if (lost) {
      yield put(feedback.actions.notified({ tone: 'error', say: 'frame.lost' }));
      return yield put(at.ended(of));
    }
  }
  yield put(at.ready({ of, typed }));
}

/** What every form shares whose fields can make the records that they point to. */
export function* creationSaga(): Saga {
  yield takeEvery(at.begin, bring);
}

/** The form of a module's new records above the form that needs one. */
export function inPlaceSaga(module: Module, slice: CrudSlice, sets: readonly ChoiceSet[]) {
  return function* (world: World): Saga {
    yield takeEvery(at.ready, function* ({ payload: { of, typed } }): Saga {
      if (of !== module.name) return;
      const codes = Object.values(module.fields).flatMap((field) => field.dict ?? []);
      if (codes.length > 0) yield put(dict.actions.need(codes));
      if (sets.length > 0) yield put(choices.actions.need(sets));
      yield put(slice.actions.add(typed === '' ? {} : { [module.chosen!.title]: typed }));
    });
    yield takeEvery(slice.actions.shut, function* (): Saga {
      yield put(at.ended(module.name));
    });
    yield* recordForm({ ...crudOf(world, module, slice, sets), isInPlace: true });
  };
}
