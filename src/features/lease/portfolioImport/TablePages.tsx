import { useTranslation } from 'react-i18next';
import { Pager } from '../../../ui/table/Pager';

/** Rows of a page of an import's tables. */
const size = 20;

/** Pages of a table that always shows as many rows. */
export function TablePages({
  total,
  current,
  onChange,
}: {
  total: number;
  current: number;
  onChange(page: number): void;
}) {
  const { t } = useTranslation();
  if (total <= size) return null;
  return (
    <Pager
      total={total}
      current={current}
      size={size}
      sizes={[size]}
      onChange={(to) => onChange(to.current ?? 1)}
      words={{
        total: (rows) => t('crud.total', { rows }),
        perPage: (count) => t('crud.perPage', { count }),
        goTo: t('crud.goTo'),
        goToEnd: t('crud.goToEnd'),
        page: t('crud.page'),
        previous: t('crud.previous'),
        next: t('crud.next'),
      }}
    />
  );
}
