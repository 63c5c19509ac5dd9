import { call, put, spawn, take, takeEvery, takeLatest } from 'redux-saga/effects';
import type { Feature } from '../features/crud/feature';
import { ask, read, type Saga } from '../sagas/effects';
import { visit } from '../sagas/navigation/navigation';
import { outdated } from '../sagas/releases';
import { features } from '../store/features';
import { keepAlive } from '../store/navigation/keepAlive';
import { menu } from '../store/navigation/menu';
import { type Place, placeOf, route, tabs } from '../store/navigation/route';
import { session } from '../store/session';
import type { World } from '../world/world';
import { hasPage } from './pageRoutes';

export interface Installer {
  /** Whether loading failed because no code of that name exists. */
  isUnknown(error: unknown): boolean;
  find(name: string): Feature | undefined;
  inject(slice: Feature['slices'][number]): unknown;
  run(saga: NonNullable<Feature['saga']>): unknown;
}

/** The frame is loaded like a feature, so that the sign-in page does not wait for it. */
export const frameName = 'frame';

/** Arriving at a place loads its feature; the page is shown after `entered`, when slice and saga are installed. */
export function* featuresSaga(world: World, { isUnknown, find, inject, run }: Installer): Saga {
  const running = new Set<string>();
  /** Features that are already loaded start synchronously, which avoids an intermediate rendering. */
  const here = new Set<string>();
  /** Names without code. */
  const unknown = new Set<string>();

  const install = (name: string) => {
    const feature = find(name);
    if (!feature || running.has(name)) return;
    running.add(name); // A feature is never removed: a background tab keeps its data and its sagas.
    feature.slices.forEach(inject);
    if (feature.saga) run(feature.saga);
  };
  function* load(name: string): Saga {
    if (here.has(name)) return;
    yield* ask(world, 'load', name);
    here.add(name);
  }
  /** Returns whether the feature is installed. */
  function* bring(name: string): Saga<boolean> {
    if (running.has(name)) return true;
    try {
      yield call(load, name);
    } catch (error) {
      if (isUnknown(error)) unknown.add(name);
      else if (yield call(outdated, world)) yield take(() => false); // The page reloads, so it must not show an error.
      return false;
    }
    for (const other of find(name)?.needs ?? []) if (!(yield call(bring, other))) return false;
    yield call(install, name);
    yield put(features.actions.entered(name)); // This action also initialises the injected slice.
    return running.has(name);
  }
  /** Loads a feature before a likely click. A failure is ignored, because arriving loads again. */
  function* expect({ payload: path }: ReturnType<typeof features.actions.expect>): Saga {
    const name = placeOf(path, yield* read(menu.selectors.places))?.feature;
    if (!name || unknown.has(name)) return;
    try {
      yield call(load, name);
      for (const other of find(name)?.needs ?? []) yield call(load, other);
    } catch {
      // Arriving reports the error.
    }
  }
  function* arrive({ payload: place }: { payload: Place }): Saga {
    if (place.feature === '') return;
    // Pages depend on the state of the frame, so they fail without it.
    const isFramed: boolean = place.feature === 'sign' || (yield call(bring, frameName));
    const isHere: boolean = isFramed && (yield call(bring, place.feature));
    const feature = isHere ? find(place.feature) : undefined;
    // Menus of other products have no page here, and unknown addresses below a menu get no tab.
    if (unknown.has(place.feature) || (feature && !hasPage(feature, place))) {
      yield put(tabs.actions.closed(place.path));
      return yield spawn(visit, world, '/404', 'replace'); // Arriving there cancels this saga.
    }
    // A guest must register first and may send no other request.
    if (isHere && (yield* read(session.selectors.isGuest))) return yield call(bring, 'registration');
    // A page from the background is painted before it reloads, with a further frame for pending input.
    if (yield* read(keepAlive.selectors.isBack, place.path)) {
      yield* ask(world, 'painted');
      yield* ask(world, 'painted');
    }
    // No request is sent before a one-time password is changed.
    if (isHere && (yield* read(session.selectors.user))?.mustChangePassword)
      yield take(session.actions.passwordChanged);
    yield put(isHere ? features.actions.opened(place) : features.actions.lost(place.feature));
  }
  yield takeEvery(features.actions.expect, expect);
  // Navigation cancels a running arrival, so that a page that was left is not reported as opened.
  yield takeLatest([route.actions.arrived, features.actions.retry], arrive);
}
