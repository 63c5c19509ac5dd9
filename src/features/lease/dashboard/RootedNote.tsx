import { useTranslation } from 'react-i18next';
import { text } from '../../../ui/layout/text';

/** The unit of a chart whose lengths are square roots. */
export function RootedNote({ before }: { before?: string }) {
  const { t } = useTranslation();
  return (
    <span title={t('dashboard.rooted')}>
      {before && `${before} · `}
      {t('dashboard.unit')}
      <span className={text.unseen}>{t('dashboard.rooted')}</span>
    </span>
  );
}
