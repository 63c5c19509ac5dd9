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
  /** Whether loading failed because there is no code of that name at all. */
  isUnknown(error: unknown): boolean;
  find(name: string): Feature | undefined;
  inject(slice: Feature['slices'][number]): unknown;
  run(saga: NonNullable<Feature['saga']>): unknown;
}

/** The frame around every page is loaded like a feature, so that signing in need not wait for it. */
export const frameName = 'frame';

/** Arriving at a place asks for its feature; the page shows once `entered` says slice and saga are in place. */
export function* featuresSaga(world: World, { isUnknown, find, inject, run }: Installer): Saga {
  const running = new Set<string>();
  /** Features whose code is here: they begin without a moment in between, which would be a drawing in between. */
  const here = new Set<string>();
  /** Names that there is no code for. */
  const unknown = new Set<string>();

  const install = (name: string) => {
    const feature = find(name);
    if (!feature || running.has(name)) return;
    running.add(name); // a feature stays: a background tab keeps its data and its watchers
    feature.slices.forEach(inject);
    if (feature.saga) run(feature.saga);
  };
  function* load(name: string): Saga {
    if (here.has(name)) return;
    yield* ask(world, 'load', name);
    here.add(name);
  }
  /** Answers whether the feature is there. */
  function* bring(name: string): Saga<boolean> {
    if (running.has(name)) return true;
    try {
      yield call(load, name);
    } catch (error) {
      if (isUnknown(error)) unknown.add(name);
      else if (yield call(outdated, world)) yield take(() => false); // the page is about to go: it need not say that it is lost
      return false;
    }
    for (const other of find(name)?.needs ?? []) if (!(yield call(bring, other))) return false;
    yield call(install, name);
    yield put(features.actions.entered(name)); // this action also gives an injected slice its first state
    return running.has(name);
  }
  /** Ahead of the click that may follow. Without success nothing is lost: arriving asks again. */
  function* expect({ payload: path }: ReturnType<typeof features.actions.expect>): Saga {
    const name = placeOf(path, yield* read(menu.selectors.places))?.feature;
    if (!name || unknown.has(name)) return;
    try {
      yield call(load, name);
      for (const other of find(name)?.needs ?? []) yield call(load, other);
    } catch {
      // Who goes there hears of it.
    }
  }
  function* arrive({ payload: place }: { payload: Place }): Saga {
    if (place.feature === '') return;
    // A page leans on the frame's state: without the frame it is as lost as without its own code.
    const isFramed: boolean = place.feature === 'sign' || (yield call(bring, frameName));
    const isHere: boolean = isFramed && (yield call(bring, place.feature));
    const feature = isHere ? find(place.feature) : undefined;
    // A menu of another product of the family has no page here; an address below a menu that is none of its pages gets
    // no tab of its own.
    if (unknown.has(place.feature) || (feature && !hasPage(feature, place))) {
      yield put(tabs.actions.closed(place.path));
      return yield spawn(visit, world, '/404', 'replace'); // arriving there ends what is done here
    }
    // A guest has to register first, and may ask nothing else.
    if (isHere && (yield* read(session.selectors.isGuest))) return yield call(bring, 'registration');
    // A page that is only uncovered is seen first and brought up to date then; the frame after that belongs to whoever
    // goes on at once.
    if (yield* read(keepAlive.selectors.isBack, place.path)) {
      yield* ask(world, 'painted');
      yield* ask(world, 'painted');
    }
    // Nothing asks the server before a one-time password is changed.
    if (isHere && (yield* read(session.selectors.user))?.mustChangePassword)
      yield take(session.actions.passwordChanged);
    yield put(isHere ? features.actions.opened(place) : features.actions.lost(place.feature));
  }
  yield takeEvery(features.actions.expect, expect);
  // Who has gone on meanwhile is not told that the page they left is on screen.
  yield takeLatest([route.actions.arrived, features.actions.retry], arrive);
}
