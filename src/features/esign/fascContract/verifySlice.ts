import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Verification } from '../../../../contract/wire/esign/signatures';

/** What is verified: a contract, or a file that the person has. */
export interface Subject {
  /** Of the contract; '' for a file. */
  id: string;
  name: string;
}

/** The verification that is shown; `result` is null while it is made. */
export const verification = createSlice({
  name: 'verification',
  initialState: { subject: null as Subject | null, result: null as Verification | null, problem: '' },
  reducers: {
    show(s, { payload }: PayloadAction<Subject>) {
      Object.assign(s, { subject: payload, result: null, problem: '' });
    },
    /** Opens the file dialog, and verifies what is chosen. */
    choose() {},
    verified(s, { payload: { subject, result } }: PayloadAction<{ subject: Subject; result: Verification }>) {
      if (s.subject?.id === subject.id && s.subject.name === subject.name) s.result = result;
    },
    failed(s, { payload }: PayloadAction<string>) {
      s.problem = payload;
    },
    close(s) {
      s.subject = null;
    },
  },
  selectors: { all: (s) => s },
});
