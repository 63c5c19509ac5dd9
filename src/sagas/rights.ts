import { all, call, put, race, spawn, take, takeLeading } from 'redux-saga/effects';
import { log } from '../store/log';
import { menu, permission } from '../store/menu';
import { session, tokens } from '../store/session';
import { woke } from '../store/windows';
import type { World } from '../world/world';
import { keepDay } from './day';
import { ask, read, type Saga } from './effects';
import { isExpected, request, SessionOver } from './request';

/** Menus and buttons: what this person may see and press. */
export function* loadRights(world: World): Saga {
  // A guest may register, and nothing else: there is nothing to ask for.
  if (yield* read(session.selectors.isGuest)) return yield put(menu.actions.menusReceived([]));
  yield spawn(loadTops, world);
  const [menus, buttons] = yield all([
    call(request, world, { method: 'GET', url: '/blade-system/menu/routes' }),
    call(request, world, { method: 'GET', url: '/blade-system/menu/buttons' }),
  ]);
  yield put(permission.actions.buttonsReceived(Array.isArray(buttons) ? buttons : []));
  yield put(menu.actions.menusReceived(Array.isArray(menus) ? menus : []));
}

/** The first menu level is an extra that nothing waits for: without it there is one set of menus. */
function* loadTops(world: World): Saga {
  try {
    const tops = yield call(request, world, { method: 'GET', url: '/blade-system/menu/top-menu' }, { quiet: true });
    yield put(menu.actions.topsReceived(Array.isArray(tops) ? tops : []));
  } catch (error) {
    if (!isExpected(error)) yield put(log.actions.failed({ message: String(error), stack: '', info: 'top menus' }));
  }
}

const firstPauseMs = 1000;
const longestPauseMs = 10_000;

/** Rights of a session that was kept from an earlier visit. Nothing can be shown without them, so they are asked for until they come. */
export function* recallRights(world: World): Saga {
  yield call(keepDay, yield* ask(world, 'now'));
  for (let pause = firstPauseMs; yield* read(tokens.selectors.hasToken); pause = Math.min(2 * pause, longestPauseMs)) {
    try {
      return yield call(loadRights, world);
    } catch (error) {
      if (!isExpected(error)) throw error;
      if (error instanceof SessionOver) return; // the next one asks for its own
    }
    yield race([call(ask, world, 'sleep', pause), take(woke), take(session.actions.signedOut)]);
  }
}

/** A page that keeps asking for what it may not have must not make us ask as often. */
const rightsPauseMs = 10_000;

/** Rights that have changed meanwhile are asked for anew, so that menus and buttons say what the server does. */
export function* rightsSaga(world: World): Saga {
  yield takeLeading(permission.actions.lapsed, function* () {
    try {
      yield call(loadRights, world);
    } catch (error) {
      if (!isExpected(error)) throw error;
    }
    yield* ask(world, 'sleep', rightsPauseMs);
  });
}
