import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { dict } from '../../store/crud/dict';
import { preferences } from '../../store/preferences';
import type { Format } from './screen';

/** Language and dictionaries that a page formats values with; the same object until one of them changes. */
export function useFormat(): Format {
  const language = useSelector(preferences.selectors.language);
  const dicts = useSelector(dict.selectors.held);
  return useMemo(() => ({ language, dicts }), [language, dicts]);
}
