import { call, put, takeLeading } from 'redux-saga/effects';
import { online } from '../../../../contract/modules/system/online';
import type { Module } from '../../../../contract/schema/module';
import { change } from '../../../sagas/crud/change';
import { crudOf } from '../../../sagas/crud/context';
import { ask, confirm, type Saga } from '../../../sagas/effects';
import { tellFailure } from '../../../sagas/request';
import type { CrudSlice } from '../../../store/crud/crud';
import type { Call, World } from '../../../world/world';
import { sessions } from './onlineSlice';

export function onlineSaga(list: CrudSlice) {
  return function* (world: World): Saga {
    const crud = crudOf(world, online as unknown as Module, list);
    /** The next request of an ended session leads to the sign-in page; for the user's own session that is at once. */
    function* end({ payload: rows }: ReturnType<typeof sessions.end>): Saga {
      if (rows.length === 0) return;
      const isOwnAmong = rows.some(({ isOwn }) => isOwn === 1);
      const people = [...new Set(rows.map(({ realName, account }) => realName || account))];
      const { isSure } = yield* confirm({
        title: 'online.endTitle',
        say: isOwnAmong ? 'online.askEndOwn' : 'online.askEnd',
        detail: people.join(' · '),
        confirm: 'online.endCount',
        danger: true,
        values: { count: rows.length },
      });
      if (!isSure) return;
      const ids = rows.map(({ id }) => id);
      const question: Call = { method: 'POST', url: online.url('end'), form: { ids: ids.join(',') } };
      const key = yield* ask(world, 'newId');
      try {
        yield call(change, crud, { action: 'end', ids, question, key, notice: { say: 'online.ended' } });
        yield put(list.actions.removed(ids));
      } catch (error) {
        yield* tellFailure(error, sessions.end(rows));
      }
    }
    yield takeLeading(sessions.end, end);
  };
}
