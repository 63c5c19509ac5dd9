import { createAction } from '@reduxjs/toolkit';

/**
 * Records of these modules, by name, have changed: lists that show them elsewhere and choices among them are refreshed.
 * `by` is the slice of the list that has refreshed itself.
 */
export const recordsChanged = createAction<{ modules: readonly string[]; by?: string }>('crud/recordsChanged');
