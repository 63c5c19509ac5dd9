import { call, put, takeLatest } from 'redux-saga/effects';
import { attach } from '../../../../contract/modules/resource/attach';
import type { Uses } from '../../../../contract/wire/attachments';
import type { Saga } from '../../../sagas/effects';
import { isExpected, request } from '../../../sagas/request';
import type { World } from '../../../world/world';
import { attachUses } from './usesSlice';

const { actions: at } = attachUses;

export function* usesSaga(world: World): Saga {
  yield takeLatest(at.show, function* ({ payload: { id } }): Saga {
    try {
      const question = { method: 'GET', url: attach.url('uses'), query: { id } } as const;
      const uses: Uses = yield call(request, world, question, { quiet: true });
      yield put(at.loaded({ id, uses }));
    } catch (error) {
      if (!isExpected(error)) throw error;
      yield put(at.lost());
    }
  });
}
