import { call, put, takeEvery, takeLeading } from 'redux-saga/effects';
import { dict } from '../../store/crud/dict';
import { features } from '../../store/features';
import { feedback } from '../../store/feedback';
import { keepAlive } from '../../store/navigation/keepAlive';
import { route, type Tab, tabs } from '../../store/navigation/route';
import { homePath } from '../../store/navigation/routes';
import type { World } from '../../world/world';
import { loadRights } from '../auth/rights';
import { confirm, fateOfInput, read, type Saga } from '../effects';
import { request, tellFailure } from '../request';

const { actions: at, selectors: see } = tabs;

function addressOf({ path, search }: Tab) {
  return path + (search && `?${search}`);
}

function* closeTab({ payload: path }: ReturnType<typeof at.closeTab>): Saga {
  const list = yield* read(see.list);
  if (path === homePath || list.length === 1 || !list.some((tab) => tab.path === path)) return;
  const isDirty = yield* read(see.isDirty, path);
  const fate = isDirty ? yield* fateOfInput() : 'lost';
  if (fate === null) return;
  const next = yield* read(see.besides, path);
  const isShown = (yield* read(route.selectors.path)) === path;
  yield put(fate === 'kept' ? at.closedWithDraft(path) : at.closed(path));
  if (isShown) yield put(route.actions.go(addressOf(next)));
}

function* closeShown(): Saga {
  yield put(at.closeTab(yield* read(route.selectors.path)));
}

/** Closing others keeps tabs with unsaved input open. */
function* closeOthers({ payload: path }: ReturnType<typeof at.closeOthers>): Saga {
  const others = yield* read(see.others, path);
  const isShownClosed = others.includes(yield* read(route.selectors.path));
  for (const other of others) yield put(at.closed(other));
  if (!isShownClosed) return;
  const left = (yield* read(see.list)).find((tab) => tab.path === path);
  yield put(route.actions.go(left ? addressOf(left) : homePath));
}

function* closeAll(): Saga {
  const closable = yield* read(see.closable);
  const dirty = yield* read(see.dirty);
  const fate = closable.some((path) => dirty[path]) ? yield* fateOfInput() : 'lost';
  if (fate === null) return;
  for (const path of closable) yield put(fate === 'kept' && dirty[path] ? at.closedWithDraft(path) : at.closed(path));
  yield put(route.actions.go(homePath));
}

/** Show a tab and reload its page from the server. Unsaved input stays. */
function* refresh({ payload: path }: ReturnType<typeof at.refresh>): Saga {
  const tab = (yield* read(see.list)).find((one) => one.path === path);
  yield put(keepAlive.actions.refreshed(path));
  const place = yield* read(route.selectors.place);
  // Entering a page loads its data; for the current page this is done here.
  if (place?.path === path) yield put(features.actions.opened(place));
  else if (tab) yield put(route.actions.go(addressOf(tab)));
}

function* retry({ payload: place }: ReturnType<typeof keepAlive.actions.retried>): Saga {
  yield put(features.actions.opened(place));
}

function* showTab({ payload: number }: ReturnType<typeof at.showTab>): Saga {
  const tab = (yield* read(see.list))[number - 1];
  if (tab && tab.path !== (yield* read(route.selectors.path))) yield put(route.actions.go(addressOf(tab)));
}

/** What the console remembers of the server is asked for again: menus, buttons, processes, dictionaries. Tabs stay. */
function* clearCache(world: World): Saga {
  const { isSure } = yield* confirm({ title: 'ask.title', say: 'ask.clearCache', confirm: 'ask.sure' });
  if (!isSure) return;
  try {
    yield call(request, world, { method: 'GET', url: '/blade-auth/oauth/clear-cache' }, { clientless: true });
    yield put(dict.actions.forgotten());
    yield call(loadRights, world);
  } catch (error) {
    return yield call(tellFailure, error, at.clearCache());
  }
  yield put(feedback.actions.notified({ tone: 'success', say: 'tabs.cacheCleared' }));
  const place = yield* read(route.selectors.place);
  if (place) yield put(features.actions.opened(place)); // loads the records, choices and texts it needs
}

export function* tabsSaga(world: World): Saga {
  yield takeEvery(at.closeTab, closeTab);
  yield takeEvery(at.closeShown, closeShown);
  yield takeEvery(at.closeOthers, closeOthers);
  yield takeEvery(at.closeAll, closeAll);
  yield takeEvery(at.refresh, refresh);
  yield takeEvery(at.showTab, showTab);
  yield takeEvery(keepAlive.actions.retried, retry);
  yield takeLeading(at.clearCache, clearCache, world); // further clicks are ignored while it runs
}
