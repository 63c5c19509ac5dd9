import type { Dispatch } from '@reduxjs/toolkit';
import { createPath, type Navigator, type To } from 'react-router-dom';
import { route } from '../store/navigation/route';

function addressOf(to: To): string {
  return typeof to === 'string' ? to : createPath(to);
}

/**
 * The history of react-router on top of the store: following a link dispatches an action, and its saga checks the
 * address before navigation.
 */
export function storeNavigator(dispatch: Dispatch): Navigator {
  return {
    createHref: addressOf,
    push: (to) => void dispatch(route.actions.go(addressOf(to))),
    replace: (to) => void dispatch(route.actions.go(addressOf(to), 'replace')),
    go: (steps) => void dispatch(route.actions.step(steps)),
  };
}
