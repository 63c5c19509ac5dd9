import { call, put, takeEvery, takeLatest } from 'redux-saga/effects';
import { workTodo } from '../../../../contract/modules/work/workTodo';
import type { FlowPerson } from '../../../../contract/wire/flow';
import { ask, read, type Saga } from '../../../sagas/effects';
import { isExpected, request } from '../../../sagas/request';
import type { World } from '../../../world/world';
import type { Feature } from '../../crud/feature';
import { people } from './peopleSlice';

const { actions: at, selectors: see } = people;

const typingPauseMs = 250;
const url = workTodo.url('people');

function* find(world: World, { payload: text }: ReturnType<typeof at.find>): Saga {
  if (text !== '') yield* ask(world, 'sleep', typingPauseMs);
  try {
    const query = { ...(text === '' ? {} : { name: text }) };
    const found: FlowPerson[] = yield call(request, world, { method: 'GET', url, query }, { quiet: true });
    yield put(at.found(found));
  } catch (error) {
    if (!isExpected(error)) throw error;
    yield put(at.lost());
  }
}

/** Names that cannot be read stay ids. */
function* name(world: World, { payload: ids }: ReturnType<typeof at.name>): Saga {
  const known = yield* read(see.names);
  const missing = ids.filter((id) => !(id in known));
  if (missing.length === 0) return;
  try {
    const query = { ids: missing.join(',') };
    const found: FlowPerson[] = yield call(request, world, { method: 'GET', url, query }, { quiet: true });
    yield put(at.named(found));
  } catch (error) {
    if (!isExpected(error)) throw error;
  }
}

/** People as they are chosen for tasks: a feature without a page. */
export const feature: Feature = {
  name: 'people',
  slices: [people],
  *saga(world) {
    yield takeLatest(at.find, find, world);
    yield takeEvery(at.name, name, world);
  },
  pages: {},
};
