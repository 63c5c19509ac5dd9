import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Uses } from '../../../../contract/wire/attachments';

/** The attachment whose uses are shown; `uses` is null while they load. */
export const attachUses = createSlice({
  name: 'attachUses',
  initialState: { shown: null as { id: string; name: string } | null, uses: null as Uses | null, isLost: false },
  reducers: {
    show(s, { payload }: PayloadAction<{ id: string; name: string }>) {
      Object.assign(s, { shown: payload, uses: null, isLost: false });
    },
    loaded(s, { payload: { id, uses } }: PayloadAction<{ id: string; uses: Uses }>) {
      if (s.shown?.id === id) s.uses = uses;
    },
    lost(s) {
      s.isLost = true;
    },
    close(s) {
      s.shown = null;
    },
  },
  selectors: { all: (s) => s },
});
