import type { Feature } from '../../crud/feature';
import { arrangedPage } from './dictionaries';

/** Pages that show the platform's or the tenant's dictionaries, depending on the user's permissions. */
export const horizontal: Feature = {
  name: 'dictHorizontal',
  needs: ['dictionaries'],
  slices: [],
  pages: { '': arrangedPage('horizontal') },
};
export const vertical: Feature = {
  name: 'dictVertical',
  needs: ['dictionaries'],
  slices: [],
  pages: { '': arrangedPage('vertical') },
};
