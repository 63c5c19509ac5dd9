import { call, put, takeEvery, takeLatest } from 'redux-saga/effects';
import { isInMaking, type Transfer } from '../../../../contract/wire/transfer';
import { confirm, read, type Saga } from '../../../sagas/effects';
import { isExpected, tellFailure } from '../../../sagas/request';
import { actOnTransfer, followEveryMs, listTransfers, saveTransfer } from '../../../sagas/transfers';
import { following } from '../../../sagas/trying';
import { openedIn } from '../../../store/features';
import { feedback } from '../../../store/feedback';
import { route } from '../../../store/navigation/route';
import { push } from '../../../store/push';
import type { World } from '../../../world/world';
import { transfers } from './transferSlice';

const { actions: at, selectors: see } = transfers;

function* isHere(): Saga<boolean> {
  return (yield* read(route.selectors.place))?.feature === 'transfer';
}

/** Loads the entries, and asks again while one of them is in the making and the page is on screen. */
function* load(world: World): Saga {
  function* look(): Saga<Transfer[]> {
    const rows: Transfer[] = yield call(listTransfers, world);
    yield put(at.received(rows));
    return rows;
  }
  try {
    const isOver = (rows: readonly Transfer[]) => !rows.some(({ state }) => isInMaking(state));
    yield* following(world, look, { isOver, everyMs: followEveryMs, isHere });
  } catch (error) {
    if (!isExpected(error)) throw error;
    yield put(at.cutOff());
  }
}

function* act(world: World, { payload: { id, verb } }: ReturnType<typeof at.act>): Saga {
  try {
    const row = yield* read(see.row, id);
    if (verb === 'remove') {
      const question = { title: 'transfers.removeTitle', say: 'transfers.removeText', confirm: 'ask.sure' };
      if (!(yield* confirm({ ...question, detail: row?.fileName, danger: true })).isSure) return;
    }
    if (verb === 'download') {
      const detail: string = yield call(saveTransfer, world, id);
      yield put(feedback.actions.notified({ tone: 'success', say: 'transfer.exported', detail }));
      return;
    }
    yield call(actOnTransfer, world, verb, id);
    if (verb === 'again')
      yield put(
        feedback.actions.notified({ tone: 'success', say: 'transfers.restarted', detail: row?.fileName ?? '' }),
      );
  } catch (error) {
    yield* tellFailure(error, at.act({ id, verb }));
  } finally {
    yield put(at.acted(id));
  }
  yield put(at.load());
}

export function* transferSaga(world: World): Saga {
  yield takeLatest(at.load, load, world);
  yield takeEvery(at.act, act, world);
  yield takeLatest(openedIn('transfer'), function* (): Saga {
    yield put(at.load());
  });
  // The message that a file is ready, or has failed.
  yield takeLatest(push.actions.arrived, function* ({ payload: { topic } }): Saga {
    if (topic === 'inbox' && (yield* isHere())) yield put(at.load());
  });
}
