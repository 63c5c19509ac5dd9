import type { Dispatch } from '@reduxjs/toolkit';
import { createPath, type Navigator, type To } from 'react-router-dom';
import { route } from '../store/navigation/route';

function addressOf(to: To): string {
  return typeof to === 'string' ? to : createPath(to);
}

/**
 * What react-router asks of a history, answered by the store: a link that is followed is one action, and the saga that
 * hears it judges the address before anything moves.
 */
export function storeNavigator(dispatch: Dispatch): Navigator {
  return {
    createHref: addressOf,
    push: (to) => void dispatch(route.actions.go(addressOf(to))),
    replace: (to) => void dispatch(route.actions.go(addressOf(to), 'replace')),
    go: (steps) => void dispatch(route.actions.step(steps)),
  };
}
