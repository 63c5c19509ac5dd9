import { all, call, put, takeEvery, takeLatest } from 'redux-saga/effects';
import { workTodo } from '../../../../contract/modules/work/workTodo';
import type { InstanceDetail, LeaveDetail, TaskDetail } from '../../../../contract/wire/flow';
import { read, type Saga } from '../../../sagas/effects';
import { isExpected, Refused, request } from '../../../sagas/request';
import { type features, openedIn } from '../../../store/features';
import { type Place, route, tabs } from '../../../store/navigation/route';
import { leavePath, processFeature } from '../../../store/navigation/routes';
import type { World } from '../../../world/world';
import { flow } from '../../flow/flowSlice';
import { people } from '../../flow/people/peopleSlice';
import { workDone } from '../acts/workActions';
import { type ProcessPage, processPageIn } from '../acts/workPages';
import { readHistory } from '../follow/followSaga';
import { deedSaga } from './deeds';
import { type Parts, type ProcessState, processPages } from './processSlice';

const { actions: at, selectors: see } = processPages;
export const leaveUrl = '/blade-desk/process/leave';

function* get<T>(world: World, url: string, query: Record<string, string | number>): Saga<T> {
  return yield call(request, world, { method: 'GET', url, query }, { quiet: true });
}

/** A part that is left out where it is refused. */
function* optional<T>(part: () => Saga<T>): Saga<T | null> {
  try {
    return yield* part();
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

function* taskOf(world: World, taskId: string): Saga<TaskDetail | null> {
  return yield* get<TaskDetail>(world, workTodo.url('task-detail'), { taskId });
}

function* instanceOf(world: World, processInstanceId: string): Saga<InstanceDetail> {
  return yield* get<InstanceDetail>(world, '/blade-flow/process/instance-detail', { processInstanceId });
}

function* leaveOf(world: World, isLeave: boolean, businessId: string): Saga<LeaveDetail | null> {
  if (!isLeave || businessId === '') return null;
  return yield* optional(() => get<LeaveDetail>(world, `${leaveUrl}/detail`, { businessId }));
}

function* partsOf(world: World, page: ProcessPage, isLeave: boolean): Saga<Partial<Parts>> {
  if (page.kind === 'form') {
    const { processDefinitionId } = page;
    // A leave request has a form of its own.
    return isLeave ? {} : { start: yield* get(world, workTodo.url('start-form'), { processDefinitionId }) };
  }
  const { processInstanceId, businessId } = page;
  const [history, leave, task, instance] = yield all([
    call(readHistory, world, processInstanceId),
    call(leaveOf, world, isLeave, businessId),
    page.kind === 'handle' ? call(taskOf, world, page.taskId) : null,
    page.kind === 'detail' ? call(instanceOf, world, processInstanceId) : null,
  ]);
  return { history, leave, task, instance };
}

/** Ids of people in the values that the page shows. */
function peopleIn({ task, instance }: Parts): string[] {
  const { fields = {}, values = {} } = (task ?? instance)?.given ?? {};
  return Object.entries(fields).flatMap(([name, { to }]) =>
    to === 'user'
      ? String(values[name] ?? '')
          .split(',')
          .filter(Boolean)
      : [],
  );
}

/** What the tab is called: the process, who started it, and whether it is open to be decided or to be read. */
function* nameTab(path: string, { page, parts: { start, task, instance } }: ProcessState): Saga {
  const shown = task ?? instance;
  const called = shown ? `${shown.processDefinitionName} · ${shown.startUserName}` : start?.name;
  if (!called) return;
  const label =
    page.kind === 'handle' ? { zh: `办理：${called}`, en: `Decide: ${called}` } : { zh: called, en: called };
  yield put(tabs.actions.named({ path, label }));
}

function* load(world: World, { path, rest }: Pick<Place, 'path' | 'rest'>): Saga {
  const page = processPageIn(rest);
  if (!page) return;
  const isLeave = path.startsWith(`${leavePath}/`);
  yield put(at.load({ path, page, isLeave }));
  const source =
    page.kind === 'form'
      ? { processDefinitionId: page.processDefinitionId }
      : { processInstanceId: page.processInstanceId };
  yield put(flow.actions.view({ name: path, source }));
  try {
    yield put(at.loaded({ path, parts: yield call(partsOf, world, page, isLeave) }));
  } catch (error) {
    if (!isExpected(error)) throw error;
    return yield put(at.lost({ path, text: error instanceof Refused ? error.message : '' }));
  }
  const state = yield* read(see.of, path);
  if (!state) return;
  const ids = peopleIn(state.parts);
  if (ids.length > 0) yield put(people.actions.name(ids));
  yield call(nameTab, path, state);
}

function* opened(world: World, { payload: place }: ReturnType<typeof features.actions.opened>): Saga {
  yield call(load, world, place);
}

/** Reads the page on screen again. */
function* reload(world: World): Saga {
  const place = yield* read(route.selectors.place);
  if (place?.feature === processFeature) yield call(load, world, place);
}

/** Marks the tab while closing it would lose input. */
function* mark({ payload: { path } }: { payload: { path: string } }): Saga {
  const isDirty = (yield* read(see.of, path))?.isTouched ?? false;
  if (isDirty !== (yield* read(tabs.selectors.isDirty, path))) yield put(tabs.actions.marked({ path, isDirty }));
}

export function* processSaga(world: World): Saga {
  yield takeLatest(openedIn(processFeature), opened, world);
  yield takeLatest([at.reload.type, workDone.type], reload, world);
  yield takeEvery([at.type, at.say], mark);
  yield takeEvery(tabs.actions.closed, function* ({ payload: path }): Saga {
    if (path.startsWith('/work/')) yield put(flow.actions.dropped({ name: path }));
  });
  yield* deedSaga(world);
}
