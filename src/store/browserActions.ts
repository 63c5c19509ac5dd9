import { createAction } from '@reduxjs/toolkit';

/** Browser functions for any page; they have no state. */
export const browserActions = {
  /** Opens an address of ours or of another host in a new window. */
  openWindow: createAction<string>('browserActions/openWindow'),
  print: createAction('browserActions/print'),
  /** `say` is the key of the confirmation message. */
  copy: createAction<{ text: string; say: string }>('browserActions/copy'),
};
