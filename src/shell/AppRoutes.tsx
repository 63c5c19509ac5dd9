import { type ComponentType, createElement, type ReactNode, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { type RouteObject, Router, useRoutes } from 'react-router-dom';
import { findFeature } from '../features/registry';
import { loadTexts } from '../i18n/language';
import { screenLock } from '../store/auth/screenLock';
import { features } from '../store/features';
import { log } from '../store/log';
import { route } from '../store/navigation/route';
import { frameName, productRoutes } from '../store/navigation/routes';
import { session, tokens } from '../store/session';
import { resumed } from '../store/windows';
import { lazily } from '../ui/layout/lazily';
import { PageBoundary } from './frame/PageBoundary';
import { LoginScreen } from './login/LoginScreen';
import { screenAddress } from './pageRoutes';
import { RedirectScreen } from './RedirectScreen';
import { storeNavigator } from './storeNavigator';

/** A lazily loaded screen with its texts. When the texts fail to load, the screen is still shown. */
function behindTheDoor<P extends object>(load: () => Promise<ComponentType<P>>) {
  return lazily(async () => {
    const texts = loadTexts('frame').catch(() => undefined);
    const screen = await load();
    await texts;
    return { default: screen };
  });
}

const LockScreen = behindTheDoor(() => import('./lock/LockScreen').then(({ LockScreen }) => LockScreen));
const DisplacedScreen = behindTheDoor(() =>
  import('./lock/DisplacedScreen').then(({ DisplacedScreen }) => DisplacedScreen),
);
const SignScreen = behindTheDoor(() => import('./SignScreen').then(({ SignScreen }) => SignScreen));

/** Until the first page: the mark, or why there is no page yet. Asking goes on by itself. */
function Boot() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  return useSelector(tokens.selectors.isLate) ? (
    <Broken text={t('request.unreachable')} onRetry={() => dispatch(resumed())} />
  ) : (
    <div className="boot">
      <img src="/favicon.svg" alt="" width="48" height="48" />
    </div>
  );
}

/**
 * The frame with its pages. Not lazy: after a Suspense fallback React delays the content for up to 300 ms, which the
 * user would see as an empty page after signing in.
 */
function Framed() {
  const dispatch = useDispatch();
  const place = useSelector(route.selectors.place);
  const isReady = useSelector((state: never) => features.selectors.isReady(state, frameName));
  const isLost = useSelector((state: never) => features.selectors.isLost(state, place?.feature ?? ''));
  if (!place) return <Boot />;
  const frame = isReady ? findFeature(frameName)?.pages[''] : undefined;
  if (frame) return createElement(frame);
  return isLost ? <Broken onRetry={() => dispatch(features.actions.retry(place))} /> : <Boot />;
}

/** A displaced user and a locked screen have no page, whatever the address is. */
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
 * Screens by the id of their route in the product's table. The sign-in page is not inside a `Suspense`, because
 * index.html contains it prerendered without Suspense markers.
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
/** All addresses without a screen of their own belong to the frame, which decides on the page. */
const screenRoutes = productRoutes.map(({ id = '', path, children }): RouteObject => {
  const pattern = path === undefined ? '*' : children ? `${path}/*` : path;
  return { id, path: pattern, caseSensitive: true, element: screens[id] };
});

function Screen() {
  return useRoutes(screenRoutes);
}
const screen = <Screen />;

/** Shown when a whole screen, including the frame, has crashed; or with a `text` of why there is none. */
function Broken({ text, onRetry }: { text?: string; onRetry(): void }) {
  const { t } = useTranslation();
  return (
    <div className="boot" role="alert">
      <div>
        <h1>{text ?? t('broken.title')}</h1>
        {!text && <p>{t('broken.text')}</p>}
        <button type="button" className="button is-main" onClick={onRetry}>
          {t('broken.retry')}
        </button>
      </div>
    </div>
  );
}

/**
 * Screens for the place in the store, which the guard sets, so that a replayed state shows its own screen.
 * `isDoorDrawn`: index.html contains the prerendered sign-in page, which stays until the first place is known.
 */
export function AppRoutes({ isDoorDrawn = false }: { isDoorDrawn?: boolean }) {
  const dispatch = useDispatch();
  const place = useSelector(route.selectors.place);
  const navigator = useMemo(() => storeNavigator(dispatch), [dispatch]);
  return (
    <PageBoundary
      onBroken={(failure) => dispatch(log.actions.failed(failure))}
      broken={(retry) => <Broken onRetry={retry} />}
    >
      <Router location={place ? screenAddress(place) : isDoorDrawn ? '/login' : '/'} navigator={navigator}>
        {screen}
      </Router>
    </PageBoundary>
  );
}
