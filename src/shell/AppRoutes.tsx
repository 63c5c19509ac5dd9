import { lazy, Suspense } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { type Navigator, Route, Router, Routes, type To } from 'react-router-dom';
import { features } from '../store/features';
import { route } from '../store/route';
import { LoginScreen } from './LoginScreen';

const FrameScreen = lazy(() => import('./FrameScreen').then(({ FrameScreen }) => ({ default: FrameScreen })));
const SignScreen = lazy(() => import('./SignScreen').then(({ SignScreen }) => ({ default: SignScreen })));

const addressOf = (to: To) => (typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}`);

/**
 * Routes are read from the store: the guard writes where the person is, the router shows it. A link is a wish like any
 * other (`go`), so that a time-travelled state shows its own page and nothing moves behind the store's back.
 */
export const AppRoutes = () => {
  const dispatch = useDispatch();
  const place = useSelector(route.selectors.place);
  const isSignReady = useSelector((state: never) => features.selectors.isReady(state, 'sign'));
  if (!place)
    return (
      <div className="boot">
        <img src="/favicon.svg" alt="LeaseDesk" width="48" height="48" />
      </div>
    );
  const wish = (to: To) => dispatch(route.actions.go(addressOf(to)));
  const navigator: Navigator = {
    createHref: addressOf,
    push: wish,
    replace: wish,
    go: () => undefined,
  };
  return (
    <Router location={{ pathname: place.path, search: place.search && `?${place.search}` }} navigator={navigator}>
      <Suspense fallback={null}>
        <Routes>
          <Route path="/login" element={<LoginScreen />} />
          <Route path="/sign/:ticket" element={isSignReady ? <SignScreen /> : null} />
          <Route path="*" element={<FrameScreen />} />
        </Routes>
      </Suspense>
    </Router>
  );
};
