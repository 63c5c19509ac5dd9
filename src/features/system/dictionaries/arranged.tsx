import type { Feature } from '../../crud/feature';
import { arrangedPage } from './dictionaries';

/** Pages on which either of the two kinds of dictionary is shown, whichever the person may see. */
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
