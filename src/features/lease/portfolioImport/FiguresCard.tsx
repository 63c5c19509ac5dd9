import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { directionTexts } from '../../../../contract/domain/lifecycle/direction';
import { cents, formatMoney } from '../../../../contract/domain/money';
import { closingTexts } from '../../../../contract/domain/portfolio/plans';
import { textIn } from '../../../../contract/domain/text';
import type { Reconciliation, ReconciliationLine } from '../../../../contract/wire/portfolio/answers';
import { preferences } from '../../../store/preferences';
import { Dash } from '../../../ui/layout/figures';
import { StatusChip } from '../../../ui/layout/status';
import { Card } from '../../../ui/layout/surfaces';
import { EmptyState } from '../../../ui/overlays/messages';
import type { Column } from '../../../ui/table/DataTable';
import { FittedTable } from '../../../ui/table/FittedTable';
import { useFormat } from '../../crud/useFormat';

interface Line extends ReconciliationLine {
  of: string;
}

/** Closing figures of the older system beside those of this one: in all, and where a product differs. */
export function FiguresCard({ figures }: { figures: Reconciliation }) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const { density } = useSelector(preferences.selectors.all);
  const lines: Line[] = [
    ...figures.lines.map((line) => ({ ...line, of: t('portfolio.all', { count: figures.orders }) })),
    ...figures.products.flatMap(({ productName, direction, orders, lines: own }) =>
      own.map((line) => ({
        ...line,
        of: `${productName} · ${textIn(directionTexts[direction as 1], language)} · ${orders}`,
      })),
    ),
  ];
  const columns: Column<Line>[] = [
    { key: 'of', head: t('portfolio.of'), isLong: true, phone: 'note', cell: ({ of }) => of },
    {
      key: 'name',
      head: t('portfolio.figure'),
      isLong: true,
      phone: 'name',
      cell: ({ name }) => textIn(closingTexts[name], language),
    },
    { key: 'old', head: t('portfolio.oldSystem'), align: 'right', cell: ({ old }) => formatMoney(old) },
    {
      key: 'next',
      head: t('portfolio.newSystem'),

      align: 'right',
      phone: 'amount',
      cell: ({ next }) => formatMoney(next),
    },
    {
      key: 'difference',
      head: t('portfolio.difference'),
      align: 'right',
      phone: 'state',
      // A figure that nothing bears out is compared with itself: it ties with nothing.
      cell: ({ difference, unproved }) =>
        cents(difference) === 0n && cents(unproved) !== 0n ? (
          <Dash />
        ) : cents(difference) === 0n ? (
          <StatusChip tone="success" glyph="checkmark-circle">
            {t('portfolio.ties')}
          </StatusChip>
        ) : (
          <StatusChip tone="danger" glyph="warning">
            {formatMoney(difference)}
          </StatusChip>
        ),
    },
    {
      key: 'unproved',
      head: t('portfolio.unproved'),
      align: 'right',
      phone: 'note',
      cell: ({ unproved }) =>
        cents(unproved) === 0n ? (
          <Dash />
        ) : (
          <StatusChip tone="warning" glyph="warning">
            {formatMoney(unproved)}
          </StatusChip>
        ),
    },
  ];
  return (
    <Card title={t('portfolio.reconciliation')} variant="flush">
      <FittedTable<Line>
        caption={t('portfolio.reconciliation')}
        columns={columns}
        rows={lines}
        keyOf={({ of, name }) => `${of} ${name}`}
        density={density}
        empty={<EmptyState kind="never" title={t('portfolio.noneOfGroup')} />}
      />
    </Card>
  );
}
