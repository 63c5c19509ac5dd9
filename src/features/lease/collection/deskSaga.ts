import { all, call, put, takeLatest } from 'redux-saga/effects';
import { collection } from '../../../../contract/modules/lease/collection';
import { queueUrl, standingUrl } from '../../../../contract/wire/lease/collecting';
import { read, type Saga } from '../../../sagas/effects';
import { isExpected, Refused, request } from '../../../sagas/request';
import { untilDone } from '../../../sagas/trying';
import { openedIn } from '../../../store/features';
import { menu } from '../../../store/navigation/menu';
import { route } from '../../../store/navigation/route';
import type { World } from '../../../world/world';
import { collecting } from './collectingSlice';
import { desk } from './deskSlice';

const { actions: at, selectors: see } = desk;
export const deskName = 'collectionDesk';

/** Answers whether the line was cut. */
function* load(world: World): Saga<boolean> {
  const { query } = yield* read(see.all);
  const filled = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
  const get = (url: string, asked: Record<string, unknown> = {}) =>
    call(request, world, { method: 'GET', url, query: asked }, { quiet: true });
  try {
    const [standing, page] = yield all([get(standingUrl), get(queueUrl, filled)]);
    yield put(at.received({ standing, page }));
    return false;
  } catch (error) {
    if (!isExpected(error)) throw error;
    yield put(at.failed(error instanceof Refused ? error.message : ''));
    return !(error instanceof Refused);
  }
}

export function* deskSaga(world: World): Saga {
  yield takeLatest(at.load, () => untilDone(world, deskName, () => load(world))); // The newest conditions win.
  yield takeLatest(openedIn(deskName), function* (): Saga {
    // Without the menu of the records the server would refuse all requests.
    if ((yield* read(menu.selectors.pathOf, collection.name)) !== '') yield put(at.load({}));
  });
  yield takeLatest(collecting.actions.done, function* (): Saga {
    if ((yield* read(route.selectors.place))?.feature === deskName) yield put(at.load({}));
  });
}
