import { useSelector } from 'react-redux';
import { dict } from '../store/dict';
import { look } from '../store/look';
import type { Eye } from './screen';

/** The language and words that a page shows its values in. */
export const useEye = (): Eye => ({
  language: useSelector(look.selectors.language),
  dicts: useSelector(dict.selectors.held),
});
