import { createAction } from '@reduxjs/toolkit';

/** What the browser around us lacks: a place to keep anything, or an encrypted connection. */
export type MissingCapability = 'notKept' | 'notSecure';

/** Found out when it happens, or at the start. */
export const missingCapability = createAction<MissingCapability>('environment/missing');
