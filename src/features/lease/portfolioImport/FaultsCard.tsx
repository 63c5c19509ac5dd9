import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { countIn } from '../../../../contract/domain/text';
import type { FaultsPage, ShownFault } from '../../../../contract/wire/portfolio/answers';
import { preferences } from '../../../store/preferences';
import { Button } from '../../../ui/inputs/buttons';
import { arrange } from '../../../ui/layout/arrange';
import { StatusChip } from '../../../ui/layout/status';
import { Card } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { EmptyState } from '../../../ui/overlays/messages';
import type { Column } from '../../../ui/table/DataTable';
import { FittedTable } from '../../../ui/table/FittedTable';
import { useFormat } from '../../crud/useFormat';
import { type ImportPage, portfolioPages } from './portfolioSlice';
import { TablePages } from './TablePages';

const { actions: at } = portfolioPages;

/** Faults and notes of the check, with sheet and row. */
export function FaultsCard({ page, path, faults }: { page: ImportPage; path: string; faults: FaultsPage }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { density } = useSelector(preferences.selectors.all);
  const { language } = useFormat();
  const [faultCount, noteCount] = [page.row?.faultCount ?? 0, page.row?.noteCount ?? 0];
  const found = faultCount + noteCount;
  const columns: Column<ShownFault>[] = [
    {
      key: 'level',
      head: t('portfolio.level'),
      phone: 'state',
      cell: ({ level }) => (
        <StatusChip tone={level === 1 ? 'danger' : 'neutral'} glyph={level === 1 ? 'warning' : 'circle-hint'}>
          {t(level === 1 ? 'portfolio.fault' : 'portfolio.note')}
        </StatusChip>
      ),
    },
    {
      key: 'place',
      head: t('portfolio.place'),
      width: 170,
      isLong: true,
      phone: 'code',
      cell: ({ sheet, row }) => (row === 0 ? sheet : t('portfolio.rowOf', { sheet, row })),
    },
    {
      key: 'column',
      head: t('portfolio.column'),
      width: 150,
      isLong: true,
      phone: 'note',
      cell: ({ column }) => column,
    },
    { key: 'text', head: t('portfolio.what'), isLong: true, phone: 'name', cell: (fault) => fault.text },
  ];
  return (
    <Card
      title={t('portfolio.faults')}
      variant="flush"
      aside={
        <div className={arrange.row}>
          <span className={text.caption}>
            {t(found > faults.total ? 'portfolio.countsOfSome' : 'portfolio.counts', {
              faults: countIn(faultCount, language),
              notes: countIn(noteCount, language),
              total: countIn(faults.total, language),
            })}
          </span>
          <Button size="small" icon="arrow-download" onClick={() => dispatch(at.saveFaults({ path }))}>
            {t('portfolio.saveFaults')}
          </Button>
        </div>
      }
    >
      <FittedTable<ShownFault>
        caption={t('portfolio.faults')}
        columns={columns}
        rows={faults.records}
        keyOf={({ seq }) => String(seq)}
        density={density}
        busy={page.busy}
        empty={<EmptyState kind="never" title={t('portfolio.noFaults')} />}
      />
      <TablePages
        total={faults.total}
        current={page.faultPage}
        onChange={(faultPage) => dispatch(at.load({ path, faultPage }))}
      />
    </Card>
  );
}
