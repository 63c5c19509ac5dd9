import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import type { Row } from '../../../../contract/schema/module';
import { builtInCodes } from '../../../../contract/wire/menus';
import type { CrudSlice } from '../../../store/crud/crud';
import { isForeign } from '../../../store/navigation/menu';
import { placeOf } from '../../../store/navigation/route';
import { MessageBar } from '../../../ui/overlays/MessageBar';

/**
 * Whether a menu would lead nowhere: the product has neither a page of its code nor an address of its own at its path,
 * it is no page of another host, and no menus are below it.
 */
export function leadsNowhere(draft: Readonly<Record<string, unknown>>, rows: readonly Row[]): boolean {
  const [code, path] = [draft.code, draft.path].map((value) => String(value ?? '').trim());
  if (!code || isForeign(path!) || builtInCodes.has(code) || placeOf(path!, []) !== undefined) return false;
  return !rows.some(({ parentId }) => draft.id !== undefined && parentId === draft.id);
}

/** Said below the path of a menu that opens no page, while it is entered. */
export function NoPage({ draft, slice }: { draft: Readonly<Record<string, unknown>>; slice: CrudSlice }) {
  const { t } = useTranslation();
  const { page } = useSelector(slice.selectors.all);
  if (!leadsNowhere(draft, page?.records ?? [])) return null;
  return <MessageBar tone="warning">{t('menuForm.noPage', { code: String(draft.code).trim() })}</MessageBar>;
}
