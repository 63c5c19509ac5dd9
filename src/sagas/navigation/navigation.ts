import { call, put, race, take, takeEvery, takeLatest } from 'redux-saga/effects';
import { textIn } from '../../../contract/domain/text';
import { titleIn } from '../../../contract/wire/settings';
import { intent } from '../../store/auth/intent';
import { lockedAt, screenLock } from '../../store/auth/screenLock';
import { feedback } from '../../store/feedback';
import { denied } from '../../store/navigation/denied';
import { leaves, type MenuItem, menu } from '../../store/navigation/menu';
import { guard, isInside, placeOf, route, tabs } from '../../store/navigation/route';
import { homePath, pageAddress } from '../../store/navigation/routes';
import { destinationOf, rolesOf, shownTo } from '../../store/navigation/sidebar';
import { preferences } from '../../store/preferences';
import { session, tokens } from '../../store/session';
import { settings } from '../../store/settings';
import type { Call, World } from '../../world/world';
import { landing } from '../auth/landing';
import { ask, read, type Saga } from '../effects';
import { isExpected, request, tellFailure } from '../request';

/** More redirects than this are a loop in the guard. */
const mostRedirects = 4;

function* entitle(world: World, path: string): Saga {
  const language = yield* read(preferences.selectors.language);
  const title = titleIn(yield* read(settings.selectors.all), language);
  const tab = (yield* read(tabs.selectors.list)).find((one) => one.path === path);
  const label = textIn((tab ?? (yield* read(route.selectors.place)))?.label ?? undefined, language);
  yield* ask(world, 'setTitle', label ? `${label} - ${title}` : title);
}

const lostPath = '/404';
const refusedPath = '/403';

/** Without a token no person is signed in: leftover data of one is cleared as by signing out. */
function* clearLeftovers(): Saga {
  const hasLeftovers = (yield* read(session.selectors.user)) !== null || (yield* read(menu.selectors.isKnown));
  if (hasLeftovers) yield put(session.actions.signedOut({ lost: true }));
}

/**
 * Where an unknown address leads. It may be that of a form whose process is not loaded yet, or of a page that others may
 * open: then a page says who can grant it. Undefined when the person has gone on meanwhile.
 */
function* insteadOf(world: World, address: string): Saga<string | undefined> {
  if (!(yield* read(tokens.selectors.hasToken)) || (yield* read(session.selectors.isGuest))) return lostPath;
  const gone = [route.actions.arrived.type, session.actions.signedOut.type];
  if (!(yield* read(menu.selectors.areFlowsKnown))) {
    const { known } = yield race({ known: take(menu.actions.flowsReceived), over: take(gone) });
    if (!known) return undefined;
    if (placeOf(address, yield* read(menu.selectors.places))) return address;
  }
  try {
    const question = { method: 'GET', url: '/blade-system/menu/whose', query: { path: address.split('?')[0] } };
    const { found, over } = yield race({
      found: call(request, world, question as Call, { quiet: true }),
      over: take(gone),
    });
    if (over) return undefined;
    if (typeof found?.code !== 'string') return lostPath;
    yield put(denied.actions.explained(found));
    return `${refusedPath}?code=${encodeURIComponent(found.code)}`;
  } catch (error) {
    // A server without the call: the page only says that it does not exist.
    if (!isExpected(error)) throw error;
    return lostPath;
  }
}

/**
 * Waits until the server has confirmed the session and its menus are known. Answers false when the session turns out to
 * be over: signing out navigates by itself.
 */
function* mayShow(requested: string): Saga<boolean> {
  const { userId } = (yield* read(session.selectors.user)) ?? { userId: '' };
  for (const [isMet, fact] of [
    [tokens.selectors.isConfirmed, tokens.actions.confirmed],
    [menu.selectors.isKnown, menu.actions.menusReceived],
  ] as const) {
    if (yield* read(isMet)) continue;
    const { over } = yield race({ met: take(fact), over: take(session.actions.signedOut) });
    if (!over) continue;
    // The place that is shown is kept by the code that ends the session; at the start there is none.
    const isStart = (yield* read(route.selectors.place)) === null;
    if (isStart && userId !== '' && over.payload && 'forced' in over.payload)
      yield put(intent.actions.keep({ address: requested, userId }));
    return false;
  }
  return true;
}

/** Navigate to where the guard leads this address. `how` is missing when the browser has navigated already. */
export function* visit(world: World, address: string, how?: 'push' | 'replace'): Saga {
  let requested = address;
  let step = how;
  for (let redirect = 0; redirect < mostRedirects; redirect++) {
    const hasToken = yield* read(tokens.selectors.hasToken);
    // Behind a locked screen menus are not loaded, and not needed.
    if (hasToken && !(yield* read(screenLock.selectors.isLocked)) && !(yield call(mayShow, requested))) return;
    if (!hasToken) yield call(clearLeftovers);
    const menus = yield* read(menu.selectors.places);
    const isLocked = yield* read(screenLock.selectors.isLocked);
    const verdict = guard(requested, menus, { hasToken, isLocked });
    if ('enter' in verdict) {
      if (step) yield* ask(world, 'navigate', requested, step);
      const isDraft = yield* read(tabs.selectors.isDraft, verdict.enter.path);
      yield put(route.actions.arrived(verdict.enter));
      if (isDraft) yield put(feedback.actions.notified({ tone: 'info', say: 'drafts.reopened' }));
      yield* ask(world, 'painted'); // the page first: a title is visible to the whole browser
      yield call(entitle, world, verdict.enter.path);
      return;
    }
    // Menus are not loaded before a one-time password is changed; the requested address is opened then.
    if (verdict.to === lostPath && hasToken && (yield* read(session.selectors.user))?.mustChangePassword) {
      yield put(intent.actions.keep({ address: requested, userId: '' }));
      requested = homePath;
      step = 'replace';
      continue;
    }
    // An address that the browser restored by itself is not an intent of the person.
    if (how && requested !== '/' && verdict.to === '/login')
      yield put(intent.actions.keep({ address: requested, userId: '' }));
    const isFirst = (yield* read(route.selectors.place)) === null && (yield* read(lockedAt.selectors.from)) === '';
    if (
      verdict.to === '/lock' &&
      isFirst &&
      !placeOf(requested, menus)?.isOpen &&
      isInside(requested) &&
      requested !== '/'
    )
      yield put(lockedAt.actions.began(requested));
    if (verdict.to === lostPath) {
      // A page that is taken from its person while it is shown goes at once.
      const isTaken: boolean = (yield* read(route.selectors.path)) === requested.split('?')[0];
      if (isTaken) yield call(visit, world, refusedPath, 'replace');
      const instead: string | undefined = yield call(insteadOf, world, requested);
      if (instead === undefined || (isTaken && instead === lostPath)) return;
      if (instead !== requested) step = 'replace';
      requested = instead;
      continue;
    }
    requested =
      hasToken && requested.split('?')[0] === '/login' && verdict.to === homePath ? yield* landing() : verdict.to;
    step = 'replace';
  }
}

function* go(world: World, { payload: address, meta }: ReturnType<typeof route.actions.go>): Saga {
  yield put(preferences.actions.draw(false)); // on a small screen the drawer closes after a click
  yield call(visit, world, address, meta?.how ?? 'push');
}
function* moved(world: World, { payload: address }: ReturnType<typeof route.actions.moved>): Saga {
  yield call(visit, world, address);
}

function* open({ payload: { feature, ...below } }: ReturnType<typeof route.actions.open>): Saga {
  const path = yield* read(menu.selectors.pathOf, feature);
  if (path) yield put(route.actions.go(pageAddress(path, below)));
}

/** The menus of a top menu; all menus for home. */
function* loadTree(world: World, id: string): Saga {
  const menus: unknown = yield call(request, world, {
    method: 'GET',
    url: '/blade-system/menu/routes',
    ...(id === '' ? {} : { query: { topMenuId: id } }),
  });
  const tree = Array.isArray(menus) ? (menus as MenuItem[]) : [];
  yield put(id === '' ? menu.actions.menusReceived(tree) : menu.actions.treeReceived(tree));
}

/** The page of a top menu: its own where the person has it, else the first of its menus. */
function* firstPageOf(path: string): Saga<string> {
  if (path !== '' && placeOf(path, yield* read(menu.selectors.places))) return path;
  const shown = leaves(shownTo(yield* read(menu.selectors.tree), rolesOf(yield* read(session.selectors.user))));
  for (const item of shown) {
    const destination = destinationOf(item);
    if ('path' in destination) return destination.path;
  }
  return homePath;
}

/** Choose a top menu: its menus load, and its first page is shown. */
function* pickTop(world: World, { payload: id }: ReturnType<typeof menu.actions.pickTop>): Saga {
  const top = (yield* read(menu.selectors.tops)).find((one) => one.id === id);
  try {
    yield call(loadTree, world, top ? id : '');
  } catch (error) {
    return yield call(tellFailure, error, menu.actions.pickTop(id));
  }
  yield put(route.actions.go(top ? yield* firstPageOf(top.path) : homePath));
}

/** The page belongs to another top menu than the chosen one: the sidebar follows. */
function* followTop(world: World): Saga {
  const place = yield* read(route.selectors.place);
  const top = yield* read(menu.selectors.top);
  const own = (yield* read(menu.selectors.leaves)).find((item) => item.path === place?.menuPath);
  if (top === '' || !own) return; // home has all menus, and the product's own pages belong to each top menu
  if (leaves([...(yield* read(menu.selectors.tree))]).some(({ path }) => path === own.path)) return;
  const holder = (yield* read(menu.selectors.tops)).find(({ menuIds }) => menuIds?.includes(own.id));
  yield put(menu.actions.followTop(holder?.id ?? ''));
  try {
    yield call(loadTree, world, holder?.id ?? '');
  } catch (error) {
    if (!isExpected(error)) throw error; // the sidebar stays as it was
  }
}

/** A menu that opens a new window. When the browser blocks it, the person gets the address as a link. */
function* openOutside(world: World, { payload: url }: ReturnType<typeof route.actions.openOutside>): Saga {
  if (!(yield* ask(world, 'openWindow', url)))
    yield put(feedback.actions.notified({ tone: 'warning', say: 'bar.popupBlocked', link: url }));
}

/** New menus have arrived: open pages that are no longer among them are closed. */
function* sift(world: World): Saga {
  const menus = yield* read(menu.selectors.places);
  const before = [...(yield* read(tabs.selectors.list)), ...(yield* read(tabs.selectors.drafts))];
  yield put(tabs.actions.sifted(menus));
  const open = new Set((yield* read(tabs.selectors.list)).map(({ path }) => path));
  const drafts = new Set((yield* read(tabs.selectors.drafts)).map(({ path }) => path));
  for (const { path } of before) if (!open.has(path) && !drafts.has(path)) yield put(tabs.actions.closed(path));
  const place = yield* read(route.selectors.place);
  if (place?.isTab && !open.has(place.path)) yield call(visit, world, place.path, 'replace');
}

function* retitle(world: World): Saga {
  yield call(entitle, world, yield* read(route.selectors.path));
}

export function* navigationSaga(world: World): Saga {
  // The latest navigation wins, whichever way it started.
  yield takeLatest([route.actions.go, route.actions.moved], function* (wish): Saga {
    if (route.actions.go.match(wish)) yield call(go, world, wish);
    else yield call(moved, world, wish);
  });
  yield takeEvery(route.actions.open, open);
  yield takeEvery(route.actions.openOutside, openOutside, world);
  yield takeEvery(route.actions.step, ({ payload: steps }) => ask(world, 'travel', steps));
  // The latest choice wins, and the latest page.
  yield takeLatest(menu.actions.pickTop, pickTop, world);
  yield takeLatest([route.actions.arrived, menu.actions.pickTop], function* (action): Saga {
    if (route.actions.arrived.match(action)) yield call(followTop, world);
  });
  yield takeEvery([preferences.actions.spoke, preferences.actions.followed, tabs.actions.named], retitle, world);
  yield takeEvery(menu.actions.menusReceived, sift, world);
}
