import {
  combineSlices,
  configureStore,
  type DevToolsEnhancerOptions,
  type Middleware,
  type Reducer,
} from '@reduxjs/toolkit';
import { FLUSH, PAUSE, PERSIST, PURGE, REGISTER, REHYDRATE } from 'redux-persist';
import createSagaMiddleware, { type SagaMonitor } from 'redux-saga';
import { call, put, spawn, take, takeLeading } from 'redux-saga/effects';
import { declareFeature, findFeature, forgetFeature, readyFeatures, UnknownFeature } from '../features/registry';
import { recallRights } from '../sagas/auth/rights';
import { screenLockSaga } from '../sagas/auth/screenLock';
import { signInSaga } from '../sagas/auth/signIn';
import { ask, read, type Saga } from '../sagas/effects';
import { environmentSaga } from '../sagas/environment';
import { feedbackSaga } from '../sagas/feedback';
import { navigationSaga, visit } from '../sagas/navigation/navigation';
import { recoverySaga } from '../sagas/navigation/recovery';
import { preferencesSaga } from '../sagas/preferences';
import { sessionSaga } from '../sagas/session';
import { windowsSaga } from '../sagas/windows';
import { intent, isIntent } from '../store/auth/intent';
import { lockedAt, screenLock } from '../store/auth/screenLock';
import { journey, signIn } from '../store/auth/signIn';
import { clock } from '../store/clock';
import { features } from '../store/features';
import { feedback } from '../store/feedback';
import { log, soundEntries } from '../store/log';
import { denied } from '../store/navigation/denied';
import { keepAlive as keptPages } from '../store/navigation/keepAlive';
import { areMenus, leaves, type MenuItem, menu, permission } from '../store/navigation/menu';
import { pageState, withPages } from '../store/navigation/pageState';
import { recovery, withRecovery } from '../store/navigation/recovery';
import { route, soundTabs, tabs } from '../store/navigation/route';
import { persisted } from '../store/persist';
import { isPreferences, preferences } from '../store/preferences';
import { release } from '../store/release';
import { isUser, session, tokens } from '../store/session';
import { settings } from '../store/settings';
import { started } from '../store/started';
import type { BrowserStorage } from '../world/storage';
import type { World } from '../world/world';
import { featuresSaga, type Installer } from './install';
import { quickPatterns } from './quickPatterns';

function persistedReducers(storage: BrowserStorage) {
  return [
    persisted(storage, session, {
      on: 'local',
      keep: ['user'],
      version: 1,
      isSound: ({ user = null }) => isUser(user),
    }),
    persisted(storage, tokens, {
      on: 'cookie',
      keep: ['accessToken', 'refreshToken', 'tokenSetAt', 'expiresIn'],
      version: 1,
      mend: (found) => (found.accessToken ? { ...found, doubt: '' } : found),
    }),
    persisted(storage, preferences, {
      on: 'local',
      keep: [
        'language',
        'theme',
        'mode',
        'accent',
        'density',
        'isNavCollapsed',
        'hasLetterKeys',
        'listSizes',
        'openMenus',
        'foldedGroups',
      ],
      version: 1,
      isSound: isPreferences,
    }),
    persisted(storage, menu, {
      on: 'session',
      keep: ['tree', 'all', 'flows', 'isKnown', 'tops', 'top'],
      version: 2,
      upgrade: { 2: (old: { tree?: MenuItem[] }) => ({ ...old, all: leaves(old.tree ?? []) }) },
      isSound: ({ tree = [], all = [], flows = [] }) => [tree, all, flows].every(areMenus),
    }),
    persisted(storage, permission, { on: 'session', keep: ['codes'], version: 1 }),
    persisted(storage, tabs, {
      on: 'session',
      keep: ['list'],
      version: 1,
      mend: ({ list }) => ({ list: soundTabs(list) }),
    }),
    // Stored for all windows, so that a window opened later is locked too.
    persisted(storage, screenLock, {
      on: 'local',
      keep: ['isLocked', 'salt', 'verifier', 'userId', 'failures', 'until'],
      version: 1,
    }),
    persisted(storage, lockedAt, { on: 'session', keep: ['from'], version: 1 }),
    persisted(storage, intent, { on: 'session', keep: ['deep'], version: 1, isSound: isIntent }),
    persisted(storage, log, {
      on: 'local',
      keep: ['entries'],
      version: 1,
      mend: ({ entries }) => ({ entries: soundEntries(entries) }),
    }),
    persisted(storage, journey, { on: 'session', keep: ['source', 'tenantId', 'state'], version: 1 }),
    persisted(storage, release, { on: 'session', keep: ['triedFor'], version: 1 }),
  ] as never as [
    typeof session,
    typeof tokens,
    typeof preferences,
    typeof menu,
    typeof permission,
    typeof tabs,
    typeof screenLock,
    typeof lockedAt,
    typeof intent,
    typeof log,
    typeof journey,
    typeof release,
  ];
}

/** ms, except `failures`: the number within that time after which the saga stays stopped. */
const patience = { first: 100, most: 5000, failures: 5, within: 60_000 };

/**
 * Runs a root saga and restarts it after an error, with a growing delay. A saga that fails too often within a short
 * time stays stopped; occasional failures over a long session do not stop it.
 */
function* supervise(world: World, saga: () => Saga): Saga {
  let failures: number[] = [];
  while (failures.length < patience.failures) {
    try {
      return yield call(saga);
    } catch (error) {
      const { message = String(error), stack = '' } = (error ?? {}) as Partial<Error>;
      yield put(log.actions.failed({ message, stack, info: 'saga' }));
      const now = yield* ask(world, 'now');
      failures = [...failures.filter((time) => now - time < patience.within), now];
      yield* ask(world, 'sleep', Math.min(patience.first * 4 ** (failures.length - 1), patience.most));
    }
  }
}

export interface AppOptions {
  /** Persistent storage; without one nothing is stored. */
  storage?: BrowserStorage;
  /** Called with every action before all other middleware. */
  listen?: Middleware[];
  /** Wraps the root reducer. */
  around?: <S>(reducer: Reducer<S>) => Reducer<S>;
  /** Monitors the running sagas. */
  monitor?: SagaMonitor;
  /** What developer tools get to see; without it, nothing. */
  tools?: DevToolsEnhancerOptions;
}

/** The whole console without a browser, started the same way by the page, the tests and the replay. */
export function createApp(
  world: World,
  { storage, listen = [], around = (reducer) => reducer, monitor, tools }: AppOptions = {},
) {
  const lasting = storage
    ? persistedReducers(storage)
    : ([
        session,
        tokens,
        preferences,
        menu,
        permission,
        tabs,
        screenLock,
        lockedAt,
        intent,
        log,
        journey,
        release,
      ] as const);
  const core = [
    ...lasting,
    settings,
    signIn,
    clock,
    route,
    denied,
    keptPages,
    pageState,
    recovery,
    features,
    feedback,
  ] as const;
  const reducer = combineSlices(...core);
  const paged = withPages(reducer, readyFeatures);
  const own = new Set<string>(core.map(({ reducerPath }) => reducerPath));
  /** State of features belongs to the session, so it is removed with it. */
  const forgetful = ((state, action) => {
    if (state === undefined) return paged(state, action);
    const isOver = session.actions.signedOut.match(action);
    const gone = features.actions.replaced.match(action) ? action.payload.slices : [];
    const isKept = (name: string) => (isOver ? own.has(name) : !gone.includes(name));
    const remaining =
      isOver || gone.length > 0 ? Object.fromEntries(Object.entries(state).filter(([name]) => isKept(name))) : state;
    return paged(remaining as typeof state, action);
  }) as typeof reducer;
  const sagas = createSagaMiddleware({
    onError: () => undefined,
    effectMiddlewares: [quickPatterns],
    ...(monitor ? { sagaMonitor: monitor } : {}),
  });
  const store = configureStore({
    reducer: around(withRecovery(forgetful, readyFeatures)) as typeof reducer,
    middleware: (base) =>
      base({
        thunk: false,
        // Redux Toolkit leaves both checks out in production; elsewhere only very slow ones are reported.
        serializableCheck: { ignoredActions: [FLUSH, PAUSE, PERSIST, PURGE, REGISTER, REHYDRATE], warnAfter: 1000 },
        immutableCheck: { warnAfter: 1000 },
      })
        .prepend(...listen)
        .concat(sagas),
    // A stored choice takes precedence over this language.
    preloadedState: {
      preferences: { ...preferences.getInitialState(), language: world.device().language },
    } as never,
    devTools: tools ?? false,
  });
  const run = (saga: (world: World) => Saga) => sagas.run(supervise, world, () => saga(world));

  const installer: Installer = {
    isUnknown: (error) => error instanceof UnknownFeature,
    find: findFeature,
    declare: declareFeature,
    forget: forgetFeature,
    inject: (slice) => reducer.inject(slice as never, { overrideExisting: true }),
    run,
  };
  run(feedbackSaga);
  run((own) => featuresSaga(own, installer));
  run(navigationSaga);
  run(sessionSaga);
  run(signInSaga);
  run(preferencesSaga);
  run(windowsSaga);
  run(screenLockSaga);
  run(environmentSaga);
  run(recoverySaga);
  run(function* () {
    yield takeLeading(started, function* ({ payload: address }: ReturnType<typeof started>): Saga {
      let isGoing = false;
      try {
        const learned = yield* ask(world, 'settings');
        yield put(settings.actions.learned(learned));
        isGoing = yield* ask(world, 'tester', learned.testerMode);
      } catch {
        // Without the settings file the defaults of the build apply.
      }
      if (isGoing) yield take(() => false); // The page reloads, so requests now would be repeated.
      const { language, mode } = yield* read(preferences.selectors.all);
      yield* ask(world, 'setColorScheme', mode);
      try {
        yield* ask(world, 'loadLanguage', language);
      } catch {
        // A page whose texts failed to load is still shown.
      }
      if (yield* read(tokens.selectors.hasToken)) yield spawn(supervise, world, () => recallRights(world));
      yield call(visit, world, address, 'replace');
    });
  });
  return store;
}
export type App = ReturnType<typeof createApp>;
