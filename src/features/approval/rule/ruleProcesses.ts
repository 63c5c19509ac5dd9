/** The processes that a rule may name: read when the form of a rule opens. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { call, put, takeLatest } from 'redux-saga/effects';
import type { DecidingProcess } from '../../../../contract/domain/approvals';
import { approvalRule } from '../../../../contract/modules/approval/approvalRule';
import type { Saga } from '../../../sagas/effects';
import { isExpected, request } from '../../../sagas/request';
import type { CrudSlice } from '../../../store/crud/crud';
import type { World } from '../../../world/world';

export const ruleProcesses = createSlice({
  name: 'ruleProcesses',
  initialState: { items: null as readonly DecidingProcess[] | null, isLost: false },
  reducers: {
    load: (s) => {
      s.isLost = false;
    },
    received: (s, { payload }: PayloadAction<DecidingProcess[]>) => {
      s.items = payload;
    },
    lost: (s) => {
      s.isLost = true;
    },
  },
  selectors: { all: (s) => s },
});
const { actions: at } = ruleProcesses;

function* load(world: World): Saga {
  try {
    const url = approvalRule.url('processes');
    const items: unknown = yield call(request, world, { method: 'GET', url }, { quiet: true });
    yield put(at.received(Array.isArray(items) ? (items as DecidingProcess[]) : []));
  } catch (error) {
    yield put(at.lost());
    if (!isExpected(error)) throw error;
  }
}

export function processesSaga(list: CrudSlice) {
  return function* (world: World): Saga {
    yield takeLatest([list.actions.edit, at.load], load, world);
  };
}
