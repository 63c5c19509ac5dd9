import { useSelector } from 'react-redux';
import { titleIn } from '../../contract/wire/settings';
import { preferences } from '../store/preferences';
import { settings } from '../store/settings';

/** Name of the product in the current language. */
export function useProductName(): string {
  return titleIn(useSelector(settings.selectors.all), useSelector(preferences.selectors.language));
}
