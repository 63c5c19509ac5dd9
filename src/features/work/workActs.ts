import type { Action } from '@reduxjs/toolkit';
import { call, put, takeEvery, takeLeading } from 'redux-saga/effects';
import { workSend } from '../../../contract/modules/work/workSend';
import { workTodo } from '../../../contract/modules/work/workTodo';
import { ask, confirm, read, type Saga } from '../../sagas/effects';
import { request, tellFailure } from '../../sagas/request';
import { recordsChanged } from '../../store/crud/changes';
import { feedback } from '../../store/feedback';
import { menu } from '../../store/navigation/menu';
import { route } from '../../store/navigation/route';
import type { Call, World } from '../../world/world';
import type { Feature } from '../crud/feature';
import { claimTask, openProcess, remind, withdraw, workDone, workModules } from './acts/workActions';
import { processAddressOf } from './acts/workPages';
import { followSaga } from './follow/followSaga';
import { follow } from './follow/followSlice';

function* open({ payload: { category, page } }: ReturnType<typeof openProcess>): Saga {
  const flows = yield* read(menu.selectors.flows);
  yield put(route.actions.go(processAddressOf(flows, category, page)));
}

/** Sends a command; lists and pages that show the process follow. */
function* send(world: World, command: Pick<Call, 'url' | 'query' | 'body'>, done: string, again: Action): Saga {
  try {
    yield call(request, world, { method: 'POST', ...command }, { key: yield* ask(world, 'newId') });
    yield put(feedback.actions.notified({ tone: 'success', say: done }));
  } catch (error) {
    yield* tellFailure(error, again);
  }
  // Also after a refusal: another person may have been faster, and the list still shows the task.
  yield put(recordsChanged({ modules: workModules }));
  yield put(workDone());
}

function* claim(world: World, action: ReturnType<typeof claimTask>): Saga {
  const { taskId } = action.payload;
  yield call(send, world, { url: workTodo.url('claim-task'), query: { taskId } }, 'work.claimed', action);
}

function* takeBack(world: World, action: ReturnType<typeof withdraw>): Saga {
  const { processInstanceId, name } = action.payload;
  const { isSure, reason } = yield* confirm({
    title: 'work.withdrawTitle',
    say: 'work.withdrawText',
    detail: name,
    confirm: 'work.withdraw',
    danger: true,
    asksReason: true,
  });
  if (!isSure) return;
  const body = { processInstanceId, reason };
  yield call(send, world, { url: workSend.url('withdraw'), body }, 'work.withdrawn', action);
}

function* sendReminder(world: World, action: ReturnType<typeof remind>): Saga {
  yield call(send, world, { url: workSend.url('remind'), body: action.payload }, 'work.reminded', action);
}

/** What the lists of work do beside listing: a feature without a page. */
export const feature: Feature = {
  name: 'workActs',
  needs: ['flow'],
  slices: [follow],
  *saga(world) {
    yield takeEvery(openProcess, open);
    yield takeLeading(claimTask, claim, world);
    yield takeLeading(withdraw, takeBack, world);
    yield takeLeading(remind, sendReminder, world);
    yield* followSaga(world);
  },
  pages: {},
};
