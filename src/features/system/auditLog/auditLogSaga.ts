import { call, put, takeLeading } from 'redux-saga/effects';
import { auditLog } from '../../../../contract/modules/system/auditLog';
import type { Saga } from '../../../sagas/effects';
import { request, tellFailure } from '../../../sagas/request';
import type { World } from '../../../world/world';
import { audit } from './auditLogSlice';

const { actions: at } = audit;

function* verify(world: World): Saga {
  try {
    const answer = yield call(request, world, { method: 'GET', url: auditLog.url('verify') });
    yield put(
      at.verified({
        // Only an explicit true counts as intact.
        isWhole: answer?.isWhole === true,
        fault: String(answer?.fault ?? ''),
        brokenAt: Number(answer?.brokenAt) || 0,
        rows: Number(answer?.rows) || 0,
        takenOver: Number(answer?.takenOver) || 0,
        head: Number(answer?.head) || 0,
        headTime: String(answer?.headTime ?? ''),
        anchored: Number(answer?.anchored) || 0,
      }),
    );
  } catch (error) {
    yield put(at.verifyFailed());
    yield call(tellFailure, error, at.verify());
  }
}

export function* auditLogSaga(world: World): Saga {
  yield takeLeading(at.verify, verify, world);
}
