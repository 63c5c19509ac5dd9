import { useSelector } from 'react-redux';
import { type Label, textIn } from '../../../contract/domain/text';
import { menu, menuLabel } from '../../store/navigation/menu';
import { useFormat } from './useFormat';

/** Title of a page, as menu and tab show it. */
export function useMenuTitle(code: string, fallback: Label): string {
  const { language } = useFormat();
  const item = useSelector(menu.selectors.leaves).find((one) => one.code === code);
  return textIn(item ? menuLabel(item) : fallback, language);
}
