import { createAction } from '@reduxjs/toolkit';
import type { Online } from '../../../../contract/modules/system/online';

/** Actions on sessions; the list is the only state. */
export const sessions = {
  end: createAction<readonly Online[]>('online/end'),
};
