import { createAction } from '@reduxjs/toolkit';
import type { WindowMessage } from '../world/world';

/** Another window of this browser said something. */
export const heard = createAction<WindowMessage>('windows/heard');

/** Nobody looks at this window any more: what is only asked for to be shown can wait. */
export const suspended = createAction('windows/suspended');

/** Begin anew with what lies in storage: the person asked for it. */
export const reload = createAction('windows/reload');

/** This window was away and is back, or the network is: look at once, a sleeping machine's timers are late. */
export const resumed = createAction('windows/resumed');
