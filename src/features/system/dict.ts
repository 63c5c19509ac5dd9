import type { Feature } from '../crud/feature';
import { dictionaryPage } from './dictionaries/dictionaries';

export const feature: Feature = {
  name: 'dict',
  needs: ['dictionaries'],
  slices: [],
  pages: { '': dictionaryPage('dict') },
};
