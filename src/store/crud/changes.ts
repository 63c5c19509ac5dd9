import { createAction } from '@reduxjs/toolkit';

/**
 * Records of these modules, by name, are not as they were: lists of them that are shown elsewhere and choices among them
 * are brought up to date. `by` is the slice of the list that has seen to itself.
 */
export const recordsChanged = createAction<{ modules: readonly string[]; by?: string }>('crud/recordsChanged');
