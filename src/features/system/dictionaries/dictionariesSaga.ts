import type { Action } from '@reduxjs/toolkit';
import { put, takeEvery, takeLatest } from 'redux-saga/effects';
import { crudSaga } from '../../../sagas/crud/crud';
import { read, type Saga } from '../../../sagas/effects';
import { dict } from '../../../store/crud/dict';
import { features } from '../../../store/features';
import { menu } from '../../../store/navigation/menu';
import { route } from '../../../store/navigation/route';
import type { World } from '../../../world/world';
import { chosenOf, dictionaries, dictLists, type Which, whiches } from './dictionariesSlice';

const { actions: at, selectors: see } = dictionaries;

/** Pages that can show both kinds. */
const either = ['dictHorizontal', 'dictVertical'];
function isWhich(name: string): name is Which {
  return (whiches as readonly string[]).includes(name);
}

/** The kind of dictionaries on a page; undefined where the user may see neither. */
function* shownOn(feature: string): Saga<Which | undefined> {
  if (isWhich(feature)) return feature;
  for (const which of [yield* read(see.which), ...whiches])
    if ((yield* read(menu.selectors.pathOf, which)) !== '') return which;
  return undefined;
}

function* opened({ payload: place }: ReturnType<typeof features.actions.opened>): Saga {
  const which = yield* shownOn(place.feature);
  if (!which) return;
  const isOther = !isWhich(place.feature) && which !== (yield* read(see.which));
  yield put(isOther ? at.turn(which) : dictLists[which].parents.slice.actions.list({})); // turning to it lists it
}

function* turned({ payload: which }: ReturnType<typeof at.turn>): Saga {
  const place = yield* read(route.selectors.place);
  if (place && either.includes(place.feature)) yield put(dictLists[which].parents.slice.actions.list({}));
}

/** Shows the entries of the chosen dictionary, or of the first one. */
function* follow(which: Which): Saga {
  const { parents, entries } = dictLists[which];
  const rows = (yield* read(parents.slice.selectors.all)).page?.records ?? [];
  const chosen = yield* read(see.chosen, which);
  const here = rows.find(({ id }) => id === chosen?.id);
  const [first] = rows;
  if (!chosen) {
    if (first) yield put(at.choose({ which, row: chosenOf(first) }));
    return;
  }
  if (here) yield put(at.renamed({ which, row: chosenOf(here) }));
  yield put(entries.slice.actions.list({}));
}

function* choose({ payload: { which, row } }: ReturnType<typeof at.choose>): Saga {
  const { slice } = dictLists[which].entries;
  const seek = yield* read(slice.selectors.seek);
  // Filters of another dictionary's entries do not apply to these.
  yield put(slice.actions.seek(Object.fromEntries(Object.keys(seek).map((name) => [name, '']))));
  yield put(slice.actions.unpickAll());
  yield put(slice.actions.list({ current: 1, filters: { parentId: row.id } }));
}

/** Reloads the dictionaries of the console after a change. */
function* askWordsAnew(): Saga {
  const codes = Object.keys(yield* read(dict.selectors.held));
  yield put(dict.actions.forgotten());
  if (codes.length > 0) yield put(dict.actions.need(codes));
}

export function* dictionariesSaga(world: World): Saga {
  const isOurs = (action: Action): action is ReturnType<typeof features.actions.opened> =>
    features.actions.opened.match(action) &&
    (isWhich(action.payload.feature) || either.includes(action.payload.feature));
  for (const which of whiches) {
    const { parents, entries } = dictLists[which];
    for (const { module, slice } of [parents, entries])
      yield* crudSaga(module, slice, [], { naming: 'dictValue' })(world);
    yield takeLatest(parents.slice.actions.listed, follow, which);
  }
  yield takeLatest(isOurs, opened);
  yield takeLatest(at.turn, turned);
  yield takeEvery(at.choose, choose);
  const { parents, entries } = dictLists.dictbiz;
  yield takeLatest(
    [parents, entries].flatMap(({ slice }) => [slice.actions.saved, slice.actions.removed]),
    askWordsAnew,
  );
}
