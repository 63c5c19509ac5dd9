import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** The picture that is on its way to the server, for the form that is open. */
export const pictureUpload = createSlice({
  name: 'pictureUpload',
  initialState: { isUploading: false, problem: '' },
  reducers: {
    /** Let the person choose a file and send it. */
    choose(s) {
      s.problem = '';
    },
    began(s) {
      s.isUploading = true;
    },
    /** Over, with what was wrong or with ''. */
    ended(s, { payload: problem }: PayloadAction<string>) {
      s.isUploading = false;
      s.problem = problem;
    },
  },
  selectors: { all: (s) => s },
});
