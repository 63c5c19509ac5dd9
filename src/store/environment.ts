import { createAction } from '@reduxjs/toolkit';

/** What the browser lacks: storage, or an encrypted connection. */
export type MissingCapability = 'notKept' | 'notSecure';

/** Detected at the start, or when it happens. */
export const missingCapability = createAction<MissingCapability>('environment/missing');
