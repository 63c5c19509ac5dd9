import { type ReactNode, useMemo } from 'react';
import {
  UNSAFE_LocationContext as LocationContext,
  NavigationType,
  UNSAFE_RouteContext as RouteContext,
} from 'react-router-dom';
import type { Place } from '../../store/navigation/route';

const noRoute = { outlet: null, matches: [], isDataRoute: false };

/**
 * The router as a page sees it that stays while another one is on screen: at its own address, whichever is shown, and
 * not drawn anew when that changes. A `Router` inside a `Router` is not allowed, so its two contexts are set by hand.
 */
export function PageRouter({ place: { path, search }, children }: { place: Place; children: ReactNode }) {
  const here = useMemo(() => {
    const location = { pathname: path, search: search && `?${search}`, hash: '', state: null, key: path };
    return { location, navigationType: NavigationType.Pop, unstable_mask: undefined };
  }, [path, search]);
  return (
    <LocationContext.Provider value={here}>
      <RouteContext.Provider value={noRoute}>{children}</RouteContext.Provider>
    </LocationContext.Provider>
  );
}
