import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** The running upload of the open form. */
export const pictureUpload = createSlice({
  name: 'pictureUpload',
  initialState: { isUploading: false, problem: '' },
  reducers: {
    /** Opens the file dialog and uploads the file. */
    choose(s) {
      s.problem = '';
    },
    began(s) {
      s.isUploading = true;
    },
    /** The upload has ended, with its problem or ''. */
    ended(s, { payload: problem }: PayloadAction<string>) {
      s.isUploading = false;
      s.problem = problem;
    },
  },
  selectors: { all: (s) => s },
});
