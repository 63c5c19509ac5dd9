import { type ComponentType, createElement, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { redirectPath } from '../../contract/wire/settings';
import { findFeature } from '../features/registry';
import { loadAllTexts } from '../i18n/language';
import { screenLock } from '../store/auth/screenLock';
import { features } from '../store/features';
import { log } from '../store/log';
import { type Place, route } from '../store/navigation/route';
import { session, tokens } from '../store/session';
import { lazily } from '../ui/layout/lazily';
import { PageBoundary } from './frame/PageBoundary';
import { frameName } from './install';
import { LoginScreen } from './login/LoginScreen';
import { RedirectScreen } from './RedirectScreen';

/** A screen that signing in need not wait for. It comes with the words that it says; without them it is still a screen. */
const behindTheDoor = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazily(async () => {
    const words = loadAllTexts().catch(() => undefined);
    const screen = await load();
    await words;
    return { default: screen };
  });

const LockScreen = behindTheDoor(() => import('./lock/LockScreen').then(({ LockScreen }) => LockScreen));
const DisplacedScreen = behindTheDoor(() =>
  import('./lock/DisplacedScreen').then(({ DisplacedScreen }) => DisplacedScreen),
);
const SignScreen = behindTheDoor(() => import('./SignScreen').then(({ SignScreen }) => SignScreen));

/**
 * The frame and the pages in it. Not lazy like the others: after a fallback, even one that draws nothing, React holds
 * back what follows for up to 300 ms, and whoever signs in or comes back would look at an empty page for so long.
 */
const Framed = ({ place }: { place: Place }) => {
  const dispatch = useDispatch();
  const isReady = useSelector((state: never) => features.selectors.isReady(state, frameName));
  const isLost = useSelector((state: never) => features.selectors.isLost(state, place.feature));
  const frame = isReady ? findFeature(frameName)?.pages[''] : undefined;
  if (frame) return createElement(frame);
  return isLost ? <Broken onRetry={() => dispatch(features.actions.retry(place))} /> : null;
};

/**
 * Which screen stands at the place that the guard wrote into the store, so that a time-travelled state shows its own.
 * `isDoorDrawn`: the page brought the form of signing in along; until the first place is known it stays.
 */
const Screen = ({ isDoorDrawn }: { isDoorDrawn: boolean }) => {
  const place = useSelector(route.selectors.place);
  const isLocked = useSelector(screenLock.selectors.isLocked);
  const hasToken = useSelector(tokens.selectors.hasToken);
  const isDisplaced = useSelector(session.selectors.isDisplaced);
  const isSignReady = useSelector((state: never) => features.selectors.isReady(state, 'sign'));
  // Always at the same spot of the tree: what is typed there outlives the first arrival.
  if (place ? place.path === '/login' && !isDisplaced : isDoorDrawn) return <LoginScreen />;
  if (!place)
    return (
      <div className="boot">
        <img src="/favicon.svg" alt="" width="48" height="48" />
      </div>
    );
  if (place.path.startsWith(redirectPath)) return <RedirectScreen />;

  const screen = () => {
    if (place.feature === 'sign') return isSignReady ? <SignScreen /> : null;
    // Whatever the address says: behind a locked screen, and for a person who was displaced, there is no page.
    if (isDisplaced) return <DisplacedScreen />;
    if (place.path === '/lock' || (isLocked && hasToken)) return <LockScreen />;
    return <Framed place={place} />;
  };
  return <Suspense fallback={null}>{screen()}</Suspense>;
};

/** Stands in when a whole screen has broken down, the frame around the pages included. */
const Broken = ({ onRetry }: { onRetry(): void }) => {
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
};

export const AppRoutes = ({ isDoorDrawn = false }: { isDoorDrawn?: boolean }) => {
  const dispatch = useDispatch();
  return (
    <PageBoundary
      onBroken={(failure) => dispatch(log.actions.failed(failure))}
      broken={(retry) => <Broken onRetry={retry} />}
    >
      <Screen isDoorDrawn={isDoorDrawn} />
    </PageBoundary>
  );
};
