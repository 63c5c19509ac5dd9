import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { rowKindBy, rowKinds } from '../../../../contract/domain/leasing/rowKinds';
import { cents, formatMoney } from '../../../../contract/domain/money';
import { payable } from '../../../../contract/domain/portfolio/plans';
import { textIn } from '../../../../contract/domain/text';
import type { ComparedRow, ComparedSide } from '../../../../contract/wire/portfolio/answers';
import { Button } from '../../../ui/inputs/buttons';
import { Dash } from '../../../ui/layout/figures';
import { StatusChip } from '../../../ui/layout/status';
import { Dialog } from '../../../ui/overlays/Dialog';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import type { Column } from '../../../ui/table/DataTable';
import { FittedTable } from '../../../ui/table/FittedTable';
import { useFormat } from '../../crud/useFormat';
import { type ImportPage, portfolioPages } from './portfolioSlice';

const { actions: at } = portfolioPages;

function isApart({ old, next }: ComparedRow): boolean {
  if (!old || !next || old.paymentDate !== next.paymentDate) return true;
  return (['principal', 'rent', 'other'] as const).some((part) => cents(old[part]) !== cents(next[part]));
}

/** The rows of an order: those of the older system beside the rebuilt ones. */
export function CompareDialog({ path, compared }: { path: string; compared: NonNullable<ImportPage['compared']> }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language } = useFormat();
  const close = () => dispatch(at.closeComparison({ path }));
  const { order, rows } = compared;
  const amount = (side: ComparedSide | null) => (side ? formatMoney(payable(side)) : <Dash />);
  const parts = (side: ComparedSide | null) =>
    side ? `${formatMoney(side.principal)} + ${formatMoney(side.rent)}` : <Dash />;
  const columns: Column<ComparedRow>[] = [
    {
      key: 'row',
      head: t('portfolio.period'),
      phone: 'code',
      cell: ({ kind, old, next }) =>
        kind === rowKinds.instalment ? (old ?? next)!.period : textIn(rowKindBy(kind).title, language),
    },
    { key: 'oldDay', head: t('portfolio.oldDay'), cell: ({ old }) => old?.paymentDate ?? <Dash /> },
    {
      key: 'newDay',
      head: t('portfolio.newDay'),

      phone: 'date',
      cell: ({ next }) => next?.paymentDate ?? <Dash />,
    },
    { key: 'oldParts', head: t('portfolio.oldParts'), align: 'right', cell: ({ old }) => parts(old) },
    { key: 'newParts', head: t('portfolio.newParts'), align: 'right', cell: ({ next }) => parts(next) },
    { key: 'old', head: t('portfolio.oldAmount'), align: 'right', cell: ({ old }) => amount(old) },
    {
      key: 'new',
      head: t('portfolio.newAmount'),
      align: 'right',

      phone: 'amount',
      cell: ({ next }) => amount(next),
    },
    {
      key: 'state',
      head: t('portfolio.kind'),
      phone: 'state',
      cell: (row) =>
        isApart(row) ? (
          <StatusChip tone="warning" glyph="warning">
            {t('portfolio.apart')}
          </StatusChip>
        ) : (
          <StatusChip tone="success" glyph="checkmark-circle">
            {t('portfolio.same')}
          </StatusChip>
        ),
    },
  ];
  return (
    <Dialog
      title={`${order.contractCode} ${order.customerName}`}
      size={1200}
      closeLabel={t('frame.close')}
      onClose={close}
      footer={<Button onClick={close}>{t('frame.close')}</Button>}
    >
      {rows === null ? (
        <CardSkeleton />
      ) : (
        <FittedTable<ComparedRow>
          caption={t('portfolio.compare')}
          columns={columns}
          rows={rows}
          keyOf={({ kind, old, next }) => `${kind} ${(old ?? next)!.period} ${old?.paymentDate} ${next?.paymentDate}`}
          density="compact"
          empty={<EmptyState kind="never" title={t('portfolio.noneOfGroup')} />}
        />
      )}
    </Dialog>
  );
}
