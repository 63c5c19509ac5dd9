import { call, put, race, take, takeEvery, takeLatest } from 'redux-saga/effects';
import { feedback } from '../store/feedback';
import { lock } from '../store/lock';
import { look } from '../store/look';
import { type MenuItem, menu } from '../store/menu';
import { guard, homePath, route, tabs } from '../store/route';
import { session, tokens } from '../store/session';
import { settings } from '../store/settings';
import type { World } from '../world/world';
import { ask, read, type Saga } from './effects';
import { request, tellFailure } from './request';

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
    // Behind a locked screen nobody asks for menus, and nothing needs them.
    if (hasToken && !(yield* read(lock.selectors.isLocked)) && !(yield* read(menu.selectors.isKnown))) {
      const { over } = yield race({ known: take(menu.actions.menusReceived), over: take(session.actions.signedOut) });
      if (over) return; // leaving goes its own way
    }
    const menus = yield* read(menu.selectors.leaves);
    const verdict = guard(asked, menus, { hasToken, isLocked: yield* read(lock.selectors.isLocked) });
    if ('enter' in verdict) {
      if (step) yield* ask(world, 'navigate', asked, step);
      yield put(route.actions.arrived(verdict.enter));
      yield* ask(world, 'painted'); // the page first: a title is told to the whole browser
      return yield call(entitle, world, verdict.enter.path);
    }
    asked = verdict.to;
    step = 'replace';
  }
}

function* go(world: World, { payload: address }: ReturnType<typeof route.actions.go>): Saga {
  yield put(look.actions.draw(false)); // on a small screen the drawer closes after a click
  yield call(visit, world, address, 'push');
}
function* moved(world: World, { payload: address }: ReturnType<typeof route.actions.moved>): Saga {
  yield call(visit, world, address);
}

function* open({ payload: { feature, rest = '', search = '' } }: ReturnType<typeof route.actions.open>): Saga {
  const path = yield* read(menu.selectors.pathOf, feature);
  if (path) yield put(route.actions.go(`${path}${rest && `/${rest}`}${search && `?${search}`}`));
}

/** Choose an entry of the first menu level: its menus come in, and its own page is shown. */
function* pickTop(world: World, { payload: id }: ReturnType<typeof menu.actions.pickTop>): Saga {
  const top = (yield* read(menu.selectors.tops)).find((one) => one.id === id);
  try {
    const menus: unknown = yield call(request, world, {
      method: 'GET',
      url: '/blade-system/menu/routes',
      ...(top ? { query: { topMenuId: id } } : {}),
    });
    yield put(menu.actions.menusReceived(Array.isArray(menus) ? (menus as MenuItem[]) : []));
  } catch (error) {
    return yield call(tellFailure, error);
  }
  if (!top) yield put(route.actions.go(homePath));
  else if (top.path) yield put(route.actions.go(top.path));
}

/** A menu that opens in a window of its own. The browser may forbid it: then the person gets the address as a link. */
function* openOutside(world: World, { payload: url }: ReturnType<typeof route.actions.openOutside>): Saga {
  if (!(yield* ask(world, 'openWindow', url)))
    yield put(feedback.actions.told({ tone: 'warning', say: 'bar.popupBlocked', link: url }));
}

/** Menus have come: pages that are not among them any more are closed, and left. */
function* sift(world: World): Saga {
  const menus = yield* read(menu.selectors.leaves);
  const before = yield* read(tabs.selectors.list);
  yield put(tabs.actions.sifted(menus));
  const open = new Set((yield* read(tabs.selectors.list)).map(({ path }) => path));
  for (const { path } of before) if (!open.has(path)) yield put(tabs.actions.closed(path));
  const place = yield* read(route.selectors.place);
  if (place?.isTab && !open.has(place.path)) yield call(visit, world, place.path, 'replace');
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
  yield takeEvery(route.actions.openOutside, openOutside, world);
  yield takeLatest(menu.actions.pickTop, pickTop, world); // the last choice wins
  yield takeEvery([look.actions.spoke, look.actions.followed, tabs.actions.named], retitle, world);
  yield takeEvery(menu.actions.menusReceived, sift, world);
};
