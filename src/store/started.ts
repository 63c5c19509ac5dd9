import { createAction } from '@reduxjs/toolkit';

/** The page is there and what was kept has been read: the story begins, at this address. */
export const started = createAction<string>('app/started');
