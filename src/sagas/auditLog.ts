import { call, put, takeLeading } from 'redux-saga/effects';
import { auditLog } from '../../contract/modules/auditLog';
import { audit } from '../store/auditLog';
import type { World } from '../world/world';
import type { Saga } from './effects';
import { request, tellFailure } from './request';

const { actions: at } = audit;

function* verify(world: World): Saga {
  try {
    const answer = yield call(request, world, { method: 'GET', url: auditLog.url('verify') });
    yield put(
      at.verified({
        // Only a clear yes is one.
        isWhole: answer?.isWhole === true,
        rows: Number(answer?.rows) || 0,
        seals: Number(answer?.seals) || 0,
        brokenAt: String(answer?.brokenAt ?? ''),
      }),
    );
  } catch (error) {
    yield put(at.verifyFailed());
    yield call(tellFailure, error);
  }
}

export const auditLogSaga = function* (world: World): Saga {
  yield takeLeading(at.verify, verify, world);
};
