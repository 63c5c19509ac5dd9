import { call, put, takeEvery, takeLatest } from 'redux-saga/effects';
import type { Feature } from '../features/feature';
import { ask, type Saga } from '../sagas/effects';
import { features } from '../store/features';
import { type Place, route } from '../store/route';
import type { World } from '../world/world';

export interface Installer {
  find(name: string): Feature | undefined;
  inject(slice: Feature['slices'][number]): unknown;
  run(saga: NonNullable<Feature['saga']>): unknown;
}

/** The frame around every page is loaded like a feature, so that signing in need not wait for it. */
export const frameName = 'frame';

/** Arriving at a place asks for its feature; the page shows once `entered` says slice and saga are in place. */
export const featuresSaga = function* (world: World, { find, inject, run }: Installer): Saga {
  const running = new Set<string>();

  const install = (name: string) => {
    const feature = find(name);
    if (!feature || running.has(name)) return;
    running.add(name); // a feature stays: a background tab keeps its data and its watchers
    feature.slices.forEach(inject);
    if (feature.saga) run(feature.saga);
  };
  function* bring(name: string): Saga {
    if (!running.has(name)) {
      try {
        yield* ask(world, 'load', name);
      } catch {
        return yield put(features.actions.lost(name));
      }
      yield call(install, name);
      yield put(features.actions.entered(name)); // this action also gives an injected slice its first state
    }
  }
  function* arrive({ payload: place }: { payload: Place }): Saga {
    if (place.feature === '') return;
    if (place.feature !== 'sign') yield call(bring, frameName);
    yield call(bring, place.feature);
    if (running.has(place.feature)) yield put(features.actions.opened(place));
  }
  yield takeLatest(route.actions.arrived, arrive);
  yield takeEvery(features.actions.retry, function* ({ payload: place }) {
    yield call(arrive, { payload: place });
  });
};
