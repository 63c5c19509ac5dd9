import { createAction } from '@reduxjs/toolkit';
import type { WindowMessage } from '../world/world';

/** A message from another window of this browser. */
export const heard = createAction<WindowMessage>('windows/heard');

/** The window is hidden: requests for display alone can wait. */
export const suspended = createAction('windows/suspended');

/** Reload from storage, at the person's request. */
export const reload = createAction('windows/reload');

/** This window or the network was away and is back: check at once, because timers of a sleeping machine are late. */
export const resumed = createAction('windows/resumed');
