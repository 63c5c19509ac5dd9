/** The numbers beside the menus of tasks. */
import { call, put, takeLatest } from 'redux-saga/effects';
import { recordsChanged } from '../store/crud/changes';
import { inbox } from '../store/inbox';
import { menu } from '../store/navigation/menu';
import { workCounts } from '../store/workCounts';
import type { World } from '../world/world';
import { read, type Saga } from './effects';
import { isExpected, request } from './request';

const url = '/blade-flow/work/counts';
const menus = ['work_claim', 'work_todo'];

function* count(world: World): Saga {
  // With the first count of messages these numbers are asked for as well.
  if (!(yield* read(inbox.selectors.isCounted))) return;
  const leaves = yield* read(menu.selectors.leaves);
  if (!leaves.some(({ code }) => menus.includes(code))) return;
  try {
    const answer: unknown = yield call(request, world, { method: 'GET', url }, { quiet: true });
    const { claim, todo } = (answer ?? {}) as { claim?: unknown; todo?: unknown };
    yield put(workCounts.actions.counted({ claim: Number(claim) || 0, todo: Number(todo) || 0 }));
  } catch (error) {
    if (!isExpected(error)) throw error; // the last numbers stay until the next occasion
  }
}

/**
 * A task comes with a message: the numbers follow the count of messages, which an event of the server renews, and what
 * the person does with tasks here.
 */
export function* workCountsSaga(world: World): Saga {
  const isOfWork = (action: { type: string }) =>
    recordsChanged.match(action) && action.payload.modules.some((name) => menus.includes(name));
  yield takeLatest([inbox.actions.counted, menu.actions.menusReceived, isOfWork], count, world);
}
