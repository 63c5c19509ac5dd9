import { type ComponentType, createElement, type ReactNode, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { type RouteObject, Router, useRoutes } from 'react-router-dom';
import { findFeature } from '../features/registry';
import { loadAllTexts } from '../i18n/language';
import { screenLock } from '../store/auth/screenLock';
import { features } from '../store/features';
import { log } from '../store/log';
import { route } from '../store/navigation/route';
import { productRoutes } from '../store/navigation/routes';
import { session, tokens } from '../store/session';
import { lazily } from '../ui/layout/lazily';
import { PageBoundary } from './frame/PageBoundary';
import { frameName } from './install';
import { LoginScreen } from './login/LoginScreen';
import { RedirectScreen } from './RedirectScreen';
import { storeNavigator } from './storeNavigator';

/** A screen that signing in need not wait for. It comes with the words that it says; without them it is still a screen. */
function behindTheDoor<P extends object>(load: () => Promise<ComponentType<P>>) {
  return lazily(async () => {
    const words = loadAllTexts().catch(() => undefined);
    const screen = await load();
    await words;
    return { default: screen };
  });
}

const LockScreen = behindTheDoor(() => import('./lock/LockScreen').then(({ LockScreen }) => LockScreen));
const DisplacedScreen = behindTheDoor(() =>
  import('./lock/DisplacedScreen').then(({ DisplacedScreen }) => DisplacedScreen),
);
const SignScreen = behindTheDoor(() => import('./SignScreen').then(({ SignScreen }) => SignScreen));

function Boot() {
  return (
    <div className="boot">
      <img src="/favicon.svg" alt="" width="48" height="48" />
    </div>
  );
}

/**
 * The frame and the pages in it. Not lazy like the others: after a fallback, even one that draws nothing, React holds
 * back what follows for up to 300 ms, and whoever signs in or comes back would look at an empty page for so long.
 */
function Framed() {
  const dispatch = useDispatch();
  const place = useSelector(route.selectors.place);
  const isReady = useSelector((state: never) => features.selectors.isReady(state, frameName));
  const isLost = useSelector((state: never) => features.selectors.isLost(state, place?.feature ?? ''));
  if (!place) return <Boot />;
  const frame = isReady ? findFeature(frameName)?.pages[''] : undefined;
  if (frame) return createElement(frame);
  return isLost ? <Broken onRetry={() => dispatch(features.actions.retry(place))} /> : null;
}

/** Whatever the address says: for a person who was displaced, and behind a locked screen, there is no page. */
function Inside({ children, isLockable = false }: { children: ReactNode; isLockable?: boolean }) {
  const isDisplaced = useSelector(session.selectors.isDisplaced);
  const isLocked = useSelector(screenLock.selectors.isLocked);
  const hasToken = useSelector(tokens.selectors.hasToken);
  const isPlaced = useSelector((state: never) => route.selectors.place(state) !== null);
  const screen = isDisplaced ? <DisplacedScreen /> : isLockable && isLocked && hasToken ? <LockScreen /> : null;
  return isPlaced && screen ? <Suspense fallback={null}>{screen}</Suspense> : children;
}

function SignPages() {
  const isReady = useSelector((state: never) => features.selectors.isReady(state, 'sign'));
  return isReady ? <SignScreen /> : null;
}

/**
 * Which screen stands at which route of the product's table, by the route's id. The form of signing in is not inside a
 * `Suspense`: the page brings it along drawn, without the marks of one.
 */
const screens: Readonly<Record<string, ReactNode>> = {
  login: (
    <Inside>
      <LoginScreen />
    </Inside>
  ),
  lock: (
    <Inside>
      <Suspense fallback={null}>
        <LockScreen />
      </Suspense>
    </Inside>
  ),
  sign: (
    <Suspense fallback={null}>
      <SignPages />
    </Suspense>
  ),
  redirect: <RedirectScreen />,
  frame: (
    <Inside isLockable>
      <Suspense fallback={null}>
        <Framed />
      </Suspense>
    </Inside>
  ),
};
/** The frame stands at every address that is no other screen's: which page is shown in it is its own affair. */
const screenRoutes = productRoutes.map(({ id = '', path, children }): RouteObject => {
  const pattern = path === undefined ? '*' : children ? `${path}/*` : path;
  return { id, path: pattern, caseSensitive: true, element: screens[id] };
});

function Screen() {
  return useRoutes(screenRoutes);
}

/** Stands in when a whole screen has broken down, the frame around the pages included. */
function Broken({ onRetry }: { onRetry(): void }) {
  const { t } = useTranslation();
  return (
    <div className="boot" role="alert">
      <div>
        <h1>{t('broken.title')}</h1>
        <p>{t('broken.text')}</p>
        <button type="button" className="login-submit" onClick={onRetry}>
          {t('broken.retry')}
        </button>
      </div>
    </div>
  );
}

/**
 * The screens at the place that the guard wrote into the store, so that a time-travelled state shows its own: the store
 * feeds the router. `isDoorDrawn`: the page brought the form of signing in along; until the first place is known it stays.
 */
export function AppRoutes({ isDoorDrawn = false }: { isDoorDrawn?: boolean }) {
  const dispatch = useDispatch();
  const place = useSelector(route.selectors.place);
  const navigator = useMemo(() => storeNavigator(dispatch), [dispatch]);
  const pathname = place?.path ?? (isDoorDrawn ? '/login' : '/');
  return (
    <PageBoundary
      onBroken={(failure) => dispatch(log.actions.failed(failure))}
      broken={(retry) => <Broken onRetry={retry} />}
    >
      <Router location={{ pathname, search: place?.search ? `?${place.search}` : '' }} navigator={navigator}>
        <Screen />
      </Router>
    </PageBoundary>
  );
}
