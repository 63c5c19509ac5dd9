import type { Action } from '@reduxjs/toolkit';
import { call, put } from 'redux-saga/effects';
import { payLayouts } from '../../../../contract/domain/bank/payFiles';
import { payBatch } from '../../../../contract/modules/lease/payBatch';
import { ask, confirm, type Saga } from '../../../sagas/effects';
import { explained } from '../../../sagas/explained';
import { request, tellFailure } from '../../../sagas/request';
import { feedback } from '../../../store/feedback';
import { route } from '../../../store/navigation/route';
import type { World } from '../../../world/world';

/** What a payment file is made of: instalments by `ids`, or supplier payments. */
export type FileOf = { ids: readonly string[] } | { purchaseIds: readonly string[] };

/** Makes a draft for the file of a bank that the person chooses, and opens it; false where it was not made. */
export function* makePayFile(world: World, of: FileOf, again: Action): Saga<boolean> {
  const { isSure, isAlternative } = yield* confirm({
    title: 'bank.makeTitle',
    say: 'bank.makeText',
    confirm: 'bank.icbc',
    alternative: 'bank.cmb',
  });
  if (!isSure && !isAlternative) return false;
  const layout = isAlternative ? payLayouts.cmb.number : payLayouts.icbc.number;
  try {
    const made: { id: string; batchNo: string } | undefined = yield* explained(function* (reason) {
      const key = yield* ask(world, 'newId');
      const body = { ...of, layout, ...(reason === '' ? {} : { reason }) };
      return yield call(request, world, { method: 'POST' as const, url: payBatch.url('make'), body }, { key });
    }, 'bank.makeOne');
    if (!made) return false;
    yield put(feedback.actions.notified({ tone: 'success', say: 'bank.made', detail: made.batchNo }));
    yield put(route.actions.open({ feature: payBatch.name, rest: `detail/${made.id}` }));
    return true;
  } catch (error) {
    yield* tellFailure(error, again);
    return false;
  }
}
