import { useSelector } from 'react-redux';
import { textIn } from '../../../../contract/domain/text';
import { menuLabel } from '../../../store/navigation/menu';
import { Output } from '../../../ui/inputs/Output';
import type { FieldInputProps, Format } from '../../crud/screen';
import { useFormat } from '../../crud/useFormat';
import { type ScopeKind, type ScopeMenu, scopeDesks } from './scopesSlice';

export function text(value: unknown) {
  return value === null || value === undefined ? '' : String(value);
}

export function menuName(menu: Pick<ScopeMenu, 'name' | 'nameEn'>, { language }: Pick<Format, 'language'>) {
  return textIn(menuLabel(menu), language);
}

/** The menu of the scope; it is chosen before the scope is created. */
export function MenuInput({ draft, kind }: FieldInputProps & { kind: ScopeKind }) {
  const format = useFormat();
  const shown = useSelector(scopeDesks[kind].desk.selectors.shown);
  return <Output>{shown ? menuName(shown, format) : text(draft.menuId)}</Output>;
}

export function shownValue(value: string) {
  return <Output>{value || '-'}</Output>;
}
