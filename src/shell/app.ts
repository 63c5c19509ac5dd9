import { combineSlices, configureStore, type Middleware } from '@reduxjs/toolkit';
import { FLUSH, PAUSE, PERSIST, PURGE, REGISTER, REHYDRATE } from 'redux-persist';
import createSagaMiddleware from 'redux-saga';
import { call, delay, put, spawn, takeLeading } from 'redux-saga/effects';
import { masked } from '../../contract/secrets';
import { findFeature } from '../features/registry';
import { ask, read, type Saga } from '../sagas/effects';
import { feedbackSaga } from '../sagas/feedback';
import { navigationSaga, visit } from '../sagas/navigation';
import { loadRights, sessionSaga } from '../sagas/session';
import { features } from '../store/features';
import { feedback } from '../store/feedback';
import { log } from '../store/log';
import { look } from '../store/look';
import { menu, permission } from '../store/menu';
import { persisted } from '../store/persist';
import { lock, route, tabs } from '../store/route';
import { session, tokens } from '../store/session';
import { settings } from '../store/settings';
import type { Shelf } from '../world/shelf';
import type { World } from '../world/world';
import { featuresSaga } from './install';

/** The page is there and what was kept has been read: the story begins, at this address. */
export const started = (address: string) => ({ type: 'app/started' as const, payload: address });

const kept = (shelf: Shelf) =>
  [
    persisted(shelf, session, { on: 'local', keep: ['user'], version: 1 }),
    persisted(shelf, tokens, {
      on: 'cookie',
      keep: ['accessToken', 'refreshToken', 'tokenSetAt', 'expiresIn'],
      version: 1,
    }),
    persisted(shelf, look, {
      on: 'local',
      keep: ['language', 'theme', 'mode', 'density', 'isNavCollapsed'],
      version: 1,
    }),
    persisted(shelf, menu, { on: 'session', keep: ['tree', 'isKnown'], version: 1 }),
    persisted(shelf, permission, { on: 'session', keep: ['codes'], version: 1 }),
    persisted(shelf, tabs, { on: 'session', keep: ['list'], version: 1 }),
    persisted(shelf, lock, { on: 'session', keep: ['isLocked'], version: 1 }),
    persisted(shelf, log, { on: 'local', keep: ['entries'], version: 1 }),
  ] as never as [
    typeof session,
    typeof tokens,
    typeof look,
    typeof menu,
    typeof permission,
    typeof tabs,
    typeof lock,
    typeof log,
  ];

const patience = { first: 100, most: 5000, failures: 5 };

/** Keep a root saga alive: what it throws is logged and it starts anew, a little later each time; then it stays down. */
function* supervise(saga: () => Saga, note: (error: unknown) => void): Saga {
  for (let failures = 0; failures < patience.failures; failures++) {
    try {
      return yield call(saga);
    } catch (error) {
      yield call(note, error);
      yield delay(Math.min(patience.first * 4 ** failures, patience.most));
    }
  }
}

/** The whole console without a browser: the page, the tests and the replayer all start it the same way. */
export const createApp = (world: World, { shelf, listen = [] }: { shelf?: Shelf; listen?: Middleware[] } = {}) => {
  const lasting = shelf ? kept(shelf) : ([session, tokens, look, menu, permission, tabs, lock, log] as const);
  const reducer = combineSlices(...lasting, settings, route, features, feedback);
  const sagas = createSagaMiddleware({ onError: () => undefined });
  const store = configureStore({
    reducer,
    middleware: (base) =>
      base({
        thunk: false,
        serializableCheck: { ignoredActions: [FLUSH, PAUSE, PERSIST, PURGE, REGISTER, REHYDRATE] },
      })
        .prepend(...listen)
        .concat(sagas),
    // A developer sees every action and state, and never a password or a token.
    devTools: { name: 'LeaseDesk', trace: true, actionSanitizer: masked, stateSanitizer: masked },
  });
  const note = (error: unknown) => {
    const { message = String(error), stack = '' } = error as Error;
    store.dispatch(log.actions.failed({ message, stack, info: 'saga' }));
  };
  const run = (saga: (world: World) => Saga) => sagas.run(supervise, () => saga(world), note);

  const installer = { find: findFeature, inject: (slice: never) => reducer.inject(slice), run };
  run(feedbackSaga);
  run((own) => featuresSaga(own, installer as never));
  run(navigationSaga);
  run(sessionSaga);
  run(function* () {
    yield takeLeading('app/started', function* ({ payload: address }: ReturnType<typeof started>): Saga {
      try {
        yield put(settings.actions.learned(yield* ask(world, 'settings')));
      } catch {
        // Without its file the console runs on the settings it was built with.
      }
      const { language, mode } = yield* read(look.selectors.all);
      yield* ask(world, 'dress', mode);
      yield* ask(world, 'speak', language);
      if (yield* read(tokens.selectors.hasToken)) yield spawn(supervise, () => loadRights(world), note);
      yield call(visit, world, address, 'replace');
    } as never);
  });
  return store;
};
export type App = ReturnType<typeof createApp>;
