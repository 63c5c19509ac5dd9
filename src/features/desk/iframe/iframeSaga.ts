import type { Action } from '@reduxjs/toolkit';
import { call, put, race, take, takeEvery, takeLatest } from 'redux-saga/effects';
import { frameAddress } from '../../../../contract/domain/frameAddress';
import { callTimeoutMs } from '../../../../contract/wire/settings';
import { ask, read, type Saga } from '../../../sagas/effects';
import { openedIn } from '../../../store/features';
import { menu } from '../../../store/navigation/menu';
import { settings } from '../../../store/settings';
import type { World } from '../../../world/world';
import { iframe } from './iframeSlice';

const { actions: at, selectors: see } = iframe;

/**
 * Checks whether the page of a menu loads. Our own host is asked for the page first, because a frame does not report a
 * missing page; of a foreign host it is known only whether anything came in time.
 */
function* watch(world: World, code: string): Saga {
  if (yield* read(see.isShown, code)) return;
  const item = (yield* read(menu.selectors.leaves)).find((one) => one.code === code);
  const { frameHosts: hosts } = yield* read(settings.selectors.all);
  const address = item && frameAddress(item.path, { origin: yield* read(see.origin), hosts });
  if (!address) return;
  if (address.isOwn) {
    try {
      const { status } = yield* ask(world, 'send', { method: 'GET', url: address.src, isElsewhere: true });
      if (status !== 200) return yield put(at.failed(code));
    } catch {
      return yield put(at.failed(code));
    }
  }
  const isOurs = (action: Action) => (at.loaded.match(action) || at.retry.match(action)) && action.payload === code;
  const { come } = yield race({ come: take(isOurs), late: call(ask, world, 'sleep', callTimeoutMs) });
  if (!come) yield put(at.failed(code));
}

export function* iframeSaga(world: World): Saga {
  yield takeLatest(openedIn('iframe'), function* ({ payload: place }): Saga {
    yield put(at.located(yield* ask(world, 'origin')));
    yield call(watch, world, decodeURIComponent(place.rest));
  });
  yield takeEvery(at.retry, ({ payload: code }) => watch(world, code));
}
