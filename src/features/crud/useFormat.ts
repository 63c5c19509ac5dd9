import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { dict } from '../../store/crud/dict';
import { look } from '../../store/preferences';
import type { Eye } from './screen';

/** The language and words that a page shows its values in; the same object until one of them changes. */
export const useEye = (): Eye => {
  const language = useSelector(look.selectors.language);
  const dicts = useSelector(dict.selectors.held);
  return useMemo(() => ({ language, dicts }), [language, dicts]);
};
