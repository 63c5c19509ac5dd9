import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Payment files that are made of supplier payments: its actions alone matter. */
export const supplierFiles = createSlice({
  name: 'supplierFiles',
  initialState: {},
  reducers: {
    make(_s, _action: PayloadAction<{ ids: readonly string[] }>) {},
  },
});
