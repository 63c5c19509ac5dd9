import { all, call, put, takeEvery, takeLatest } from 'redux-saga/effects';
import { receipt } from '../../../../contract/modules/lease/receipt';
import type { Row } from '../../../../contract/schema/module';
import { read, type Saga } from '../../../sagas/effects';
import { request } from '../../../sagas/request';
import { loadingPage } from '../../../sagas/trying';
import { recordsChanged } from '../../../store/crud/changes';
import type { CrudSlice } from '../../../store/crud/crud';
import { openedIn } from '../../../store/features';
import { route, tabs } from '../../../store/navigation/route';
import type { World } from '../../../world/world';
import { deed } from '../deed/deedSlice';
import { deedOf } from '../deed/deeds';
import { receiptPages } from './receiptSlice';

const { actions: at } = receiptPages;
const below = 'detail/';

function* show(world: World, path: string, id: string): Saga {
  const get = (name: string, query: Record<string, string>) =>
    call(request, world, { method: 'GET', url: receipt.url(name), query }, { quiet: true });
  yield* loadingPage(
    world,
    path,
    function* (): Saga {
      const [row, entries] = yield all([get('detail', { id }), get('entries', { receiptId: id })]);
      yield put(at.received({ path, row, entries }));
      yield put(tabs.actions.named({ path, label: { zh: row.receiptNo, en: row.receiptNo } }));
    },
    (trouble) => at.failed({ path, trouble }),
  );
}

export function receiptSaga({ actions: list }: CrudSlice) {
  return function* (world: World): Saga {
    yield takeLatest(
      openedIn(receipt.name, (rest) => rest.startsWith(below)),
      function* ({ payload: { path, rest } }): Saga {
        yield call(show, world, path, rest.slice(below.length));
      },
    );
    yield takeLatest([at.reload, list.acted, deed.actions.done], function* (): Saga {
      const place = yield* read(route.selectors.place);
      if (place?.feature === receipt.name && place.rest.startsWith(below))
        yield call(show, world, place.path, place.rest.slice(below.length));
    });
    yield takeLatest(deed.actions.done, function* ({ payload: { name } }): Saga {
      yield put(list.list({}));
      const { refreshes = [] } = deedOf(name);
      if (refreshes.length > 0) yield put(recordsChanged({ modules: refreshes }));
    });
    yield takeEvery(list.act, function* ({ payload: { action, rows } }): Saga {
      const [row] = rows as (Row & { receiptNo?: string | null })[];
      if (action === 'reverse' && row)
        yield put(deed.actions.begin({ name: 'reverse', subject: { id: row.id, name: row.receiptNo ?? '' } }));
    });
  };
}
