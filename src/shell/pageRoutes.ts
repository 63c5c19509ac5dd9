import { matchRoutes, type RouteObject } from 'react-router-dom';
import type { Feature } from '../features/crud/feature';
import type { Place } from '../store/navigation/route';
import { frameName, productRoutes } from '../store/navigation/routes';

/** Path of the feature: the path without the part that its pages read. */
function baseOf({ path, rest }: Pick<Place, 'path' | 'rest'>): string {
  return decodeURIComponent(rest === '' ? path : path.slice(0, -rest.length - 1));
}

/** The pages of a feature as routes below its address. */
export function routesAt({ pages }: Feature, place: Pick<Place, 'path' | 'rest'>): RouteObject[] {
  const children = Object.entries(pages).map(
    ([pattern, Component]): RouteObject =>
      pattern === '' ? { index: true, Component } : { path: pattern, caseSensitive: true, Component },
  );
  return [{ path: baseOf(place), caseSensitive: true, children }];
}

/** Whether the feature has a page at this place. */
export function hasPage(feature: Feature, place: Pick<Place, 'path' | 'rest'>): boolean {
  return matchRoutes(routesAt(feature, place), { pathname: place.path }) !== null;
}

const inFrame = { pathname: '/', search: '' };
/**
 * The address that the router of the screens sees: one for all pages of the frame, each of which has a router of its own.
 * A change of it would draw every link again, also those of pages that are kept out of sight.
 */
export function screenAddress({ path, search }: Pick<Place, 'path' | 'search'>) {
  const [screen] = matchRoutes(productRoutes as RouteObject[], { pathname: path }) ?? [];
  return screen?.route.id === frameName ? inFrame : { pathname: path, search: search && `?${search}` };
}
