import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { formatMoney } from '../../../../contract/domain/money';
import { decisionTexts, differenceTexts } from '../../../../contract/domain/portfolio/plans';
import { textIn } from '../../../../contract/domain/text';
import { importStates } from '../../../../contract/modules/lease/portfolioImport';
import {
  type DifferingOrder,
  type OrderGroup,
  type OrdersPage,
  orderGroups,
} from '../../../../contract/wire/portfolio/answers';
import { permission } from '../../../store/navigation/menu';
import { preferences } from '../../../store/preferences';
import { Button } from '../../../ui/inputs/buttons';
import { SelectInput } from '../../../ui/inputs/choices';
import { arrange } from '../../../ui/layout/arrange';
import { StatusChip } from '../../../ui/layout/status';
import { Card, Segments } from '../../../ui/layout/surfaces';
import { EmptyState } from '../../../ui/overlays/messages';
import type { Column } from '../../../ui/table/DataTable';
import { FittedTable } from '../../../ui/table/FittedTable';
import { useFormat } from '../../crud/useFormat';
import { type ImportPage, portfolioPages } from './portfolioSlice';
import { TablePages } from './TablePages';

const { actions: at } = portfolioPages;
type Props = { page: ImportPage; path: string; orders: OrdersPage };

function useMayDecide({ row }: ImportPage): boolean {
  const codes = useSelector(permission.selectors.codes);
  return codes.portfolioImport_decide === true && row?.state === importStates.checked;
}

/** Decides for the chosen orders, or for all that differ in the way that is shown. */
function Decide({ page, path }: Omit<Props, 'orders'>) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language } = useFormat();
  const { difference, picked, busy } = page;
  const count = Object.keys(picked).length;
  const why = count === 0 && difference === 0 ? { disabledReason: t('portfolio.pickFirst') } : {};
  const act = (decision: 1 | 2) => () =>
    dispatch(at.decide({ path, decision, ...(count === 0 ? { difference } : {}) }));
  const scope = count > 0 ? t('portfolio.chosen', { count }) : difference > 0 ? t('portfolio.allOfKind') : '';
  return (
    <div className={arrange.row}>
      {([1, 2] as const).map((decision) => (
        <Button key={decision} size="small" busy={busy} onClick={act(decision)} {...why}>
          {`${textIn(decisionTexts[decision], language)}${scope}`}
        </Button>
      ))}
    </div>
  );
}

/** Orders whose rebuilt plan differs from that of the older system, to be decided. */
export function DifferencesCard({ page, path, orders }: Props) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language } = useFormat();
  const { density } = useSelector(preferences.selectors.all);
  const mayDecide = useMayDecide(page);
  const kindOf = (kind: number) => textIn(differenceTexts[kind as 1], language);
  const columns: Column<DifferingOrder>[] = [
    { key: 'code', head: t('portfolio.contract'), phone: 'code', cell: ({ contractCode }) => contractCode },
    {
      key: 'customer',
      head: t('portfolio.customer'),
      isLong: true,
      phone: 'name',
      cell: ({ customerName }) => customerName,
    },
    {
      key: 'product',
      head: t('portfolio.product'),
      width: 150,
      isLong: true,
      phone: 'note',
      cell: ({ productName }) => productName,
    },
    { key: 'kind', head: t('portfolio.kind'), cell: ({ difference }) => kindOf(difference) },
    {
      key: 'old',
      head: t('portfolio.oldTotal'),
      align: 'right',
      cell: ({ oldTotal, oldCount }) => `${formatMoney(oldTotal)} / ${oldCount}`,
    },
    {
      key: 'new',
      head: t('portfolio.newTotal'),
      align: 'right',
      phone: 'amount',
      cell: ({ newTotal, newCount }) => `${formatMoney(newTotal)} / ${newCount}`,
    },
    {
      key: 'decision',
      head: t('portfolio.decision'),
      phone: 'state',
      cell: ({ decision, decidedBy }) => (
        <StatusChip
          tone={decision ? 'success' : 'warning'}
          glyph={decision ? 'checkmark-circle' : 'clock'}
          title={decidedBy ?? ''}
        >
          {decision ? textIn(decisionTexts[decision as 1], language) : t('portfolio.open')}
        </StatusChip>
      ),
    },
  ];
  return (
    <Card
      title={t('portfolio.differences')}
      variant="flush"
      aside={mayDecide ? <Decide page={page} path={path} /> : undefined}
    >
      <div className={`${arrange.inset} ${arrange.row}`}>
        <Segments
          label={t('portfolio.groups')}
          items={orderGroups.map((key) => ({ key, label: t(`portfolio.group_${key}`) }))}
          current={page.group}
          onPick={(key) => dispatch(at.load({ path, group: key as OrderGroup }))}
        />
        <SelectInput
          aria-label={t('portfolio.kind')}
          value={String(page.difference)}
          onChange={(value) => dispatch(at.load({ path, difference: Number(value) }))}
          options={[
            { value: '0', label: t('portfolio.anyKind') },
            ...orders.kinds.map(({ difference, count, undecided }) => ({
              value: String(difference),
              label: `${kindOf(difference)} ${undecided} / ${count}`,
            })),
          ]}
        />
      </div>
      <FittedTable<DifferingOrder>
        caption={t('portfolio.differences')}
        columns={columns}
        rows={orders.records}
        keyOf={({ id }) => id}
        {...(mayDecide
          ? {
              selection: {
                picked: new Set(Object.keys(page.picked)),
                onToggle: ({ id }: DifferingOrder, on: boolean) => dispatch(at.pick({ path, ids: [id], on })),
                onToggleAll: (on: boolean) => dispatch(at.pick({ path, ids: orders.records.map(({ id }) => id), on })),
                label: ({ contractCode }: DifferingOrder) => t('portfolio.pickOrder', { code: contractCode }),
                labelAll: t('portfolio.pickAll'),
              },
            }
          : {})}
        actions={{
          head: t('portfolio.actions'),
          width: 110,
          more: t('portfolio.actions'),
          of: (order) => [
            {
              key: 'compare',
              label: t('portfolio.compare'),
              icon: 'column-triple',
              onClick: () => dispatch(at.compare({ path, order })),
            },
          ],
        }}
        density={density}
        busy={page.busy}
        empty={<EmptyState kind="never" title={t('portfolio.noneOfGroup')} />}
      />
      <TablePages
        total={orders.total}
        current={page.current}
        onChange={(current) => dispatch(at.load({ path, current }))}
      />
    </Card>
  );
}
