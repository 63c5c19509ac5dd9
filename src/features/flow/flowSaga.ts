import type { Action } from '@reduxjs/toolkit';
import { call, put, race, take, takeEvery } from 'redux-saga/effects';
import type { Saga } from '../../sagas/effects';
import { isExpected, type Refused, request, SessionOver } from '../../sagas/request';
import { Unreachable, type World } from '../../world/world';
import { diagramOf, type FlowSource, type FlowState, flow } from './flowSlice';

const { actions: at } = flow;

function* fetchDiagram(world: World, source: FlowSource): Saga<FlowState | undefined> {
  try {
    const url = '/blade-flow/process/model-view';
    return diagramOf(yield call(request, world, { method: 'GET', url, query: { ...source } }, { quiet: true }));
  } catch (error) {
    if (error instanceof SessionOver) return undefined;
    if (error instanceof Unreachable) return { kind: 'cutOff' };
    if (!isExpected(error)) throw error;
    return { kind: 'refused', text: (error as Refused).message };
  }
}

function* view(world: World, { payload: { name, source } }: ReturnType<typeof at.view>): Saga {
  const isOver = (action: Action) =>
    (at.dropped.match(action) || at.view.match(action)) && action.payload.name === name;
  const { diagram }: { diagram?: FlowState } = yield race({
    diagram: call(fetchDiagram, world, source),
    over: take(isOver), // The answer is ignored when the viewer was closed or shows another diagram.
  });
  if (diagram) yield put(at.received({ name, diagram }));
}

export function* flowSaga(world: World): Saga {
  yield takeEvery(at.view, view, world);
}
