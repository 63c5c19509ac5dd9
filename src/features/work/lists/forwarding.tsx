/** A message in the inbox names a task or a process by its id alone: its link is led on to the page of the process. */
import { call, put, takeLatest } from 'redux-saga/effects';
import { isId } from '../../../../contract/domain/values';
import { workSend } from '../../../../contract/modules/work/workSend';
import { workTodo } from '../../../../contract/modules/work/workTodo';
import type { Module } from '../../../../contract/schema/module';
import type { InstanceDetail, TaskDetail } from '../../../../contract/wire/flow';
import { read, type Saga } from '../../../sagas/effects';
import { request, tellFailure } from '../../../sagas/request';
import { type features, openedIn } from '../../../store/features';
import { menu } from '../../../store/navigation/menu';
import { route, tabs } from '../../../store/navigation/route';
import { Page } from '../../../ui/layout/frame';
import { CardSkeleton } from '../../../ui/overlays/messages';
import type { World } from '../../../world/world';
import type { Feature } from '../../crud/feature';
import { type ProcessPage, processAddressOf } from '../acts/workPages';

const below = 'detail/';

interface Target {
  category: string | null;
  page: ProcessPage;
}

function* taskPage(world: World, taskId: string): Saga<Target> {
  const query = { taskId };
  const { category, processInstanceId, businessId }: TaskDetail = yield call(request, world, {
    method: 'GET',
    url: workTodo.url('task-detail'),
    query,
  });
  return { category, page: { kind: 'handle', taskId, processInstanceId, businessId } };
}

function* instancePage(world: World, processInstanceId: string): Saga<Target> {
  const { category, businessId }: InstanceDetail = yield call(request, world, {
    method: 'GET',
    url: '/blade-flow/process/instance-detail',
    query: { processInstanceId },
  });
  return { category, page: { kind: 'detail', processInstanceId, businessId } };
}

function* forward(
  world: World,
  module: Pick<Module, 'name'>,
  { payload: { path, rest } }: ReturnType<typeof features.actions.opened>,
): Saga {
  const id = rest.slice(below.length);
  let target: Target | undefined;
  try {
    if (isId(id)) target = yield call(module.name === workSend.name ? instancePage : taskPage, world, id);
  } catch (error) {
    yield* tellFailure(error);
  }
  // The person has gone on to another page meanwhile.
  const isShown = (yield* read(route.selectors.path)) === path;
  yield put(tabs.actions.closed(path));
  if (!isShown) return;
  const flows = yield* read(menu.selectors.flows);
  const list = yield* read(menu.selectors.pathOf, module.name);
  yield put(route.actions.go(target ? processAddressOf(flows, target.category, target.page) : list, 'replace'));
}

function Forwarding() {
  return (
    <Page>
      <CardSkeleton lines={5} />
    </Page>
  );
}

/** The part of a list that leads links of messages on. */
export function forwarding(module: Pick<Module, 'name'>): Pick<Feature, 'pages' | 'saga'> {
  return {
    *saga(world) {
      yield takeLatest(
        openedIn(module.name, (rest) => rest.startsWith(below)),
        (action) => forward(world, module, action),
      );
    },
    pages: { 'detail/:id': Forwarding },
  };
}
