import { call, put, spawn, take, takeEvery, takeLatest } from 'redux-saga/effects';
import type { Declaration } from '../../contract/schema/register';
import { registerCode, registerPath } from '../../contract/schema/registerName';
import type { Feature } from '../features/crud/feature';
import { ask, read, type Saga } from '../sagas/effects';
import { visit } from '../sagas/navigation/navigation';
import { outdated } from '../sagas/releases';
import { isExpected, Refused, request } from '../sagas/request';
import { features } from '../store/features';
import { keepAlive } from '../store/navigation/keepAlive';
import { menu } from '../store/navigation/menu';
import { type Place, placeOf, route, tabs } from '../store/navigation/route';
import { frameName } from '../store/navigation/routes';
import { session } from '../store/session';
import type { World } from '../world/world';
import { hasPage } from './pageRoutes';

export interface Installer {
  /** Whether loading failed because no code of that name exists. */
  isUnknown(error: unknown): boolean;
  find(name: string): Feature | undefined;
  /** Makes the feature of a register, whose code is loaded; null: the register has been withdrawn. */
  declare(name: string, declared: Declaration | null): void;
  forget(name: string): void;
  inject(slice: Feature['slices'][number]): unknown;
  run(saga: NonNullable<Feature['saga']>): { cancel(): void };
}

/** What a register is now; null where it is not served any more. */
function* declarationOf(world: World, name: string): Saga<Declaration | null> {
  const url = `${registerPath}/${registerCode(name)}/declaration`;
  try {
    return yield call(request, world, { method: 'GET', url }, { quiet: true });
  } catch (error) {
    if (error instanceof Refused && error.reason === 'register.withdrawn') return null;
    throw error;
  }
}

/** Runs what the frame does about each slice behind it, once where several features share one. */
function watching({ find, run }: Installer) {
  const watched = new Set<object>();
  return ({ slices }: Feature) => {
    const watch = find(frameName)?.watch;
    for (const slice of watch ? slices : []) {
      if (!watched.has(slice)) run(() => watch!(slice));
      watched.add(slice);
    }
  };
}

/** Arriving at a place loads its feature; the page is shown after `entered`, when slice and saga are installed. */
export function* featuresSaga(world: World, installer: Installer): Saga {
  const { isUnknown, find, inject, run } = installer;
  const watch = watching(installer);
  const running = new Set<string>();
  /** Features of registers: what they were made from, and their sagas. They end with the session, and when their
   *  register is published again. */
  const registers = new Map<string, { made: string; saga: { cancel(): void } | undefined }>();
  /** The feature of the latest page. */
  let latest = '';
  /** Features that are already loaded start synchronously, which avoids an intermediate rendering. */
  const here = new Set<string>();
  /** Names without code. */
  const unknown = new Set<string>();

  const install = (name: string) => {
    const feature = find(name);
    if (!feature || running.has(name)) return;
    running.add(name); // A feature of the product is never removed: a background tab keeps its data and its sagas.
    feature.slices.forEach(inject);
    const saga = feature.saga && run(feature.saga);
    watch(feature);
    const register = registers.get(name);
    if (register) register.saga = saga;
  };
  /** Removes the feature of a register with its state. */
  function* remove(name: string): Saga {
    registers.get(name)?.saga?.cancel();
    registers.delete(name);
    running.delete(name);
    const slices = (find(name)?.slices ?? []).map(({ reducerPath }) => reducerPath);
    installer.forget(name);
    yield put(features.actions.replaced({ name, slices }));
  }
  /** Makes the feature of a register from its declaration, which may have changed since the page was shown last. */
  function* declare(name: string): Saga {
    // No request is sent before a one-time password is changed.
    if ((yield* read(session.selectors.user))?.mustChangePassword) yield take(session.actions.passwordChanged);
    const declared: Declaration | null = yield call(declarationOf, world, name);
    const made = JSON.stringify(declared);
    if (registers.get(name)?.made === made) return;
    if (registers.has(name)) yield call(remove, name);
    registers.set(name, { made, saga: undefined });
    installer.declare(name, declared);
  }
  function* load(name: string): Saga {
    if (here.has(name)) return;
    yield* ask(world, 'load', name);
    here.add(name);
  }
  /** Returns whether the feature is installed. */
  function* bring(name: string): Saga<boolean> {
    const isRegister = registerCode(name) !== undefined;
    if (running.has(name) && !(isRegister && latest !== name)) return true;
    try {
      yield call(load, name);
      if (isRegister) yield call(declare, name);
    } catch (error) {
      if (isUnknown(error)) unknown.add(name);
      else if (isExpected(error)) return false;
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
    if (place.feature === '') {
      latest = '';
      return;
    }
    // Pages depend on the state of the frame, so they fail without it.
    const isFramed: boolean = place.feature === 'sign' || (yield call(bring, frameName));
    const mustChange = (yield* read(session.selectors.user))?.mustChangePassword;
    const isAsked: boolean = isFramed && (!mustChange || (yield call(bring, 'password')));
    const isHere: boolean = isAsked && (yield call(bring, place.feature));
    const feature = isHere ? find(place.feature) : undefined;
    latest = place.feature;
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
    if (isHere && (yield* read(session.selectors.user))?.mustChangePassword) {
      yield take(session.actions.passwordChanged);
      yield take(menu.actions.menusReceived); // Pages ask for what the rights allow.
    }
    yield put(isHere ? features.actions.opened(place) : features.actions.lost(place.feature));
  }
  yield takeEvery(features.actions.expect, expect);
  yield takeEvery(features.actions.need, function* ({ payload: name }): Saga {
    if (!(yield call(bring, name))) yield put(features.actions.lost(name));
  });
  yield takeEvery(session.actions.signedOut, function* () {
    for (const name of [...registers.keys()]) yield call(remove, name);
  });
  // Navigation cancels a running arrival, so that a page that was left is not reported as opened.
  yield takeLatest([route.actions.arrived, features.actions.retry], arrive);
}
