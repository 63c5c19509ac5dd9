import { createAction } from '@reduxjs/toolkit';
import type { Online } from '../../../../contract/modules/system/online';

/** What can be done to people's sign-ins; the list of them is all the state there is. */
export const sessions = {
  end: createAction<readonly Online[]>('online/end'),
};
