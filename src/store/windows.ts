import { createAction } from '@reduxjs/toolkit';
import type { WindowMessage } from '../world/world';

/** Another window of this browser said something. */
export const heard = createAction<WindowMessage>('windows/heard');

/** This window was away and is back, or the network is: look at once, a sleeping machine's timers are late. */
export const woke = createAction('windows/woke');
