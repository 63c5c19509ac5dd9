import { combineSlices, configureStore, type Middleware, type Reducer } from '@reduxjs/toolkit';
import { FLUSH, PAUSE, PERSIST, PURGE, REGISTER, REHYDRATE } from 'redux-persist';
import createSagaMiddleware, { type SagaMonitor } from 'redux-saga';
import { call, put, spawn, take, takeLeading } from 'redux-saga/effects';
import type { Language } from '../../contract/domain/text';
import { masked } from '../../contract/wire/secrets';
import { findFeature, readyFeatures, UnknownFeature } from '../features/registry';
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

function kept(storage: BrowserStorage) {
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
    // For good and not for this window: a second window opened meanwhile is locked too.
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

/** ms, but for `failures`: how many within that time are too many. */
const patience = { first: 100, most: 5000, failures: 5, within: 60_000 };

/**
 * Keep a root saga alive: what it throws is logged and it starts anew, a little later each time. One that does nothing
 * but fail stays down; one that fails now and then over a long day does not.
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
  /** Where what outlives the page is kept; without one nothing is. */
  storage?: BrowserStorage;
  /** Hear every action before anybody else does. */
  listen?: Middleware[];
  /** Stands around the reducer of the whole state. */
  around?: <S>(reducer: Reducer<S>) => Reducer<S>;
  /** Watches the sagas at work. */
  monitor?: SagaMonitor;
  /** Spoken until the person has chosen one; what was chosen before is kept. */
  language?: Language;
  /** What developer tools call it. */
  name?: string;
}

/** The whole console without a browser: the page, the tests and the replayer all start it the same way. */
export function createApp(
  world: World,
  { storage, listen = [], around = (reducer) => reducer, monitor, language, name = 'LeaseDesk' }: AppOptions = {},
) {
  const lasting = storage
    ? kept(storage)
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
  /** What features hold belongs to whoever is signed in: it goes with the session, whether or not a slice thinks of it. */
  const forgetful = ((state, action) => {
    const isOver = state !== undefined && session.actions.signedOut.match(action);
    const kept = isOver ? Object.fromEntries(Object.entries(state).filter(([name]) => own.has(name))) : state;
    return paged(kept as typeof state, action);
  }) as typeof reducer;
  const sagas = createSagaMiddleware({ onError: () => undefined, ...(monitor ? { sagaMonitor: monitor } : {}) });
  const store = configureStore({
    reducer: around(withRecovery(forgetful, readyFeatures)) as typeof reducer,
    middleware: (base) =>
      base({
        thunk: false,
        // Never in production; elsewhere they may be slow without a word.
        serializableCheck: { ignoredActions: [FLUSH, PAUSE, PERSIST, PURGE, REGISTER, REHYDRATE], warnAfter: 1000 },
        immutableCheck: { warnAfter: 1000 },
      })
        .prepend(...listen)
        .concat(sagas),
    ...(language ? { preloadedState: { preferences: { ...preferences.getInitialState(), language } } as never } : {}),
    // A developer sees every action and state, and never a password or a token.
    devTools: { name, trace: true, actionSanitizer: masked, stateSanitizer: masked },
  });
  const run = (saga: (world: World) => Saga) => sagas.run(supervise, world, () => saga(world));

  const installer: Installer = {
    isUnknown: (error) => error instanceof UnknownFeature,
    find: findFeature,
    inject: (slice) => reducer.inject(slice as never),
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
        // Without its file the console runs on the settings it was built with.
      }
      if (isGoing) yield take(() => false); // the page begins anew: what is asked now would be asked twice
      const { language, mode } = yield* read(preferences.selectors.all);
      yield* ask(world, 'setColorScheme', mode);
      try {
        yield* ask(world, 'loadLanguage', language);
      } catch {
        // A page without its words is still a page.
      }
      if (yield* read(tokens.selectors.hasToken)) yield spawn(supervise, world, () => recallRights(world));
      yield call(visit, world, address, 'replace');
    });
  });
  return store;
}
export type App = ReturnType<typeof createApp>;
