import { createAction } from '@reduxjs/toolkit';

/** The page has loaded and stored state has been read: the application starts, at this address. */
export const started = createAction<string>('app/started');
