import { createAction } from '@reduxjs/toolkit';

/** Small things any page may want of the browser; they have no state. */
export const browserActions = {
  /** An address of ours or of another host, in a window of its own. */
  openWindow: createAction<string>('browserActions/openWindow'),
  print: createAction('browserActions/print'),
  /** `say` is the key of what the person is told once it is done. */
  copy: createAction<{ text: string; say: string }>('browserActions/copy'),
};
