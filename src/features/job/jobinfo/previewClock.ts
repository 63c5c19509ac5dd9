import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { put, takeEvery } from 'redux-saga/effects';
import { ask, type Saga } from '../../../sagas/effects';
import type { CrudSlice } from '../../../store/crud/crud';
import type { World } from '../../../world/world';

/** The moment from which the form counts the next times of a job, ms since 1970; 0 before a form was opened. */
export const previewClock = createSlice({
  name: 'jobPreviewClock',
  initialState: { now: 0 },
  reducers: {
    read(s, { payload }: PayloadAction<number>) {
      s.now = payload;
    },
  },
  selectors: { now: (s) => s.now },
});

/** The clock is read when the form opens and whenever something is typed. */
export function previewSaga({ actions: at }: CrudSlice) {
  return function* (world: World): Saga {
    yield takeEvery([at.opened, at.type], function* (): Saga {
      yield put(previewClock.actions.read(yield* ask(world, 'now')));
    });
  };
}
