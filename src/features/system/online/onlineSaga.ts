import { call, put, takeLeading } from 'redux-saga/effects';
import { online } from '../../../../contract/modules/system/online';
import { withTenant } from '../../../sagas/crud/tenantChoice';
import { confirm, type Saga } from '../../../sagas/effects';
import { request, tellFailure } from '../../../sagas/request';
import type { CrudSlice } from '../../../store/crud/crud';
import { feedback } from '../../../store/feedback';
import type { World } from '../../../world/world';
import { sessions } from './onlineSlice';

export const onlineSaga = (list: CrudSlice) =>
  function* (world: World): Saga {
    /** Whoever works in one of them is sent to the door with the next thing they ask; for one's own that is at once. */
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
      try {
        const question = { method: 'POST' as const, url: online.url('end'), form: { ids: ids.join(',') } };
        yield call(request, world, yield* withTenant(question));
        yield put(list.actions.removed(ids));
        yield put(feedback.actions.told({ tone: 'success', say: 'online.ended' }));
        yield put(list.actions.list({}));
      } catch (error) {
        yield* tellFailure(error);
      }
    }
    yield takeLeading(sessions.end, end);
  };
