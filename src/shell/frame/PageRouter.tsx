import { type ReactNode, useMemo } from 'react';
import {
  UNSAFE_LocationContext as LocationContext,
  NavigationType,
  UNSAFE_RouteContext as RouteContext,
} from 'react-router-dom';
import type { Place } from '../../store/navigation/route';

const noRoute = { outlet: null, matches: [], isDataRoute: false };

/**
 * A router fixed to the address of one page, so that a page in the background keeps its address and is not rendered
 * again on navigation. A `Router` inside a `Router` is not allowed, so its two contexts are set directly.
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
