import type { Feature } from '../../crud/feature';
import { arrangedPage, dictionaryPage } from './dictionaries';

const pageOf = (name: string, Page: Feature['pages'][string]): Feature => ({
  name,
  needs: ['dictionaries'],
  slices: [],
  pages: { '': Page },
});

export const dict = pageOf('dict', dictionaryPage('dict'));
export const dictbiz = pageOf('dictbiz', dictionaryPage('dictbiz'));
export const dictHorizontal = pageOf('dictHorizontal', arrangedPage('horizontal'));
export const dictVertical = pageOf('dictVertical', arrangedPage('vertical'));
