import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { joined } from '../../../contract/domain/text';
import { type Standing, standing } from '../../store/auth/standing';
import { preferences } from '../../store/preferences';
import type { MenuFact } from '../../ui/overlays/menus';

/** Tenant, department and role that the person works as, once they are known; what there is none of is left out. */
export function useWorksAs(): (MenuFact & { key: keyof Standing })[] {
  const { t } = useTranslation();
  const language = useSelector(preferences.selectors.language);
  const names = useSelector(standing.selectors.names);
  return (['tenant', 'dept', 'role'] as const).flatMap((key) => {
    const value = joined((names?.[key] ?? '').split(',').filter(Boolean), language);
    return value ? [{ key, label: t(`bar.${key}`), value }] : [];
  });
}
