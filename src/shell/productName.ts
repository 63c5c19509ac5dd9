import { useSelector } from 'react-redux';
import { titleIn } from '../../contract/wire/settings';
import { preferences } from '../store/preferences';
import { settings } from '../store/settings';

/** What the product is called here, in the language spoken. */
export const useProductName = (): string =>
  titleIn(useSelector(settings.selectors.all), useSelector(preferences.selectors.language));
