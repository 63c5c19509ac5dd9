import { call, put, race, take, takeEvery, takeLatest } from 'redux-saga/effects';
import { look } from '../store/look';
import { menu } from '../store/menu';
import { guard, homePath, lock, placeOf, route, tabs } from '../store/route';
import { session, tokens } from '../store/session';
import { settings } from '../store/settings';
import type { World } from '../world/world';
import { ask, mayDiscard, read, type Saga } from './effects';

/** More redirects than this is a loop of our own making. */
const mostRedirects = 4;

function* entitle(world: World, path: string): Saga {
  const { title } = yield* read(settings.selectors.all);
  const language = yield* read(look.selectors.language);
  const tab = (yield* read(tabs.selectors.list)).find((one) => one.path === path);
  const label = (tab ?? (yield* read(route.selectors.place)))?.label?.[language];
  yield* ask(world, 'entitle', label ? `${label} - ${title}` : title);
}

/** Go where the guard lets this address lead. `how` is missing when the browser has moved already. */
export function* visit(world: World, address: string, how?: 'push' | 'replace'): Saga {
  let asked = address;
  let step = how;
  for (let redirect = 0; redirect < mostRedirects; redirect++) {
    const hasToken = yield* read(tokens.selectors.hasToken);
    if (hasToken && !(yield* read(menu.selectors.isKnown))) {
      const { over } = yield race({ known: take(menu.actions.menusReceived), over: take(session.actions.signedOut) });
      if (over) return; // leaving goes its own way
    }
    const place = placeOf(asked, yield* read(menu.selectors.leaves));
    const verdict = guard(asked, place, { hasToken, isLocked: yield* read(lock.selectors.isLocked) });
    if ('enter' in verdict) {
      if (step) yield* ask(world, 'navigate', asked, step);
      yield put(route.actions.arrived(verdict.enter));
      return yield call(entitle, world, verdict.enter.path);
    }
    asked = verdict.to;
    step = 'replace';
  }
}

function* go(world: World, { payload: address }: ReturnType<typeof route.actions.go>): Saga {
  yield call(visit, world, address, 'push');
  yield put(look.actions.draw(false)); // on a small screen the drawer closes after a click
}
function* moved(world: World, { payload: address }: ReturnType<typeof route.actions.moved>): Saga {
  yield call(visit, world, address);
}

function* open({ payload: { feature, rest = '', search = '' } }: ReturnType<typeof route.actions.open>): Saga {
  const path = yield* read(menu.selectors.pathOf, feature);
  if (path) yield put(route.actions.go(`${path}${rest && `/${rest}`}${search && `?${search}`}`));
}

function* closeTab({ payload: path }: ReturnType<typeof tabs.actions.closeTab>): Saga {
  if (path === homePath || (yield* read(tabs.selectors.list)).length === 1) return;
  if ((yield* read(tabs.selectors.isDirty, path)) && !(yield* mayDiscard())) return;
  const next = yield* read(tabs.selectors.besides, path);
  const isShown = (yield* read(route.selectors.path)) === path;
  yield put(tabs.actions.closed(path));
  if (isShown) yield put(route.actions.go(next.path + (next.search ? `?${next.search}` : '')));
}
function* closeAll(): Saga {
  if (Object.keys(yield* read(tabs.selectors.dirty)).length > 0 && !(yield* mayDiscard())) return;
  yield put(tabs.actions.allClosed());
  yield put(route.actions.go(homePath));
}
function* retitle(world: World): Saga {
  yield call(entitle, world, yield* read(route.selectors.path));
}

export const navigationSaga = function* (world: World): Saga {
  // The last wish wins, whichever way it was made.
  yield takeLatest([route.actions.go, route.actions.moved], function* (wish): Saga {
    if (route.actions.go.match(wish)) yield call(go, world, wish);
    else yield call(moved, world, wish);
  });
  yield takeEvery(route.actions.open, open);
  yield takeEvery(tabs.actions.closeTab, closeTab);
  yield takeEvery(tabs.actions.closeAll, closeAll);
  yield takeEvery([look.actions.spoke, tabs.actions.named], retitle, world);
};
